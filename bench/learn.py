"""Learned nets for the engine: games from self-play, training with numpy, the match that admits a net.

    python bench/learn.py games GENRE FILE --seed N [--nodes N] [--games N] [--minutes N] [--net FILE]
    python bench/learn.py train GENRE NET FILE... --seed N [--hidden N] [--views N] [--buckets N]
                                                          [--epochs N] [--blend X] [--trace X] [--scale X]
                                                          [--adds] [--reflect] [--zones] [--factor X] [--rate X]
                                                          [--decay X] [--before NET]
    python bench/learn.py squares GENRE FILE GAMES... --seed N [--epochs N] [--blend X]
    python bench/learn.py match GENRE NET [--games N] [--seconds X] [--nodes N] [--admit]

`games` appends the positions of games of the engine against itself to FILE: each side searches the same number of
nodes, after random balanced openings. `train` fits a net to the scores and results of the quiet ones among them, with
Adam (Kingma and Ba 2015): to a share --blend of the result and, for the rest, to the result that the score predicts or,
with --trace, to a mean of this and of the later scores in the game. `squares` fits, in the same way, what is added to
the values of men on squares in the evaluation from the tables; it may learn from games of several genres with the same
men. `match` plays either against the evaluation from the tables at equal CPU time, every opening twice with colours
reversed; --admit writes the result into the file. Needs numpy (pip install "feerie[learn]"). Everything except matches
by CPU time is reproducible from the seed, game by game.
"""
from __future__ import annotations

import argparse
import json
import time
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
from net_examples import POSITION, read_positions
from net_match import net_match
from net_training import Course, train
from self_play import Player, Record, flagged_codes, man_codes, openings, play
from square_training import evaluations, fit_squares

from feerie.engine.net import Net
from feerie.engine.net_file import NetFile, read_net
from feerie.engine.net_inputs import rules_hash
from feerie.engine.squares import LearnedSquares, read_squares, squares_of
from feerie.genres import find
from feerie.kernel.tables import tables_of
from feerie.rules.genre import Genre


def packed(genre: Genre, records: list[Record], result: float, game: int) -> Any:
    """The positions of a game as an array of POSITION."""
    codes, flagged = man_codes(genre), flagged_codes(genre)
    out: Any = np.zeros(len(records), POSITION)
    for number, record in enumerate(records):
        setup = record.setup
        letters = dict(codes)
        for flag in setup.flags:
            letters.update([flagged[flag]])
        for square, man in setup.pieces:
            out[number]["men"][square] = letters[man]
        white = round(2 * result - 1)
        out[number]["turn"], out[number]["quiet"] = setup.turn, record.quiet
        out[number]["score"], out[number]["result"] = record.score, -white if setup.turn else white
        out[number]["game"], out[number]["ply"] = game, number
    return out


def make_games(options: argparse.Namespace) -> None:
    """The command `games`."""
    genre = find(options.genre)
    net = Net(read_net(options.net), tables_of(genre)) if options.net else None
    squares = read_squares(options.squares) if options.squares else None
    player = Player(genre, 8, nodes=options.nodes, net=net, squares=squares)
    began, positions, results = time.monotonic(), 0, [0, 0, 0]
    lines = openings(genre, f"{genre.name} {options.seed}")
    with open(options.file, "ab") as file:
        for game in range(options.games):
            if options.minutes and time.monotonic() - began > 60 * options.minutes:
                break
            result, records = play(genre, next(lines), (player, player))
            packed(genre, records, result, game).tofile(file)
            positions += len(records)
            results[round(2 * result)] += 1
            if (game + 1) % 100 == 0:
                file.flush()
                print(f"{game + 1} games (+{results[2]} ={results[1]} -{results[0]}), {positions} positions, "
                      f"{time.monotonic() - began:.0f} s", flush=True)


def train_net(options: argparse.Namespace) -> None:
    """The command `train`."""
    genre = find(options.genre)
    course = Course(**{item.name: getattr(options, item.name) for item in fields(Course)})
    positions, traces = read_positions(options.files, course.scale, course.trace)
    base = evaluations(genre, positions, squares_of(genre)) if options.adds else None
    before = read_net(options.before) if options.before else None
    train(genre, positions, traces, course, base, before).save(options.net)


def learn_squares(options: argparse.Namespace) -> None:
    """The command `squares`."""
    genre = find(options.genre)
    fit_squares(genre, read_positions(options.games)[0], options.epochs, options.blend, options.seed).save(options.file)


def read_learned(path: Path, genre: Genre) -> NetFile | LearnedSquares:
    """A net, or learned values of squares, by the name of the file."""
    return read_squares(path) if path.suffix == ".squares" else with_genre(read_net(path), genre)


def with_genre(net: NetFile, genre: Genre) -> NetFile:
    """The net as one that is also for a genre with the same men on the same board."""
    return replace(net, header={**net.header, "genres": {**net.header["genres"], genre.name: rules_hash(genre)}})


def play_match(options: argparse.Namespace) -> None:
    """The command `match`."""
    genre = find(options.genre)
    net, other = (read_learned(path, genre) if path else None for path in (options.net, options.other))
    assert net
    limit = {"nodes": options.nodes} if options.nodes else {"seconds": options.seconds}
    result = net_match(genre, net, options.games, options.seed, other, **limit)
    result["limit"] = f"{options.nodes} nodes a move" if options.nodes else f"{options.seconds} s CPU time a move"
    replaced = isinstance(net, NetFile) and options.other and options.other.suffix == ".squares"
    result["opponent"] = "the evaluation from the tables" + " with learned squares" * bool(replaced) \
        if replaced or not options.other else str(options.other)
    result["seed"] = options.seed
    print(json.dumps(result))
    if options.admit and (replaced or not other):
        if isinstance(net, LearnedSquares):
            replace(net, match={**net.match, genre.name: result}).save(options.net)
        else:
            matches = {**net.header["match"], genre.name: result}
            replace(net, header={**net.header, "match": matches}).save(options.net)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description="Learned nets: games, training, matches.")
    commands = parser.add_subparsers(required=True)
    games = commands.add_parser("games")
    games.add_argument("genre")
    games.add_argument("file", type=Path)
    games.add_argument("--seed", type=int, default=1)
    games.add_argument("--nodes", type=int, default=1000)
    games.add_argument("--games", type=int, default=1_000_000)
    games.add_argument("--minutes", type=float)
    games.add_argument("--net", type=Path)
    games.add_argument("--squares", type=Path)
    games.set_defaults(run=make_games)
    training = commands.add_parser("train")
    training.add_argument("genre")
    training.add_argument("net", type=Path)
    training.add_argument("files", type=Path, nargs="+")
    training.add_argument("--seed", type=int, default=1)
    training.add_argument("--hidden", type=int, default=64)
    training.add_argument("--views", type=int, choices=(1, 2), default=1)
    training.add_argument("--buckets", type=int, default=1, help="outputs, by the number of men")
    training.add_argument("--adds", action="store_true", help="the net's values are added to those of the tables")
    training.add_argument("--zones", action="store_true", help="weights by the zone of the own king")
    training.add_argument("--epochs", type=int, default=20)
    training.add_argument("--blend", type=float, default=0.5)
    training.add_argument("--trace", type=float, default=0.0, help="share of what later positions let expect")
    training.add_argument("--scale", type=float, default=200.0)
    training.add_argument("--factor", type=float, default=1.0, help="what the net's values are multiplied by")
    training.add_argument("--rate", type=float, default=0.002, help="of Adam at the beginning")
    training.add_argument("--decay", type=float, default=1.0, help="of the first layer's weights, times the rate")
    training.add_argument("--reflect", action="store_true", help="learn from positions with files turned over, too")
    training.add_argument("--before", type=Path, metavar="NET", help="a net to begin with, of the same shape")
    training.set_defaults(run=train_net)
    squares = commands.add_parser("squares")
    squares.add_argument("genre")
    squares.add_argument("file", type=Path)
    squares.add_argument("games", type=Path, nargs="+")
    squares.add_argument("--seed", type=int, default=1)
    squares.add_argument("--epochs", type=int, default=5)
    squares.add_argument("--blend", type=float, default=0.3)
    squares.set_defaults(run=learn_squares)
    match = commands.add_parser("match")
    match.add_argument("genre")
    match.add_argument("net", type=Path)
    match.add_argument("--games", type=int, default=200)
    match.add_argument("--seed", type=int, default=1)
    match.add_argument("--seconds", type=float, default=0.03)
    match.add_argument("--nodes", type=int)
    match.add_argument("--other", type=Path)
    match.add_argument("--admit", action="store_true")
    match.set_defaults(run=play_match)
    options = parser.parse_args()
    options.run(options)


if __name__ == "__main__":
    main()
