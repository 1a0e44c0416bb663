"""The phases of the seven example worlds, written by hand from the rules before there was any code."""
import pytest

from games.packed import codes, enum
from games.world504.conditions import atoms_of, worlds
from games.world504.phases import SECTIONS, phases, table

BY_HAND = {
    "123": ("lay-board draw-order lay-privileges choose-capitals pay-start", "set-order",
            "buy-privilege upgrade trolley income", "end-check"),
    "275": ("lay-board draw-order choose-capitals pay-start", "set-order",
            "move-capital recruit residents income", "end-check"),
    "352": ("lay-board lay-privileges pay-start", "set-order tax auction",
            "take-neutral move-capital recruit residents factories income", "end-check"),
    "586": ("lay-board draw-order share-capital pay-start", "set-order", "recruit residents income", "end-check"),
    "618": ("lay-board draw-order choose-capitals pay-start", "set-order",
            "upgrade recruit residents trolley income", "end-check"),
    "731": ("lay-board draw-order lay-privileges pay-start", "set-order found-in-round tax auction",
            "take-neutral upgrade recruit residents trolley factories income score-card", "end-check"),
    "867": ("lay-board draw-order share-capital pay-start", "set-order", "recruit residents income", "end-check"),
}


@pytest.mark.parametrize("world", BY_HAND)
def test_phases_of_example_worlds(world):
    assert phases(atoms_of(world)) == dict(zip(SECTIONS, (text.split() for text in BY_HAND[world]), strict=True))


def test_the_packed_table_has_every_phase_in_its_section():
    slots, = codes("world504", "SLOTS")
    words = enum("world504", "Phase")
    for world in worlds():
        packed = table(atoms_of(world), slots)
        for place, section in enumerate(phases(atoms_of(world)).values()):
            part = packed[place * slots:(place + 1) * slots]
            assert [words[code] for code in part if code] == section
            assert part[len(section):] == [0] * (slots - len(section))
