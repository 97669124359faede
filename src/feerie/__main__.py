"""`python -m feerie` is the command `feerie`."""
from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress

__all__ = ["main"]


def main() -> None:
    """Run the command; Ctrl-C while the program is still being loaded ends it quietly."""
    if sys.argv[1:] == ["xboard"]:
        with suppress(OSError):         # XBoard waits two seconds; on a busy machine it takes longer to load the rest
            os.write(1, b"feature done=0\n")
    gc.disable()        # everything loaded now stays: there is no garbage to collect
    try:
        from feerie.apps.cli import main as command
    except KeyboardInterrupt:
        print("error: interrupted", file=sys.stderr)
        sys.exit(1)
    except ImportError as error:
        from feerie.base.compilation import BuildError

        if not isinstance(error, BuildError):
            raise
        print(f"error: {error}", file=sys.stderr)
        sys.exit(2)
    gc.freeze()
    gc.enable()
    command()


if __name__ == "__main__":
    main()
