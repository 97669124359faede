"""`feerie schema`: the JSON Schema of printed solutions."""
from __future__ import annotations

import json

import click

from feerie.apps.shell.programs import Program
from feerie.apps.shell.terminal import DONE, emit, json_option
from feerie.problems.schema import schema as schema_of_solutions

__all__ = ["schema"]


@click.command(cls=Program, short_help="Print the JSON Schema of solutions.")
@json_option
def schema(as_json: bool) -> int:
    """Print the JSON Schema (2020-12) of what `feerie solve --json` prints.

    \b
    Example:
      feerie schema
    """
    if as_json:
        emit(schema_of_solutions())
    else:
        print(json.dumps(schema_of_solutions(), indent=2, ensure_ascii=True))
    return DONE
