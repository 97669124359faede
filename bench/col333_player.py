"""A Rollerball bot of the COL333 course of IIT Delhi as a UCI player, for matches of our engine against it.

    COL333=PROGRAM python bench/col333_player.py

PROGRAM is one of the bots of assignment 5 (autumn 2023), built as the course builds them: the course's files with the
bot's engine.cpp and engine.hpp, for instance Aniruddha-Deb/rollerball-v2 with KashishGoel24/COL333-rollerball_A5, both
on GitHub. It plays the genre of course_rollerball.py, and speaks to one page over a WebSocket (RFC 6455):

    uci                                  uciok
    ucinewgame board-7-3 MILLISECONDS    newgameok
    position startpos moves ... MOVE     nothing; only the last move is played on the bot's board
    go MILLISECONDS                      bestmove MOVE, which the bot has played on its board

A bot decides for itself how long it thinks, by what is left on its clock, and has no `stop`. Each time it is told the
value of the option `Clock`. Some play their very first move from memory, wherever the game begins: so each start begins
with a search of the array that nobody sees. Some keep what they knew of the game before, or all the memory they have
used: restart them for every game.

Needs POSIX: the process that was started becomes the bot, so that its processor time is the bot's, and a child of it
translates.
"""
from __future__ import annotations

import base64
import hashlib
import os
import shutil
import signal
import socket
import sys
import time
from contextlib import suppress

BINARY = "COL333"
START = "2rbp2/2rkp2/2***2/2***2/2***2/2PKR2/2PBR2"
BOARD = "board-7-3"
CLOCK = 120_000
"""What the course gave each side for a game, in milliseconds."""
CONNECT_SECONDS = 8.0
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
"""Kinds of frames (RFC 6455, section 5.2)."""
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class BotError(Exception):
    """The bot, or what it is asked for, cannot be used."""


def frame(kind: int, payload: bytes, mask: bytes) -> bytes:
    """A whole frame as a client sends it (section 5.2)."""
    size = len(payload)
    head = bytes([0x80 | kind])
    if size < 126:
        head += bytes([0x80 | size])
    else:
        head += bytes([0x80 | 126]) + size.to_bytes(2, "big")
    return head + mask + bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))


class WebSocket:
    """A client's end. BotError if the other end is gone or does not keep to the protocol."""

    def __init__(self, link: socket.socket) -> None:
        self._link, self._read = link, b""
        key = base64.b64encode(os.urandom(16)).decode()
        link.sendall(f"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        while b"\r\n\r\n" not in self._read:
            self._more()
        answer, _, self._read = self._read.partition(b"\r\n\r\n")
        accepted = base64.b64encode(hashlib.sha1(f"{key}{GUID}".encode()).digest())
        if b" 101 " not in answer.split(b"\r\n")[0] or accepted not in answer:
            raise BotError("the bot refuses the WebSocket")

    def _more(self) -> None:
        try:
            data = self._link.recv(4096)
        except OSError as error:
            raise BotError(f"the bot is gone: {error.strerror}") from None
        if not data:
            raise BotError("the bot is gone")
        self._read += data

    def _take(self, size: int) -> bytes:
        while len(self._read) < size:
            self._more()
        taken, self._read = self._read[:size], self._read[size:]
        return taken

    def send(self, text: str, kind: int = TEXT) -> None:
        """Send a message."""
        try:
            self._link.sendall(frame(kind, text.encode(), os.urandom(4)))
        except OSError as error:
            raise BotError(f"the bot is gone: {error.strerror}") from None

    def receive(self) -> str:
        """The next message; messages in several frames are not supported."""
        while True:
            first, second = self._take(2)
            size = second & 0x7F
            if size >= 126:
                size = int.from_bytes(self._take(2 if size == 126 else 8), "big")
            payload = self._take(size).decode(errors="replace")
            if first & 0x0F == TEXT:
                return payload
            if first & 0x0F == CLOSE:
                raise BotError("the bot has closed the WebSocket")
            if first & 0x0F == PING:
                self.send(payload, PONG)


def moves_of(words: list[str]) -> list[str]:
    """The moves of a line `position`; BotError if the game does not begin from the array."""
    at = words.index("moves") if "moves" in words else len(words)
    if words[1:2] != ["startpos"] and words[1:3] != ["fen", START]:
        raise BotError("games begin from the array")
    return words[at + 1:]


class Bot:
    """The bot behind a WebSocket, and the moves that its board has seen."""

    def __init__(self, link: WebSocket) -> None:
        self._link = link
        self.played: list[str] = []
        self.clock = CLOCK

    def _ask(self, text: str, answer: str) -> list[str]:
        """Send a message; return the words of the first answer that begins with this word."""
        self._link.send(text)
        while True:
            words = self._link.receive().split()
            if words[:1] == [answer]:
                return words

    def wake(self) -> None:
        """Say hello, and let it search once: some have a first move of their own."""
        self._ask("uci", "uciok")
        self.begin()
        self._ask("go 1", "bestmove")
        self.begin()

    def begin(self) -> None:
        """A new game."""
        self._ask(f"ucinewgame {BOARD} {self.clock}", "newgameok")
        self.played = []

    def follow(self, moves: list[str]) -> None:
        """Bring its board to the position after these moves."""
        if moves[:len(self.played)] != self.played:
            self.begin()
        for at in range(len(self.played), len(moves)):
            self._link.send(f"position startpos moves {' '.join(moves[:at + 1])}")
        self.played = moves

    def think(self) -> str:
        """Its move, "0000" if it finds none."""
        move = self._ask(f"go {self.clock}", "bestmove")[1]
        self.played = [*self.played, move]
        return move

    def obey(self, line: str) -> None:
        """Answer a line of UCI other than `uci` and `quit`."""
        words = line.split()
        if words[:1] == ["isready"]:
            say("readyok")
        elif words[:1] == ["ucinewgame"]:
            self.begin()
        elif words[:1] == ["position"]:
            self.follow(moves_of(words))
        elif words[:1] == ["go"]:
            say(f"bestmove {self.think()}")
        elif words[:4] == ["setoption", "name", "Clock", "value"]:
            self.clock = int(words[4])


def say(text: str) -> None:
    """Print a line at once."""
    print(text, flush=True)


def connect(port: int) -> WebSocket:
    """The link to a bot that is starting."""
    end = time.monotonic() + CONNECT_SECONDS
    while True:
        try:
            link = socket.create_connection(("127.0.0.1", port), CONNECT_SECONDS)
            link.settimeout(None)
            link.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            return WebSocket(link)
        except OSError:
            if time.monotonic() > end:
                raise BotError("the bot opens no port") from None
            time.sleep(0.02)


def translate(port: int) -> None:
    """UCI on the standard streams, the bot's words on the port."""
    bot = None
    for line in sys.stdin:
        if line.strip() == "quit":
            return
        if line.strip() == "uci":
            bot = bot or Bot(connect(port))
            bot.wake()
            say("id name a bot of COL333")
            say(f"option name Clock type spin default {CLOCK} min 1 max 10000000")
            say("option name UCI_Variant type combo default course-rollerball var course-rollerball")
            say("uciok")
        elif bot:
            bot.obey(line)


def main() -> int:
    """Become the bot, and leave the translating to a child."""
    program = shutil.which(os.environ.get(BINARY, ""))
    if program is None:
        say(f"info string the environment variable {BINARY} names no program")
        return 1
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    bot = os.getpid()
    if os.fork():
        null = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(null, stream)
        os.execv(program, [program, "-p", str(port)])
    try:
        translate(port)
    except BotError as error:
        say(f"info string {error}")
        return 1
    finally:
        if os.getppid() == bot:
            with suppress(OSError):
                os.kill(bot, signal.SIGKILL)
    return 0


if __name__ == "__main__":
    sys.exit(main())
