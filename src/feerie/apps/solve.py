"""`feerie solve`: the problems of files, or one given by its FEN, with board, solution and verdict."""
from __future__ import annotations

import math
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext, suppress
from dataclasses import asdict, replace
from functools import cache, partial
from itertools import islice
from typing import TYPE_CHECKING, Any

import click

from feerie.apps.board import board
from feerie.apps.candidates import PROBLEMS, existing_files, genre_names, output_files
from feerie.apps.cluster_options import protection_options
from feerie.apps.documents import Documents
from feerie.apps.help import Program
from feerie.apps.notation_option import notation_option, printed_words
from feerie.apps.output_formats import FORMATS
from feerie.apps.proof_options import ProofWishes, proof_options
from feerie.apps.run_language import file_language, translated
from feerie.apps.terminal import (
    BAD,
    DONE,
    PARTLY,
    Bar,
    complain,
    emit,
    file_error,
    find_genre,
    genre_file_option,
    interruptible,
    is_array,
    json_option,
    language_option,
    position_of,
    signs_option,
    warn,
)
from feerie.apps.testing_options import UNSOUND, Testing, testing_options
from feerie.errors import CheckpointError, ClusterError, Error, ProblemError
from feerie.frozen import frozen
from feerie.genres import find, find_variant
from feerie.notation.control import json_text, printable
from feerie.notation.languages import Language
from feerie.notation.languages import language as language_of
from feerie.position import Position
from feerie.problems.line import ManyLines
from feerie.problems.problem import Problem, ProblemEntry
from feerie.problems.solution import PROGRAM, Line, Node, Role, Solution
from feerie.problems.soundness import soundness
from feerie.problems.stipulation import Stipulation
from feerie.rules.board import WHITE
from feerie.rules.genre import Genre
from feerie.solving.cluster_security import UNPROTECTED, Protection
from feerie.solving.limits import FoundLines, Progress
from feerie.solving.solve import solve as find_solution
from feerie.views.document import asked, named, side_to_move, twins
from feerie.views.notations import Notation
from feerie.views.solution_text import lines as play_lines
from feerie.views.solution_text import verdict
from feerie.views.soundness_text import report

if TYPE_CHECKING:
    from concurrent.futures import Future

    from feerie.apps.tester import Tester
    from feerie.formats import files
    from feerie.formats.entries import Defaults
    from feerie.solving.checkpoint import Checkpoint, ProgressLog
    from feerie.solving.cluster import Cluster
    from feerie.solving.proof_explanation import ProofExplanation
    from feerie.solving.superfluous import Superfluous

__all__ = ["solve"]

POLL_SECONDS = 0.05
LINES_AT_ONCE = 1000
"""Lines that are written together."""

Source = tuple[str, Iterable[ProblemEntry] | OSError]
"""The path of a file, and its problems, which may be read several times, or the reason why it cannot be read."""


@frozen
class Wishes:
    """Options of the command line that override those of a file; None if not given."""

    set_play: bool | None = None
    tries: bool | None = None
    refutations: int | None = None
    variations: bool = True
    max_solutions: int | None = None
    seconds: float | None = None
    superfluous: bool = False

    def applied(self, problem: Problem) -> Problem:
        """The problem with these options."""
        changes: dict[str, Any] = {}
        if self.set_play is not None:
            changes["set_play"] = self.set_play
        if self.refutations is not None or self.tries is not None:
            changes["defence"] = 0 if self.tries is False else self.refutations or problem.options.defence or 1
        return replace(problem, options=replace(problem.options, **changes)) if changes else problem


@frozen
class Means:
    """How problems are solved.

    `resume`: the path of a checkpoint; `cluster`: the address of a scheduler; `find`: look for one forced line first.
    """

    threads: int | None = None
    hash_mb: int | None = None
    nodes: int | None = None
    resume: str | None = None
    cluster: str | None = None
    find: bool = False


@frozen
class ProblemPart:
    """A problem or a part of it.

    `label`: "a" of a twin; `change`: the twin as printed, "b) wKc1→e1"; `is_duplex`: one of two sides.
    """

    problem: Problem
    label: str = ""
    change: str = ""
    is_duplex: bool = False


@frozen
class Failure:
    """A part of a problem that cannot be made. `error` begins with the line, or with the label."""

    label: str
    error: str


@click.command(cls=Program, short_help="Solve problems: files, or a diagram.")
@click.argument("paths", metavar="FILE...", nargs=-1, type=click.Path(dir_okay=False, allow_dash=True),
                shell_complete=existing_files(*PROBLEMS))
@genre_file_option
@click.option("--genre", callback=find_genre, shell_complete=genre_names, metavar="GENRE",
              help="Rules of the problem given by --fen, and of diagrams of files that name none; orthodox if not "
              "given.")
@click.option("--fen", metavar="FEN", help="Solve this diagram (- is the array); without a castling field, king and "
              "rook at home may castle.")
@click.option("--stipulation", metavar="TEXT", help="What is asked of it, and of diagrams of files without a "
              'stipulation: "#2", "h#2.5", "s#3", "ser-h=4"; for a proof game "dia6.5", "dia?" or "PJ en 6,5 coups".')
@click.option("--intended", metavar="N", help="How many solutions it should have: 3, or 2.1.1.1 move by move.")
@click.option("--set-play/--no-set-play", default=None, help="With or without set play, whatever the file says.")
@click.option("--tries/--no-tries", default=None, help="With or without tries, whatever the file says.")
@click.option("--refutations", type=click.IntRange(1, 100), metavar="N", help="Show tries with up to N refutations.")
@click.option("--variations/--no-variations", default=True, help="Show the play after keys and tries; on by default.")
@click.option("--max-solutions", type=click.IntRange(1), metavar="N", help="Stop each problem after N solutions.")
@click.option("--time", "seconds", type=click.FloatRange(0), metavar="SECONDS",
              help="Stop each problem after this time.")
@click.option("--max-nodes", "nodes", type=click.IntRange(1), metavar="N", help="Stop each problem after about N "
              "positions.")
@click.option("--find", "find_first", is_flag=True, help="Of direct mates and selfmates look for one solution first, "
              "and show it at once.")
@click.option("--threads", type=click.IntRange(0, 256), default=0, metavar="N",
              help="Threads; one for each core if not given.")
@click.option("--hash", "hash_mb", type=click.IntRange(1, 1 << 30), metavar="MB",
              help="Megabytes for the transposition table; a quarter of the memory if not given.")
@click.option("--resume", type=click.Path(dir_okay=False), metavar="FILE", help="Keep what is finished in this file, "
              "and go on from it if it is there.")
@click.option("--cluster", metavar="ADDRESS", help="Have the workers of this scheduler search.")
@protection_options
@proof_options
@click.option("--superfluous", is_flag=True, help="Look for men that can be removed without harm.")
@testing_options
@click.option("--no-board", is_flag=True, help="No diagram.")
@click.option("-o", "--output", "targets", multiple=True, metavar="FILE", shell_complete=output_files(*FORMATS),
              help="Also write everything to a file "
              f"({', '.join(f'.{name}' for name in FORMATS)}); may be repeated.")
@click.option("--format", "kind", type=click.Choice(list(FORMATS)), help="The format, whatever the file is called; "
              "without -o, on standard output.")
@language_option
@signs_option
@notation_option
@json_option
@click.option("--json-lines", "json_lines", is_flag=True, help="Write a JSON document a line: each line of help and "
              "series play as it is found, then the result.")
def solve(paths: tuple[str, ...], genre: Genre | None, fen: str | None, stipulation: str | None, intended: str | None,
          set_play: bool | None, tries: bool | None, refutations: int | None, variations: bool, testing: Testing,
          max_solutions: int | None, seconds: float | None, nodes: int | None, find_first: bool, threads: int,
          hash_mb: int | None, resume: str | None, cluster: str | None, protection: Protection, proof: ProofWishes,
          superfluous: bool, no_board: bool, targets: tuple[str, ...], kind: str | None, language: str, signs: str,
          notation: str,
          as_json: bool, json_lines: bool) -> int:
    """Solve the problems of files ("-" is standard input), or one diagram. A file is one that `feerie convert` reads:
    Popeye's language, YACPDB or Olive entries, lists of proof games, FEN, EPD, PGN or JSON.

    A problem that cannot be read or solved is reported on standard error, and the others are solved. Ctrl-C stops with
    the solutions found so far; with --resume the same command continues from there, even after a crash.

    \b
    Examples:
      feerie solve examples/rokagogo.pop
      feerie solve --genre roque --fen "8/8/8/8/2k5/8/7p/1K6" --stipulation "ser-h#3"
      feerie solve examples/rokagogo.pop -o rokagogo.html
      feerie solve examples/orthodox.yaml examples/roque.pop --check --only unsound
    """
    as_json = as_json or json_lines
    documents = Documents.wanted(targets, kind, as_json, paths, language)
    click.get_current_context().call_on_close(documents.close)
    if bool(paths) == (fen is not None):
        raise click.UsageError("give either files or --fen" if paths else "give a file, or --fen and --stipulation")
    if paths and intended is not None:
        raise click.UsageError("--intended goes with --fen, not with files")
    if fen is not None and stipulation is None:
        raise click.UsageError("--fen needs --stipulation")
    if seconds is not None and math.isnan(seconds):
        raise click.BadParameter("nan is no time", param_hint="--time")
    found = _read_all(paths, genre, Stipulation.parse(stipulation) if stipulation else None)
    language = file_language(next(filter(None, (getattr(entries, "language", None) for _, entries in found)), None))
    documents.language = language
    wishes = Wishes(set_play, tries, refutations, variations, max_solutions, seconds, superfluous)
    means = Means(threads or None, hash_mb, nodes, resume, cluster, find_first)
    session = Session(wishes, means, None if as_json and not documents.need_text else language, no_board)
    session.documents, session.notation = documents, Notation(notation)
    session.words = printed_words(language, signs, session.notation)
    documents.notation = notation
    session.as_json, session.json_lines = as_json, json_lines
    session.protection, session.testing, session.proof = protection, testing, proof
    if fen is not None:
        rules = genre or find("orthodox")
        diagram = position_of(rules, fen).fen() if is_array(fen) else fen
        problem = Problem(rules, diagram, stipulation or "", intended=intended or "")
        session.run([("", [ProblemEntry(1, 1, problem)])])
    else:
        session.run(found)
    if json_lines:
        emit({"complete": session.complete} | session.tested())
    elif as_json:
        emit(session.document())
    for failure in documents.write(session.document):
        session.bad = True
        complain(failure)
    return session.status


class PendingSolution:
    """A solution that is being searched in the background, and its progress.

    `start` begins the search; it gets this object as the callback for progress.
    """

    def __init__(self, start: Callable[[PendingSolution], Future[Solution]]) -> None:
        self.done, self.of = 0.0, 1.0
        self.solution = start(self)

    def __call__(self, done: float, of: float) -> None:
        self.done, self.of = done, of


class Session:
    """Solves one problem after another; `results` are the JSON forms. `language`: of the text, None to print none.

    `documents`: further documents to write; `as_json`: whether JSON is printed instead of text; `json_lines`: whether
    it is printed as soon as it is known; `words`, `notation`: of moves in the text;
    `protection`: of the connections of a cluster; `proof`: what is asked of play to a position; `testing`: options of
    the tester's mode, `tester`: keeps its rows.
    """

    documents = Documents()
    as_json = json_lines = False
    words, notation = language_of("en"), Notation.LONG
    protection = UNPROTECTED
    testing = Testing()
    proof = ProofWishes()
    tester: Tester | None = None

    AT_ONCE = 8
    """How many problems a cluster solves at the same time."""

    def __init__(self, wishes: Wishes, means: Means, language: str | None, no_board: bool) -> None:
        self.wishes, self.means, self.language, self.no_board = wishes, means, language, no_board
        self.results: list[dict[str, Any]] = []
        self.bad, self.complete, self.shown = False, True, False
        self.progress_logs: Iterator[ProgressLog] | None = None
        self.pending: Iterator[PendingSolution] | None = None

    def document(self) -> dict[str, Any]:
        """The JSON document of all that was solved."""
        return {"program": PROGRAM, "settings": asdict(self.wishes) | asdict(self.means), "results": self.results,
                "complete": self.complete} | self.tested()

    def tested(self) -> dict[str, Any]:
        """What the tester's mode adds to the JSON document."""
        return {"tested": self.tester.report.as_json()} if self.tester else {}

    @property
    def status(self) -> int:
        """The exit status: bad input wins over incomplete, and that over unsound."""
        if self.bad or not self.complete:
            return BAD if self.bad else PARTLY
        return UNSOUND if self.tester and self.tester.is_unsound else DONE

    def run(self, sources: Sequence[Source]) -> None:
        """Solve all problems of files, given by path, and report those that cannot be read."""
        with ExitStack() as ends:
            self.begin_testing(sources, ends)
            checkpoint = None
            if self.means.resume is not None:
                from feerie.solving.checkpoint import Checkpoint, identity

                names = [identity(part.problem, self.limit(part.problem) or 0) for part in self.parts(sources)]
                checkpoint = Checkpoint(self.means.resume, names)
                self.progress_logs = iter([checkpoint.progress_log(number) for number in range(len(names))])
                ends.callback(checkpoint.close)
                ends.callback(self.save, checkpoint)
            stop = ends.enter_context(interruptible())
            if self.means.cluster is not None:
                self.submit_to_cluster(list(self.parts(sources)), stop, ends)
            for path, entries in sources:
                if isinstance(entries, OSError):
                    if self.tester:
                        self.tester.begin(entries=0)
                    self.fail_tested({"file": path}, file_error(entries))
                    continue
                for entry in entries:
                    self.solve(entry, path, stop)
                    if self.tester:
                        self.tester.progress.advance()
            self.end_testing()

    def begin_testing(self, sources: Sequence[Source], ends: ExitStack) -> None:
        """Make the tester, if its mode is wanted or a document needs its rows."""
        if not self.testing.is_on and not self.documents.need_report:
            return
        from feerie.apps.tester import Tester

        if self.testing.journal and self.means.cluster:
            raise click.UsageError("--journal does not go with --cluster")
        limits = self.wishes.max_solutions, self.wishes.seconds, self.means.nodes
        journal = None
        if self.testing.journal:
            from feerie.solving.journal import Journal

            journal = ends.enter_context(Journal(self.testing.journal, limits))
        count = sum(1 for _, entries in sources if not isinstance(entries, OSError) for _ in entries) \
            if sys.stderr.isatty() or self.testing.stored else 0
        self.tester = Tester(self.testing, self.language or "en", journal, count)
        ends.callback(self.tester.progress.clear)
        if self.testing.stored:
            self.tester.read_stored(self.testing.stored, count)

    def end_testing(self) -> None:
        """Print the table of the tester's mode."""
        if self.tester and self.testing.is_on and self.language is not None:
            self.stream(self.tester.end())

    def bar(self, title: str) -> AbstractContextManager[Progress]:
        """What shows the progress of a search: of many problems one line for all."""
        return nullcontext(self.tester.progress) if self.tester and self.testing.is_on else Bar(title)

    def save(self, checkpoint: Checkpoint) -> None:
        """Save the checkpoint at the end; if that fails the solutions are printed all the same."""
        try:
            checkpoint.save()
        except OSError as error:
            self.fail({"file": self.means.resume}, file_error(error))

    def parts(self, sources: Sequence[Source]) -> Iterator[ProblemPart]:
        """All parts of all problems that can be read."""
        for _, entries in sources:
            for entry in () if isinstance(entries, OSError) else entries:
                with suppress(Error):
                    problem = self.proof.applied(self.wishes.applied(entry.get()))
                    parts = _parts(problem, self.language or "en")
                    yield from (part for part in parts if isinstance(part, ProblemPart))

    def submit_to_cluster(self, parts: list[ProblemPart], stop: threading.Event, ends: ExitStack) -> None:
        """Start solving the parts in a cluster, several at a time."""
        import logging
        from concurrent.futures import ThreadPoolExecutor

        from feerie.solving.cluster import Cluster

        logging.disable(logging.CRITICAL)       # the package logs every lost connection
        ends.callback(logging.disable, logging.NOTSET)
        cluster = ends.enter_context(Cluster(self.means.cluster or "", self.protection))
        ends.callback(self.tell_troubles, cluster)
        pool = ends.enter_context(ThreadPoolExecutor(self.AT_ONCE))
        ends.callback(stop.set)

        def start(part: ProblemPart, log: ProgressLog | None) -> PendingSolution:
            return PendingSolution(lambda pending: pool.submit(self.find, part, stop, pending, log, cluster))

        logs = self.progress_logs or [None] * len(parts)
        self.pending = iter([start(part, log) for part, log in zip(parts, logs)])
        self.progress_logs = None

    def tell_troubles(self, cluster: Cluster) -> None:
        """Report on standard error why the cluster could not go on; the solutions concerned are not complete."""
        for trouble in dict.fromkeys(cluster.troubles):
            self.complete = False
            complain(trouble)

    def solve(self, entry: ProblemEntry, path: str, stop: threading.Event) -> None:
        """Solve all parts of a problem."""
        place = {"file": path or None, "number": entry.number, "line": entry.line if path else None}
        if stop.is_set():
            self.complete = False
            return
        if self.tester:
            self.tester.begin()
        if entry.problem is None:
            self.fail_tested(place, str(entry.error))
            return
        try:
            problem = self.proof.applied(self.wishes.applied(entry.problem))
        except ProblemError as error:
            self.fail_tested(place, str(error))
            return
        problem = self.tester.with_stored(problem) if self.tester else problem
        self.documents.begin(problem)
        for warning in problem.unread:
            self.warn(place, warning)
        if self.language is not None:
            self.show_heading(place, _heading(problem, self.language, self.no_board))
        for part in _parts(problem, self.language or "en"):
            if stop.is_set():
                self.complete = False
                return
            named = place | ({"label": part.label} if part.label else {})
            try:
                if isinstance(part, Failure):
                    raise ProblemError(part.error)
                for warning in part.problem.missing_kings:
                    self.warn(named, warning)
                self.solve_part(part, place, stop)
            except (CheckpointError, ClusterError):
                raise
            except Error as error:
                self.fail_tested(named, str(error))
                self.documents.fail(translated(str(error)))

    def solve_part(self, part: ProblemPart, place: dict[str, Any], stop: threading.Event) -> None:
        """Solve one part, and show or keep what was found."""
        if self.is_finished(part, place):
            return
        with self.bar(str(part.problem.stipulation)) as bar:
            if self.pending is None:
                log = next(self.progress_logs) if self.progress_logs else None
                solution = self.find(part, stop, bar, log, found=self.line_printer(place, part))
            else:
                from concurrent.futures import wait

                pending = next(self.pending)
                while not pending.solution.done():   # with a timeout, so that this thread notices Ctrl-C
                    wait((pending.solution,), timeout=POLL_SECONDS)
                    bar(pending.done, pending.of)
                solution = pending.solution.result()
        needless = self.look_for_superfluous(solution, stop)
        found = cache(partial(soundness, solution))     # not yet: where lines are many it comes after them
        is_shown = self.tester is None or self.tester.add(solution, found(), _named(part, place),
                                                          is_stopped=stop.is_set())
        if not self.wishes.variations:
            solution = _without_variations(solution)
        self.complete = self.complete and solution.complete and (needless is None or needless.complete)

        explained = self.explain(solution)

        def said(words: Language) -> list[str]:
            more = []
            if needless:
                from feerie.views.soundness_text import needless as needless_text

                more.append(needless_text(needless, words.code))
            if explained is not None:
                from feerie.views.proof_text import explanation_lines, why_not

                more += explanation_lines(explained, words) if self.proof.explain else why_not(explained, words)
            return [*report(found(), words, self.notation).splitlines(), *more]

        compared = self.tester.document_of_last() if self.tester else {}

        if self.documents.outputs:
            self.documents.add(solution, part.label, part.is_duplex, said(self.notation.words(self.documents.language)))
        if is_shown and (self.as_json or self.documents.need_json):
            also = {"soundness": (lambda: found().as_document()) if isinstance(solution.lines, ManyLines)
                    else found().as_document()} | (
                        {"superfluous": needless.as_json()} if needless else {}) | (
                        {"explanation": explained.as_json()} if explained else {})
            self.add_result({**place, "label": part.label, **solution.as_document(), **also, **compared})
        if is_shown and self.language is not None:
            self.show_solution(part, solution, self.words, said, stop)

    def is_finished(self, part: ProblemPart, place: dict[str, Any]) -> bool:
        """Whether the journal has the part; then it is passed over."""
        if self.tester is None or not self.tester.finished(part.problem, _named(part, place)):
            return False
        if self.progress_logs:
            next(self.progress_logs)
        self.complete = self.complete and self.tester.report.rows[-1].complete
        return True

    def look_for_superfluous(self, solution: Solution, stop: threading.Event) -> Superfluous | None:
        """The men that can be removed without harm; None if not asked for, or without a solution to compare."""
        problem = solution.problem
        if not self.wishes.superfluous or not solution.complete or problem.end is not None or not (
                solution.count or problem.is_post_key):
            return None
        from feerie.solving.superfluous import superfluous

        def solved(part: Problem) -> Solution:
            return find_solution(part, max_solutions=solution.count + 1, max_seconds=self.wishes.seconds,
                                 threads=self.means.threads, hash_mb=self.means.hash_mb, stop=stop)

        with self.bar(str(problem.stipulation)) as bar:
            return superfluous(solution, solved, progress=bar, stop=stop)

    def explain(self, solution: Solution) -> ProofExplanation | None:
        """Why play to a position goes as it does: where that is asked for, or there is no solution."""
        is_none = solution.complete and not solution.has_more_than(0)
        if solution.problem.end is None or not (self.proof.explain or is_none):
            return None
        from feerie.solving.proof_explanation import explain_proof

        return explain_proof(solution)

    def find(self, part: ProblemPart, stop: threading.Event, progress: Progress | None = None,
             progress_log: ProgressLog | None = None, cluster: Cluster | None = None,
             found: FoundLines | None = None) -> Solution:
        """The solution of a part."""
        return find_solution(part.problem, threads=self.means.threads, hash_mb=self.means.hash_mb,
                             max_solutions=self.limit(part.problem), max_seconds=self.wishes.seconds,
                             max_nodes=self.means.nodes, progress=progress, stop=stop, checkpoint=progress_log,
                             cluster=cluster, found=found, find=self.means.find)

    def limit(self, problem: Problem) -> int | None:
        """How many solutions of a problem are wanted at most; None for all."""
        return self.proof.limit(problem, self.wishes.max_solutions)

    def line_printer(self, place: dict[str, Any], part: ProblemPart) -> FoundLines | None:
        """What prints lines as they are found; None if that is not asked for."""
        if self.means.find and part.problem.stipulation.play.is_battle and self.language is not None \
                and not self.documents.take_output:
            return partial(self.show_found, part)
        if not self.json_lines:
            return None

        begins = [json_text({**place, "label": part.label, "set_play": is_set_play, "moves": []},
                            ensure_ascii=True)[:-len("]}")] for is_set_play in (False, True)]

        def show(lines: Iterable[tuple[bool, Line]]) -> None:
            write, comma = sys.stdout.write, '", "'.join        # moves in UCI need no escapes
            for is_set_play, line in lines:
                write(f'{begins[is_set_play]}"{comma(line)}"]}}\n')
            sys.stdout.flush()

        return show

    def show_found(self, part: ProblemPart, lines: Iterable[tuple[bool, Line]]) -> None:
        """Print the forced lines that are found before all solutions are looked for."""
        from feerie.apps.analyse import line_text

        position = Position(part.problem.genre, part.problem.start)
        for _, line in lines:
            self.show(f"{part.problem.stipulation}: {line_text(position, line, self.words)}")

    def add_result(self, result: dict[str, Any]) -> None:
        """Keep the JSON form of a result, or print it if each is to be printed at once."""
        if self.json_lines:
            emit({"result": result})
            sys.stdout.flush()
        if not self.json_lines or self.documents.need_json:
            self.results.append(result)

    def show_heading(self, place: dict[str, Any], heading: str) -> None:
        """Print the heading of a problem; in the tester's mode when its first part is shown."""
        if self.tester:
            self.tester.head(place, heading)
        else:
            self.show(heading)

    def show(self, lines: str) -> None:
        """Print a text at once, with a blank line before it unless it is the first."""
        self.stream(lines.split("\n"))

    def stream(self, lines: Iterable[str]) -> None:
        """Print lines as they are computed, with a blank line before them unless they are the first."""
        prints = not self.as_json and not self.documents.take_output
        if self.tester:
            self.tester.progress.clear()
        if prints and self.shown:
            print()
        self.documents.begin_text()
        lines = iter(lines)
        while some := list(islice(lines, LINES_AT_ONCE)):
            text = printable("\n".join(some))
            if prints:
                sys.stdout.write(text + "\n")
                self.shown = True
            self.documents.show(text)
        if prints:
            sys.stdout.flush()

    def show_solution(self, part: ProblemPart, solution: Solution, words: Language,
                      said: Callable[[Language], list[str]], stop: threading.Event) -> None:
        """Print a solution line by line: a stop while it is printed cuts it short and is not mistaken for its end.

        A stop that came before, while it was searched, lets everything that was found be printed.
        """
        def lines() -> Iterator[str]:
            stopped = stop.is_set()
            if heading := _part_heading(part, words.code):
                yield heading
            some = False
            for line in play_lines(solution, words, self.notation):
                if stop.is_set() and not stopped:
                    self.complete = False
                    yield from ("", verdict(replace(solution, complete=False), words))
                    return
                some = True
                yield line
            yield from ([""] if some else [])
            yield verdict(solution, words)
            yield from said(words)
            if self.tester:
                yield from self.tester.lines_of_last()

        if self.tester and (heading := self.tester.take_heading()):
            self.show(heading)
        self.stream(lines())

    def fail_tested(self, place: dict[str, Any], message: str) -> None:
        """Report a part, a problem or a file that could not be solved."""
        if self.tester:
            self.tester.fail(place, message)
        self.fail(place, message)

    def fail(self, place: dict[str, Any], message: str) -> None:
        """Report something that could not be solved."""
        message = _located(place, message)
        if self.tester:
            self.tester.progress.clear()
        self.bad = True
        self.add_result({**place, "error": message})
        complain(message)

    def warn(self, place: dict[str, Any], message: str) -> None:
        """Report what makes a problem doubtful."""
        if self.tester:
            self.tester.progress.clear()
        warn(_located(place, message))


def _named(part: ProblemPart, place: dict[str, Any]) -> dict[str, Any]:
    """The place of a part, with its label, and of a duplex the side that begins."""
    side = ("white" if part.problem.first_side == WHITE else "black") if part.is_duplex else ""
    return {**place, "label": part.label, "side": side}


def _located(place: dict[str, Any], message: str) -> str:
    """A message with file and line of the problem and the label of the twin, unless it says them."""
    label = place.get("label")
    if label and f"{label}) " not in message:
        message = f"{label}) {message}"
    line = place.get("line")
    where = "" if line is None or message.startswith("line ") else f"line {line}: "
    return message if line is None else f"{place['file']}: {where}{message}"


def _read_all(paths: Sequence[str], genre: Genre | None, stipulation: Stipulation | None) \
        -> list[tuple[str, files.Entries | OSError]]:
    """The problems of files, each with its path; genre and stipulation are for those that name none."""
    if not paths:
        return []
    from feerie.formats.entries import Defaults

    defaults = Defaults(genre or find_variant(""), stipulation)
    return [(path, _read(path, defaults)) for path in paths]


def _read(path: str, defaults: Defaults) -> files.Entries | OSError:
    """The problems of a file, or the error that it cannot be read."""
    from feerie.apps.problem_files import read

    try:
        return read(path, defaults)
    except OSError as error:
        return error


def _parts(problem: Problem, language: str) -> Iterator[ProblemPart | Failure]:
    """The parts of a problem: its twins, each twice if it is a duplex."""
    changes = twins(problem, language)
    for label, twin in problem.parts():
        if isinstance(twin, ProblemError):
            yield Failure(label, str(twin))
            continue
        sides = twin.colours()
        yield from (ProblemPart(each, label, changes.get(label, ""), len(sides) > 1) for each in sides)


def _heading(problem: Problem, language: str, no_board: bool) -> str:
    """Author, source, title and board of a problem; stipulation, rules and number of men."""
    drawn = [] if no_board else ["", board(problem.genre, problem.diagram, language, problem=True), ""]
    return "\n".join([*named(problem), *drawn, asked(problem, language), *problem.constraints.texts]).strip("\n")


def _part_heading(part: ProblemPart, language: str) -> str:
    """The heading of a part: "b) wKc1→e1", "White to move"."""
    label = f"{part.label})" if part.label else ""
    side = side_to_move(part.problem, language) if part.is_duplex else ""
    return " ".join(filter(None, (part.change or label, side)))


def _without_variations(solution: Solution) -> Solution:
    """The solution with only its first moves and the refutations of tries."""
    if solution.tree is None or solution.problem.is_post_key:
        return solution
    first = tuple(Node(node.move, node.role, node.with_role(Role.REFUTATION)) for node in solution.tree.children)
    return replace(solution, tree=replace(solution.tree, children=first), variations=False)
