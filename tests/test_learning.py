"""bench/learn.py: games by seed, inputs and gradients of the training, rounding, and the whole way to a net."""
from __future__ import annotations

import importlib
import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from facts import ROOT, SOURCE

from feerie import Position, find
from feerie.engine.net import Net
from feerie.engine.net_file import net_of, read_net
from feerie.engine.net_inputs import NetInputs
from feerie.kernel.tables import tables_of
from feerie.kernel.verdict import Judge, compiled_rules
from feerie.rules.setup import Setup

np: Any = pytest.importorskip("numpy", reason="training needs numpy")
BENCH = ROOT / "bench"
OPEN = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def training() -> ModuleType:
    """bench/net_training.py as a module; it imports net_examples."""
    if "net_training" not in sys.modules:
        sys.path.append(str(BENCH))
        spec = importlib.util.spec_from_file_location("net_training", BENCH / "net_training.py")
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        sys.modules["net_training"] = module
        spec.loader.exec_module(module)
    return sys.modules["net_training"]


def learn(folder: Path, *arguments: str) -> str:
    """What a command of bench/learn.py prints."""
    path = os.pathsep.join([str(SOURCE.parent), *sys.path])
    run = subprocess.run([sys.executable, str(BENCH / "learn.py"), *arguments], cwd=folder, text=True,
                         capture_output=True, env={**os.environ, "PYTHONPATH": path}, check=False)
    assert run.returncode == 0, run.stderr
    return run.stdout


def setup_of(genre_name: str, position: Any) -> Setup:
    """A recorded position as a setup."""
    genre = find(genre_name)
    letters, flags = tables_of(genre).letters, ""
    men = []
    for number in position["men"][:genre.board.size].tolist():
        kind, side = (number & 15) - 1, number >> 4
        if number and kind == len(letters):
            kind = tables_of(genre).royal
            assert genre.king_run
            flags += genre.king_run.flags[side]
        men.append("" if not number else letters[kind] if side == 0 else letters[kind].lower())
    return Setup(tuple(men), int(position["turn"]), flags=flags)


@pytest.mark.end_to_end
def test_from_games_to_a_net_that_plays(tmp_path: Path) -> None:
    games = ("games", "rollerball", "--seed", "3", "--nodes", "150", "--games", "12")
    for name in ("a.games", "b.games"):
        learn(tmp_path, games[0], games[1], name, *games[2:])
    assert (tmp_path / "a.games").read_bytes() == (tmp_path / "b.games").read_bytes()
    printed = learn(tmp_path, "train", "rollerball", "a.net", "a.games", "--epochs", "12")
    losses = [float(line.split("loss ")[1].split(",")[0]) for line in printed.splitlines() if "loss" in line]
    assert len(losses) == 12 and losses[-1] < 0.75 * losses[0]
    learn(tmp_path, "train", "rollerball", "b.net", "b.games", "--epochs", "12")
    nets = [read_net(tmp_path / name) for name in ("a.net", "b.net")]
    assert nets[0].hidden == 64 and len(set(nets[0].rows)) > 50
    learn(tmp_path, "match", "rollerball", "a.net", "--games", "2", "--nodes", "100", "--admit")
    admitted = read_net(tmp_path / "a.net")
    assert admitted.weights() == nets[0].weights()
    assert admitted.header["match"]["rollerball"]["games"] == 2

    training()
    examples: Any = sys.modules["net_examples"]
    positions, traces = examples.read_positions([tmp_path / "a.games"])
    assert np.allclose(traces, examples.sigmoid(positions["score"] / 200))
    genre = find("rollerball")
    inputs = examples.active_inputs(genre, positions)
    used = Net(admitted, tables_of(genre))
    rows = np.array(admitted.rows, np.int64).reshape(admitted.inputs, admitted.hidden)
    seen = 0
    for position, active in zip(positions, inputs, strict=True):
        active = active[active < admitted.inputs]
        assert len(active) == np.count_nonzero(position["men"])
        hidden = np.clip(rows[active].sum(axis=0) + np.array(admitted.biases), 0, 255)
        value = int((hidden * hidden) @ np.array(admitted.output, np.int64)) + admitted.output_biases[0] >> 13
        judge = Judge(compiled_rules(genre), 8)
        judge.load(setup_of("rollerball", position))
        assert used.evaluation_of(judge) == max(-20000, min(20000, value))
        seen += bool((position["men"] & 15 == 5).any())
    assert seen, "no position with a king's flag set"


@pytest.mark.parametrize("genre_name", ["rollerball", "orthodox"])
def test_training_begins_with_the_weights_of_a_net(genre_name: str) -> None:
    file = net_of(find(genre_name))
    assert file
    inputs = NetInputs(tables_of(find(genre_name)), file.king_zones)
    shape = (inputs.per_zone, file.hidden, 200.0, np.random.default_rng(1), file.views, file.buckets)
    network = training().Network(*shape, inputs.zones)
    assert network.rounded(file.header, 1.0).weights() != file.weights()
    network.load(file)
    assert network.rounded(file.header, 1.0).weights() == file.weights()
    with pytest.raises(ValueError, match="another shape"):
        training().Network(*shape[:-1], file.buckets + 1, inputs.zones).load(file)


@pytest.mark.parametrize("zoned", [False, True])
@pytest.mark.parametrize("genre_name", ["rollerball", "orthodox", "siamois"])
def test_what_a_net_sees_in_training_is_what_it_sees_in_play(genre_name: str, zoned: bool) -> None:
    training()
    examples: Any = sys.modules["net_examples"]
    genre = find(genre_name)
    if zoned and genre_name == "siamois":
        pytest.skip("zones are for sides with one king")
    king_zones = [abs(zone) for zone in examples.home_zones(genre)] if zoned and genre.king_run \
        else examples.home_zones(genre) if zoned else []
    inputs = NetInputs(tables_of(genre), king_zones)
    positions = random_records(genre_name, 40)
    seen = examples.Seen(genre, positions, king_zones)
    royal = tables_of(genre).royal
    for side in (0, 1):
        for position, numbers, zone in zip(positions, *seen.active(np.arange(40), np.full(40, side)), strict=True):
            men = [(int(number) >> 4 != side, (int(number) & 15) - 1, inputs.mirror[square] if side else square)
                   for square, number in enumerate(position["men"]) if number]
            kings = [square for enemy, slot, square in men if not enemy and slot in (royal, len(genre.men))]
            turns = zoned and inputs.turns(kings[0])
            assert zone == (inputs.zone_of(kings[0]) if zoned else 0)
            expected = sorted(inputs.number(enemy, slot, inputs.turned[square] if turns else square)
                              for enemy, slot, square in men)
            assert sorted(numbers[numbers < inputs.per_zone].tolist()) == expected
    turned = examples.turned_over(genre, positions)
    assert (examples.turned_over(genre, turned) == positions).all() and (turned != positions).all()


def random_records(genre_name: str, count: int) -> Any:
    """Positions of a random game as records."""
    genre = find(genre_name)
    record, packed = importlib.import_module("self_play").Record, importlib.import_module("learn").packed
    judge, rng = Judge(compiled_rules(genre), 8), Random(genre_name)
    records: list[Any] = []
    judge.load(Position(genre, None if genre.king_run else OPEN).setup)
    while len(records) < count:
        moves = judge.moves()
        if not moves or judge.verdict() > 1:
            judge.load(Position(genre, None if genre.king_run else OPEN).setup)
            continue
        judge.push(rng.choice(moves))
        judge.drop_history()
        records.append(record(judge.save(), 0, 0, True))
    return packed(genre, records, 0.5, 0)


def test_traces_go_from_the_result_back_to_each_score() -> None:
    training()
    examples: Any = sys.modules["net_examples"]
    positions = np.zeros(7, examples.POSITION)
    positions["ply"] = [0, 1, 2, 3, 0, 1, 2]
    positions["turn"] = [0, 1, 0, 1, 1, 0, 1]
    positions["score"] = [10, -30, 200, -150, 50, 0, -400]
    positions["result"] = [1, -1, 1, -1, 0, 0, 0]
    for trace in (0.0, 0.7, 1.0):
        found = examples.traced(positions, 100.0, trace)
        for game in (slice(0, 4), slice(4, 7)):
            following = None
            for position, value in list(zip(positions[game], found[game], strict=True))[::-1]:
                ahead = (position["result"] + 1) / 2 if following is None else 1 - following
                following = (1 - trace) / (1 + np.exp(-position["score"] / 100)) + trace * ahead
                assert abs(value - following) < 1e-6


@pytest.mark.parametrize(("views", "zones"), [(1, 1), (2, 1), (2, 3)])
def test_gradients_are_those_of_the_loss(views: int, zones: int) -> None:
    module = training()
    rng = np.random.default_rng(1)
    network = module.Network(12, 4, 250.0, rng, views, 3, zones)
    inputs = np.where(rng.random((views * 50, 12)) < 0.3, np.arange(12), 12)
    targets = rng.random(50).astype(np.float32)
    batch = sys.modules["net_examples"].Batch(inputs, rng.integers(0, zones, views * 50), rng.integers(0, 3, 50),
                                              rng.normal(0, 100, 50), targets)
    found: list[Any] = []
    network._adam = lambda gradients, rate: found.extend(gradients)
    network.learn(batch, 0.01)
    network.values = [value.astype(np.float64) for value in network.values]

    def loss() -> float:
        return float(np.mean((network.expected(batch) - targets) ** 2))

    for values, gradient in zip(network.values, found, strict=True):
        places = list(np.ndindex(values.shape))
        for at in places[:12] + places[-12:]:
            before = values[at]
            values[at] = before + 1e-5
            more = loss()
            values[at] = before - 1e-5
            less = loss()
            values[at] = before
            assert abs((more - less) / 2e-5 - gradient[at]) < 2e-4
