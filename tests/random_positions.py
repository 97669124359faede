"""Random positions of every genre the reference knows, alone and combined, and short random games from them.

Few men and many, pawns about to promote or to pass each other, kings and rooks at home with their rights, several kings
or none, rarely a man where it cannot stand. Every choice comes from a `random.Random`: one with a seed for long runs,
one of hypothesis' own (`randoms`) where failures should be shrunk.
"""
from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TypeVar

from hypothesis import strategies as st
from reference import CASTLING_GENRES, PAWN_SQUARES, ROLLERBALL_GENRES, ROYALTY_GENRES, Ref, name, reference

T = TypeVar("T")

COMBINATIONS = tuple(f"{castling}+{royalty}" for castling in CASTLING_GENRES[1:] for royalty in ROYALTY_GENRES)
GENRE_NAMES = (*CASTLING_GENRES, *ROYALTY_GENRES, *ROLLERBALL_GENRES, *COMBINATIONS)
CHESS_NAMES = tuple(genre for genre in GENRE_NAMES if genre not in ROLLERBALL_GENRES)

WHITE_PAWNS = sorted(map(name, PAWN_SQUARES["w"]))
HOMES = {"e1": "K", "h1": "R", "a1": "R", "e8": "k", "h8": "r", "a8": "r"}
RIGHTS = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}

randoms = st.randoms(use_true_random=False)
"""Random generators whose choices hypothesis makes, and simplifies if a test fails."""


class Diagram:
    """Men put on the squares of a board."""

    def __init__(self, rng: Random, size: int) -> None:
        self.rng, self.size = rng, size
        hole = {"c", "d", "e"} if size == 7 else set()
        self.squares = [file + str(rank + 1) for rank in range(size) for file in "abcdefgh"[:size]
                        if not (file in hole and 2 <= rank <= 4)]
        self.men: dict[str, str] = {}

    def put(self, man: str, squares: Sequence[str] = ()) -> None:
        """Put a man on a free square (of some), if there is one."""
        free = [square for square in squares or self.squares if square not in self.men]
        if free:
            self.men[self.rng.choice(free)] = man

    def rank(self, *ranks: int) -> list[str]:
        """The squares of some ranks, numbered from 1."""
        return [square for square in self.squares if int(square[1]) in ranks]

    def field(self) -> str:
        """The board field of the FEN."""
        rows = []
        for rank in range(self.size, 0, -1):
            row = ""
            for file in "abcdefgh"[:self.size]:
                square = f"{file}{rank}"
                row += self.men.get(square, "1") if square in self.squares else "*"
            for run in range(self.size, 1, -1):
                row = row.replace("1" * run, str(run))
            rows.append(row)
        return "/".join(rows)


def pick(rng: Random, text: str) -> str:
    """Some letters of a text."""
    return "".join(letter for letter in text if rng.random() < 0.7)


def random_fen(rng: Random, genre: str) -> str:
    """A position of a genre; it may be an illegal one."""
    return _rollerball(rng) if genre in ROLLERBALL_GENRES else _chess(rng, genre)


def _chess(rng: Random, genre: str) -> str:
    diagram = Diagram(rng, 8)
    several = any(royalty in genre for royalty in ROYALTY_GENRES)
    mood = rng.choice(("bare", "few", "few", "many", "promotion", "passing", "home", "home", "queens",
                       "rooks", "hunt"))
    kings = [rng.choice((1, 2, 2, 3, 4)) if several else 1 for _ in "Kk"]
    if rng.random() < 0.04:
        kings[rng.randrange(2)] = 0
    if mood == "home":
        homes = _shuffled_homes(rng) if "chess960" in genre else HOMES
        diagram.men = {square: man for square, man in homes.items() if rng.random() < 0.9}
        kings = [number - (man in diagram.men.values()) for number, man in zip(kings, "Kk", strict=True)]
    for man, number in zip("Kk", kings, strict=True):
        for _ in range(number):
            diagram.put(man)
    side = rng.choice("wb")
    if mood == "hunt":  # the side to move is cornered
        hunted, hunter = ("K", "qqrrbn") if side == "w" else ("k", "QQRRBN")
        edge = [square for square in diagram.squares if square[0] in "ah" or square[1] in "18"]
        diagram.men = {at: man for at, man in diagram.men.items() if man != hunted}
        for _ in range(kings["Kk".index(hunted)]):
            diagram.put(hunted, edge)
        for _ in range(rng.randint(2, 5)):
            diagram.put(rng.choice(hunter))
    if mood == "promotion":
        for _ in range(rng.randrange(1, 6)):
            man = rng.choice("Pp")
            diagram.put(man, diagram.rank(7) if man == "P" else diagram.rank(2))
    elif mood == "passing":
        for _ in range(rng.randrange(1, 4)):
            file = rng.choice("bcdefg")
            for man, mover, passer in (("P", "2", "5"), ("p", "7", "4")):
                if rng.random() < 0.7:
                    beside = chr(ord(file) + rng.choice((-1, 1)))
                    diagram.put(man, [file + mover])
                    diagram.put(man.swapcase(), [beside + ("4" if man == "P" else "5")])
                if rng.random() < 0.2:
                    diagram.put(man, [file + passer])
    sizes = {"bare": (0, 3), "few": (2, 8), "many": (10, 24), "promotion": (0, 6), "passing": (0, 6), "home": (0, 12),
             "queens": (2, 10),
             "rooks": (3, 10), "hunt": (0, 3)}
    letters = {"queens": "Qq", "rooks": "RRRRBNPrrrrbnp"}.get(mood, "QRBNPPPqrbnppp")
    for _ in range(rng.randint(*sizes[mood])):
        man = rng.choice(letters)
        diagram.put(man, diagram.rank(2, 3, 4, 5, 6, 7) if man in "Pp" and rng.random() < 0.995 else ())
    rights = [right for right, squares in RIGHTS.items() if all(diagram.men.get(at) == HOMES[at] for at in squares)]
    if "chess960" in genre:
        rights = list(rng.choice(("KQkq", _files_of_rooks(diagram))))
    extra = f" {pick(rng, 'Xx') or '-'}" if "popeye" in genre else ""
    return f"{diagram.field()} {side} {pick(rng, ''.join(rights)) or '-'} -{extra} 0 1"


def _shuffled_homes(rng: Random) -> dict[str, str]:
    """King and two rooks a side on their first rank, the king mostly between the rooks."""
    homes: dict[str, str] = {}
    for rank, men in (("1", "RKR"), ("8", "rkr")):
        files = rng.sample("abcdefgh", 3)
        homes |= {file + rank: man for file, man in zip(sorted(files) if rng.random() < 0.9 else files, men,
                                                        strict=True)}
    return homes


def _files_of_rooks(diagram: Diagram) -> str:
    """The letters of Shredder-FEN of the rooks of each wing that stand next to the first king of their rank."""
    text = ""
    for rank, king, rook in (("1", "K", "R"), ("8", "k", "r")):
        row = "".join(diagram.men.get(file + rank, " ") for file in "abcdefgh")
        at = 4 if row[4] == king else row.find(king)
        right, left = row.find(rook, at + 1), row.rfind(rook, 0, at)
        for file in (right, left) if at >= 0 else ():
            letter = "abcdefgh"[file] if file >= 0 else ""
            text += letter.upper() if king == "K" else letter
    return text


def crowded_fen(rng: Random) -> str:
    """Two to four kings a side among many men: checks answered by checks, answered by checks."""
    diagram = Diagram(rng, 8)
    for king in "Kk":
        for _ in range(rng.randint(2, 4)):
            diagram.put(king)
    for _ in range(rng.randint(6, 24)):
        man = rng.choice("QQRBNPqqrbnp")
        diagram.put(man, diagram.rank(2, 3, 4, 5, 6, 7) if man in "Pp" else ())
    return f"{diagram.field()} {rng.choice('wb')} - - 0 1"


def _rollerball(rng: Random) -> str:
    diagram = Diagram(rng, 7)
    near_goals = ["c6", "c7", "d6", "d7", "e6", "e7", "c1", "c2", "d1", "d2", "e1", "e2"]
    for king in "Kk":
        if rng.random() < 0.98:
            diagram.put(king, near_goals if rng.random() < 0.4 else ())
    turned = [f"{'gfedcba'['abcdefg'.index(square[0])]}{8 - int(square[1])}" for square in WHITE_PAWNS]
    for _ in range(rng.choice((0, 1, 2, 3, 5, 8, 12))):
        man = rng.choice("RBPPrbpp")
        squares = WHITE_PAWNS if man == "P" else turned
        diagram.put(man, squares if man in "Pp" and rng.random() < 0.99 else ())
    return f"{diagram.field()} {rng.choice('wb')} - - {pick(rng, 'Kk') or '-'} 0 1"


def random_game(rng: Random, genre: str, plies: int) -> Iterator[tuple[Ref, str]]:
    """Positions of a short random game, made by the reference, with the move played in each ("" in the last).

    Double steps, promotions and castlings of all kinds are played often.
    """
    position = remembering(reference(genre, random_fen(rng, genre)))
    for _ in range(plies):
        move = favoured(rng, position.long_moves())
        yield position, move
        if not move:
            return
        position = remembering(position.play(move))
    yield position, ""


def remembering(position: Ref) -> Ref:
    """The same position, which finds its legal moves only once."""
    legal = position._legal_moves()
    position._legal_moves = lambda: legal  # type: ignore[method-assign]
    return position


def favoured(rng: Random, moves: Sequence[str]) -> str:
    """One of some moves (with the partner's squares after "/"), preferably an unusual one, in UCI; "" for none."""
    if not moves:
        return ""
    special = [move for move in moves if len(move) > 4 or move[0] == move[2] and abs(int(move[1]) - int(move[3])) == 2]
    move = rng.choice(special if special and rng.random() < 0.5 else moves)
    return move.split("/")[0]
