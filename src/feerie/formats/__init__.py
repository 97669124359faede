"""Files of problems, read and written: `convert` has the list of formats."""
