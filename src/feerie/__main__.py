"""`python -m feerie` is the command `feerie`."""
from __future__ import annotations

import gc
import sys

__all__ = ["main"]


def main() -> None:
    """Run the command; Ctrl-C while the program is still being loaded ends it quietly."""
    gc.disable()        # everything loaded now stays: there is no garbage to collect
    try:
        from feerie.apps.cli import main as command
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        sys.exit(1)
    gc.freeze()
    gc.enable()
    command()


if __name__ == "__main__":
    main()
