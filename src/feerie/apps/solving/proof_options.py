"""The options of `feerie solve` for play to a given position: constraints, search for one cook, explanations."""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any

import click

from feerie.base.errors import Message, ProblemError, system_reason
from feerie.base.frozen import frozen
from feerie.problems.constraints import NO_CONSTRAINTS, Constraints
from feerie.problems.problem import Problem

__all__ = ["ProofOptions", "proof_options"]

LONGEST_FILE = 1_000_000
"""Characters that a file of constraints may have."""


@frozen
class ProofOptions:
    """What is asked of play to a position.

    `constraints`: those of the command line, in addition to those of the problem. `demolish`: stop as soon as there is
    one solution more than intended (one is intended where a problem does not say). `explain`: report what the
    deductions and the solutions show.
    """

    constraints: Constraints = NO_CONSTRAINTS
    demolish: bool = False
    explain: bool = False

    def applied(self, problem: Problem) -> Problem:
        """The problem with these constraints; ProblemError if they do not fit."""
        if self.demolish and not problem.intended:
            problem = replace(problem, intended="1")
        if not self.constraints:
            return problem
        return replace(problem, constraints=Constraints.of([*problem.constraints.texts, *self.constraints.texts]))

    def limit(self, problem: Problem, given: int | None) -> int | None:
        """The largest number of solutions wanted; `given`: the number on the command line."""
        if not self.demolish:
            return given
        enough = (problem.intended_solutions or 1) + 1
        return enough if given is None else min(given, enough)


def proof_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds --constraint, --constraints, --demolish and --explain; the command gets one value, `proof`."""
    @click.option("--constraint", "texts", multiple=True, metavar="TEXT", help='What every line to a position must '
                  'keep to: "g1 path f3 e5", "e1 unmoved", "never d4". May be repeated.')
    @click.option("--constraints", "file", type=click.Path(exists=True, dir_okay=False), metavar="FILE",
                  help="The same from a YAML file.")
    @click.option("--demolish", is_flag=True, help="Stop as soon as one solution more than intended is found, "
                  "with exit status 3.")
    @click.option("--explain", is_flag=True, help="Of play to a position: the moves each side needs, and where each "
                  "man comes from or was taken.")
    @wraps(command)
    def with_options(*, texts: tuple[str, ...], file: str | None, demolish: bool, explain: bool, **others: Any) -> Any:
        constraints = Constraints.of([*(_read(file).texts if file else ()), *texts])
        return command(proof=ProofOptions(constraints, demolish, explain), **others)

    return with_options


def _read(path: str) -> Constraints:
    """The constraints of a YAML file: fields named by squares, or a list of texts, perhaps as `constraints`."""
    import yaml

    class Loader(yaml.BaseLoader):      # which would take the last of several fields with one name
        def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
            names = set()
            for name, _ in node.value:
                if isinstance(name, yaml.ScalarNode) and name.value in names:
                    raise ProblemError("{}, line {}: {}", path, name.start_mark.line + 1,
                                       Message("the field {} is there twice", name.value))
                if isinstance(name, yaml.ScalarNode):
                    names.add(name.value)
            return super().construct_mapping(node, deep)

    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(LONGEST_FILE + 1)
    except OSError as error:
        raise ProblemError("{}: {}", path, system_reason(error)) from None
    except UnicodeDecodeError:
        raise ProblemError("{}: {}", path, Message("this is not text")) from None
    if len(text) > LONGEST_FILE:
        raise ProblemError("{} is longer than {} letters", path, LONGEST_FILE)
    try:
        data = yaml.load(text, Loader=Loader)   
    except ProblemError:
        raise
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        mark = getattr(error, "problem_mark", None)
        problem = Message(getattr(error, "problem", None) or "this is not YAML")
        if mark:
            raise ProblemError("{}, line {}: {}", path, mark.line + 1, problem) from None
        raise ProblemError("{}: {}", path, problem) from None
    if isinstance(data, dict) and set(data) == {"constraints"}:
        data = data["constraints"]
    try:
        return Constraints.of(data if data is not None else [])
    except ProblemError as error:
        raise ProblemError("{}: {}", path, error) from None
