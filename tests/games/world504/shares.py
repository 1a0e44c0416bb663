"""Positions of 504 with shares, for tests: share rounds by their moves, companies put together by hand."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.packed import codes
from games.world504.conditions import atoms_of
from games.world504.notation import legal_texts
from games.world504.phases import phases
from games.world504.setup import new_state
from games.world504.tables import COMPANIES

from .positions import NOBODY, SLOTS, Raw, loaded, stage

GREEN, WHITE, PURPLE, BLUE, ORANGE = range(len(COMPANIES))
A_DONE, BUY_UPGRADE = codes("world504", "A_DONE BUY_UPGRADE")


def dealing(world: str, seats: int = 3, **options: str) -> Any:
    """A game at the first question of its first share round, in which seat 0 deals first; chance takes the first."""
    state = new_state(seats, {"world": world, "start": "0", **options})
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    return state


def texts(state: Any) -> list[str]:
    """The texts of all legal moves."""
    return legal_texts(state)


def all_quit(state: Any) -> Any:
    """Who is still in quits; the state of the first question after the share round."""
    while stage(state) in ("shares", "capital"):
        moves = texts(state)
        state.apply_action(state.legal_actions()[moves.index("quit") if "quit" in moves else 0])
    return state


def later(world: str, companies: Mapping[int, tuple[int, Mapping[int, int]]], seats: int = 3, number: int = 3,
          **options: str) -> Any:
    """The first question of the share round before operating round `number`, with these companies founded."""
    raw = founded(dealing(world, seats, **options).raw(), companies)
    raw.update(round=number - 1, phase=3 * SLOTS + phases(atoms_of(world))["end of round"].index("end-check"))
    return go_on(world, raw, seats, **options)


def founded(raw: Raw, companies: Mapping[int, tuple[int, Mapping[int, int]]]) -> Raw:
    """Found companies, in this order, each with a price and its shares by seat; who has most presides.

    All have their headquarters in city 1. Returns the position.
    """
    tail = [i for i in range(len(COMPANIES)) if i not in companies]
    raw.update(founded=len(companies), order=[*companies, *tail], former=[*companies, *tail])
    raw["market"] = sorted(companies, key=lambda i: -companies[i][0]) + tail
    for i, (price, held) in companies.items():
        raw["agent"][i] = max(held, key=lambda seat: held[seat])
        raw["quote"][i] = price // 10
        raw["aside"][i] -= sum(held.values()) if raw["aside"][i] else 0
        for seat, count in held.items():
            raw["held"][seat][i] = count
        raw["owner"][i]["capital"] = raw["city_at"][0]
    return raw


def go_on(world: str, raw: Raw, seats: int = 3, **options: str) -> Any:
    """A state in which the phase of `raw` is over and the next ones are entered until one asks."""
    state = loaded(world, {**raw, "stage": BUY_UPGRADE, "actor": raw["order"][0]}, seats, **options)
    state.apply_action(A_DONE)          # of an upgrade: the phase is over
    return state


def phase_four(world: str, raw: Raw, seats: int = 3, **options: str) -> Any:
    """A state that has just entered the end of a round, with the incomes of `raw`."""
    return go_on(world, {**raw, "phase": 3 * SLOTS - 1, "place": max(0, raw["founded"] - 1)}, seats, **options)


def after_shares(world: str, raw: Raw, seats: int = 3, **options: str) -> Any:
    """A state that has just left a share round, at the first question of the round."""
    place = phases(atoms_of(world))["round"].index("share-round")
    return go_on(world, {**raw, "phase": SLOTS + place}, seats, **options)


def incomes(raw: Raw, *sums: int) -> Raw:
    """The last incomes of owners from the first on; returns the position."""
    for i, income in enumerate(sums):
        raw["owner"][i]["income"] = income
    return raw


def money(raw: Raw) -> tuple[list[int], list[int]]:
    """The cash of seats and the money of owners."""
    return raw["cash"], [owner["money"] for owner in raw["owner"]]


def presidents(state: Any) -> list[int | None]:
    """Who presides over each company."""
    return [None if agent == NOBODY else agent for agent in state.raw()["agent"]]
