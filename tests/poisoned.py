"""Prints how an uncompiled package solves problems: python poisoned.py < problems as JSON; with `forgetful`, its
searches forget to need `Property.LINES`.

Uncompiled, and in builds with checks, a judge of the general path has men on all squares in what it does not keep.
"""
from __future__ import annotations

import json
import pkgutil
import sys
from importlib import import_module
from typing import Any

import feerie.search
from feerie.kernel.plain import FULL
from feerie.problems.problem import Problem
from feerie.rules.properties import Property
from feerie.solving.forced_task import ForcedTask
from feerie.solving.help_task import HelpTask
from feerie.solving.task import Task


def answer(problem: Problem) -> str:
    """All that a solution says, or how it fails."""
    try:
        solution = (ForcedTask if problem.stipulation.play.is_battle else HelpTask)(problem).alone()
    except Exception as error:
        return repr(error)
    return str((solution.tree, sorted(solution.lines)))


if __name__ == "__main__":
    if sys.argv[1:] == ["forgetful"]:
        for found in pkgutil.walk_packages(feerie.search.__path__, "feerie.search."):
            module: Any = import_module(found.name)
            if hasattr(module, "NEEDS"):
                module.NEEDS &= ~Property.LINES
    asked = [Problem(*problem) for problem in json.load(sys.stdin)]
    judges: list[Any] = [Task.judge(problem, problem.start) for problem in asked]
    json.dump({"poisoned": all(frame.men[7] == FULL for judge in judges for frame in judge.frames),
               "answers": list(map(answer, asked))}, sys.stdout)
