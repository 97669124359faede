"""Learned nets: what they see, their arithmetic, their files, and that the engine uses the one that fits."""
from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
import zlib
from array import array
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from facts import SOURCE
from random_positions import GENRE_NAMES

from feerie import Engine, EngineError, Position, find
from feerie.engine.evaluation import Evaluation
from feerie.engine.net import NET_ACTIVE, NET_SHIFT, Accumulator, Net
from feerie.engine.net_file import FORMAT, MEANING, OLDER, NetFile, net_of, read_net
from feerie.engine.net_inputs import NetInputs, rules_hash
from feerie.engine.weights import Weights
from feerie.genres import CHESS960, GENRES, ORTHODOX
from feerie.kernel.state import COMPILED
from feerie.kernel.tables import SMALL_TABLE_BITS, tables_of
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.notation.fen import write
from feerie.rules.board import Wrap
from feerie.rules.genre import Genders, Genre
from feerie.rules.setup import Setup

SHIPPED = sorted((SOURCE / "engine" / "nets").glob("*.net"))
FENS = {"rollerball": "3P2k/2K4/2***b1/2***2/1R***2/2r2p1/4p2 w - - Kk 0 1"}
ORTHODOX_FEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def random_zones(genre: Genre) -> list[int]:
    """Three random zones of the side's own king, with files mirrored for some squares if the board allows that."""
    rng, turned = Random(genre.name), NetInputs(tables_of(genre)).turned
    turns = set(turned) == set(turned.values())
    return [rng.choice((zone, ~zone) if turns else (zone,)) for zone in (0, 1, 2) * len(turned)][:len(turned)]


def random_net(genre: Genre, hidden: int = 64, seed: int = 1, largest: int = 100, views: int = 2,
               buckets: int = 4, zoned: bool = False) -> NetFile:
    """A net of random weights."""
    zones = random_zones(genre) if zoned else []
    rng, inputs = Random(seed), NetInputs(tables_of(genre), zones).count
    rows, biases, output = (array("h", [rng.randint(-largest, largest) for _ in range(count)])
                            for count in (inputs * hidden, hidden, buckets * views * hidden))
    header = {"genres": {genre.name: rules_hash(genre)}, "data": {}, "match": {}, "zones": zones}
    return NetFile(header, rows, biases, output,
                   array("i", [rng.randint(-1 << 20, 1 << 20) for _ in range(buckets)]))


def positions(genre: Genre, count: int, seed: int = 1) -> list[Setup]:
    """Setups of positions met in random games."""
    rng = Random(f"{genre.name} {seed}")
    found: list[Setup] = []
    while len(found) < count:
        judge = Judge(compiled_rules(genre), 8)
        fen = FENS.get(genre.name, genre.start if rng.random() < 0.5 else ORTHODOX_FEN if not genre.king_run else None)
        judge.load(Position(genre, fen).setup)
        for _ in range(rng.randint(1, 30)):
            moves = judge.moves()
            if not moves or judge.verdict() > 1:
                break
            judge.push(rng.choice(moves))
            judge.drop_history()
            found.append(judge.save())
    return found[:count]


def judge_of(genre: Genre, setup: Setup) -> Judge:
    """A judge with a position on top."""
    judge = Judge(compiled_rules(genre), 8)
    judge.load(setup)
    return judge


def mirrored(genre: Genre, setup: Setup) -> Setup:
    """The same position with colours exchanged, without castling rights and en passant."""
    mirror = NetInputs(tables_of(genre)).mirror
    men = [""] * len(setup.men)
    for square, man in setup.pieces:
        men[mirror[square]] = man.swapcase()
    return replace(setup, men=tuple(men), turn=1 - setup.turn, flags=setup.flags.swapcase(), rights="", en_passant=None)


def expected(genre: Genre, net: NetFile, setup: Setup) -> int:
    """The value by the formula, from the men on the diagram, in integers of any size."""
    tables, inputs = tables_of(genre), NetInputs(tables_of(genre), net.king_zones)
    bucket = min((len(setup.pieces) - 1) * net.buckets // 32, net.buckets - 1)
    total = net.output_biases[bucket]
    for view in range(net.views):
        seer = setup.turn ^ view
        sums = list(net.biases)
        kings = [inputs.mirror[square] if seer else square for square, man in setup.pieces
                 if man.upper() == genre.royal.letter and man.isupper() == (seer == 0)]
        zone, turns = (inputs.zone_of(kings[0]), inputs.turns(kings[0])) if len(kings) == 1 else (0, False)
        for square, man in setup.pieces:
            side = 0 if man.isupper() else 1
            slot = tables.numbers[man.upper()]
            if genre.king_run and slot == tables.royal and genre.king_run.flags[side] in setup.flags:
                slot = len(tables.letters)
            seen = inputs.mirror[square] if seer else square
            number = inputs.number(side != seer, slot, inputs.turned[seen] if turns else seen, zone)
            for unit in range(net.hidden):
                sums[unit] += net.rows[number * net.hidden + unit]
        start = (bucket * net.views + view) * net.hidden
        for value, weight in zip(sums, net.output[start:start + net.hidden], strict=True):
            total += min(max(value, 0), NET_ACTIVE) ** 2 * weight
    return min(max(total >> NET_SHIFT, -20000), 20000)


@pytest.mark.parametrize("name", GENRE_NAMES)
def test_the_value_is_that_of_the_formula(name: str) -> None:
    genre = find(name)
    values = set()
    for views, buckets in ((1, 1), (2, 5)):
        net = random_net(genre, 128 if name == "orthodox" else 64, views=views, buckets=buckets, zoned=views == 2)
        used = Net(net, tables_of(genre))
        for setup in positions(genre, 20):
            value = used.evaluation_of(judge_of(genre, setup))
            assert value == expected(genre, net, setup), setup
            values.add(value)
    assert len(values) > 20


@pytest.mark.parametrize(("views", "zoned"), [(1, False), (2, False), (1, True), (2, True)])
@pytest.mark.parametrize("name", GENRE_NAMES)
def test_sums_kept_from_frame_to_frame_are_those_found_anew(name: str, views: int, zoned: bool) -> None:
    """Random lines with moves taken back; positions are evaluated now and then, with several plies in between."""
    genre, rng = find(name), Random(name)
    used = Net(random_net(genre, seed=3, views=views, zoned=zoned), tables_of(genre))
    judge, kept = Judge(compiled_rules(genre), 64), Accumulator(used)
    judge.load(Position(genre, FENS.get(name, None if genre.king_run else ORTHODOX_FEN)).setup)
    compared = 0
    for _ in range(300):
        moves = judge.moves() if judge.ply < 40 else []
        if moves and rng.random() < 0.7:
            judge.push(rng.choice(moves))
        elif judge.ply:
            judge.pop()
        if rng.random() < 0.4:
            compared += 1
            assert kept.evaluation_at(judge, judge.ply) == used.evaluation_of(judge)
    assert compared > 75


@pytest.mark.parametrize("name", ["orthodox", "rollerball", "siamois"])
def test_a_net_that_adds_is_added_to_the_tables(name: str) -> None:
    genre = find(name)
    file = random_net(genre, seed=4)
    weights = Weights(tables_of(genre))
    judges = [Judge(compiled_rules(genre, SMALL_TABLE_BITS), 8) for _ in range(2)]
    by_tables, by_both = (Evaluation(judge, weights) for judge in judges)
    adding = replace(file, header={**file.header, "adds": True})
    by_both.use_net(Net(adding, tables_of(genre)))
    used = Net(file, tables_of(genre))
    for setup in positions(genre, 20, seed=4):
        judge = judge_of(genre, setup)
        assert by_both.score_of(judge) == by_tables.score_of(judge) + used.evaluation_of(judge)


@pytest.mark.parametrize("name", GENRE_NAMES)
def test_a_position_and_its_mirror_image_have_the_same_value(name: str) -> None:
    genre = find(name)
    used = Net(random_net(genre, seed=2, zoned=True), tables_of(genre))
    for setup in positions(genre, 15, seed=2):
        value = used.evaluation_of(judge_of(genre, setup))
        assert value == used.evaluation_of(judge_of(genre, mirrored(genre, setup))), setup


def test_a_flag_is_seen() -> None:
    genre = find("rollerball")
    used = Net(random_net(genre), tables_of(genre))
    fen = FENS["rollerball"]
    values = {used.evaluation_of(judge_of(genre, Position(genre, fen.replace("Kk 0 1", flags + " 0 1")).setup))
              for flags in ("-", "K", "k", "Kk")}
    assert len(values) == 4


def test_the_largest_sums_are_right() -> None:
    genre = find("orthodox")
    net = random_net(genre)
    for unit in range(net.hidden):
        net.output[unit] = 128 if unit % 2 else -128
    squares = len(genre.board.squares)
    most = 0x7FFF // squares
    for number in range(len(net.rows)):
        net.rows[number] = most
    bound = replace(net, biases=array("h", [0x7FFF - most * squares] * net.hidden))
    used = Net(bound, tables_of(genre))
    for setup in positions(genre, 10):
        assert used.evaluation_of(judge_of(genre, setup)) == expected(genre, bound, setup)


@pytest.mark.parametrize("what", ["row", "bias", "output", "sum"])
def test_a_net_that_could_overflow_is_refused(what: str) -> None:
    genre = find("orthodox")
    net = random_net(genre, 256 if what == "sum" else 64)
    if what == "row":
        for number in range(0, len(net.rows), net.hidden):
            net.rows[number] = 600
    elif what == "bias":
        net.biases[3] = 0x7FFF
    elif what == "output":
        net.output[5] = 129
    else:
        net = replace(net, output=array("h", [128] * len(net.output)))
    with pytest.raises(EngineError, match="could overflow"):
        Net(net, tables_of(genre))


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    net = random_net(find("rollerball"), zoned=True)
    net.save(tmp_path / "a.net")
    again = read_net(tmp_path / "a.net")
    assert (again.rows, again.biases, again.output, again.output_biases) \
        == (net.rows, net.biases, net.output, net.output_biases)
    assert again.header["genres"] == net.header["genres"] and again.king_zones == net.king_zones
    again.save(tmp_path / "b.net")
    assert (tmp_path / "a.net").read_bytes() == (tmp_path / "b.net").read_bytes()


def test_damaged_files_are_errors(tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    random_net(find("rollerball")).save(path)
    weights = read_net(path).weights()
    whole = path.read_bytes()
    header = whole.index(b"\n") + 1
    rng = Random(1)
    damaged = [b"", b"\n", b"{}\n", b"[" * 70000, whole[:header], whole[:-1], whole + b"\0", b"[]\n" + whole]
    for name, value in (("hidden", 63), ("hidden", "64"), ("hidden", 0), ("inputs", 1 << 40), ("genres", []),
                        ("zones", 3), ("zones", [8]), ("format", "feerie-net 3")):
        damaged.append(json.dumps({**json.loads(whole[:header]), name: value}).encode() + b"\n" + whole[header:])
    for _ in range(50):
        at = rng.randrange(header, len(whole))
        damaged.append(whole[:at] + bytes([whole[at] ^ 1 << rng.randrange(8)]) + whole[at + 1:])
    for _ in range(100):
        at = rng.randrange(header)
        damaged.append(whole[:at] + bytes([rng.randrange(256)]) + whole[at + 1:])
    for data in damaged:
        path.write_bytes(data)
        try:
            net = read_net(path)
        except EngineError as error:
            assert str(error).startswith(str(path))
        else:
            assert net.weights() == weights
    with pytest.raises(EngineError, match="No such file"):
        Engine(evaluation=tmp_path / "none.net")


@pytest.mark.parametrize("name", MEANING)
def test_the_digest_is_of_what_the_weights_mean(name: str, tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    net = random_net(find("orthodox"), zoned=True)
    net.save(path)
    line, weights = path.read_bytes().split(b"\n", 1)
    header = json.loads(line)
    if name == "zones":
        changed = header["zones"][::-1]
        assert changed != header["zones"]
    else:
        changed = {"inputs": 2 * header["inputs"], "hidden": 2 * header["hidden"], "views": 3 - header["views"],
                   "buckets": header["buckets"] % 2 + 1, "adds": not header.get("adds")}[name]
    for form in (FORMAT, OLDER):
        path.write_bytes(json.dumps({**header, name: changed, "format": form}).encode() + b"\n" + weights)
        with pytest.raises(EngineError, match="damaged"):
            read_net(path)
    path.write_bytes(json.dumps({**header, "format": OLDER,
                                 "sha256": hashlib.sha256(net.weights()).hexdigest()}).encode() + b"\n" + weights)
    assert read_net(path).weights() == net.weights(), "nets of the older format are read"


def test_a_net_serves_its_genres_only(tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    random_net(find("rollerball")).save(path)
    engine = Engine(hash_mb=1, evaluation=path)
    assert engine.search(Position("rollerball"), depth=2).best
    for name in ("orthodox", "rollerball-literal"):
        with pytest.raises(EngineError, match=f"the net is for rollerball, not for {name}"):
            engine.search(Position(name), depth=2)
    assert engine.search(Position("rollerball"), depth=2).best


def test_the_engine_is_deterministic_with_a_net(tmp_path: Path) -> None:
    path = tmp_path / "a.net"
    random_net(find("rollerball"), largest=30).save(path)
    found = [Engine(hash_mb=1, evaluation=path).search(Position("rollerball"), depth=5) for _ in range(2)]
    assert found[0].nodes == found[1].nodes and found[0].pv == found[1].pv
    by_tables = Engine(hash_mb=1, evaluation="tables").search(Position("rollerball"), depth=5)
    assert by_tables.nodes != found[0].nodes


def test_rules_have_hashes_of_their_own() -> None:
    others = [genre for genre in GENRES if genre is not CHESS960]      # whose net is that of orthodox chess
    hashes = [rules_hash(genre) for genre in (*others, find("rokagogo+rex-multiplex"))]
    assert len(set(hashes)) == len(hashes)
    assert zlib.crc32("".join(hashes).encode()) == 2922331206, "nets of users are bound to these hashes"
    assert rules_hash(replace(find("roque"), name="other", start=None)) == rules_hash(find("roque"))
    assert rules_hash(replace(ORTHODOX, board=replace(ORTHODOX.board, wraps=Wrap.FILES))) not in hashes
    of_other_gender = tuple(replace(man, genders=Genders("f", "f")) for man in ORTHODOX.men)
    assert rules_hash(replace(ORTHODOX, men=of_other_gender)) == rules_hash(ORTHODOX)
    code = ("from feerie import find; from feerie.engine.net_inputs import rules_hash; "
            "print(rules_hash(find('rollerball')))")
    for seed in ("1", "2"):
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True,
                             env={**os.environ, "PYTHONHASHSEED": seed})
        assert run.stdout.strip() == rules_hash(find("rollerball"))


UNCOMPILED = """
import json, sys
from pathlib import Path
from feerie import Position
from feerie.engine.net import Net
from feerie.engine.net_file import read_net
from feerie.kernel.state import COMPILED
from feerie.kernel.tables import tables_of
from feerie.kernel.verdict import Judge, compiled_rules
values = []
for name, path, fens in json.load(sys.stdin):
    for fen in fens:
        position = Position(name, fen)
        judge = Judge(compiled_rules(position.genre), 8)
        judge.load(position.setup)
        values.append(Net(read_net(Path(path)), tables_of(position.genre)).evaluation_of(judge))
print(json.dumps([COMPILED, values]))
"""


@pytest.mark.end_to_end
@pytest.mark.skipif(not COMPILED, reason="nothing to compare with")
def test_uncompiled_nets_give_the_same_values(tmp_path: Path) -> None:
    shutil.copytree(SOURCE, tmp_path / "feerie", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "*.c"))
    asked, values = [], []
    for name in ("rollerball", "siamois"):
        genre, path = find(name), tmp_path / f"{name}.net"
        random_net(genre, zoned=True).save(path)
        setups = positions(genre, 8, seed=3)
        used = Net(read_net(path), tables_of(genre))
        asked.append((name, str(path), [write(genre, setup) for setup in setups]))
        values += [used.evaluation_of(judge_of(genre, setup)) for setup in setups]
    run = subprocess.run([sys.executable, "-c", UNCOMPILED], text=True, capture_output=True, input=json.dumps(asked),
                         env={**os.environ, "PYTHONPATH": str(tmp_path)}, check=False)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == [False, values]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_nets_of_the_package_won_their_matches(path: Path) -> None:
    assert path.stat().st_size < 300_000
    net = read_net(path)
    assert net.header["format"] == FORMAT
    assert net.header["data"]["positions"] > 0
    for name, rules in net.header["genres"].items():
        genre = find(name)
        assert rules_hash(genre) == rules, f"the rules of {name} have changed: its net must be trained and tried again"
        assert net_of(genre) == net
        Net(net, tables_of(genre))
        match = net.header["match"][name]
        assert match["games"] >= 200 and match["won"] + match["drawn"] + match["lost"] == match["games"]
        assert match["elo"] - match["error"] > 0
        score = (match["won"] + match["drawn"] / 2) / match["games"]
        assert abs(score - match["score"]) < 0.001
