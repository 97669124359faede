"""What every layer needs: errors, frozen values, optional packages, files that are replaced whole."""
