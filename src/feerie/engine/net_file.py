"""Files of learned nets: a header that says what a net is for and where it comes from, and its weights.

A file is one line of JSON, the header, followed by the weights, compressed by zlib. They are little-endian 16-bit
integers: those of the inputs, one row of `hidden` numbers each, the biases of the hidden units, and the weights of the
outputs by bucket, view and hidden unit; the biases of the outputs are 32-bit integers at the end, one for each bucket.
Before compression all this is split into the even-numbered bytes followed by the odd-numbered ones; each group is
much alike in itself, which makes the file a tenth smaller. The header holds:

| name     | contents                                                                                      |
|----------|-----------------------------------------------------------------------------------------------|
| format   | FORMAT, or OLDER, in which the digest is of the weights only                                  |
| genres   | by name of a genre, the hash of its rules (net_inputs.rules_hash): those the net was tried in |
| hidden   | the number of hidden units, a multiple of BLOCK                                               |
| inputs   | the number of inputs, of all zones                                                            |
| zones    | zones of the own king, see net_inputs.NetInputs; missing or empty if there is only one        |
| views    | 1: as the side to move sees the men; 2: as the other side sees them, too                      |
| buckets  | how many outputs there are, chosen among by the number of men                                 |
| adds     | whether the net's values are added to those of the tables with what was learned for squares   |
| sha256   | of what the weights mean (MEANING, as JSON) and of the uncompressed weights                   |
| data     | what it was trained on                                                                        |
| match    | by name of a genre, the match that admitted it there: games, score, Elo points, conditions    |
"""
from __future__ import annotations

import hashlib
import json
import sys
import zlib
from array import array
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from feerie.base.errors import EngineError, Message, system_reason
from feerie.engine.net_inputs import rules_hash
from feerie.rules.genre import Genre

FORMAT, OLDER = "feerie-net 5", "feerie-net 4"
MEANING = ("inputs", "hidden", "zones", "views", "buckets", "adds")
"""The names of the header without which the weights have another meaning, or none."""
BLOCK = 64
"""The number of hidden units is a multiple of this."""
MOST_HIDDEN = 256
MOST_INPUTS = 1 << 13
MOST_ZONES = 8
MOST_BUCKETS = 8
LONGEST_HEADER = 1 << 16
"""Bytes."""


@dataclass(frozen=True)
class NetFile:
    """A net: its header, the weights of the inputs (by input and hidden unit), and so on; see above."""

    header: dict[str, Any]
    rows: array[int]
    biases: array[int]
    output: array[int]
    output_biases: array[int]

    @property
    def hidden(self) -> int:
        """The number of hidden units."""
        return len(self.biases)

    @property
    def adds(self) -> bool:
        """Whether the net's values are added to those of the tables."""
        return self.header.get("adds") is True

    @property
    def buckets(self) -> int:
        """The number of outputs."""
        return len(self.output_biases)

    @property
    def views(self) -> int:
        """How many sides' views the outputs are made from."""
        return len(self.output) // (self.buckets * self.hidden)

    @property
    def king_zones(self) -> list[int]:
        """The zones of the own king, empty for a single one: see net_inputs.NetInputs."""
        zones: list[int] = self.header.get("zones", [])
        return zones

    @property
    def inputs(self) -> int:
        """The number of inputs, of all zones."""
        return len(self.rows) // len(self.biases)

    def fits(self, genre: Genre) -> bool:
        """Whether the net is for a genre of these rules."""
        return rules_hash(genre) in self.header["genres"].values()

    def weights(self) -> bytes:
        """The part of the file after the header, uncompressed and not split."""
        numbers, biases = self.rows + self.biases + self.output, self.output_biases[:]
        if sys.byteorder == "big":
            numbers.byteswap()
            biases.byteswap()
        return numbers.tobytes() + biases.tobytes()

    def save(self, path: Path) -> None:
        """Write the net to a file."""
        weights = self.weights()
        header = {**self.header, "format": FORMAT, "inputs": self.inputs, "hidden": self.hidden,
                  "views": self.views, "buckets": self.buckets}
        header["sha256"] = _digest(header, weights)
        line = json.dumps(header, sort_keys=True).encode() + b"\n"
        path.write_bytes(line + zlib.compress(weights[::2] + weights[1::2], 9))


def read_net(path: Path) -> NetFile:
    """The net in a file; EngineError if it is not a net or is damaged."""
    try:
        with path.open("rb") as file:
            line = file.readline(LONGEST_HEADER)
            header = _header(line)
            outputs = header["buckets"] * header["views"] * header["hidden"]
            size = 2 * ((header["inputs"] + 1) * header["hidden"] + outputs) + 4 * header["buckets"]
            weights = _decompressed(file.read(2 * size), size + 1)
    except OSError as error:
        raise EngineError("{}: {}", path, system_reason(error)) from None
    except ValueError as error:
        raise EngineError("{}: not a net: {}", path, error) from None
    if len(weights) != size:
        raise EngineError("{}: damaged: more than {} bytes of weights, not {}" if len(weights) > size else
                          "{}: damaged: {} bytes of weights, not {}", path, min(len(weights), size), size)
    if _digest(header, weights) != header.get("sha256"):
        raise EngineError("{}: damaged: the weights are not those of the header's sha256", path)
    hidden, buckets = header["hidden"], header["buckets"]
    numbers, biases = array("h", weights[:-4 * buckets]), array("i", weights[-4 * buckets:])
    if sys.byteorder == "big":
        numbers.byteswap()
        biases.byteswap()
    return NetFile(header, numbers[:-outputs - hidden], numbers[-outputs - hidden:-outputs], numbers[-outputs:],
                   biases)


def _digest(header: dict[str, Any], weights: bytes) -> str:
    """The digest of a net's weights and, unless the format is OLDER, of what they mean."""
    meaning = "" if header["format"] == OLDER else json.dumps([header.get(name) for name in MEANING])
    return hashlib.sha256(meaning.encode() + weights).hexdigest()


def _decompressed(compressed: bytes, most: int) -> bytes:
    """The weights of a file, at most `most` bytes of them; ValueError if they are damaged."""
    decompressor = zlib.decompressobj()
    try:
        found = decompressor.decompress(compressed, most)
    except zlib.error as error:
        raise ValueError(Message("damaged: {}", error)) from None
    if decompressor.unused_data:
        raise ValueError(Message("damaged: more than weights"))
    weights = bytearray(len(found))
    middle = (len(found) + 1) // 2
    weights[::2], weights[1::2] = found[:middle], found[middle:]
    return bytes(weights)


def _header(line: bytes) -> dict[str, Any]:
    """The header of a file; ValueError if it has no usable one."""
    try:
        header = json.loads(line)
    except (ValueError, RecursionError):
        raise ValueError(Message("no header")) from None
    if not isinstance(header, dict) or header.get("format") not in (FORMAT, OLDER):
        raise ValueError(Message("the header's format is not {}", repr(FORMAT)))
    genres = header.get("genres")
    if not isinstance(genres, dict) or not all(isinstance(value, str) for value in genres.values()):
        raise ValueError(Message("the header does not say for which genres"))
    for name, most in (("hidden", MOST_HIDDEN), ("inputs", MOST_INPUTS), ("views", 2), ("buckets", MOST_BUCKETS)):
        value = header.get(name)
        if type(value) is not int or not 0 < value <= most:
            raise ValueError(Message("{} must be a number from 1 to {}", name, most))
    zones = header.get("zones", [])
    if not isinstance(zones, list) or not all(type(zone) is int and -MOST_ZONES <= zone < MOST_ZONES for zone in zones):
        raise ValueError(Message("zones must be a list of numbers below {}", MOST_ZONES))
    if header["hidden"] % BLOCK:
        raise ValueError(Message("hidden must be a multiple of {}", BLOCK))
    return header


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Path]:
    """The files of the nets of the package, by the hash of the rules each is for; errors as read_net."""
    found: dict[str, Path] = {}
    folder = Path(str(resources.files("feerie.engine"))) / "nets"
    for path in sorted(folder.glob("*.net")):
        found.update(dict.fromkeys(read_net(path).header["genres"].values(), path))
    return found


@lru_cache(maxsize=32)
def net_of(genre: Genre) -> NetFile | None:
    """The net that won its match in a genre, None if there is none."""
    path = _shipped().get(rules_hash(genre))
    return read_net(path) if path else None
