"""The protocols of playing programs: UCI and XBoard."""
