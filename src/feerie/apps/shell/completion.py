"""`feerie completion`: what a shell needs to complete commands, options, genres and files with the Tab key."""
from __future__ import annotations

import click
from click.shell_completion import BashComplete, FishComplete, ShellComplete, ZshComplete

from feerie.apps.shell.programs import Program
from feerie.apps.shell.terminal import DONE, emit, json_option

__all__ = ["completion"]

PROGRAM, VARIABLE = "feerie", "_FEERIE_COMPLETE"
SHELLS: dict[str, type[ShellComplete]] = {"bash": BashComplete, "zsh": ZshComplete, "fish": FishComplete}


@click.command(cls=Program, short_help="Print what a shell needs to complete commands.")
@click.argument("shell", type=click.Choice(list(SHELLS)))
@json_option
@click.pass_context
def completion(context: click.Context, shell: str, as_json: bool) -> int:
    """Print the lines that let a shell complete commands, options, names of genres and files with the Tab key.

    They go into a file that the shell reads when it starts; docs/installing.md names it for each shell.

    \b
    Example:
      feerie completion fish
    """
    kind = SHELLS[shell](context.find_root().command, {}, PROGRAM, VARIABLE)
    script = kind.source_template % kind.source_vars()      # source() would start bash to ask for its version
    if as_json:
        emit({"shell": shell, "script": script})
    else:
        print(script, end="" if script.endswith("\n") else "\n")
    return DONE
