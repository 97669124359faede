"""The store of problems and studies: one SQLite file with collections, and full-text search.

A problem is stored as its JSON document (`formats.problem_json`), which loses nothing; the other columns are what lists
show. The index of the full-text search (SQLite, "FTS5") is made in memory when it is first needed, so that the file is
the same with and without FTS5; if SQLite lacks it, the texts themselves are searched.
"""
from __future__ import annotations

import json
import re
import secrets
import sqlite3
import time
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

from feerie.apps.web.serving.database import Store, StoreLimits
from feerie.apps.web.serving.refusal import RefusedError
from feerie.formats import problem_json
from feerie.formats.entries import Defaults
from feerie.problems.problem import Problem

__all__ = ["PROBLEM_UPGRADES", "Order", "ProblemStore", "StoredProblem", "Study"]

PROBLEM_UPGRADES: tuple[str, ...] = (
    """
    CREATE TABLE collections (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    INSERT INTO collections VALUES (1, '');
    CREATE TABLE problems (
        id TEXT PRIMARY KEY, collection INTEGER NOT NULL REFERENCES collections(id), revision INTEGER NOT NULL,
        created REAL NOT NULL, changed REAL NOT NULL, document TEXT NOT NULL, unread TEXT NOT NULL,
        tested TEXT NOT NULL, genre TEXT NOT NULL, stipulation TEXT NOT NULL, authors TEXT NOT NULL,
        source TEXT NOT NULL, title TEXT NOT NULL, themes TEXT NOT NULL, words TEXT NOT NULL);
    CREATE INDEX problems_by_time ON problems (collection, changed);
    """,
    """
    CREATE TABLE studies (
        id TEXT PRIMARY KEY, revision INTEGER NOT NULL, created REAL NOT NULL, changed REAL NOT NULL,
        title TEXT NOT NULL, genre TEXT NOT NULL, pgn TEXT NOT NULL);
    """,
    """
    ALTER TABLE studies ADD COLUMN book TEXT NOT NULL DEFAULT '';
    ALTER TABLE studies ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
    UPDATE studies SET book=id;
    CREATE INDEX studies_by_book ON studies (book, place);
    """,
)
"""Statement number n makes a file of version n + 1 out of one of version n."""

MOST_PROBLEMS = 200_000
MOST_COLLECTIONS = 1000
MOST_STUDIES = 10_000
MOST_CHAPTERS = 64
"""Chapters of a study."""
FIELDS = {"author": "authors", "source": "source", "title": "title", "theme": "themes"}
"""What a search may name before a colon, and the column it means."""
Order = Literal["changed", "added", "author", "source", "stipulation", "men"]
ORDERS: dict[str, str] = {
    "changed": "changed DESC, id", "added": "created, changed", "author": "authors COLLATE NOCASE, changed",
    "source": "source COLLATE NOCASE, changed", "stipulation": "stipulation, changed",
    "men": "length(material(document)), material(document), changed"}
"""How a list of problems may be ordered."""
_SQUARE_OR_EMPTY = re.compile(r"\d+|\*|/|(=?(?:\([a-z,]+\))?(?:\.[A-Za-z][A-Za-z0-9]|[A-Za-z]))")
_COLUMNS = ("authors", "source", "title", "themes", "words")
_EXACT = {"genre": "genre", "stip": "stipulation", "men": "men", "tested": "tested", "double": "double"}
_ASKED = {"men": "material(document)=?", "tested": "(tested<>'')=(?='yes')",
          "double": "(?='yes') = ((genre, stipulation, placement(document)) IN (SELECT genre, stipulation, "
                    "placement(document) FROM problems WHERE ? IS NULL OR collection=? GROUP BY 1, 2, 3 "
                    "HAVING COUNT(*) > 1))"}
"""What is asked of the diagram and the test, in SQL."""
_LISTED = ("id", "collection", "revision", "changed", "tested", "genre", "stipulation", "authors", "source", "title",
           "themes")
"""The columns that lists of problems show."""


@dataclass(frozen=True)
class StoredProblem:
    """A problem as it is stored. `tested`: "C+ Féerie 0.1.0", or ""; `revision`: rises with every change."""

    id: str
    collection: int
    revision: int
    problem: Problem
    tested: str = ""


@dataclass(frozen=True)
class Study:
    """A study as it is stored: a game with variations as PGN. `book`: what its chapters have in common."""

    id: str
    revision: int
    title: str
    genre: str
    pgn: str
    book: str = ""


class ProblemStore(Store):
    """The problems and studies in a file; StoreError if it is not one of ours. Safe to use from any thread."""

    def __init__(self, path: Path, limits: StoreLimits | None = None) -> None:
        super().__init__(path, PROBLEM_UPGRADES, limits)
        self.has_full_text = _has_full_text(self._base)
        self._indexed: sqlite3.Connection | None = None

    # ------------------------------------------------------------------------------------------- collections

    def collections(self) -> list[dict[str, Any]]:
        """All collections: `id`, `name` and `count` of problems; the first, without a name, is always there."""
        with self._file:
            rows = self._base.execute(
                "SELECT c.id, c.name, COUNT(p.id) FROM collections c LEFT JOIN problems p ON p.collection = c.id "
                "GROUP BY c.id ORDER BY c.id <> 1, c.name COLLATE NOCASE").fetchall()
        return [{"id": number, "name": name, "count": count} for number, name, count in rows]

    def add_collection(self, name: str) -> int:
        """Add a collection; returns its number."""
        with self._file:
            self._require(self._count("collections") < MOST_COLLECTIONS, "too many")
            try:
                return int(self._base.execute("INSERT INTO collections (name) VALUES (?)", (name,)).lastrowid or 0)
            except sqlite3.IntegrityError:
                raise RefusedError("collection exists") from None

    def rename_collection(self, collection: int, name: str) -> None:
        """Give a collection another name."""
        with self._file:
            self._require(collection != 1, "first collection fixed")
            try:
                changed = self._base.execute("UPDATE collections SET name=? WHERE id=?", (name, collection)).rowcount
            except sqlite3.IntegrityError:
                raise RefusedError("collection exists") from None
            self._require(bool(changed), "no such collection")

    def remove_collection(self, collection: int) -> None:
        """Remove an empty collection."""
        with self._file, self._base:
            self._base.execute("BEGIN IMMEDIATE")
            self._require(collection != 1, "first collection fixed")
            holds = self._base.execute("SELECT 1 FROM problems WHERE collection=?", (collection,)).fetchone()
            self._require(holds is None, "collection not empty")
            self._base.execute("DELETE FROM collections WHERE id=?", (collection,))

    # ---------------------------------------------------------------------------------------------- problems

    def add(self, problems: Iterable[tuple[Problem, str]], collection: int) -> list[str]:
        """Store new problems, each with how it was tested; returns their ids. All of them or, at an error, none."""
        rows = [(secrets.token_urlsafe(9), problem, tested) for problem, tested in problems]
        with self._file, self._base:
            self._base.execute("BEGIN IMMEDIATE")
            self._require_collection(collection)
            self._require(self._count("problems") + len(rows) <= MOST_PROBLEMS and not self._is_full(), "too many")
            now = time.time()
            for number, (name, problem, tested) in enumerate(rows):
                values = _columns(problem)
                row = (name, collection, 1, now, now + number / 1000, *_documents(problem), tested, *values)
                self._base.execute(f"INSERT INTO problems VALUES ({','.join('?' * len(row))})", row)
                self._index(name, values)
        return [name for name, *_ in rows]

    def change(self, name: str, revision: int, problem: Problem, collection: int, tested: str = "") -> int:
        """Store a changed problem; returns its new revision. RefusedError if it has changed since `revision`."""
        values = _columns(problem)
        with self._file, self._base:
            self._base.execute("BEGIN IMMEDIATE")
            self._require_collection(collection)
            found = self._base.execute("SELECT revision FROM problems WHERE id=?", (name,)).fetchone()
            self._require(found is not None, "no such problem")
            self._require(found[0] == revision, "changed meanwhile")
            self._require(not self._is_full(), "too many")
            self._base.execute(
                "UPDATE problems SET collection=?, revision=revision+1, changed=?, document=?, unread=?, tested=?, "
                "genre=?, stipulation=?, authors=?, source=?, title=?, themes=?, words=? WHERE id=?",
                (collection, time.time(), *_documents(problem), tested, *values, name))
            self._index(name, values)
        return revision + 1

    def remove(self, name: str) -> None:
        """Delete a problem."""
        with self._file, self._base:
            self._base.execute("BEGIN IMMEDIATE")
            self._require(bool(self._base.execute("DELETE FROM problems WHERE id=?", (name,)).rowcount),
                          "no such problem")
            self._index(name, None)

    def find(self, name: str) -> StoredProblem:
        """The problem with an id; RefusedError if there is none."""
        with self._file:
            row = self._base.execute("SELECT id, collection, revision, document, unread, tested FROM problems "
                                     "WHERE id=?", (name,)).fetchone()
        self._require(row is not None, "no such problem")
        return StoredProblem(row[0], row[1], row[2], _problem(row[3], row[4]), row[5])

    def all_of(self, collection: int) -> list[Problem]:
        """The problems of a collection, the oldest first."""
        with self._file:
            rows = self._base.execute("SELECT document, unread FROM problems WHERE collection=? "
                                      "ORDER BY created, changed", (collection,)).fetchall()
        return [_problem(*row) for row in rows]

    def search(self, words: str = "", collection: int | None = None, offset: int = 0, limit: int = 50,
               order: Order = "changed", fen: str = "") -> list[dict[str, Any]]:
        """What lists show of the problems that have all these words; `fen`: and all men of this diagram where it has
        them.

        A word matches the beginning of words; "author:", "source:", "title:" and "theme:" before it restrict it to that
        field, "genre:" and "stip:" ask for that genre and stipulation, "men:KQkp" for just these men, "tested:yes" and
        "tested:no" for computer-tested problems and others, "double:yes" for those that are there several times: the
        same diagram, genre and stipulation. No words: all problems.
        """
        asked, exact = _split(words)
        where, values = ["1"], list[Any]()
        if collection is not None:
            where.append("collection=?")
            values.append(collection)
        for column, value in exact:
            if column in _ASKED:
                where.append(_ASKED[column])
                values += [value, collection, collection] if column == "double" else [_sorted(value)] \
                    if column == "men" else [value]
                continue
            where.append(f"(lower({column})=? OR instr('+' || {column} || '+', '+' || ? || '+'))")
            values += [value.lower(), value.lower()]
        if board := _board(fen):
            where.append("has_men(document, ?)")
            values.append(board)
        with self._file:
            self._make_functions()
            if not asked:
                rows = self._listed(where, values, offset, limit, order)
            elif self.has_full_text:
                self._make_index()
                where.append("id IN (SELECT id FROM temp.word_index WHERE word_index MATCH ?)")
                rows = self._listed(where, [*values, _query(asked)], offset, limit, order)
            else:
                rows = [row for row in self._listed(where, values, 0, MOST_PROBLEMS, order)
                        if self._holds(row[0], asked)]
                rows = rows[offset:offset + limit]
        return [dict(zip(_LISTED, row, strict=True)) for row in rows]

    def _listed(self, where: list[str], values: list[Any], offset: int, limit: int, order: Order) -> list[Any]:
        return self._base.execute(f"SELECT {', '.join(_LISTED)} FROM problems WHERE {' AND '.join(where)} "
                                  f"ORDER BY {ORDERS[order]} LIMIT ? OFFSET ?", (*values, limit, offset)).fetchall()

    def _make_functions(self) -> None:
        """Let SQL ask about the diagrams in documents."""
        asked = ("material", 1, _material), ("placement", 1, _placement), ("has_men", 2, _has_men)
        for name, count, function in asked:
            self._base.create_function(name, count, function, deterministic=True)

    # ----------------------------------------------------------------------------------------- full-text search

    def _make_index(self) -> None:
        """Make the index of the whole file, once for a connection."""
        if self._indexed is self._base:
            return
        self._base.execute("DROP TABLE IF EXISTS temp.word_index")
        self._base.execute(f"CREATE VIRTUAL TABLE temp.word_index USING fts5(id UNINDEXED, {', '.join(_COLUMNS)}, "
                           "tokenize='unicode61 remove_diacritics 2')")
        self._base.execute(f"INSERT INTO temp.word_index SELECT id, {', '.join(_COLUMNS)} FROM problems")
        self._indexed = self._base

    def _index(self, name: str, values: tuple[str, ...] | None) -> None:
        """Update the index for a problem added, changed or (None) removed, in the same transaction."""
        if self._indexed is self._base:
            self._base.execute("DELETE FROM temp.word_index WHERE id=?", (name,))
            if values is not None:
                self._base.execute("INSERT INTO temp.word_index VALUES (?,?,?,?,?,?)", (name, *values[2:]))

    def _holds(self, name: str, asked: list[tuple[str | None, str]]) -> bool:
        """Whether a problem has all words, found without the index."""
        row = self._base.execute(f"SELECT {', '.join(_COLUMNS)} FROM problems WHERE id=?", (name,)).fetchone()
        texts = {column: " " + " ".join(_words(text)) for column, text in zip(_COLUMNS, row, strict=True)}
        return all(any(" " + " ".join(_words(word)) in text for column, text in texts.items()
                       if field in (None, column)) for field, word in asked)

    # ----------------------------------------------------------------------------------------------- studies

    def add_studies(self, added: Iterable[tuple[str, str, str]], book: str = "") -> list[Study]:
        """Store new studies, given by title, genre and PGN, as the next chapters of a book; "" for a book of their own.

        All of them or, at an error, none.
        """
        rows = [(secrets.token_urlsafe(9), *row) for row in added]
        with self._file, self._base:
            self._base.execute("BEGIN IMMEDIATE")
            chapters = self._chapters(book)
            self._require(bool(chapters) or not book, "no such study")
            self._require(len(chapters) + len(rows) <= MOST_CHAPTERS, "too many chapters")
            self._require(self._count("studies") + len(rows) <= MOST_STUDIES and not self._is_full(), "too many")
            book, now = book or rows[0][0], time.time()
            place = 1 + max((each[-1] for each in chapters), default=0)
            self._base.executemany("INSERT INTO studies VALUES (?,?,?,?,?,?,?,?,?)", [
                (name, 1, now, now, title, genre, pgn, book, place + number)
                for number, (name, title, genre, pgn) in enumerate(rows)])
        return [Study(name, 1, title, genre, pgn, book) for name, title, genre, pgn in rows]

    def change_study(self, study: Study, title: str, pgn: str) -> Study:
        """Store a changed study; RefusedError if it has changed since."""
        with self._file:
            self._require(not self._is_full() or len(pgn) <= len(study.pgn), "too many")
            changed = self._base.execute("UPDATE studies SET revision=revision+1, changed=?, title=?, pgn=? "
                                         "WHERE id=? AND revision=?",
                                         (time.time(), title, pgn, study.id, study.revision)).rowcount
            self._require(bool(changed), "changed meanwhile")
        return replace(study, revision=study.revision + 1, title=title, pgn=pgn)

    def find_study(self, name: str) -> Study:
        """The study with an id; RefusedError if there is none."""
        with self._file:
            row = self._base.execute("SELECT id, revision, title, genre, pgn, book FROM studies WHERE id=?",
                                     (name,)).fetchone()
        self._require(row is not None, "no such study")
        return Study(*row)

    def place_chapter(self, name: str, place: int) -> int:
        """Move a chapter to a place among those of its book, counted from 0; returns the place where it was."""
        with self._file, self._base:
            self._base.execute("BEGIN IMMEDIATE")
            row = self._base.execute("SELECT book FROM studies WHERE id=?", (name,)).fetchone()
            self._require(row is not None, "no such study")
            names = [each[0] for each in self._chapters(row[0])]
            before = names.index(name)
            names.remove(name)
            names.insert(place, name)
            self._base.executemany("UPDATE studies SET place=? WHERE id=?", enumerate(names))
        return before

    def remove_studies(self, names: Iterable[str]) -> None:
        """Delete studies, all or none."""
        with self._file, self._base:
            self._base.executemany("DELETE FROM studies WHERE id=?", [(name,) for name in names])

    def chapters(self, book: str) -> list[dict[str, Any]]:
        """The studies of a book in their order: `id`, `title`, `genre`."""
        with self._file:
            return [{"id": name, "title": title, "genre": genre} for name, title, genre, _ in self._chapters(book)]

    def _chapters(self, book: str) -> list[tuple[str, str, str, int]]:
        return self._base.execute("SELECT id, title, genre, place FROM studies WHERE book=? ORDER BY place",
                                  (book,)).fetchall()

    def studies(self, limit: int = 100) -> list[dict[str, Any]]:
        """The books changed last: `id`, `title` and `genre` of the first chapter, `changed`, `chapters` (how many)."""
        with self._file:
            rows = self._base.execute(
                "SELECT first.id, first.title, first.genre, book.changed, book.chapters FROM (SELECT book AS name, "
                "MIN(place) AS place, MAX(changed) AS changed, COUNT(*) AS chapters FROM studies GROUP BY book) book "
                "JOIN studies first ON first.book=book.name AND first.place=book.place "
                "ORDER BY book.changed DESC LIMIT ?", (limit,)).fetchall()
        return [dict(zip(("id", "title", "genre", "changed", "chapters"), row, strict=True)) for row in rows]

    # ------------------------------------------------------------------------------------------------- checks

    def _count(self, table: str) -> int:
        return int(self._base.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0])

    def _require_collection(self, collection: int) -> None:
        found = self._base.execute("SELECT 1 FROM collections WHERE id=?", (collection,)).fetchone()
        self._require(found is not None, "no such collection")

    @staticmethod
    def _require(holds: bool, code: str) -> None:
        if not holds:
            raise RefusedError(code)


def _placement(document: str) -> str:
    return str(json.loads(document)["fen"]).partition(" ")[0]


def _board(fen: str) -> str:
    """The men of a FEN with their squares, counted as in its first field: "0K 63k"; "" for none."""
    found, at = [], 0
    for sign in _SQUARE_OR_EMPTY.finditer(fen.partition(" ")[0]):
        if sign[1]:
            found.append(f"{at}{sign[1]}")
        at += 0 if sign[0] == "/" else int(sign[0]) if sign[0].isdigit() else 1
    return " ".join(found)


def _has_men(document: str, wanted: str) -> bool:
    return set(wanted.split()) <= set(_board(_placement(document)).split())


def _material(document: str) -> str:
    """The men of a diagram, White's before Black's, each side's in alphabetical order: "KQkp"."""
    return _sorted(_placement(document))


def _sorted(men: str) -> str:
    return "".join(sorted(sign[1] for sign in _SQUARE_OR_EMPTY.finditer(men) if sign[1]))


def _has_full_text(base: sqlite3.Connection) -> bool:
    try:
        base.execute("CREATE VIRTUAL TABLE temp.word_index USING fts5(id)")
    except sqlite3.OperationalError:
        return False
    return True


def _documents(problem: Problem) -> tuple[str, str]:
    return problem_json.write(problem), json.dumps(problem.unread, ensure_ascii=False)


def _problem(document: str, unread: str) -> Problem:
    """The problem in a row."""
    entry = next(problem_json.entries(document, Defaults()))
    content = entry.get()
    assert isinstance(content, Problem)
    return replace(content, unread=tuple(json.loads(unread)))


def _columns(problem: Problem) -> tuple[str, ...]:
    """Genre, stipulation, authors, source, title, themes, and all other words of a problem."""
    told, genre = problem.metadata, problem.genre
    words = [str(problem.stipulation), problem.award, *problem.remarks, *told.comments, *told.award.judges, genre.name,
             *genre.names.all()]
    return (genre.name, str(problem.stipulation), ", ".join(problem.author), problem.source, problem.title,
            ", ".join(told.keywords), "\n".join(words))


def _split(words: str) -> tuple[list[tuple[str | None, str]], list[tuple[str, str]]]:
    """Words, each with the column it must be in (None: any), and values that columns must have."""
    asked: list[tuple[str | None, str]] = []
    exact: list[tuple[str, str]] = []
    for word in words.split()[:20]:
        name, colon, rest = word.partition(":")
        if colon and name in _EXACT and rest:
            exact.append((_EXACT[name], rest))
        elif colon and name in FIELDS and rest:
            asked.append((FIELDS[name], rest))
        else:
            asked.append((None, word))
    return [(field, word) for field, word in asked if _words(word)], exact


def _query(asked: list[tuple[str | None, str]]) -> str:
    """The query for FTS5: every word matches the beginning of a word in the text."""
    quoted = ((field, word.replace('"', '""')) for field, word in asked)
    return " AND ".join(f'{field + " : " if field else ""}"{word}" *' for field, word in quoted)


def _words(text: str) -> list[str]:
    """The words of a text without accents, in lower case."""
    plain = "".join(sign for sign in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(sign))
    return "".join(sign if sign.isalnum() else " " for sign in plain).split()
