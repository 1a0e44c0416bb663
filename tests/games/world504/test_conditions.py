"""Conditions of rules, and what is true of a world. Counts and worked worlds are those that the rulebook prints."""
from collections import Counter

import pytest

from games.world504.conditions import atoms_of, compiled, holds, worlds

# the worlds without residents, 7.3 % of all
WITHOUT_RESIDENTS = """
    123 125 127 129 132 135 137 139 152 153 157 159 192 193 195 197 213 215 217 219 231 251 291 312 315 317 319 321 351
    391 912 913 915 917 921 931 951"""


def test_there_are_504_worlds_of_three_different_modules():
    assert len(set(worlds())) == 504
    assert (worlds()[0], worlds()[-1]) == ("123", "987")
    assert all(len(set(world)) == 3 for world in worlds())


def test_what_is_true_of_a_world_is_told_in_full():
    assert atoms_of("617") == {"6", "1", "7", "6.I", "1.II", "7.III", "RES", "P3", "true"}
    assert atoms_of("952", errata=True) == {"9", "5", "2", "9.I", "5.II", "2.III", "CO", "RES", "P1", "errata", "true"}


def test_the_worlds_without_residents_are_those_of_module_1_with_three_lined_pages():
    assert [world for world in worlds() if "NR" in atoms_of(world)] == WITHOUT_RESIDENTS.split()
    assert all(("NR" in atoms_of(world)) != ("RES" in atoms_of(world)) for world in worlds())


def test_companies_own_the_pieces_where_module_9_stands_first_or_second():
    assert [world for world in worlds() if "CO" in atoms_of(world)] == [w for w in worlds() if "9" in w[:2]]


@pytest.mark.parametrize("world, plan", [("123", 3), ("456", 1), ("789", 5), ("253", 1), ("968", 5), ("417", 2),
                                         ("924", 2), ("265", 4), ("372", 3), ("273", 3), ("237", 3), ("731", 3)])
def test_worked_worlds_have_their_plan(world, plan):
    assert [atom for atom in atoms_of(world) if atom[0] == "P"] == [f"P{plan}"]


def test_every_world_has_one_plan_and_all_five_occur():
    plans = Counter(atom for world in worlds() for atom in atoms_of(world) if atom[0] == "P")
    assert plans == {"P1": 124, "P2": 126, "P3": 110, "P4": 44, "P5": 100}


@pytest.mark.parametrize("world", ["", "12", "1234", "121", "120", "12a", "1 2"])
def test_what_is_no_world_is_refused(world):
    with pytest.raises(ValueError) as refused:
        atoms_of(world)
    assert repr(world) in str(refused.value)


@pytest.mark.parametrize("condition, true_atoms, expected", [
    ("true", "true", True), ("4", "4", True), ("4", "4.I", False), ("8.I", "8.I", True), ("8.I", "8.II 8.III", False),
    ("!4", "4", False), ("!!4", "4", True), ("!(4|5)", "", True), ("!(4|5)", "5", False), ("!4|5", "5", True),
    ("2 & 4", "2", False), ("2 & 4", "2 4", True), ("2 | 4", "4", True), ("2|4", "", False),
    ("1 | 2 & 3", "1", True), ("1 | 2 & 3", "2", False), ("(1 | 2) & 3", "1", False), ("2 & 3 | 1", "1", True),
    ("!1 & 2", "2", True), ("!(1 & 2)", "2", True), ("1.II & 4 & !8.I", "1.II 4", True),
    ("1.II & 4 & !8.I", "1.II 4 8.I", False), ("  P1&RES\t|errata ", "errata", True),
])
def test_not_binds_tighter_than_and_and_and_tighter_than_or(condition, true_atoms, expected):
    true = frozenset(true_atoms.split())
    assert holds(condition, true) is expected
    assert holds(condition, lambda atom: atom in true) is expected


@pytest.mark.parametrize("condition, column, found, expected", [
    ("", 1, "the end", "an atom, ! or ("), ("   ", 4, "the end", "an atom"), ("4 &", 4, "the end", "an atom"),
    ("4 & & 2", 5, "'&'", "an atom"), ("4 2", 3, "'2'", "&, | or the end"), ("(4 | 2", 7, "the end", "&, | or )"),
    ("4)", 2, "')'", "&, | or the end"), ("(4 2)", 4, "'2'", "&, | or )"), ("4 & 8.IV", 5, "'8.IV'", "an atom"),
    ("0", 1, "'0'", "an atom"), ("P6", 1, "'P6'", "an atom"), ("RES & co", 7, "'co'", "an atom"),
    ("4 && 2", 4, "'&'", "an atom"), ("4 + 2", 3, "'+'", "&, | or the end"), ("!", 2, "the end", "an atom"),
])
def test_what_cannot_be_read_is_refused_with_its_column(condition, column, found, expected):
    with pytest.raises(ValueError) as refused:
        holds(condition, frozenset())
    assert f"condition {condition!r}, column {column}: found {found}, expected {expected}" in str(refused.value)


def test_a_condition_is_read_once():
    assert compiled("1.I & !RES") is compiled("1.I & !RES")
