"""What a start costs: modules that a plain solve does not need are not loaded, and stored magic numbers are used."""
from __future__ import annotations

import subprocess
import sys

import pytest

from feerie.genres import GENRES, find
from feerie.kernel import lookup
from feerie.kernel.general_tables import GeneralTables
from feerie.kernel.magics import known_magics
from feerie.kernel.state import COMPILED
from feerie.kernel.tables import LARGE_TABLE_BITS, SMALL_TABLE_BITS, Tables
from feerie.men import MEN, name_of_man

NEEDLESS = ("feerie.apps.solving.tester", "feerie.formats.convert", "feerie.problems.twins",
            "feerie.solving.checkpoint", "feerie.solving.cluster", "feerie.solving.find_mate",
            "feerie.solving.journal", "feerie.game.game", "concurrent.futures", "hashlib", "importlib.metadata",
            "tempfile", "yaml")
"""Modules that solving a diagram does not load."""


@pytest.mark.parametrize("genre", ["orthodox", "nightrider+neutral+grasshopper"])
@pytest.mark.parametrize(("stipulation", "other"), [("#2", "help_task"), ("h#2", "forced_task")])
def test_a_plain_solve_loads_what_it_needs(stipulation: str, other: str, genre: str) -> None:
    program = ("import sys\nfrom feerie.apps.cli import main\n"
               f"main(['solve', '--genre', {genre!r}, '--fen', '8/8/8/8/8/2k5/8/K2Q4', '--stipulation', "
               f"{stipulation!r}], standalone_mode=False)\n"
               "print('\\n'.join(sys.modules), file=sys.stderr)")
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(run.stderr.split())
    assert "feerie.solving.solve" in loaded
    assert not loaded & {*NEEDLESS, f"feerie.solving.{other}"}


@pytest.mark.skipif(not COMPILED, reason="uncompiled look-ups use no magic numbers")
@pytest.mark.parametrize("genre", GENRES, ids=lambda genre: genre.name)
def test_magic_numbers_are_known(genre: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but very few look-ups use the stored numbers; with wrong numbers stored, the tables answer the same."""
    for bits in (SMALL_TABLE_BITS, LARGE_TABLE_BITS):
        kept = Tables(genre, bits)      # type: ignore[arg-type]
        used = [slot for slot in kept.slots if slot.mask]
        known = [slot for slot in used
                 if known_magics()[slot.mask] == (64 - slot.mask.bit_count() - slot.shift, slot.magic)]
        assert len(used) - len(known) <= 1
        wrong = {slot.mask: (0, 1) for slot in used}
        monkeypatch.setattr(lookup, "known_magics", lambda wrong=wrong: wrong)
        found = Tables(genre, bits)     # type: ignore[arg-type]
        monkeypatch.undo()
        for one, other in zip(kept.slots, found.slots, strict=True):
            occupied = 0
            for _ in range(1 << min(one.mask.bit_count(), 6)):
                assert reached(kept, one, occupied) == reached(found, other, occupied)
                occupied = (occupied - one.mask) & one.mask


@pytest.mark.skipif(not COMPILED, reason="uncompiled look-ups use no magic numbers")
def test_magic_numbers_of_men_are_known() -> None:
    """Else run scripts/write-magics: they are found at every start, which takes ten times as long."""
    for man in MEN:
        for slot in (slot for way in GeneralTables(find(name_of_man(man))).ways for slot in way.slots if slot.mask):
            known = known_magics().get(slot.mask)
            assert known == (64 - slot.mask.bit_count() - slot.shift, slot.magic), man.letter


def reached(tables: Tables, slot: object, occupied: int) -> int:
    """The entry of a look-up for men on some squares."""
    mask: int
    magic: int
    shift: int
    offset: int
    mask, magic, shift, offset, _ = slot        # type: ignore[misc]
    return tables.table[offset + ((occupied & mask) * magic % (1 << 64) >> shift)] if mask else tables.table[offset]
