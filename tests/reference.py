"""A slow second opinion on the rules of every genre, in plain Python.

This module is written from the written rules alone and shares nothing with the
package: no table, no move encoding, no helper, no import outside the standard
library.  The tests play both programs against each other; where they differ, at
least one of them misreads a rule.  It is therefore kept as literal as possible:
a board is a dictionary from squares to men, a move is made on a copy, and a
square is attacked when some man walking its rays arrives there.

    position = reference("roque+rex-multiplex", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    position.moves()            # sorted UCI texts
    position.long_moves()       # the same moves, both men of a two-man move shown
    position.play("e1g1").status()

Squares are (file, rank) pairs counted from 0; men are FEN letters; the sides are
"w" and "b"; a direction is a (file step, rank step) pair.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

Square = tuple[int, int]
Board = dict[Square, str]

CASTLING_GENRES = ("orthodox", "chess960", "roque", "rokagogo", "platzwechselrochade", "platzwechselrochade-popeye")
ROYALTY_GENRES = ("rex-multiplex", "ultra-rex-multiplex", "siamois")
ROLLERBALL_GENRES = ("rollerball", "rollerball-literal")

ORTHOGONAL = ((1, 0), (-1, 0), (0, 1), (0, -1))
DIAGONAL = ((1, 1), (1, -1), (-1, 1), (-1, -1))
KNIGHT_LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))
RIDES = {"r": ORTHOGONAL, "b": DIAGONAL, "q": ORTHOGONAL + DIAGONAL}
LEAPS = {"n": KNIGHT_LEAPS, "k": ORTHOGONAL + DIAGONAL}
FORWARD = {"w": 1, "b": -1}
FIRST_RANK = {"w": 0, "b": 7}
LAST_RANK = {"w": 7, "b": 0}
DEEPEST_QUESTION = 6  # a Rex Multiplex question nested deeper than this is answered with "legal"
ANSWERS: dict[tuple, bool] = {}  # what such questions were answered with: on crowded boards each is asked often


def name(square: Square) -> str:
    """Write a square, for example "e4"."""
    return "abcdefgh"[square[0]] + str(square[1] + 1)


def square_named(text: str) -> Square:
    """Read a square, for example "e4"."""
    if len(text) != 2 or text[0] not in "abcdefgh" or text[1] not in "12345678":
        raise ValueError(f"not a square: {text!r}")
    return "abcdefgh".index(text[0]), int(text[1]) - 1


def squares_named(text: str) -> set[Square]:
    """Read several squares separated by blanks."""
    return {square_named(word) for word in text.split()}


def step(square: Square, direction: tuple[int, int], times: int = 1) -> Square:
    """Go some steps in a direction, perhaps off the board."""
    return square[0] + times * direction[0], square[1] + times * direction[1]


def straight(square: Square, direction: tuple[int, int], squares: Iterable[Square]) -> list[Square]:
    """List the squares met from a square in a direction until the board ends."""
    path = []
    square = step(square, direction)
    while square in squares:
        path.append(square)
        square = step(square, direction)
    return path


def side_of(man: str) -> str:
    """Tell whose man a letter is."""
    return "w" if man.isupper() else "b"


def owned(letter: str, side: str) -> str:
    """Write a kind of man as a man of a side."""
    return letter.upper() if side == "w" else letter.lower()


def other(side: str) -> str:
    """Name the opponent."""
    return "b" if side == "w" else "w"


# ------------------------------------------------------------------ the 8x8 board

CHESS_SQUARES = {(file, rank) for file in range(8) for rank in range(8)}
# castling letter: (king's home, rook's home)
CASTLING_HOMES = {
    letter: (square_named(king), square_named(rook))
    for letter, king, rook in (("K", "e1", "h1"), ("Q", "e1", "a1"), ("k", "e8", "h8"), ("q", "e8", "a8"))
}


def chess_rays(man: str, square: Square) -> list[tuple]:
    """List the (direction, path) pairs on which an orthodox man attacks."""
    kind = man.lower()
    if kind in RIDES:
        return [(direction, straight(square, direction, CHESS_SQUARES)) for direction in RIDES[kind]]
    leaps = ((-1, FORWARD[side_of(man)]), (1, FORWARD[side_of(man)])) if kind == "p" else LEAPS[kind]
    return [(leap, [step(square, leap)]) for leap in leaps if step(square, leap) in CHESS_SQUARES]


# ------------------------------------------------------------- the Rollerball board

LEFT, UP, RIGHT, DOWN = (-1, 0), (0, 1), (1, 0), (0, -1)
ARROWS = {
    square: arrow
    for arrow, zone in (
        (LEFT, "b1 c1 d1 e1 f1 g1 c2 d2 e2 f2"),
        (UP, "a1 a2 a3 a4 a5 a6 b2 b3 b4 b5"),
        (RIGHT, "a7 b7 c7 d7 e7 f7 b6 c6 d6 e6"),
        (DOWN, "g7 g6 g5 g4 g3 g2 f6 f5 f4 f3"),
    )
    for square in squares_named(zone)
}
ROOK_AGAINST_THE_ARROWS = squares_named("a2 b7 f1 g6")
PAWN_SQUARES = {"w": squares_named("a1 a2 a3 a4 a5 a6 a7 b1 b2 b3 b4 b5 b6 b7 c1 c2 c6 c7 d6 d7")}
PAWN_SQUARES["b"] = {(6 - file, 6 - rank) for file, rank in PAWN_SQUARES["w"]}
PROMOTION_SQUARES = {"w": squares_named("e6 e7"), "b": squares_named("c1 c2")}
RUN_GOAL = {"w": square_named("d6"), "b": square_named("d2")}
BEFORE_GATE = {"w": squares_named("d1 d2"), "b": squares_named("d6 d7")}
BEHIND_GATE = {"w": squares_named("c1 c2"), "b": squares_named("e6 e7")}


def on_outer_ring(square: Square) -> bool:
    """Tell the outer ring of Rollerball from the inner one."""
    return square[0] in (0, 6) or square[1] in (0, 6)


def points_forward(direction: tuple[int, int], arrow: tuple[int, int]) -> bool:
    """Tell whether a direction has a component along an arrow."""
    return direction[0] * arrow[0] + direction[1] * arrow[1] > 0


def rollerball_rook_paths(square: Square, literal: bool) -> list[list[Square]]:
    """List a rook's paths: forward with its rebound, one step back, and sideways."""
    forward = straight(square, ARROWS[square], ARROWS)
    if on_outer_ring(square):  # the walk along an edge has ended on a corner
        forward += straight(forward[-1], ARROWS[forward[-1]], ARROWS)
    paths = [forward]
    paths += [[behind] for behind, arrow in ARROWS.items() if step(behind, arrow) == square]
    for direction in ORTHOGONAL:
        sideways = straight(square, direction, ARROWS)
        if sideways and on_outer_ring(sideways[0]) != on_outer_ring(square):
            one_step_only = square in ROOK_AGAINST_THE_ARROWS and not literal
            paths.append(sideways[:1] if one_step_only else sideways)
    return paths


def rebound(square: Square, direction: tuple[int, int]) -> tuple[int, int] | None:
    """Turn a bishop's direction by 90 degrees at the wall it meets."""
    file_wall = step(square, (direction[0], 0)) not in ARROWS
    rank_wall = step(square, (0, direction[1])) not in ARROWS
    if file_wall and rank_wall:
        return None
    across, along = (-direction[0], direction[1]), (direction[0], -direction[1])
    if file_wall:
        return across
    if rank_wall:
        return along
    return across if points_forward(across, ARROWS[square]) else along  # the very point of the hole


def rollerball_bishop_paths(square: Square) -> list[list[Square]]:
    """List a bishop's paths: forward slides with one rebound, single steps back."""
    paths = []
    for direction in DIAGONAL:
        path = straight(square, direction, ARROWS)
        if not points_forward(direction, ARROWS[square]):
            path = path[:1]
        elif path:
            turned = rebound(path[-1], direction)
            if turned:
                path += straight(path[-1], turned, ARROWS)
        paths.append(path)
    return paths


def rollerball_rays(man: str, square: Square, literal: bool) -> list[tuple]:
    """List the (number, path) pairs on which a Rollerball man moves and attacks."""
    kind = man.lower()
    if kind == "r":
        paths = rollerball_rook_paths(square, literal)
    elif kind == "b":
        paths = rollerball_bishop_paths(square)
    else:
        paths = [straight(square, direction, ARROWS)[:1] for direction in ORTHOGONAL + DIAGONAL
                 if kind == "k" or points_forward(direction, ARROWS[square])]
    return [(number, path) for number, path in enumerate(paths) if path]


@cache
def rays(geometry: str, man: str, square: Square) -> list[tuple]:
    """List the (direction, path) pairs on which a man attacks from a square."""
    if geometry == "chess":
        return chess_rays(man, square)
    return rollerball_rays(man, square, literal=geometry == "rollerball-literal")


# ------------------------------------------------------------------------ positions

class Genre(NamedTuple):
    """The rules in force."""

    geometry: str  # "chess", "rollerball" or "rollerball-literal"
    castling: str  # one of CASTLING_GENRES, or "none"
    royalty: str  # one of ROYALTY_GENRES, or "one king"


class Move(NamedTuple):
    """A move: every man that goes somewhere, and what else it changes."""

    uci: str
    long_text: str
    men: tuple  # (from, to, man on arrival) for each man moved
    taken: Square | None = None  # square of a captured man
    passed: Square | None = None  # square passed by a double step
    exchange: bool = False
    en_passant: bool = False


def genre_named(text: str) -> Genre:
    """Read a genre's name, or one castling and one royalty genre joined by '+'."""
    words = text.split("+")
    if len(words) == 1 and text in ROLLERBALL_GENRES:
        return Genre(text, "none", "one king")
    castling = [word for word in words if word in CASTLING_GENRES]
    royalty = [word for word in words if word in ROYALTY_GENRES]
    if len(castling) > 1 or len(royalty) > 1 or len(castling) + len(royalty) != len(words):
        raise ValueError(f"not a genre: {text!r}")
    return Genre("chess", (castling or ["orthodox"])[0], (royalty or ["one king"])[0])


class Ref:
    """A position of a genre. `homes`: where king and rook of each castling letter start."""

    homes = CASTLING_HOMES

    def __init__(self, genre: Genre, board: Board, side: str, rights: frozenset[str],
                 passed: Square | None, extra: frozenset[str], halfmove: int, fullmove: int):
        """Keep the parts of a position as they are."""
        self.genre = genre
        self.board = board
        self.side = side
        self.rights = rights  # castling letters left
        self.passed = passed  # square passed by a double step just made
        self.extra = extra  # run flags "Kk" of Rollerball, or unused exchanges "Xx"
        self.halfmove = halfmove
        self.fullmove = fullmove

    # -- what others ask

    def moves(self) -> list[str]:
        """List the legal moves as UCI texts."""
        return sorted(self._legal_moves())

    def long_moves(self) -> list[str]:
        """List the legal moves with both men of every two-man move."""
        return sorted(move.long_text for move in self._legal_moves().values())

    def play(self, uci: str) -> Ref:
        """Give the position after a legal move."""
        legal = self._legal_moves()
        if uci not in legal:
            raise ValueError(f"illegal move {uci!r} in {self.fen()}")
        return self._after(legal[uci])

    def status(self) -> str:
        """Say 'ok', 'check', 'mate', 'stalemate', 'win' or 'illegal'."""
        if self._cannot_arise():
            return "illegal"
        if self._run_is_won():
            return "win"
        if self._legal_moves():
            return "check" if self._in_check(self.side) else "ok"
        if not self._in_check(self.side):
            return "stalemate"
        if self.genre.royalty == "rex-multiplex" and not self._every_king_is_mated(1):
            return "illegal"
        return "mate"

    def fen(self) -> str:
        """Write the position, with the en passant square only if a capture is legal."""
        size = self._size()
        rows = []
        for rank in reversed(range(size)):
            row = ""
            for file in range(size):
                if size == 7 and (file, rank) not in ARROWS:
                    row += "*"
                elif (file, rank) in self.board:
                    row += self.board[file, rank]
                elif row and row[-1].isdigit():
                    row = row[:-1] + str(int(row[-1]) + 1)
                else:
                    row += "1"
            rows.append(row)
        capturable = self.passed and any(move.en_passant for move in self._legal_moves().values())
        fields = ["/".join(rows), self.side]
        fields.append("".join(self._right_text(letter) for letter in "KQkq" if letter in self.rights) or "-")
        fields.append(name(self.passed) if self.passed and capturable else "-")
        if extra_letters(self.genre):
            fields.append("".join(letter for letter in extra_letters(self.genre) if letter in self.extra) or "-")
        return " ".join([*fields, str(self.halfmove), str(self.fullmove)])

    def _right_text(self, letter: str) -> str:
        """Write a castling letter: in Chess960 the rook's file, if another rook stands further out on its wing."""
        if self.genre.castling == "chess960":
            file, rank = self.homes[letter][1]
            outside = range(file + 1, 8) if letter in "Kk" else range(file)
            if any(self.board.get((further, rank)) == owned("r", side_of(letter)) for further in outside):
                return owned("abcdefgh"[file], side_of(letter))
        return letter

    def perft(self, depth: int) -> int:
        """Count the lines of legal moves of a given length."""
        if depth == 0:
            return 1
        legal = self._legal_moves()
        if depth == 1:
            return len(legal)
        return sum(self._after(move).perft(depth - 1) for move in legal.values())

    def attacked_by(self, square_name: str, side: str) -> bool:
        """Tell whether some man of a side attacks a square."""
        return bool(self._attacks(self.board, square_named(square_name), side))

    # -- the board

    def _size(self) -> int:
        """Give the number of files and ranks."""
        return 8 if self.genre.geometry == "chess" else 7

    def _squares(self) -> Iterable[Square]:
        """Give the squares that exist."""
        return CHESS_SQUARES if self.genre.geometry == "chess" else ARROWS

    def _kings(self, side: str) -> list[Square]:
        """List the squares of a side's kings."""
        return [square for square, man in self.board.items() if man == owned("k", side)]

    def _attacks(self, board: Board, target: Square, side: str) -> set[tuple]:
        """Collect the (attacker's square, direction) pairs with which a side attacks a square."""
        found = set()
        for square, man in board.items():
            if side_of(man) != side:
                continue
            for direction, path in rays(self.genre.geometry, man, square):
                for reached in path:
                    if reached == target:
                        found.add((square, direction))
                        break
                    if reached in board:
                        break
        return found

    def _in_check(self, side: str) -> bool:
        """Tell whether a side is in check in the sense of the royalty genre."""
        attacked = [bool(self._attacks(self.board, king, other(side))) for king in self._kings(side)]
        if self.genre.royalty == "ultra-rex-multiplex":
            return bool(attacked) and all(attacked)
        return any(attacked)

    def _cannot_arise(self) -> bool:
        """Tell whether the diagram itself is illegal."""
        if self.genre.royalty == "one king" and max(len(self._kings("w")), len(self._kings("b"))) > 1:
            return True
        for square, man in self.board.items():
            if man.lower() != "p":
                continue
            if self.genre.geometry == "chess" and square[1] in (0, 7):
                return True
            if self.genre.geometry != "chess" and square not in PAWN_SQUARES[side_of(man)]:
                return True
        return self._in_check(other(self.side))

    def _run_is_won(self) -> bool:
        """Tell whether a Rollerball king with its run flag stands on its goal."""
        return self.genre.geometry != "chess" and any(
            owned("k", side) in self.extra and RUN_GOAL[side] in self._kings(side) for side in "wb"
        )

    # -- moves of one man

    def _one_man_moves(self) -> Iterator[Move]:
        """Generate the ordinary moves, without regard to the mover's own safety."""
        for square, man in self.board.items():
            if side_of(man) != self.side:
                continue
            if man.lower() == "p" and self.genre.geometry == "chess":
                yield from self._pawn_moves(square, man)
                continue
            for _, path in rays(self.genre.geometry, man, square):
                for target in path:
                    if target not in self.board:
                        yield from self._arrivals(square, target, man)
                        continue
                    if self._capturable(target):
                        yield from self._arrivals(square, target, man, taken=target)
                    break

    def _pawn_moves(self, square: Square, man: str) -> Iterator[Move]:
        """Generate the steps, double steps and captures of an orthodox pawn."""
        ahead = (0, FORWARD[self.side])
        single, double = step(square, ahead), step(square, ahead, 2)
        if single in CHESS_SQUARES and single not in self.board:
            yield from self._arrivals(square, single, man)
            if abs(square[1] - FIRST_RANK[self.side]) == 1 and double not in self.board:
                yield Move(name(square) + name(double), name(square) + name(double),
                           ((square, double, man),), passed=single)
        for _, [target] in rays("chess", man, square):
            if self._capturable(target):
                yield from self._arrivals(square, target, man, taken=target)
            elif target == self.passed:
                text = name(square) + name(target)
                yield Move(text, text, ((square, target, man),), taken=(target[0], square[1]), en_passant=True)

    def _capturable(self, square: Square) -> bool:
        """Tell whether an enemy man other than a king stands on a square."""
        man = self.board.get(square)
        return man is not None and side_of(man) != self.side and man.lower() != "k"

    def _arrivals(self, square: Square, target: Square, man: str, taken: Square | None = None) -> Iterator[Move]:
        """Give a one-man move, or one move for each promotion."""
        for letter in self._promotions(man, target):
            text = name(square) + name(target) + letter
            yield Move(text, text, ((square, target, owned(letter or man, self.side)),), taken=taken)

    def _promotions(self, man: str, target: Square) -> list[str]:
        """List the promotion letters of a man arriving on a square, '' for none."""
        if man.lower() != "p":
            return [""]
        if self.genre.geometry != "chess":
            return ["r", "b"] if target in PROMOTION_SQUARES[self.side] else [""]
        if target[1] != LAST_RANK[self.side]:
            return [""]
        may_crown = self.genre.royalty in ("rex-multiplex", "ultra-rex-multiplex")
        return ["q", "r", "b", "n"] + (["k"] if may_crown else [])

    # -- moves of two men

    def _two_man_moves(self) -> Iterator[Move]:
        """Generate castlings of every kind, all conditions on the castling king included."""
        if self.genre.castling in ("orthodox", "platzwechselrochade"):
            yield from self._orthodox_castlings()
        if self.genre.castling == "chess960":
            yield from self._chess960_castlings()
        if self.genre.castling in ("roque", "rokagogo"):
            yield from self._hops()
        if self.genre.castling in ("platzwechselrochade", "platzwechselrochade-popeye"):
            yield from self._exchanges()

    def _orthodox_castlings(self) -> Iterator[Move]:
        """Generate the ordinary castlings."""
        for letter in self.rights:
            if side_of(letter) != self.side:
                continue
            king, rook = self.homes[letter]
            direction = (1, 0) if rook[0] > king[0] else (-1, 0)
            if next(square for square in straight(king, direction, CHESS_SQUARES) if square in self.board) == rook:
                yield from self._king_leaps(king, direction, rook)

    def _chess960_castlings(self) -> Iterator[Move]:
        """Generate the castlings of Chess960: king and rook go to the usual squares, from wherever they start."""
        for letter in self.rights:
            if side_of(letter) != self.side:
                continue
            king, rook = self.homes[letter]
            rank = king[1]
            arrival, beside = ((6, rank), (5, rank)) if letter in "Kk" else ((2, rank), (3, rank))
            royal, man = self.board[king], self.board[rook]
            others = {square: unit for square, unit in self.board.items() if square not in (king, rook)}
            walk, way = ([(file, rank) for file in range(min(ends), max(ends) + 1)]
                         for ends in ((king[0], arrival[0]), (rook[0], beside[0])))
            if any(square in others for square in walk + way):
                continue
            without_king = {square: unit for square, unit in self.board.items() if square != king}
            boards = [({**without_king, square: royal}, square) for square in walk if square != arrival]
            final = {**others, arrival: royal, beside: man}
            if not any(self._attacks(board, square, other(self.side))
                       for board, square in [(self.board, king), *boards, (final, arrival)]):
                yield Move(name(king) + name(rook), f"{name(king)}{name(rook)}/{name(rook)}{name(beside)}",
                           ((king, arrival, royal), (rook, beside, man)))

    def _hops(self) -> Iterator[Move]:
        """Generate the coups-roque, or for Rokagogo those with the side's own rook on an orthogonal line."""
        rokagogo = self.genre.castling == "rokagogo"
        for king in self._kings(self.side):
            for direction in ORTHOGONAL if rokagogo else ORTHOGONAL + DIAGONAL:
                path = straight(king, direction, CHESS_SQUARES)
                distance = next((n for n, square in enumerate(path, 1) if square in self.board), 0)
                if distance < 3:
                    continue
                partner = step(king, direction, distance)
                if rokagogo and self.board[partner] != owned("r", self.side):
                    continue
                yield from self._king_leaps(king, direction, partner)

    def _king_leaps(self, king: Square, direction: tuple[int, int], partner: Square) -> Iterator[Move]:
        """Give the king's double step over which the partner hops, if the king is safe throughout."""
        crossed, arrival = step(king, direction), step(king, direction, 2)
        royal, man = self.board[king], self.board[partner]
        crossing = {square: unit for square, unit in self.board.items() if square != king}
        crossing[crossed] = royal
        final = {square: unit for square, unit in self.board.items() if square not in (king, partner)}
        final[arrival], final[crossed] = royal, man
        for board, square in ((self.board, king), (crossing, crossed), (final, arrival)):
            if self._attacks(board, square, other(self.side)):
                return
        uci = name(king) + name(arrival)
        yield Move(uci, f"{uci}/{name(partner)}{name(crossed)}", ((king, arrival, royal), (partner, crossed, man)))

    def _exchanges(self) -> Iterator[Move]:
        """Generate the exchanges of a king with another man of its side."""
        popeye = self.genre.castling == "platzwechselrochade-popeye"
        if popeye and owned("x", self.side) not in self.extra:
            return
        for king in self._kings(self.side):
            if not popeye and self._attacks(self.board, king, other(self.side)):
                continue
            for square, man in self.board.items():
                if side_of(man) != self.side or man.lower() == "k":
                    continue
                if man.lower() == "p" and (popeye or king[1] == FIRST_RANK[self.side]):
                    continue
                for letter in self._promotions(man, king):
                    arriving = owned(letter or man, self.side)
                    board = {**self.board, square: self.board[king], king: arriving}
                    if self._attacks(board, square, other(self.side)):
                        continue
                    uci = name(king) + name(square) + letter
                    yield Move(uci, f"{uci}/{name(square)}{name(king)}",
                               ((king, square, self.board[king]), (square, king, arriving)), exchange=True)

    # -- legality

    def _after(self, move: Move) -> Ref:
        """Make a move on a copy, legal or not."""
        board = dict(self.board)
        pawn_moved = False
        touched = set()
        for start, _, _ in move.men:
            pawn_moved = pawn_moved or board.pop(start).lower() == "p"
        if move.taken:
            del board[move.taken]
        for start, end, man in move.men:
            board[end] = man
            touched |= {start, end}
        rights = frozenset(letter for letter in self.rights if not touched & set(self.homes[letter]))
        extra = self.extra
        start, end, man = move.men[0]
        if self.genre.geometry != "chess" and man.lower() == "k":
            if start in BEFORE_GATE[self.side] and end in BEHIND_GATE[self.side]:
                extra = extra | {man}
            elif start in BEHIND_GATE[self.side] and end in BEFORE_GATE[self.side]:
                extra = extra - {man}
        if move.exchange:
            extra = extra - {owned("x", self.side)}
        halfmove = 0 if pawn_moved or move.taken else self.halfmove + 1
        fullmove = self.fullmove + (self.side == "b")
        after = Ref(self.genre, board, other(self.side), rights, move.passed, extra, halfmove, fullmove)
        after.homes = self.homes
        return after

    def _legal_moves(self) -> dict[str, Move]:
        """Collect the legal moves by their UCI texts."""
        if self._cannot_arise() or self._run_is_won():
            return {}
        return {move.uci: move for move in self._candidates() if self._is_legal(move, 0)}

    def _candidates(self) -> Iterator[Move]:
        """Generate all moves, without regard to the mover's own safety."""
        yield from self._one_man_moves()
        yield from self._two_man_moves()

    def _is_legal(self, move: Move, depth: int) -> bool:
        """Test the mover's safety and, in Rex Multiplex, the check that the move gives."""
        after = self._after(move)
        return not after._in_check(self.side) and after._received_check_is_legal(depth)

    # -- Rex Multiplex

    def _received_check_is_legal(self, depth: int) -> bool:
        """Tell whether the check in which the side to move stands, if any, could legally be given."""
        if self.genre.royalty != "rex-multiplex" or len(self._kings(self.side)) < 2 or not self._in_check(self.side):
            return True
        if depth > DEEPEST_QUESTION:
            return True
        question = (self.genre, frozenset(self.board.items()), self.side, self.rights, self.passed, self.extra, depth,
                    tuple(self.homes.values()))
        if question not in ANSWERS:
            answer = any(self._is_legal(reply, depth + 1) for reply in self._candidates())
            if len(ANSWERS) > 100_000:
                ANSWERS.clear()
            ANSWERS[question] = answer or self._every_king_is_mated(depth + 1)
        return ANSWERS[question]

    def _every_king_is_mated(self, depth: int) -> bool:
        """Tell whether each king of the side to move is attacked and beyond rescue."""
        return all(
            self._attacks(self.board, king, other(self.side))
            and not any(self._rescues(king, reply, depth) for reply in self._candidates())
            for king in self._kings(self.side)
        )

    def _rescues(self, king: Square, reply: Move, depth: int) -> bool:
        """Tell whether a reply saves one king, gives no other king a new check, and may be played as a check."""
        after = self._after(reply)
        enemy = other(self.side)
        came_from = {end: start for start, end, _ in reply.men}
        for now in after._kings(self.side):
            before = came_from.get(now, now)
            old_checks = set()  # the rescued king, and a king born by the reply, must end unattacked
            if before != king and self.board[before] == owned("k", self.side):
                old_checks = self._attacks(self.board, before, enemy)
            if not after._attacks(after.board, now, enemy) <= old_checks:
                return False
        return after._received_check_is_legal(depth)


# ------------------------------------------------------------------------- reading

def extra_letters(genre: Genre) -> str:
    """Give the letters a genre's extra-state field may hold, '' if there is no such field."""
    if genre.geometry != "chess":
        return "Kk"
    return "Xx" if genre.castling == "platzwechselrochade-popeye" else ""


def read_board(genre: Genre, text: str) -> Board:
    """Read the placement field."""
    size, kinds = (8, "kqrbnp") if genre.geometry == "chess" else (7, "krbp")
    rows = text.split("/")
    if len(rows) != size:
        raise ValueError(f"not {size} ranks: {text!r}")
    board = {}
    for rank, row in zip(reversed(range(size)), rows):
        cells = "".join("." * int(letter) if letter.isdigit() else letter for letter in row)
        if len(cells) != size:
            raise ValueError(f"not {size} files: {row!r}")
        for file, letter in enumerate(cells):
            is_wall = size == 7 and (file, rank) not in ARROWS
            if (letter == "*") != is_wall or letter not in ".*" + kinds + kinds.upper():
                raise ValueError(f"unexpected {letter!r} on {name((file, rank))}")
            if letter not in ".*":
                board[file, rank] = letter
    return board


def chess960_rights(board: Board, text: str) -> tuple[dict, frozenset[str]]:
    """Find the king and rook that each letter of Chess960 means, by X-FEN or by the rook's file; and the rights.

    Of several kings on the first rank the one on the e-file counts, or else the first.
    """
    homes, rights = dict(CASTLING_HOMES), set()
    for side, rank in FIRST_RANK.items():
        kings = [file for file in range(8) if board.get((file, rank)) == owned("k", side)]
        for king in [4] if 4 in kings else kings[:1]:
            for wing, outermost_first in (("k", range(7, king, -1)), ("q", range(king))):
                rooks = [file for file in outermost_first if board.get((file, rank)) == owned("r", side)]
                named = [file for file in rooks if owned("abcdefgh"[file], side) in text]
                for rook in rooks[:1] if owned(wing, side) in text else named:
                    homes[owned(wing, side)] = (king, rank), (rook, rank)
                    rights.add(owned(wing, side))
    return homes, frozenset(rights)


def read_rights(genre: Genre, board: Board, text: str) -> frozenset[str]:
    """Keep the castling letters whose king and rook stand at home."""
    if text.strip("KQkq") not in ("", "-"):
        raise ValueError(f"not castling rights: {text!r}")
    return frozenset(
        letter for letter, (king, rook) in CASTLING_HOMES.items()
        if genre.geometry == "chess" and letter in text
        and board.get(king) == owned("k", side_of(letter)) and board.get(rook) == owned("r", side_of(letter))
    )


def read_passed(genre: Genre, board: Board, side: str, text: str) -> Square | None:
    """Read the en passant square, ignoring one that no double step can have passed."""
    if text == "-" or genre.geometry != "chess":
        return None
    passed = square_named(text)
    ahead = (0, FORWARD[other(side)])
    fits = (
        abs(passed[1] - FIRST_RANK[other(side)]) == 2
        and passed not in board
        and step(passed, ahead, -1) not in board
        and board.get(step(passed, ahead)) == owned("p", other(side))
    )
    return passed if fits else None


def reference(genre: str, fen: str) -> Ref:
    """Read a position of a genre."""
    rules = genre_named(genre)
    fields = fen.split()
    if len(fields) < 2 or fields[1] not in ("w", "b"):
        raise ValueError(f"not a position: {fen!r}")
    side = fields[1]
    board = read_board(rules, fields[0])
    homes, right_text = CASTLING_HOMES, fields[2] if len(fields) > 2 else "KQkq"
    if rules.castling == "chess960":
        homes, rights = chess960_rights(board, right_text)
    else:
        rights = read_rights(rules, board, right_text)
    passed = read_passed(rules, board, side, fields[3] if len(fields) > 3 else "-")
    rest = fields[4:]
    letters = extra_letters(rules)
    extra = "Xx" if letters == "Xx" else "-"
    if letters and rest and not rest[0].isdigit():
        extra = rest.pop(0)
    if extra not in {"-", letters, *letters} or len(rest) > 2:
        raise ValueError(f"not a position: {fen!r}")
    clocks = [int(field) for field in rest]
    halfmove, fullmove = clocks + [0, 1][len(clocks):]
    position = Ref(rules, board, side, rights, passed, frozenset(extra) - {"-"}, halfmove, fullmove)
    position.homes = homes
    return position
