"""Small changes to the document of a solution, one at a time, each of which should be noticed."""
from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

Document = dict[str, Any]
Mutation = Callable[[Random, Document], None]

GENRES = ("orthodox", "rokagogo", "roque", "rex-multiplex", "platzwechselrochade")
ROLES = ("key", "try", "threat", "variation", "refutation", "continuation", "set play")


def nodes(node: Document) -> Iterator[tuple[Document, Document]]:
    """Every node of a tree except the root, after the one it follows."""
    for child in node.get("children", ()):
        yield node, child
        yield from nodes(child)


def pick(rng: Random, document: Document, role: str = "") -> tuple[Document, Document]:
    """A node (of a role) and the one it follows. Raises IndexError if there is none."""
    return rng.choice([pair for pair in nodes(document["tree"]) if role in ("", pair[1]["role"])])


def listed(document: Document) -> None:
    """Make the lists agree with the tree or the lines again, so that the change itself must be noticed."""
    if document["tree"]:
        for name, role in (("keys", "key"), ("tries", "try"), ("set_play", "set play")):
            document[name] = [node["move"] for node in document["tree"]["children"] if node["role"] == role]
    else:
        document["keys"] = list(dict.fromkeys(line[0] for line in document["lines"]))


def _another(rng: Random, move: str) -> str:
    square = rng.choice("abcdefgh") + rng.choice("12345678")
    return rng.choice([move[:2] + square, square + move[2:4], move[:4] + ("" if move[4:] else "q")])


def another_move(rng: Random, document: Document) -> None:
    """A move is replaced by another one."""
    if document["tree"]:
        _, node = pick(rng, document)
        node["move"] = _another(rng, node["move"])
    else:
        line = rng.choice(document["lines"])
        at = rng.randrange(len(line))
        line[at] = _another(rng, line[at])
    listed(document)


def dropped(rng: Random, document: Document) -> None:
    """A move of the tree with what follows it, or a line, is left out."""
    if document["tree"]:
        parent, node = pick(rng, document, rng.choice(ROLES))
        parent["children"] = [child for child in parent["children"] if child is not node]
    else:
        document["lines"].pop(rng.randrange(len(document["lines"])))
    listed(document)


def doubled(rng: Random, document: Document) -> None:
    """A move of the tree or a line is there twice."""
    if document["tree"]:
        parent, node = pick(rng, document)
        parent["children"].append(copy.deepcopy(node))
    else:
        document["lines"].append(list(rng.choice(document["lines"])))
    listed(document)


def cut_short(rng: Random, document: Document) -> None:
    """A line is cut short."""
    if document["tree"]:
        _, node = pick(rng, document)
        node["children"] = []
    else:
        rng.choice([line for line in document["lines"] if len(line) > 1]).pop()
    listed(document)


def another_role(rng: Random, document: Document) -> None:
    """A move has another role."""
    _, node = pick(rng, document)
    node["role"] = rng.choice([role for role in ROLES if role != node["role"]])
    listed(document)


def zugzwang(rng: Random, document: Document) -> None:
    """Zugzwang is claimed where there is none, or the other way round."""
    _, node = pick(rng, document)
    node["zugzwang"] = not node.get("zugzwang", False)


def false_key(rng: Random, document: Document) -> None:
    """A try, or any other move, is a key with the play of the key."""
    _, key = pick(rng, document, "key")
    key = copy.deepcopy(key)
    key["move"] = _another(rng, key["move"])
    document["tree"]["children"].append(key)
    listed(document)


def exchanged(rng: Random, document: Document) -> None:
    """Two moves of the tree exchange their play."""
    (_, one), (_, other) = pick(rng, document), pick(rng, document)
    one["children"], other["children"] = copy.deepcopy(other["children"]), copy.deepcopy(one["children"])
    listed(document)


def another_length(rng: Random, document: Document) -> None:
    """The stipulation is a move longer or shorter."""
    change = rng.choice((1, -1))
    document["problem"]["stipulation"] = re.sub(
        r"(\d+)((\.5)?)$", lambda found: str(int(found[1]) + change) + found[2], document["problem"]["stipulation"])


def another_verdict(rng: Random, document: Document) -> None:
    """Sound becomes unsound, or the other way round."""
    document["sound"] = rng.choice([value for value in (True, False, None) if value is not document["sound"]])


def short(rng: Random, document: Document) -> None:
    """The statement about shorter solutions is wrong."""
    document["short"] = not document["short"]


def key_forgotten(rng: Random, document: Document) -> None:
    """A key is in the tree or the lines, but not in the list."""
    document["keys"].pop(rng.randrange(len(document["keys"])))


def another_intention(rng: Random, document: Document) -> None:
    """Another number of solutions is intended."""
    document["problem"]["intended"] = str(max(1, len(document["lines"] or document["keys"])) + 1)


def another_genre(rng: Random, document: Document) -> None:
    """The rules are different."""
    document["problem"]["genre"] = rng.choice(GENRES)


def man_gone(rng: Random, document: Document) -> None:
    """A man other than a king is missing from the diagram."""
    board, rest = document["problem"]["fen"].split(" ", 1)
    at = rng.choice([at for at, letter in enumerate(board) if letter.isalpha() and letter not in "Kk"])
    wide = re.sub(r"\d", lambda found: "1" * int(found[0]), board[:at] + "1" + board[at + 1:])
    document["problem"]["fen"] = re.sub("1+", lambda found: str(len(found[0])), wide) + " " + rest


MUTATIONS: tuple[Mutation, ...] = (
    another_move, another_move, dropped, dropped, doubled, cut_short, another_role, zugzwang, false_key, exchanged,
    another_length, another_verdict, short, key_forgotten, another_intention, another_genre, man_gone)


def mutated(rng: Random, document: Document) -> tuple[str, Document] | None:
    """A document with one change and the name of the change; None if it could not be made or changed nothing."""
    mutation = rng.choice(MUTATIONS)
    changed: Document = copy.deepcopy(document)
    try:
        mutation(rng, changed)
    except (IndexError, KeyError, ValueError):
        return None
    return None if json.dumps(changed) == json.dumps(document) else (mutation.__name__, changed)
