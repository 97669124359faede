"""The slow second opinion (reference.py) for men of the dictionary, traits, holes and a cylinder.

Written from the definitions alone and as literal as that module, with which it shares the board, the castlings' rules
and those of several kings; it imports nothing of the package. A man is the letter of its kind in the case of its side
with signs behind it: "LI", "li", "N=" (neutral, always a capital), "g!" (royal), "R^" (kamikaze).

    position = men_reference("rokagogo", ("g", "li"), {"e1": "K", "h1": "R^", "e8": "k"}, "w", holes=("a3",))
    position.moves(), position.play("e1g1").status()
"""
from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from reference import (
    CASTLING_HOMES,
    CHESS_SQUARES,
    DIAGONAL,
    FIRST_RANK,
    FORWARD,
    KNIGHT_LEAPS,
    LAST_RANK,
    LEAPS,
    ORTHOGONAL,
    RIDES,
    Board,
    Move,
    Ref,
    Square,
    genre_named,
    name,
    other,
    square_named,
)

QUEENWISE = ORTHOGONAL + DIAGONAL
ALL_RIDES = {**RIDES, "nr": KNIGHT_LEAPS}
ALL_LEAPS = {**LEAPS, "ca": tuple((x * a, y * b) for x, y in ((1, 3), (3, 1)) for a in (1, -1) for b in (1, -1)),
             "z": tuple((x * a, y * b) for x, y in ((2, 3), (3, 2)) for a in (1, -1) for b in (1, -1))}
SHORT_HOPS = {"g": QUEENWISE, "nh": KNIGHT_LEAPS}
CHINESE = {"pa": ORTHOGONAL, "va": DIAGONAL, "le": QUEENWISE}
PAWNS = {"p": ((0,), (-1, 1)), "bp": ((-1, 1), (0,)), "mp": ((0,), ())}  # by files aside: where it goes, where it takes
PASSING = (*PAWNS, "mh")  # what takes en passant
MARINE = {"si": QUEENWISE, "tr": ORTHOGONAL, "nd": DIAGONAL, "mh": ORTHOGONAL}
MARINE_LETTERS = ["si", "tr", "nd", "ms"]
BOTH, MOVE, TAKE, OVER = "both", "move", "take", "over"  # `OVER`: as TAKE, but not en passant

Strike = tuple[object, str, Square, Square]
"""A way, what it is for, the square on which a man is taken, the square of arrival."""


class MenGenre(NamedTuple):
    """The rules in force."""

    geometry: str
    castling: str
    royalty: str
    letters: tuple[str, ...]  # the kinds of the dictionary that the genre has
    holes: frozenset[Square]
    wraps: str  # what is joined: "", "cylinder" (files), "horizontal-cylinder" (ranks), "torus"


def kind(man: str) -> str:
    """The kind of a man."""
    return man.rstrip("=!^").lower()


def belongs(man: str, side: str) -> bool:
    """Whether a side may move a man."""
    return "=" in man or man.rstrip("=!^").isupper() == (side == "w")


def is_royal(man: str) -> bool:
    """Whether a man is a king in all but the way it moves."""
    return kind(man) == "k" or "!" in man


def becoming(man: str, letter: str) -> str:
    """A man that has become another, with what it has besides."""
    plain = man.rstrip("=!^")
    return (letter.upper() if plain.isupper() else letter.lower()) + man[len(plain):]


class MenRef(Ref):
    """A position. `passer`: the square of the pawn that has just passed over `passed`."""

    genre: MenGenre  # type: ignore[assignment]

    def __init__(self, genre: MenGenre, board: Board, side: str, rights: frozenset[str], passed: Square | None = None,
                 passer: Square | None = None, extra: frozenset[str] = frozenset()) -> None:
        """Keep the parts of a position as they are."""
        super().__init__(genre, board, side, rights, passed, extra, 0, 1)  # type: ignore[arg-type]
        self.passer = passer

    def play(self, uci: str) -> MenRef:
        """The position after a legal move."""
        return self._after(self._legal_moves()[uci])

    # -- the board

    def _on(self, square: Square) -> Square | None:
        """The square itself, on a cylinder perhaps under its usual name; None if there is none."""
        if self.genre.wraps in ("cylinder", "torus"):
            square = square[0] % 8, square[1]
        if self.genre.wraps in ("horizontal-cylinder", "torus"):
            square = square[0], square[1] % 8
        return square if square in CHESS_SQUARES and square not in self.genre.holes else None

    def _line(self, square: Square, direction: tuple[int, int]) -> list[Square]:
        """The squares in a direction until the board ends or the line is back where it began."""
        path: list[Square] = []
        at = self._on((square[0] + direction[0], square[1] + direction[1]))
        while at is not None and at != square:
            path.append(at)
            at = self._on((at[0] + direction[0], at[1] + direction[1]))
        return path

    def _strikes(self, board: Board, square: Square, man: str, side: str) -> Iterator[Strike]:
        """Where a man that a side moves may go, whoever stands there."""
        letter = kind(man)
        for direction in ALL_RIDES.get(letter, ()):
            yield from ((direction, BOTH, at, at) for at in ridden(board, self._line(square, direction)))
        for leap in ALL_LEAPS.get(letter, ()):
            if (at := self._on((square[0] + leap[0], square[1] + leap[1]))) is not None:
                yield leap, BOTH, at, at
        for direction in SHORT_HOPS.get(letter, ()):
            yield from ((direction, BOTH, at, at) for at in behind(board, self._line(square, direction))[:1])
        for direction in QUEENWISE if letter == "li" else ():
            yield from ((direction, BOTH, at, at) for at in
                        ridden(board, behind(board, self._line(square, direction))))
        for direction in CHINESE.get(letter, ()):
            line = self._line(square, direction)
            yield from ((direction, MOVE, at, at) for at in ridden(board, line))
            yield from ((direction, TAKE, at, at) for at in ridden(board, behind(board, line)))
        if letter == "ma":
            yield from self._mao_strikes(board, square)
        for direction in QUEENWISE if letter == "l" else ():
            line = self._line(square, direction)
            first = next((index for index, at in enumerate(line) if at in board), None)
            if first is not None and first + 1 < len(line) and line[first + 1] not in board:
                yield direction, TAKE, line[first], line[first + 1]
        if letter in (*MARINE, "ms"):
            yield from self._marine_strikes(board, square, letter, side)
        if letter in PAWNS:
            yield from self._pawn_strikes(board, square, letter, side)

    def _marine_strikes(self, board: Board, square: Square, letter: str, side: str) -> Iterator[Strike]:
        """Like others without capture; it takes over the first man, onto the empty square behind."""
        for direction in MARINE.get(letter, KNIGHT_LEAPS):
            line = self._line(square, direction)[:None if letter in MARINE else 2]
            yield from ((direction, MOVE, at, at) for at in (ridden(board, line) if letter in MARINE else line[:1]))
            first = next((index for index, at in enumerate(line) if at in board), None)
            if first is not None and (first == 0 or letter in MARINE) and first + 1 < len(line) \
                    and line[first + 1] not in board:
                yield direction, OVER, line[first], line[first + 1]
        if letter == "mh":
            yield from self._over_ahead(board, square, side)

    def _over_ahead(self, board: Board, square: Square, side: str) -> Iterator[Strike]:
        """Diagonally ahead over what stands there, or has passed there, onto the empty square behind."""
        for aside in (-1, 1):
            line = self._line(square, (aside, FORWARD[side]))[:2]
            if len(line) == 2 and line[1] not in board:
                yield (aside, FORWARD[side]), TAKE, line[0], line[1]

    def _mao_strikes(self, board: Board, square: Square) -> Iterator[Strike]:
        """A step like a rook's to an empty square, and on from there, one more step outwards, like a bishop's."""
        for direction in ORTHOGONAL:
            leg = self._on((square[0] + direction[0], square[1] + direction[1]))
            if leg is None or leg in board:
                continue
            for outwards in DIAGONAL:
                end = self._on((leg[0] + outwards[0], leg[1] + outwards[1]))
                if end is not None and direction[0] * outwards[0] + direction[1] * outwards[1] > 0:
                    yield (direction, outwards), BOTH, end, end

    def _pawn_strikes(self, board: Board, square: Square, letter: str, side: str) -> Iterator[Strike]:
        """One step ahead, two from the second rank; another way to take."""
        ahead = FORWARD[side]
        for aside in PAWNS[letter][0]:
            single = self._on((square[0] + aside, square[1] + ahead))
            if single is None or single in board:
                continue
            yield (aside, ahead), MOVE, single, single
            double = self._on((square[0] + 2 * aside, square[1] + 2 * ahead))
            if abs(square[1] - FIRST_RANK[side]) == 1 and double is not None and double not in board:
                yield (aside, ahead), MOVE, double, double
        if letter == "mp":
            yield from self._over_ahead(board, square, side)
        for aside in PAWNS[letter][1]:
            if (at := self._on((square[0] + aside, square[1] + ahead))) is not None:
                yield (aside, ahead), TAKE, at, at

    def _kings(self, side: str) -> list[Square]:
        return [square for square, man in self.board.items() if is_royal(man) and belongs(man, side)]

    def _attacks(self, board: Board, target: Square, side: str) -> set[tuple]:  # type: ignore[type-arg]
        return {(square, way) for square, man in board.items() if belongs(man, side)
                for way, use, taken, _ in self._strikes(board, square, man, side) if use != MOVE and taken == target}

    def _cannot_arise(self) -> bool:
        if any(kind(man) in PAWNS and square[1] in (0, 7) for square, man in self.board.items()):
            return True
        return self._in_check(other(self.side)) or self._is_taken_in_passing(self.passer)

    def _is_taken_in_passing(self, passer: Square | None) -> bool:
        """Whether the side to move may take a royal pawn that has just passed over a square."""
        return passer is not None and passer in self._kings(other(self.side)) and any(
            use == TAKE and at == self.passed for square, man in self.board.items()
            if kind(man) in PASSING and belongs(man, self.side)
            for _, use, at, _ in self._strikes(self.board, square, man, self.side))

    def _in_check(self, side: str) -> bool:
        attacked = [bool(self._attacks(self.board, king, other(side))) for king in self._kings(side)]
        if self.genre.royalty == "ultra-rex-multiplex":
            return bool(attacked) and all(attacked)
        return any(attacked)

    # -- moves

    def _capturable(self, square: Square) -> bool:
        man = self.board.get(square)
        return man is not None and belongs(man, other(self.side)) and not is_royal(man)

    def _one_man_moves(self) -> Iterator[Move]:
        for square, man in self.board.items():
            if not belongs(man, self.side):
                continue
            for _, use, taken, target in self._strikes(self.board, square, man, self.side):
                if use in (BOTH, MOVE) and target not in self.board:
                    double = kind(man) in PAWNS and abs(target[1] - square[1]) == 2
                    passed = self._passed(square, target) if double else None
                    yield from self._arrivals(square, target, man, passed=passed)
                if "^" in man and is_royal(man):
                    continue        # a king that vanished would be lost
                if use != MOVE and self._capturable(taken):
                    yield from self._arrivals(square, target, man, taken=taken)
                if use == TAKE and kind(man) in PASSING and taken == self.passed and self.passer is not None \
                        and self._capturable(self.passer):
                    yield from self._arrivals(square, target, man, taken=self.passer, en_passant=True)

    def _passed(self, square: Square, target: Square) -> Square:
        """The square between the ends of a double step."""
        round_files = self.genre.wraps in ("cylinder", "torus")
        aside = (target[0] - square[0] + 3) % 8 - 3 if round_files else target[0] - square[0]
        return (square[0] + aside // 2) % 8, (square[1] + target[1]) // 2

    def _arrivals(self, square: Square, target: Square, man: str, taken: Square | None = None,
                  passed: Square | None = None, en_passant: bool = False) -> Iterator[Move]:
        vanishes = taken is not None and "^" in man
        for letter in [""] if vanishes else self._promotions(man, target):
            text = name(square) + name(target) + ("." if len(letter) > 1 else "") + letter
            if taken is not None and taken != target and not en_passant and self.genre.wraps:
                text += "@" + name(taken)
            arriving = "" if vanishes else becoming(man, letter or kind(man))
            yield Move(text, text, ((square, target, arriving),), taken, passed, en_passant=en_passant)

    def _promotions(self, man: str, target: Square) -> list[str]:
        if kind(man) not in PAWNS or target[1] != LAST_RANK[self.side]:
            return [""]
        may_crown = self.genre.royalty in ("rex-multiplex", "ultra-rex-multiplex")
        further = [letter for letter in self.genre.letters if letter not in PAWNS]
        return MARINE_LETTERS + further if kind(man) == "mp" else ["q", "r", "b", "n", *further] + ["k"] * may_crown

    def _orthodox_castlings(self) -> Iterator[Move]:
        for letter in self.rights:
            if (letter.isupper()) != (self.side == "w"):
                continue
            king, rook = CASTLING_HOMES[letter]
            direction = 1 if rook[0] > king[0] else -1
            path = [(file, king[1]) for file in range(king[0] + direction, rook[0] + direction, direction)]
            if not set(path) & self.genre.holes and all((at in self.board) == (at == rook) for at in path):
                yield from self._leaps_over(king, path, rook)

    def _hops(self) -> Iterator[Move]:
        rokagogo = self.genre.castling == "rokagogo"
        for king in self._castling_kings():
            for direction in ORTHOGONAL if rokagogo else QUEENWISE:
                path = self._line(king, direction)
                distance = next((count for count, square in enumerate(path, 1) if square in self.board), 0)
                if distance < 3:
                    continue
                man = self.board[path[distance - 1]]
                if not rokagogo or kind(man) == "r" and belongs(man, self.side):
                    yield from self._leaps_over(king, path, path[distance - 1])

    def _castling_kings(self) -> list[Square]:
        """The kings proper: other royal men do not castle."""
        return [square for square in self._kings(self.side) if kind(self.board[square]) == "k"]

    def _leaps_over(self, king: Square, path: list[Square], partner: Square) -> Iterator[Move]:
        """A king's double step over which the partner hops, if the king is safe throughout."""
        crossed, arrival = path[:2]
        royal, man = self.board[king], self.board[partner]
        if kind(man) in PAWNS and crossed[1] == FIRST_RANK[self.side]:
            return
        crossing = {square: unit for square, unit in self.board.items() if square != king} | {crossed: royal}
        final = {square: unit for square, unit in self.board.items() if square not in (king, partner)}
        final |= {arrival: royal, crossed: man}
        for board, square in ((self.board, king), (crossing, crossed), (final, arrival)):
            if self._attacks(board, square, other(self.side)):
                return
        for letter in self._promotions(man, crossed):       # a round board brings pawns to their last rank so
            uci = name(king) + name(arrival) + ("." if len(letter) > 1 else "") + letter
            yield Move(uci, uci, ((king, arrival, royal), (partner, crossed, becoming(man, letter or kind(man)))))

    def _exchanges(self) -> Iterator[Move]:
        for king in self._castling_kings():
            if self._attacks(self.board, king, other(self.side)):
                continue
            for square, man in self.board.items():
                if not belongs(man, self.side) or kind(man) == "k" \
                        or kind(man) in PAWNS and king[1] == FIRST_RANK[self.side]:
                    continue
                for letter in self._promotions(man, king):
                    arriving = becoming(man, letter or kind(man))
                    board = {**self.board, square: self.board[king], king: arriving}
                    if self._attacks(board, square, other(self.side)):
                        continue
                    uci = name(king) + name(square) + ("." if len(letter) > 1 else "") + letter
                    uci += "@" + name(king) if "=" in man else ""
                    yield Move(uci, uci, ((king, square, self.board[king]), (square, king, arriving)), exchange=True)

    # -- legality

    def _after(self, move: Move) -> MenRef:
        board, touched = dict(self.board), set()
        for start, _, _ in move.men:
            del board[start]
        if move.taken is not None:
            del board[move.taken]
            touched.add(move.taken)
        for start, end, man in move.men:
            touched |= {start, end}
            if man:
                board[end] = man
        rights = frozenset(letter for letter in self.rights if not touched & set(CASTLING_HOMES[letter]))
        return MenRef(self.genre, board, other(self.side), rights, move.passed,
                      move.men[0][1] if move.passed else None)

    def _is_legal(self, move: Move, depth: int) -> bool:
        after = self._after(move)
        return not after._in_check(self.side) and not after._is_taken_in_passing(after.passer) \
            and after._received_check_is_legal(depth)

    def _rescues(self, king: Square, reply: Move, depth: int) -> bool:
        after = self._after(reply)
        enemy = other(self.side)
        came_from = {end: start for start, end, _ in reply.men}
        for now in after._kings(self.side):
            before = came_from.get(now, now)
            old_checks = set()
            if before != king and is_royal(self.board[before]):
                old_checks = self._attacks(self.board, before, enemy)
            if not after._attacks(after.board, now, enemy) <= old_checks:
                return False
        return after._received_check_is_legal(depth)


def ridden(board: Board, line: Iterable[Square]) -> list[Square]:
    """The squares of a line up to the first man."""
    found = []
    for square in line:
        found.append(square)
        if square in board:
            break
    return found


def behind(board: Board, line: list[Square]) -> list[Square]:
    """The squares of a line behind its first man."""
    first = next((index for index, square in enumerate(line) if square in board), len(line))
    return line[first + 1:]


def men_reference(rules: str, letters: tuple[str, ...], men: Mapping[str, str], side: str, holes: Iterable[str] = (),
                  wraps: str = "") -> MenRef:
    """A position of a genre of reference.py with men of the dictionary; kings and rooks at home may castle."""
    plain = genre_named(rules)
    genre = MenGenre(plain.geometry, plain.castling, plain.royalty, letters, frozenset(map(square_named, holes)), wraps)
    board = {square_named(square): man for square, man in men.items()}

    def stands(at: Square, letter: str, right: str) -> bool:
        man = board.get(at, "")
        return kind(man) == letter and "=" not in man and belongs(man, "w" if right.isupper() else "b")

    rights = frozenset(right for right, (king, rook) in CASTLING_HOMES.items()
                       if stands(king, "k", right) and stands(rook, "r", right))
    return MenRef(genre, board, side, rights)
