"""`python -m feerie` is the command `feerie`."""
from feerie.apps.cli import main

if __name__ == "__main__":
    main()
