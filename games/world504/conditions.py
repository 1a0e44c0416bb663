"""In which worlds a rule is in force: conditions such as `1.II & 4 & !8.I`, and what is true of a world.

A world is named by its three modules, the first at TOP I: "617". Atoms of a condition are `4` (module 4 at any
position), `8.I` (module 8 at TOP I), `CO` (companies own the pieces: module 9 at TOP I or II), `RES` and `NR` (with and
without residents), `P1` to `P5` (the board plan), `errata` (the corrections of November 2015 are played) and `true`.
`S2` to `S4` are numbers of seats; an option's reading is `roads.unlimited`.
`!` binds tighter than `&`, `&` tighter than `|`; parentheses group.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import permutations
from typing import NoReturn

Has = Callable[[str], bool]         # is this atom true?
Test = Callable[[Has], bool]

MODULES = "123456789"
POSITIONS = ("I", "II", "III")
PAGES = [f"{module}.{position}" for module in MODULES for position in POSITIONS]
ATOMS = frozenset({*MODULES, *PAGES, "CO", "RES", "NR", "P1", "P2", "P3", "P4", "P5",
                    "S2", "S3", "S4", "errata", "true"})
READING = re.compile(r"[a-z_]+\.[a-z0-9_]+")      # an option and its value

# pages that go without residents where module 1 carries the settlers: those with a black line at the margin
LINED = frozenset({page for page in PAGES if page[0] in "1239"} | {"5.II", "5.III", "7.III"})
# pages that ask for a board of their own, with separate capitals, before any common plan
AHEAD = frozenset({"1.I", "1.II", "3.II", "7.II"})

TOKEN = re.compile(r"\s*([\w.]+|\S)")


def worlds() -> list[str]:
    """The names of all 504 worlds, in ascending order."""
    return ["".join(modules) for modules in permutations(MODULES, 3)]


@cache
def atoms_of(world: str, errata: bool = False) -> frozenset[str]:
    """All atoms that are true in a world (G1, G31). Raises ValueError for other names than three different digits."""
    if len(world) != 3 or len(set(world)) != 3 or not set(world) <= set(MODULES):
        raise ValueError(f"world: found {world!r}, expected three different digits from 1 to 9, such as '617'")
    pages = {f"{module}.{position}" for module, position in zip(world, POSITIONS)}
    without = "1" in world and pages <= LINED
    atoms = {*world, *pages, "NR" if without else "RES", f"P{_plan(world, pages)}", "true"}
    if pages & {"9.I", "9.II"}:
        atoms.add("CO")
    if errata:
        atoms.add("errata")
    return frozenset(atoms)


def _plan(world: str, pages: set[str]) -> int:
    """The board plan: exploring decides first (R5.S.2-4), then military, then the pages that need separate capitals.

    All other pages have city 1 in common (R1.S.6, R2.S.1, R3.S.6, R6.S.1, R7.S.5, R8.S.2).
    """
    own_board = "4" in world or bool(pages & AHEAD)
    if "5" in world:
        return 1 if own_board or "5.II" in pages else 4
    if "4" in world:
        return 2
    return 3 if own_board else 5


def holds(condition: str, atoms: frozenset[str] | Has) -> bool:
    """Whether a condition is true (G1a), given the true atoms or a function that tells them.

    Raises ValueError, naming the column, where the condition cannot be read.
    """
    return compiled(condition)(atoms.__contains__ if isinstance(atoms, frozenset) else atoms)


@cache
def compiled(condition: str) -> Test:
    """A condition as a function of the atoms. Raises ValueError, naming the column, where it cannot be read."""
    return _Reader(condition).whole()


class _Reader:
    """Reads one condition from left to right, one method for each level of binding."""

    def __init__(self, condition: str) -> None:
        self.condition = condition
        self.tokens = [(match[1], match.start(1) + 1) for match in TOKEN.finditer(condition)]
        self.tokens.append(("", len(condition) + 1))
        self.at = 0

    def whole(self) -> Test:
        test = self.either()
        if self.tokens[self.at][0]:
            self.refuse("&, | or the end")
        return test

    def either(self) -> Test:
        tests = [self.both()]
        while self.took("|"):
            tests.append(self.both())
        return tests[0] if len(tests) == 1 else lambda has: any(test(has) for test in tests)

    def both(self) -> Test:
        tests = [self.single()]
        while self.took("&"):
            tests.append(self.single())
        return tests[0] if len(tests) == 1 else lambda has: all(test(has) for test in tests)

    def single(self) -> Test:
        if self.took("!"):
            test = self.single()
            return lambda has: not test(has)
        if self.took("("):
            test = self.either()
            if not self.took(")"):
                self.refuse("&, | or )")
            return test
        atom = self.tokens[self.at][0]
        if atom not in ATOMS and not READING.fullmatch(atom):
            self.refuse("an atom, ! or (")
        self.at += 1
        return lambda has: has(atom)

    def took(self, sign: str) -> bool:
        """Step over this sign if it comes next."""
        if self.tokens[self.at][0] != sign:
            return False
        self.at += 1
        return True

    def refuse(self, expected: str) -> NoReturn:
        token, column = self.tokens[self.at]
        found = repr(token) if token else "the end"
        raise ValueError(f"condition {self.condition!r}, column {column}: found {found}, expected {expected}")
