"""The programs: command line, protocols, page."""
