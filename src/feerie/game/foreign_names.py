"""What to use in place of names that users of other chess libraries look for: advice for error messages."""
from __future__ import annotations

from collections.abc import Mapping

__all__ = ["OF_GAME", "OF_NODE", "OF_PACKAGE", "OF_POSITION"]

_PLAY = "position.play(move), which gives another Position, or a Game, which has push and pop"
_EDIT = "position.replace({square: man or None}), which gives another Position"
_MAN = "position.man_at(square), a FEN letter"
_CLAIM = "game.outcome(claim_draw=True)"
_PARSE = "position.parse(text), which reads moves in every notation"
_HISTORY = "a Game, which has a history"
_SIDE = "position.castling_rights, letters as in the FEN"
_SEEN = "position.play(move).is_valid()"

OF_POSITION: Mapping[str, str] = {
    **dict.fromkeys(("push", "push_san", "push_uci", "push_xboard", "san_and_push", "pop", "peek"), _PLAY),
    **dict.fromkeys(("parse_san", "parse_uci", "parse_xboard", "find_move"), _PARSE),
    **dict.fromkeys(("set_piece_at", "remove_piece_at", "set_piece_map", "set_fen", "set_board_fen", "clear",
                     "clear_board", "clean_castling_rights"), _EDIT),
    **dict.fromkeys(("piece_at", "piece_type_at", "color_at"), _MAN),
    **dict.fromkeys(("can_claim_draw", "can_claim_fifty_moves", "can_claim_threefold_repetition", "is_fifty_moves"),
                    f"{_HISTORY}: {_CLAIM}"),
    **dict.fromkeys(("move_stack", "is_repetition", "is_fivefold_repetition"),
                    f"{_HISTORY}: game.moves, game.repetitions()"),
    **dict.fromkeys(("has_castling_rights", "has_kingside_castling_rights", "has_queenside_castling_rights"), _SIDE),
    "piece_map": "position.men()",
    "pieces": "position.men(), square to FEN letter",
    "king": "position.kings(side), for there may be several",
    "is_attacked_by": "position.is_attacked(square, side)",
    "pin": "position.pins(side)",
    "is_legal": "move in position.legal_moves",
    "generate_legal_moves": "position.legal_moves",
    "pseudo_legal_moves": "position.legal_moves; position.explain(move) says why another move is not legal",
    "is_into_check": _SEEN,
    "is_seventyfive_moves": "position.outcome()",
    "result": "position.outcome(), or game.result()",
    "uci": "move.uci()",
    "lan": "position.long(move)",
    "variation_san": "Game(genre, position, moves=moves).pgn(headers=False)",
    "board_fen": "position.fen().split()[0]",
    "ply": "game.node.ply()",
    "copy": "the same Position, for it never changes",
    "unicode": "str(position), or feerie.draw(position)",
}
OF_GAME: Mapping[str, str] = {
    **dict.fromkeys(("push_san", "push_uci", "push_xboard"), "game.push(text)"),
    **dict.fromkeys(("parse_san", "parse_uci", "parse_xboard"), "game.position.parse(text)"),
    **dict.fromkeys(("can_claim_draw", "can_claim_fifty_moves", "can_claim_threefold_repetition"), _CLAIM),
    **dict.fromkeys(("is_repetition", "is_fivefold_repetition"), "game.repetitions()"),
    **dict.fromkeys(("setup", "from_board"), "Game(genre, fen or position)"),
    **dict.fromkeys(("nags", "arrows", "set_arrows", "clock", "set_clock", "eval", "evaluation", "add_line",
                     "add_main_variation", "has_variation", "variation", "promote", "promote_to_main", "demote",
                     "remove_variation", "is_end", "parent", "ply"), "those of a node: game.root, or game.node"),
    "move_stack": "game.moves",
    "copy": "copy.copy(game)",
    "accept": "game.pgn(comments=..., variations=...)",
    "is_game_over": "game.is_over()",
    "result_header": 'game.headers["Result"]',
}
OF_NODE: Mapping[str, str] = {
    "eval": "node.score()",
    "set_eval": "node.set_evaluation(score)",
    "emt": "node.elapsed()",
    "set_emt": "node.set_elapsed(seconds)",
    "game": "node.root, its first node",
    "turn": "node.position.turn",
    "starts_variation": "not node.is_main_variation()",
    "accept": "game.pgn(comments=..., variations=...)",
}
OF_PACKAGE: Mapping[str, str] = {
    "Board": "feerie.Position, which never changes, or feerie.Game, which has push and pop",
    "SimpleEngine": "feerie.Engine",
    "svg": "feerie.draw",
    "pgn": "feerie.read_pgn, feerie.Game.from_pgn",
    "variant": "feerie.find",
    "Piece": "FEN letters: a white knight is 'N', a black one 'n'",
    "Termination": "feerie.Reason",
    "STARTING_FEN": "feerie.Position(genre).fen()",
    **dict.fromkeys(("Square", "SQUARES", "SQUARE_NAMES", "parse_square", "square_name"),
                    "the names of squares; position.squares has them all"),
    **dict.fromkeys(("PAWN", "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING", "PIECE_TYPES"), "FEN letters"),
}
"""Advice by the name that is looked for."""
