"""`feerie verify`: solutions printed by `feerie solve --json`, checked without the solver."""
from __future__ import annotations

import math
import sys
from typing import Any

import click

from feerie.apps.shell.candidates import existing_files
from feerie.apps.shell.programs import Program
from feerie.apps.shell.run_language import translated
from feerie.apps.shell.terminal import (
    DONE,
    PARTLY,
    Bar,
    emit,
    genre_file_option,
    interruptible,
    json_option,
    language_option,
    say,
)
from feerie.base.errors import ProblemError
from feerie.base.limited import limited
from feerie.notation.languages import language as language_of
from feerie.verification.claim_reader import Claims, ProofClaims, Unsolved, read
from feerie.verification.claims import CheckResult, Verification
from feerie.verification.verify import NODES
from feerie.verification.verify import verify as check
from feerie.views.verification_text import findings

__all__ = ["verify"]

REFUTED = 3
"""The exit status if a claim is refuted."""
STATUSES = {CheckResult.CONFIRMED: DONE, CheckResult.PARTLY: PARTLY, CheckResult.REFUTED: REFUTED}


@click.command(cls=Program, short_help="Check a printed solution with other code than the solver's.")
@click.argument("path", metavar="SOLUTION.json", type=click.Path(dir_okay=False, allow_dash=True),
                shell_complete=existing_files("json"))
@click.option("--nodes", type=click.IntRange(0), metavar="N",
              help=f"Positions to play for each solution at most; {NODES} if not given.")
@click.option("--time", "seconds", type=click.FloatRange(0), metavar="SECONDS", help="Time for each solution at most.")
@click.option("--complete", is_flag=True, help="Check everything, however many positions it takes.")
@genre_file_option
@language_option
@json_option
def verify(path: str, nodes: int | None, seconds: float | None, complete: bool, language: str, as_json: bool) -> int:
    """Check every claim of a document that "feerie solve --json" or "feerie mate --json" printed ("-" is standard
    input), with code that shares nothing with the solver.

    Exit status: 0 all claims are confirmed; 1 nothing is refuted, but something was not checked, because of the limits
    or because the checker does not implement that kind of play, or nothing is claimed; 2 no such document; 3 a claim is
    refuted.

    \b
    Example:
      feerie verify examples/solution.json
    """
    if complete and nodes is not None:
        raise click.UsageError("--complete and --nodes exclude each other")
    if seconds is not None and math.isnan(seconds):
        raise click.BadParameter("nan is not a time", param_hint="--time")
    results = read(_content(path))
    verdict, all_checked, shown = CheckResult.CONFIRMED, True, []
    with interruptible() as stop:
        for number, claims in enumerate(results, 1):
            found = None
            if not isinstance(claims, Unsolved):
                with Bar(str(claims.problem.stipulation)) as bar:
                    found = check(claims, max_nodes=None if complete else NODES if nodes is None else nodes,
                                  max_seconds=seconds, progress=bar, stop=stop)
                all_checked = all_checked and found.is_complete
                verdict = max(verdict, found.verdict, key=list(CheckResult).index)
            if as_json:
                shown.append(_document(claims, found))
            else:
                say("\n" * (number > 1) + _text(claims, found, language), flush=True)
    if all(isinstance(claims, Unsolved) for claims in results):
        verdict, all_checked = CheckResult.PARTLY, False
        if not as_json:
            say(language_of(language).sentence("verify: nothing"))
    if as_json:
        emit({"results": shown, "verdict": verdict.value, "complete": all_checked})
    return STATUSES[verdict]


def _content(path: str) -> str:
    """The text of the document; ProblemError if it is not UTF-8."""
    if path == "-":
        data = limited(sys.stdin.buffer, name=path)
    else:
        with open(path, "rb") as file:
            data = limited(file, name=path)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise ProblemError("{}: no JSON document: not UTF-8", path) from None


def _document(claims: Claims | ProofClaims | Unsolved, found: Verification | None) -> dict[str, Any]:
    """The JSON form of one result."""
    if isinstance(claims, Unsolved) or found is None:
        return {"error": claims.error if isinstance(claims, Unsolved) else ""}
    problem = claims.problem
    return {"problem": {"genre": problem.genre.name, "fen": problem.fen, "stipulation": str(problem.stipulation)},
            "label": claims.label, **found.as_json()}


def _text(claims: Claims | ProofClaims | Unsolved, found: Verification | None, code: str) -> str:
    """The text of one result: label, stipulation, rules and FEN, then the findings."""
    if isinstance(claims, Unsolved) or found is None:
        error = claims.error if isinstance(claims, Unsolved) else ""
        return language_of(code).sentence("verify: unsolved", error=translated(error))
    problem = claims.problem
    label = f"{claims.label}) " if claims.label else ""
    return f"{label}{problem.stipulation}  {problem.genre.title(code)}  {problem.fen}\n{findings(found, code)}"
