"""Many games at once on the page's server, and a hostile client.

    python bench/serve.py [--games N] [--moves N] [--pause SECONDS] [--hostile N]

Every game has a browser of its own, with an address of its own (127.1.x.y): it holds a WebSocket and plays a random
move at each end of its pause; every tenth game is against the engine, whose thinking is not counted. Answers are timed
from the request to the whole answer, shown moves from the request to the WebSocket's message. The hostile client, a
process of its own, sends --hostile malformed requests and frames, while 1,000 idle sockets and slow senders stay
connected; every answer it gets must be a refusal, and the games must go on. Memory is the server's resident set size.
The last lines say whether the figures are what they should be; if not, the exit code is 1. Under other load they are
not: the first line says how much there is. Linux only: other systems have one loopback address.
"""
from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Self

from websockets.asyncio.client import connect

from feerie.genres import GENRES

ENGINE_EVERY = 10
LONGEST = 24
"""Plies after which a game is resigned and another one begins."""
IDLE_SOCKETS, SLOW_SENDERS, AT_ONCE = 1000, 40, 40
HUGE = 8 * 1024 * 1024
MEDIAN, PERCENTILE_99 = 0.100, 0.400
"""Seconds in which a move must be answered: half of all, 99 % of all."""
WARM_UP, FLAT = 0.2, 10.0
"""After this part of the moves the memory must stay within this many megabytes."""


class Client:
    """HTTP on a connection that is kept, from an address of its own."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.address = port, address
        self.reader: asyncio.StreamReader | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *unused: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        if self.reader is not None:
            self.writer.close()
            self.reader = None

    async def send(self, raw: bytes, wait: float = 30.0) -> tuple[int, bytes]:
        """Send bytes; return status and body of the answer, 0 if the connection is closed."""
        try:
            if self.reader is None:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port,
                                                                         local_addr=(self.address, 0))
            self.writer.write(raw)
            head = await asyncio.wait_for(self.reader.readuntil(b"\r\n\r\n"), wait)
            length = re.search(rb"content-length: (\d+)", head, re.IGNORECASE)
            if length:
                body = await self.reader.readexactly(int(length[1]))
            elif b"chunked" not in head:
                body = await self.reader.read()
            else:
                body = b"".join([part async for part in self._chunks()])
            if b"connection: close" in head.lower() or head.split()[1] in (b"413", b"429"):      # a body follows
                self.close()
            return int(head.split()[1]), body
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            self.close()
            return 0, b""

    async def _chunks(self) -> Any:
        assert self.reader
        while size := int((await self.reader.readline()).strip() or b"0", 16):
            yield await self.reader.readexactly(size)
            await self.reader.readline()
        await self.reader.readline()

    async def ask(self, path: str, body: object = None, player_token: str = "") -> tuple[int, Any]:
        """Status and answer of a request as the page makes it."""
        raw = b"" if body is None else json.dumps(body).encode()
        method = "GET" if body is None else "POST"
        head = (f"{method} {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\nX-Player-Token: {player_token}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(raw)}\r\n\r\n")
        status, answer = await self.send(head.encode() + raw)
        return status, json.loads(answer) if answer[:1] in (b"{", b"[") else None


class Measure:
    """What was seen."""

    def __init__(self) -> None:
        self.answers: list[float] = []
        self.shown: list[float] = []
        self.wrong: Counter[str] = Counter()
        self.finished = 0
        self.memory: list[tuple[int, float]] = []


async def player(number: int, port: int, pause: float, seen: Measure, moves: int) -> None:
    """One browser, game after game, until all together have made this many moves."""
    rng, address = random.Random(number), f"127.1.{number // 250}.{number % 250 + 1}"
    await asyncio.sleep(rng.random() * pause)
    async with Client(port, address) as client:
        while len(seen.answers) < moves:
            genre = GENRES[(number + number // ENGINE_EVERY + seen.finished) % len(GENRES)]     # the engine plays all
            engine = number % ENGINE_EVERY == 0
            status, opened = await client.ask("/api/games", {
                "genre": genre.name, "opponent": "engine" if engine else "board", "level": "beginner", "seconds": 0.05})
            if status != 201:
                seen.wrong[f"a new game: {status} {opened}"] += 1
                await asyncio.sleep(pause)
                continue
            with contextlib.suppress(ConnectionError):
                await one_game(client, opened, rng, pause, seen, moves)
            seen.finished += 1


async def one_game(client: Client, opened: dict[str, Any], rng: random.Random, pause: float, seen: Measure,
                   moves: int) -> None:
    """Random moves until the end, or for as long as a game lasts here."""
    game, port = f"/api/games/{opened['id']}", client.port
    origin: Any = f"http://127.0.0.1:{port}"
    async with connect(f"ws://127.0.0.1:{port}{game}/live", origin=origin,
                       local_addr=(client.address, 0), max_size=None) as live:
        told, ply = json.loads(await live.recv()), 0
        ply = len(told["history"]) - 1
        while len(seen.answers) < moves and not told["outcome"] and ply < LONGEST:
            if told["turn"] == told["engine_side"]:
                told = json.loads(await live.recv())
                ply = told["since"] + len(told["history"]) - 1
                continue
            move = rng.choice(told["destinations"])["uci"]
            begin = time.perf_counter()
            status, answer = await client.ask(f"{game}/moves", {"move": move, "ply": ply}, opened["player_token"])
            seen.answers.append(time.perf_counter() - begin)
            if status != 200:
                seen.wrong[f"a move: {status} {answer}"] += 1
                return
            told = json.loads(await live.recv())
            seen.shown.append(time.perf_counter() - begin)
            ply = told["since"] + len(told["history"]) - 1
            await asyncio.sleep(max(0.0, pause * rng.uniform(0.9, 1.1) - (time.perf_counter() - begin)))


# The hostile client

def malformed(rng: random.Random, port: int) -> bytes:
    """A request that deserves a refusal."""
    host = f"Host: localhost:{port}\r\n".encode()
    json_head = b"POST /api/games HTTP/1.1\r\n" + host + b"Content-Type: application/json\r\n"
    body = rng.choice([b"{", b"[" * 3000, b"null", b"\xff\xfe\x00", b'{"genre": 5}', b'{"fen": "8/8"}',
                       b'{"clock": 1e999}', b'{"pgn": "' + b"(" * 2000 + b'"}', b'{"days": -1}',
                       b'{"genre": "' + b"rokagogo+" * 12 + b'"}'])
    upgrade = b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " \
        + rng.choice([b"x", b"dGhlIHNhbXBsZSBub25jZQ=="]) + b"\r\n"
    return rng.choice([
        rng.randbytes(rng.randrange(1, 200)).replace(b"\n", b"x") + b"\r\n\r\n",
        b"GET /" + b"x" * 5000 + b" HTTP/1.1\r\n" + host + b"\r\n",
        b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"GET / HTTP/9.9\r\n" + host + b"\r\n",
        b"BREW /api/games HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /api/games/%00%ff HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /static/%2e%2e/%2e%2e/server.py HTTP/1.1\r\n" + host + b"\r\n",
        b"GET /api/games/none/live HTTP/1.1\r\n" + host + upgrade
        + rng.choice([b"", b"Origin: http://evil.example\r\n"]) + b"\r\n" + rng.randbytes(50),
        json_head + b"Content-Length: %d\r\n\r\n" % len(body) + body,
        json_head + b"Content-Length: 99999999999\r\n\r\n" + body,
        json_head + b"Content-Length: -1\r\n\r\n",
        json_head + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        json_head + b"Origin: http://evil.example\r\nContent-Length: 2\r\n\r\n{}",
    ])


async def attack(port: int, many: int) -> Counter[str]:
    """Malformed requests, some at once; what was answered, "0" for a closed connection."""
    found: Counter[str] = Counter()
    left = many

    async def one(number: int) -> None:
        nonlocal left
        rng = random.Random(number)
        # three attackers in four share an address and reach the limit of requests; the others have one of their own
        client = Client(port, "127.2.0.1" if number % 4 else f"127.2.1.{number + 1}")
        while left > 0:
            left -= 1
            status, _ = await client.send(malformed(rng, port), 15)
            found[str(status)] += 1
            if rng.random() < 0.3:
                client.close()
        client.close()

    async def frames(number: int) -> None:
        """A WebSocket that is accepted, then junk as frames."""
        rng = random.Random(number)
        async with Client(port, f"127.3.0.{number + 1}") as client:
            _, opened = await client.ask("/api/games", {})
            asked = (f"GET /api/games/{opened['id']}/live HTTP/1.1\r\nHost: localhost:{port}\r\n"
                     f"Upgrade: websocket\r\nConnection: Upgrade\r\nOrigin: http://localhost:{port}\r\n"
                     "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode()
            for _ in range(many // 400):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(client.address, 0))
                with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
                    writer.write(asked)
                    await reader.readuntil(b"\r\n\r\n")
                    writer.write(rng.choice([rng.randbytes(200), b"\x81\xfe\xff\xff" + rng.randbytes(70_000),
                                             b"\x88\x80abcd", b"\x01\x80abcd" * 50]))
                    try:
                        await asyncio.wait_for(reader.read(), 1)
                        found["frames: closed"] += 1
                    except TimeoutError:        # the rest of a frame may still come
                        found["frames: incomplete"] += 1
                writer.close()

    async def huge() -> None:
        async with Client(port, "127.2.0.2") as client:
            for _ in range(20):
                status, _ = await client.send(f"POST /api/games HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: "
                                              f"application/json\r\nContent-Length: {HUGE}\r\n\r\n".encode()
                                              + b" " * HUGE, 15)
                found[f"huge body: {status}"] += 1

    await asyncio.gather(*(one(number) for number in range(AT_ONCE)), *(frames(number) for number in range(8)), huge())
    return found


async def hold(port: int, until: asyncio.Event) -> Counter[str]:
    """Idle sockets and slow senders, which connect again when they are cut off."""
    found: Counter[str] = Counter()

    async def one(number: int, slow: bool) -> None:
        while not until.is_set():
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=("127.2.0.3", 0))
                for sent in b"POST /api/games HTTP/1.1\r\nX: " + b"x" * 100 if slow else [0]:
                    writer.write(bytes([sent]) if slow else b"")
                    with contextlib.suppress(asyncio.TimeoutError):
                        said = await asyncio.wait_for(reader.read(100), 1.0 if slow else 60.0)
                        found[f"{'slow' if slow else 'idle'}: {said[9:12].decode() or 'closed'}"] += 1
                        break
                    if until.is_set():
                        break
                writer.close()
            await asyncio.sleep(5)

    await asyncio.gather(*(one(number, False) for number in range(IDLE_SOCKETS)),
                         *(one(number, True) for number in range(SLOW_SENDERS)))
    return found


# What is printed

def resident(process: int) -> float:
    """The resident set size of a process in megabytes."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    return int(re.findall(r"VmRSS:\s+(\d+)", status)[0]) / 1024


async def watch(process: int, seen: Measure, moves: int) -> None:
    """Note the memory after each tenth of the moves."""
    for part in range(1, 11):
        while len(seen.answers) < moves * part / 10:
            await asyncio.sleep(0.2)
        seen.memory.append((len(seen.answers), resident(process)))


def report(name: str, seen: Measure) -> None:
    """Print what was seen."""
    for kind, times in (("answers", seen.answers), ("shown", seen.shown)):
        if len(times) > 1:
            parts = statistics.quantiles(times, n=100)
            print(f"{name}: {kind}: {len(times)}, median {1000 * parts[49]:.1f} ms, 99 % {1000 * parts[98]:.1f} ms, "
                  f"longest {1000 * max(times):.0f} ms")
    print(f"{name}: games finished {seen.finished}; wrong: {dict(seen.wrong) or 'nothing'}")
    print(f"{name}: memory, MB after moves: " + ", ".join(f"{size:.0f} ({count})" for count, size in seen.memory))
    sys.stdout.flush()


def demand(what: str, is_so: bool) -> bool:
    """Print whether a figure is as it should be."""
    print(f"{what}: {'yes' if is_so else 'NO'}", flush=True)
    return is_so


def judged(name: str, seen: Measure) -> bool:
    """Whether the answers were fast, the memory flat, and nothing went wrong."""
    parts = statistics.quantiles(seen.answers, n=100)
    good = demand(f"{name}: median below {1000 * MEDIAN:.0f} ms", parts[49] < MEDIAN)
    good &= demand(f"{name}: 99 % below {1000 * PERCENTILE_99:.0f} ms", parts[98] < PERCENTILE_99)
    good &= demand(f"{name}: nothing went wrong", not seen.wrong)
    sizes = [size for count, size in seen.memory if count >= WARM_UP * seen.memory[-1][0]]
    if sizes:
        good &= demand(f"{name}: memory between {min(sizes):.0f} and {max(sizes):.0f} MB after the first "
                       f"{WARM_UP:.0%} of the moves: flat within {FLAT:.0f} MB", max(sizes) - min(sizes) <= FLAT)
    return good


def refused(found: Counter[str]) -> bool:
    """Whether the hostile client was refused, and no answer was a failure of the server."""
    classes = Counter[str]()
    for answer, times in found.items():
        status = answer.rpartition(" ")[2]
        classes[f"{status[0]}xx" if status.isdigit() and status != "0" else "closed"] += times
    print(f"attack: by class: {dict(sorted(classes.items()))}")
    return demand("attack: all answers are 4xx or closed connections", not set(classes) - {"4xx", "closed"})


async def play(port: int, process: int, games: int, moves: int, pause: float, seen: Measure) -> Measure:
    """Play `games` games at once, until `moves` moves are made."""
    await asyncio.gather(watch(process, seen, moves),
                         *(player(number, port, pause, seen, moves) for number in range(games)))
    return seen


async def run(port: int, process: int, asked: argparse.Namespace) -> bool:
    """The games alone, then together with the hostile client; return whether all figures are as they should be."""
    good = True
    if asked.moves:
        seen = await play(port, process, asked.games, asked.moves, asked.pause, Measure())
        report("alone", seen)
        good &= judged("alone", seen)
    if asked.hostile:
        enemy = await asyncio.create_subprocess_exec(sys.executable, __file__, "--hostile", str(asked.hostile),
                                                     "--port", str(port))
        seen = Measure()
        games = asyncio.create_task(play(port, process, asked.games, 10**9, asked.pause, seen))
        good &= await enemy.wait() == 0
        games.cancel()
        report("under attack", seen)
        print(f"memory after the attack: {resident(process):.0f} MB")
        good &= judged("under attack", seen)
    return good


async def harm(port: int, many: int) -> bool:
    """Run the whole hostile client; return whether it was refused."""
    done, begin = asyncio.Event(), time.perf_counter()
    holding = asyncio.create_task(hold(port, done))
    found = await attack(port, many)
    print(f"attack: {sum(found.values())} in {time.perf_counter() - begin:.0f} s: {dict(sorted(found.items()))}")
    done.set()
    held = await holding
    print(f"attack: held: {dict(sorted(held.items()))}")
    return refused(found + held)


def main() -> int:
    """Start a server, and measure it; 1 if a figure is not as it should be."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--moves", type=int, default=10_000)
    parser.add_argument("--pause", type=float, default=5.0)
    parser.add_argument("--hostile", type=int, default=100_000)
    parser.add_argument("--port", type=int, help="attack the server of this port, and do nothing else")
    asked = parser.parse_args()
    if asked.port:
        return int(not asyncio.run(harm(asked.port, asked.hostile)))
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    with tempfile.TemporaryDirectory() as data:
        process = subprocess.Popen([sys.executable, "-m", "feerie", "serve", "--no-browser", "--port", "0", "--json",
                                    "--data", data], stdout=subprocess.PIPE, text=True, env=os.environ)
        try:
            assert process.stdout
            good = asyncio.run(run(json.loads(process.stdout.readline())["port"], process.pid, asked))
            good &= demand("the server still runs", process.poll() is None)
            print(f"CPU seconds of the server: {_cpu(process.pid):.1f}; load of the machine: {os.getloadavg()[0]:.1f}")
            return int(not good)
        finally:
            process.kill()
            process.wait()


def _cpu(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.exit(main())
