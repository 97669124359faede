"""A run of `feerie solve`: its problems one after another, with board, solution and verdict, or as documents."""
from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from dataclasses import asdict, replace
from functools import cache, partial
from itertools import islice, takewhile
from typing import TYPE_CHECKING, Any

import click

from feerie.apps.shell.catalogue import catalogue
from feerie.apps.shell.run_language import translated, wording
from feerie.apps.shell.terminal import (
    BAD,
    DONE,
    PARTLY,
    Bar,
    Stop,
    complain,
    file_error,
    interruptible,
)
from feerie.apps.solving.cluster_options import joined
from feerie.apps.solving.entry_messages import EntryMessages, located
from feerie.apps.solving.first_moves import FirstMoveTeller
from feerie.apps.solving.output import RunOutput, problem_heading
from feerie.apps.solving.proof_options import ProofOptions
from feerie.apps.solving.reading import Reading, Source
from feerie.apps.solving.run_settings import SolvingOptions, SolvingResources
from feerie.apps.solving.testing_options import UNSOUND, Testing
from feerie.apps.solving.unfinished import EarlyLines, PendingSolution
from feerie.base.errors import CheckpointError, ClusterError, Error, Message, ProblemError
from feerie.game.position import Position
from feerie.notation.languages import Language
from feerie.problems.line import ManyLines
from feerie.problems.parts import AskedPart, Part, parts_of
from feerie.problems.place import Place
from feerie.problems.problem import Problem, ProblemEntry
from feerie.problems.solution import PROGRAM, Solution, UciLine
from feerie.problems.soundness import soundness
from feerie.solving.cluster_security import Protection
from feerie.solving.limits import FirstMoves, FoundLines, Progress
from feerie.solving.solve import solve as find_solution
from feerie.views.captions import part_heading, twins
from feerie.views.solution_text import lines as play_lines
from feerie.views.solution_text import verdict
from feerie.views.soundness_text import report

if TYPE_CHECKING:

    from feerie.apps.solving.tester import Tester
    from feerie.problems.report import Unreached
    from feerie.solving.checkpoint import Checkpoint, ProgressLog
    from feerie.solving.cluster import Cluster
    from feerie.solving.proof_explanation import ProofExplanation
    from feerie.solving.superfluous import Superfluous

__all__ = ["SolvingRun"]

MOST_AFTER_STOP = 10_000
"""The most lines of a part that are printed after Ctrl-C, and at least allowed when its time is over."""
LINES_A_SECOND = 50_000
"""So many lines can surely be sorted and printed in a second."""


class SolvingRun:
    """Solves one problem after another.

    `output`: prints what is found; `protection`: of the connections of a cluster; `testing`: options of the tester's
    mode; `tester`: keeps its rows; `proof`: what is asked of play to a position.
    """

    AT_ONCE = 8
    """How many problems a cluster solves at the same time."""

    def __init__(self, options: SolvingOptions, resources: SolvingResources, output: RunOutput, protection: Protection,
                 testing: Testing, proof: ProofOptions) -> None:
        self.options, self.resources, self.protection = options, resources, protection
        self.testing, self.proof = testing, proof
        self.output, self.form, self.documents = output, output.form, output.documents
        self.tester: Tester | None = None
        self.messages = EntryMessages()
        self.bad, self.complete = False, True
        self.is_demolished = False
        self.count = 0          # of the problems, 0 if it is not known
        self.unreached: Unreached | None = None
        self.progress_logs: Iterator[ProgressLog] | None = None
        self.pending: Iterator[PendingSolution] | None = None

    def document(self) -> dict[str, Any]:
        """The JSON document of all that was solved."""
        return {"program": PROGRAM, "settings": asdict(self.options) | asdict(self.resources),
                "problems": self.output.problems, "results": self.output.results,
                "complete": self.complete} | self.left() | self.tested()

    def left(self) -> dict[str, Any]:
        """What the JSON document says about problems that were not reached."""
        return {"unreached": self.unreached.as_json() if self.unreached else None}

    def tested(self) -> dict[str, Any]:
        """What the tester's mode adds to the JSON document."""
        return {"tested": self.tester.report.as_json()} if self.tester else {}

    @property
    def status(self) -> int:
        """The exit status: bad input wins over a cook that was looked for, that over incomplete, that over unsound."""
        if self.is_demolished and not self.bad:
            return UNSOUND
        if self.bad or not self.complete:
            return BAD if self.bad else PARTLY
        return UNSOUND if self.tester and self.tester.is_unsound else DONE

    def run(self, sources: Sequence[Source]) -> None:
        """Solve all problems of files, given by path, and report those that cannot be read."""
        with ExitStack() as ends:
            ends.enter_context(self.messages)
            self.begin_testing(sources, ends)
            checkpoint = None
            if self.resources.resume is not None:
                from feerie.solving.checkpoint import Checkpoint, identity

                names = [identity(problem, self.limit(problem) or 0) for problem in self.asked(sources)]
                checkpoint = Checkpoint(self.resources.resume, names)
                self.progress_logs = iter([checkpoint.progress_log(number) for number in range(len(names))])
                ends.callback(checkpoint.close)
                ends.callback(self.save, checkpoint)
            stop = ends.enter_context(interruptible())
            if self.resources.cluster is not None:
                self.submit_to_cluster(list(takewhile(lambda _: not stop.is_set(), self.asked(sources))), stop, ends)
            self.solve_all(Reading(sources, self.count), stop)
            self.end_testing()

    def solve_all(self, reading: Reading, stop: Stop) -> None:
        """Solve all problems, and report files that cannot be read or have none; after a stop, count what is left."""
        for path, entry in reading:
            if stop.is_set():
                self.complete, self.unreached = False, reading.unreached(path, entry)
                return
            if isinstance(entry, Message):
                if self.tester:
                    self.tester.begin(entries=0)
                self.fail_tested(Place(path), entry)
                continue
            self.solve(entry, path, stop)
            if self.tester:
                self.tester.progress.advance()

    def begin_testing(self, sources: Sequence[Source], ends: ExitStack) -> None:
        """Make the tester, if its mode is wanted or a document needs its rows."""
        if not self.testing.is_on and not self.documents.need_report:
            return
        from feerie.apps.solving.tester import Tester

        if self.testing.journal and self.resources.cluster:
            raise click.UsageError("--journal does not go with --cluster")
        journal = None
        if self.testing.journal:
            from feerie.solving.journal import Journal, ReportLimits

            limits = ReportLimits(self.options.max_solutions, self.options.seconds, self.resources.nodes)
            journal = ends.enter_context(Journal(self.testing.journal, limits))
        count = sum(1 for _, entries in sources if not isinstance(entries, OSError) for _ in entries) \
            if sys.stderr.isatty() or self.testing.stored else 0
        self.count = count
        self.tester = Tester(self.testing, self.form.language, journal, count)
        self.output.clear = self.tester.progress.clear
        ends.callback(self.output.clear)
        if self.testing.stored:
            told = self.tester.read_stored(self.testing.stored, count)
            if told:
                self.warn(Place(), told)

    def end_testing(self) -> None:
        """Print the table of the tester's mode, or at least how many problems were not reached."""
        if not self.form.has_text:
            return
        if self.tester and self.testing.is_on:
            self.tester.report.unreached = self.unreached
            self.output.stream(self.tester.end())
        elif self.unreached:
            from feerie.views.report_text import unreached_text

            self.output.show(unreached_text(self.unreached, self.form.words))

    def bar(self, title: str) -> AbstractContextManager[Progress]:
        """What shows the progress of a search; with many problems, one line for all of them."""
        if self.tester and self.testing.is_on:
            return nullcontext(self.tester.progress)
        shown = Bar(title)
        self.output.clear = shown.hide
        return shown

    def save(self, checkpoint: Checkpoint) -> None:
        """Save the checkpoint at the end; if that fails, the solutions are printed nevertheless."""
        try:
            checkpoint.save()
        except OSError as error:
            self.fail(Place(self.resources.resume), file_error(error))

    def asked(self, sources: Sequence[Source]) -> Iterator[Problem]:
        """All parts of all problems, as far as they can be read and made."""
        for _, entries in sources:
            for entry in () if isinstance(entries, OSError) else entries:
                with suppress(Error):
                    problem = self.proof.applied(self.options.applied(entry.get()))
                    yield from (part.problem for part in parts_of(problem) if part.problem is not None)

    def submit_to_cluster(self, problems: list[Problem], stop: Stop, ends: ExitStack) -> None:
        """Start solving problems in a cluster, several at a time."""
        from concurrent.futures import ThreadPoolExecutor

        cluster = ends.enter_context(joined(self.resources.cluster or "", self.protection))
        ends.callback(self.tell_troubles, cluster)
        pool = ends.enter_context(ThreadPoolExecutor(self.AT_ONCE))
        ends.callback(stop.set)

        def start(problem: Problem, log: ProgressLog | None) -> PendingSolution:
            return PendingSolution(lambda pending: pool.submit(self.find, problem, stop, pending, log, cluster))

        logs = self.progress_logs or [None] * len(problems)
        self.pending = iter([start(problem, log) for problem, log in zip(problems, logs)])
        self.progress_logs = None

    def tell_troubles(self, cluster: Cluster) -> None:
        """Report on standard error why the cluster could not go on; the solutions concerned are not complete."""
        for trouble in dict.fromkeys(cluster.troubles):
            self.complete = False
            complain(trouble)

    def solve(self, entry: ProblemEntry, path: str, stop: Stop) -> None:
        """Solve all parts of a problem."""
        place = Place(path or None, entry.number, entry.line if path else None)
        if self.tester:
            self.tester.begin()
        if entry.problem is None:
            self.fail_tested(place, str(entry.error))
            return
        try:
            problem = self.proof.applied(self.options.applied(entry.problem))
        except ProblemError as error:
            self.fail_tested(place, str(error))
            return
        problem = self.tester.with_stored(problem) if self.tester else problem
        self.documents.begin(problem)
        self.output.begin_problem(place, problem)
        for warning in problem.unread + problem.twins_against_the_flow:
            self.warn(place, warning)
        if self.form.has_text:
            self.show_heading(place, problem_heading(problem, self.form))
        self.solve_parts(problem, place, stop)
        self.output.end_problem()

    def solve_parts(self, problem: Problem, place: Place, stop: Stop) -> None:
        """Solve the parts of a problem, or report why that is impossible; an error of both sides is reported once."""
        changes = twins(problem, self.form.language)
        failed = set[tuple[str, str]]()
        for part in parts_of(problem):
            if stop.is_set():
                self.complete = False
                if self.tester and part.problem is not None:
                    self.tester.pass_over(part.at(place), part.problem)
                continue
            named = replace(place, label=part.label)
            try:
                for warning in part.get().missing_kings:
                    self.warn(named, warning)
                self.solve_part(part, part.get(), part_heading(part, changes, self.form.language), place, stop)
            except (CheckpointError, ClusterError):
                raise
            except (Error, ValueError) as error:
                if (part.label, str(error)) not in failed:
                    self.fail_part(named, str(error), part.problem)
                failed.add((part.label, str(error)))

    def solve_part(self, part: AskedPart, problem: Problem, heading: str, place: Place, stop: Stop) -> None:
        """Solve one part, and show or keep what was found."""
        if self.is_finished(problem, part.at(place)):
            return
        begun = time.monotonic()
        early = self.early_lines(problem, heading)
        with self.bar(str(problem.stipulation)) as bar:
            if self.pending is None:
                log = next(self.progress_logs) if self.progress_logs else None
                teller = getattr(bar, "tell", None) if sys.stderr.isatty() else None
                solution = self.find(problem, stop, bar, log, found=self.line_printer(place, part, problem),
                                     in_order=early,
                                     at_move=FirstMoveTeller(problem, self.output, teller))
            else:
                solution = next(self.pending).awaited(bar)
        needless = self.look_for_superfluous(solution, stop)
        solution = self.shortened(solution, stop, begun)
        found = cache(partial(soundness, solution))
        if not isinstance(solution.lines, ManyLines):       # if there are many it comes after them
            found()
        is_shown = self.tester is None or self.tester.add(solution, found(), part.at(place),
                                                          is_stopped=stop.is_set())
        if not self.options.variations:
            solution = solution.without_variations()
        self.complete = self.complete and solution.complete and not solution.left_out and (
            needless is None or needless.complete)

        self.is_demolished = self.is_demolished or self.proof.demolish and found().surplus > 0
        explained = self.explain(solution)

        def said(words: Language) -> list[str]:
            more = []
            if needless:
                from feerie.views.soundness_text import needless as needless_text

                more.append(needless_text(needless, words.code))
            if explained is not None:
                from feerie.views.proof_text import explanation_lines, why_not

                more += explanation_lines(explained, words) if self.proof.explain else why_not(explained, words)
            told = report(found(), words, self.form.notation, translate=catalogue(words.code).message)
            return [*told.splitlines(), *more]

        compared = self.tester.document_of_last() if self.tester else {}

        if self.documents.outputs:
            self.documents.add(Part(solution, part.label, part.is_duplex,
                                    tuple(said(self.form.notation.words(self.documents.language)))))
        if is_shown and (self.form.as_json or self.documents.need_json):
            also = {"soundness": (lambda: found().as_document()) if isinstance(solution.lines, ManyLines)
                    else found().as_document()} | (
                        {"superfluous": needless.as_json()} if needless else {}) | (
                        {"explanation": explained.as_json()} if explained else {})
            self.output.add_result({**place.as_json(), "label": part.label, **solution.as_document(), **also,
                                    **compared})
        if is_shown and self.form.has_text:
            self.show_solution(heading, solution, said, stop, early)

    def early_lines(self, problem: Problem, heading: str) -> EarlyLines | None:
        """What prints the first lines of a part before all are known; None where that is not possible."""
        play = problem.stipulation.play
        all_at_once = self.tester or play.is_battle or play.is_fought or problem.options.move_numbers
        return None if all_at_once or not self.output.prints else EarlyLines(self.output, problem, heading)

    def shortened(self, solution: Solution, stop: Stop, begun: float) -> Solution:
        """The solution with as many of its lines as there is time to print: after a stop few, or none in haste; with a
        limit of time, which covers printing too, those for which enough of it is left."""
        seconds = self.options.seconds if self.options.seconds is not None else solution.problem.options.max_time
        if stop.is_set():
            return solution.shortened(0 if stop.is_hasty else MOST_AFTER_STOP)
        if seconds is None:
            return solution
        left = begun + seconds - time.monotonic()
        return solution.shortened(max(MOST_AFTER_STOP, int(min(left, 1e9) * LINES_A_SECOND)))

    def is_finished(self, problem: Problem, place: Place) -> bool:
        """Whether the journal has a part, which is then skipped."""
        if self.tester is None or not self.tester.finished(problem, place):
            return False
        if self.progress_logs:
            next(self.progress_logs)
        self.complete = self.complete and self.tester.report.rows[-1].complete
        return True

    def look_for_superfluous(self, solution: Solution, stop: Stop) -> Superfluous | None:
        """The superfluous men; None if they are not asked for, or without a solution to compare with."""
        problem = solution.problem
        if not self.options.superfluous or not solution.complete or problem.end is not None or not (
                solution.count or problem.is_post_key):
            return None
        from feerie.solving.superfluous import superfluous

        def solved(part: Problem) -> Solution:
            return find_solution(part, max_solutions=solution.count + 1, max_seconds=self.options.seconds,
                                 threads=self.resources.threads, hash_mb=self.resources.hash_mb, stop=stop)

        with self.bar(str(problem.stipulation)) as bar:
            return superfluous(solution, solved, progress=bar, stop=stop)

    def explain(self, solution: Solution) -> ProofExplanation | None:
        """Explain play to a position, if that is asked for or there is no solution."""
        is_none = solution.complete and not solution.has_more_than(0)
        if solution.problem.end is None or not (self.proof.explain or is_none):
            return None
        from feerie.solving.proof_explanation import explain_proof

        return explain_proof(solution)

    def find(self, problem: Problem, stop: Stop, progress: Progress | None = None,
             progress_log: ProgressLog | None = None, cluster: Cluster | None = None,
             found: FoundLines | None = None, in_order: FoundLines | None = None,
             at_move: FirstMoves | None = None) -> Solution:
        """The solution of a part."""
        return find_solution(problem, threads=self.resources.threads, hash_mb=self.resources.hash_mb,
                             max_solutions=self.limit(problem), max_seconds=self.options.seconds,
                             max_nodes=self.resources.nodes, progress=progress, stop=stop, checkpoint=progress_log,
                             cluster=cluster, found=found, in_order=in_order, find=self.resources.find,
                             variations=self.options.variations or self.tester is not None, at_move=at_move)

    def limit(self, problem: Problem) -> int | None:
        """The largest number of solutions wanted of a problem; None for all."""
        return self.proof.limit(problem, self.options.max_solutions)

    def line_printer(self, place: Place, part: AskedPart, problem: Problem) -> FoundLines | None:
        """A function that prints lines as they are found; None if that is not asked for."""
        if self.resources.find and problem.stipulation.play.is_battle and self.form.has_text \
                and not self.documents.take_output:
            return partial(self.show_found, problem)
        return self.output.printer_of_lines(place, part.label) if self.form.json_lines else None

    def show_found(self, problem: Problem, lines: Iterable[tuple[bool, UciLine]]) -> None:
        """Print the forced lines found before the search for all solutions."""
        from feerie.game.analysis import line_text

        position = Position(problem.genre, problem.start)
        for _, line in lines:
            self.output.show(f"{problem.stipulation}: {line_text(position, line, self.form.words)}")

    def show_heading(self, place: Place, heading: str) -> None:
        """Print the heading of a problem; in the tester's mode when its first part is shown."""
        if self.tester:
            self.tester.head(place, heading)
        else:
            self.output.show(heading)

    def show_solution(self, heading: str, solution: Solution, said: Callable[[Language], list[str]],
                      stop: Stop, early: EarlyLines | None) -> None:
        """Print a solution line by line; a stop while it is printed cuts it short, and is not mistaken for its end.

        After a stop during the search, everything that was found is printed. `early`: what is printed already.
        """
        printed = early.count if early else 0
        words = self.form.words

        def lines() -> Iterator[str]:
            stopped = stop.is_set()
            told = None if isinstance(solution.lines, ManyLines) else said(words)   # of many lines: at the end
            if heading and not printed:
                yield heading
            some = printed > 0
            for line in islice(play_lines(solution, words, self.form.notation), printed, None):
                if stop.is_set() and not stopped:
                    self.complete = False
                    yield from ("", verdict(replace(solution, complete=False), words))
                    return
                some = True
                yield line
            yield from ([""] if some else [])
            yield verdict(solution, words)
            if stop.is_set() and stop.is_hasty:
                return
            yield from said(words) if told is None else told
            if solution.left_out:
                yield wording("--json-lines prints each line as soon as it is found; "
                              "--resume FILE keeps what is found, and the same command goes on from there")
            if self.tester:
                yield from self.tester.lines_of_last()

        if self.tester and (above := self.tester.take_heading()):
            self.output.show(above)
        (self.output.go_on if printed else self.output.stream)(lines())

    def fail_part(self, place: Place, message: str, problem: Problem | None = None) -> None:
        """Report a part that could not be solved, in the documents too. `problem`: the part, if it can be made."""
        self.fail_tested(place, message, problem)
        self.documents.fail(translated(message))

    def fail_tested(self, place: Place, message: str, problem: Problem | None = None) -> None:
        """Report a part, a problem or a file that could not be solved."""
        if self.tester:
            self.tester.fail(place, message, problem)
        self.fail(place, message)

    def fail(self, place: Place, message: str) -> None:
        """Report something that could not be solved."""
        message = located(place, message)
        self.output.clear()
        self.bad = True
        self.output.add_result({**place.as_json(), "error": message,
                                **({"message": message.as_json()} if isinstance(message, Message) else {})})
        self.messages.error(message)

    def warn(self, place: Place, message: str) -> None:
        """Report a doubt about a problem."""
        self.output.clear()
        self.messages.warn(located(place, message))
