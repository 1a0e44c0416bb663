"""Moves of 504 as text, both ways: `step from city 4 to forest 1,-2`.
The texts of one legal list are distinct, so a text and a position name one move.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from core_ext.state import State
from games.api import own
from games.moves import plain, read_move
from games.packed import codes
from games.world504.names import NOWHERE, PAIRS, STAGE_NAMES, Board, board_of, crew, edge_ends
from games.world504.position import position_from_json, position_to_json
from games.world504.state import World504State
from games.world504.tables import COMPANIES, GOODS, KINDS, PRIVILEGES, SIDES

__all__ = ["action_text", "legal_texts", "parse_action", "position_from_json", "position_to_json"]

# First code of each block of actions.
CAPITAL, PLACE, TENS, UNITS, TAKE, STEP_UP, HOLD_UP, RECRUIT, RECALL, AGAIN, RUN, STOP, PLANT, FISH_PLANT = codes(
    "world504", "A_CAPITAL A_PLACE A_TENS A_UNITS A_TAKE A_STEP_UP A_HOLD_UP A_RECRUIT A_RECALL A_AGAIN A_RUN A_STOP "
    "A_PLANT A_FISH_PLANT")
HARVEST, FREE_ROAD, ROAD, CREW, STEP, EXPLORE, FOLLOW, EXPLORER, DRIVE, LOAD, LOAD_PLANT, LOAD_RESIDENT = codes(
    "world504", "A_HARVEST A_FREE_ROAD A_ROAD A_CREW A_STEP A_EXPLORE A_FOLLOW A_EXPLORER A_DRIVE A_LOAD A_LOAD_PLANT "
    "A_LOAD_RESIDENT")
UNLOAD, UNLOAD_RESIDENT, DELIVER, SETTLE, ENTER, FACTORY, EXCHANGE, SELL, REMOVE, REMOVE_SETTLEMENT = codes(
    "world504", "A_UNLOAD A_UNLOAD_RESIDENT A_DELIVER A_SETTLE A_ENTER A_FACTORY A_EXCHANGE A_SELL A_REMOVE "
    "A_REMOVE_SETTLEMENT")
FIGHT, RETREAT, ASSAULT, TAKEOVER, CONQUER, ACTIONS = codes(
    "world504", "A_FIGHT A_RETREAT A_ASSAULT A_TAKEOVER A_CONQUER ACTIONS")
BUY_SHARE, SELL_SHARES, PASS, QUIT, PAY_OUT, WITHHOLD, PAY_HALF, SELL_OWN, BUY_FOREIGN = codes(
    "world504", "A_BUY_SHARE A_SELL_SHARES A_PASS A_QUIT A_PAY_OUT A_WITHHOLD A_PAY_HALF A_SELL_OWN A_BUY_FOREIGN")
TILES, CITIES, SEATS = codes("world504", "TILES CITIES SEATS")
SHARES = 10                     # codes for each company
# what it is called to do no more, or nothing; elsewhere `done`
REFUSALS = {"bid": "pass", "new-capital": "keep the capital", "take-privilege": "no privilege",
            "buy-upgrade": "no upgrade", "move-explorer": "leave the explorer tiles", "enter": "stay"}
# blocks of codes for a tile each, and what is done there
AT_TILE = ((RECRUIT, "recruit in"), (AGAIN, "again in"), (RUN, "run from"), (STOP, "run to"), (PLANT, "plant on"),
           (FISH_PLANT, "fish plant on"), (HARVEST, "harvest in"), (REMOVE, "remove resident from"),
           (REMOVE_SETTLEMENT, "remove settlement from"), (FIGHT, "fight on"), (RETREAT, "retreat to"),
           (TAKEOVER, "take over"))

Raw = dict[str, Any]
Writer = Callable[[int], str]
Block = Callable[["Scene", int], str]       # the text of an action, by its number in its block


def action_text(state: State, action: int) -> str:
    """The text of a legal action, or at a chance node of a possible outcome. ValueError for a code that is neither."""
    return _writer(own(state, World504State))(action)


def legal_texts(state: State) -> list[str]:
    """The texts of all legal actions, or at a chance node of all outcomes, in the order of `state.legal_actions()`."""
    mine = own(state, World504State)
    return list(map(_writer(mine), mine.legal_actions()))


def parse_action(state: State, text: str) -> int:
    """The legal action or chance outcome that a text names.

    Case, spacing, accents and punctuation do not matter, but the sign of a number does. Raises InputError naming what
    was found and the legal moves nearest to it.
    """
    mine = own(state, World504State)
    return read_move(text, dict(zip(legal_texts(mine), mine.legal_actions(), strict=True)), _words)


def _words(text: str) -> list[str]:
    """The words and numbers of a text; a minus sign after a digit is that of a range."""
    return re.findall(r"[a-z]+|(?<![0-9])-?[0-9]+", plain(text))


# ---- writing ---------------------------------------------------------------------------------


class Scene:
    """A position whose actions are named."""

    def __init__(self, state: World504State) -> None:
        self.state = state
        self.raw: Raw = state.raw()
        self.stage: str = STAGE_NAMES[self.raw["stage"]]
        self.board: Board = board_of(self.raw)

    @property
    def turn(self) -> Raw:
        return self.raw["turn"]

    @property
    def trolley(self) -> int:
        """The tile of the actor's trolley."""
        return int(self.raw["owner"][self.raw["actor"]]["trolley"])

    def beside(self, tile: int, side: int) -> str:
        """The name of the tile on that side. Raises ValueError where there is none."""
        return self.tile(self.raw["near"][tile][side] if tile < TILES and side < len(SIDES) else NOWHERE)

    def tile(self, tile: int) -> str:
        if tile >= len(self.board.tiles):
            raise ValueError(f"tile {tile} does not lie on the board")
        return self.board.tiles[tile]


_last: tuple[World504State, Writer] | None = None        # replaced whole, so that threads need no lock


def _writer(state: World504State) -> Writer:
    """What names actions in this position. To read it takes as long as to write ten texts: the last one is kept."""
    global _last
    kept = _last
    if kept is not None and kept[0] == state and kept[0].options == state.options and kept[0].seats == state.seats:
        return kept[1]
    copy = own(state.copy(), World504State)
    _last = copy, _made_writer(copy)
    return _last[1]


def _made_writer(state: World504State) -> Writer:
    scene = Scene(state)
    if state.is_chance_node():
        return _outcome_writer(scene)
    fixed, moving = _fixed_texts(), _moving_texts()

    def text(action: int) -> str:
        if not 0 <= action < ACTIONS:
            raise ValueError(f"action {action} is none of 0 to {ACTIONS - 1}")
        if action == 0:
            return REFUSALS.get(scene.stage, "done")
        if fixed[action]:
            return fixed[action]
        first, write = moving[action]
        return write(scene, action - first)

    return text


def _outcome_writer(scene: Scene) -> Writer:
    if scene.stage == "waters":
        rules = scene.state.rules_in_force()
        spaces = [f"{rules['cell_q'][cell]},{rules['cell_r'][cell]}" for cell in rules["free_cell"]]
        return lambda outcome: f"waters on {spaces[outcome // TILES]} and {spaces[outcome % TILES]}"
    texts = _outcomes(scene.stage)

    def text(outcome: int) -> str:
        if not 0 <= outcome < len(texts):
            raise ValueError(f"outcome {outcome} is none of 0 to {len(texts) - 1}")
        return texts[outcome]

    return text


@cache
def _outcomes(stage: str) -> tuple[str, ...]:
    """What chance may bring at a stage, by code."""
    words = {"tile": "tile", "explored": "explored", "start-seat": "start seat", "next-in-order": "next seat",
             "lot": "lot of seat", "draw-privilege": "privilege", "extras": "second copies", "attack": "hits",
             "defence": "defence"}
    if stage == "turn-card":
        return ("tick", "scoring")
    if stage in ("tile", "explored"):
        return tuple(f"{words[stage]} {kind}" for kind in KINDS)
    if stage == "draw-privilege":
        return tuple(f"privilege {card}" for card in PRIVILEGES)
    return tuple(f"{words[stage]} {number}" for number in range(len(PRIVILEGES)))


@cache
def _fixed_texts() -> tuple[str, ...]:
    """The texts of all codes that mean the same in every position; empty for the others."""
    texts = [""] * ACTIONS

    def block(first: int, words: list[str]) -> None:
        texts[first:first + len(words)] = words

    block(CAPITAL, [f"capital city {number + 1}" for number in range(CITIES)])
    block(PLACE, [f"place {place + 1}" for place in range(TENS - PLACE)])
    block(TENS, [f"bid {10 * tens}-{10 * tens + 9}" for tens in range(UNITS - TENS)])
    block(TAKE, [f"take {card}" for card in PRIVILEGES])
    block(STEP_UP, ["faster trolley"])
    block(HOLD_UP, ["second hold"])
    block(EXPLORER, [f"explorer tile from {a} to {b}" for a in KINDS for b in KINDS])
    block(LOAD, [f"load {good}" for good in GOODS])
    block(LOAD_RESIDENT, ["load resident"])
    block(UNLOAD, [f"unload {good}" for good in GOODS])
    block(UNLOAD_RESIDENT, ["unload resident"])
    block(DELIVER, [f"deliver {good}" for good in GOODS])
    block(SETTLE, ["settle here"])
    block(FACTORY, [f"factory in city {number + 1}" for number in range(CITIES)])
    block(EXCHANGE, [f"exchange {pair} for {good}" for pair in PAIRS for good in GOODS])
    block(SELL, [f"sell {good}" for good in GOODS])
    block(BUY_SHARE, [f"buy {company}" for company in COMPANIES])
    block(SELL_SHARES, [f"sell {number + 1} {company}" for company in COMPANIES for number in range(SHARES)])
    for code, words in ((PASS, "pass"), (QUIT, "quit"), (PAY_OUT, "pay out"), (WITHHOLD, "withhold"),
                        (PAY_HALF, "pay half"), (SELL_OWN, "sell own share")):
        block(code, [words])
    block(BUY_FOREIGN, [f"buy share of seat {seat}" for seat in range(SEATS)])
    return tuple(texts)


@cache
def _moving_texts() -> tuple[tuple[int, Block], ...]:
    """For each code the first code of its block, and what names an action of the block in a position."""
    blocks: list[tuple[int, Block]] = [(0, _nothing), (TAKE, _nothing)]
    blocks += [(first, _at_tile(words)) for first, words in AT_TILE]
    blocks += [(UNITS, _bid), (RECALL, _recall), (FREE_ROAD, _road("free road")), (ROAD, _road("road")),
               (CREW, _crew), (STEP, _step), (EXPLORE, _explore), (ASSAULT, _assault), (CONQUER, _conquer),
               (FOLLOW, _follow), (DRIVE, _drive), (LOAD_PLANT, _load_plant), (ENTER, _enter)]
    starts = dict(blocks)
    named: list[tuple[int, Block]] = []
    for code in range(ACTIONS):
        named.append((code, starts[code]) if code in starts else named[-1])
    return tuple(named)


def _nothing(scene: Scene, number: int) -> str:
    raise ValueError("the action means nothing")


def _at_tile(words: str) -> Block:
    return lambda scene, tile: f"{words} {scene.tile(tile)}"


def _bid(scene: Scene, units: int) -> str:
    return f"bid {10 * (scene.raw['bid_tens'] - 1) + units}"


def _recall(scene: Scene, tile: int) -> str:
    return f"recall {scene.stage.removeprefix('recall-')} from {scene.tile(tile)}"


def _road(words: str) -> Block:
    def write(scene: Scene, edge: int) -> str:
        first, second = edge_ends(scene.raw, edge)
        return f"{words} {scene.tile(first)} to {scene.tile(second)}"

    return write


def _crew(scene: Scene, code: int) -> str:
    """Who of both ends builds, and which end sends one back to the supply where a road costs one."""
    rules, ends = scene.state.rules_in_force(), [scene.tile(end) for end in edge_ends(scene.raw, scene.turn["target"])]
    here, loser = divmod(code, 2)
    words = f"{here} of {ends[0]} and {crew(scene.raw, rules) - here} of {ends[1]} build"
    return f"{words}, {ends[loser]} sends one back" if rules["road_returns"] else words


def _step(scene: Scene, code: int) -> str:
    tile, side = divmod(code, len(SIDES))
    return f"step from {scene.tile(tile)} to {scene.beside(tile, side)}"


def _assault(scene: Scene, code: int) -> str:
    tile, side = divmod(code, len(SIDES))
    return f"assault {scene.beside(tile, side)} from {scene.tile(tile)}"


def _explore(scene: Scene, code: int) -> str:
    tile, side = divmod(code, len(SIDES))
    start = scene.tile(tile)
    return f"explore {scene.board.beside(tile, side)} from {start}"


def _follow(scene: Scene, side: int) -> str:
    return f"follow from {scene.beside(scene.turn['target'], side)}"


def _conquer(scene: Scene, side: int) -> str:
    city = scene.turn["battle"] - 1
    return f"conquer {scene.tile(city)} from {scene.beside(city, side)}"


def _drive(scene: Scene, side: int) -> str:
    """On to the tile there, or to the space where none lies yet."""
    if scene.trolley < len(scene.board.tiles) and scene.raw["near"][scene.trolley][side] == NOWHERE:
        return f"explore {scene.board.beside(scene.trolley, side)}"
    return f"drive to {scene.beside(scene.trolley, side)}"


def _load_plant(scene: Scene, number: int) -> str:
    plant = scene.raw["plant"][scene.trolley]
    if not plant:
        raise ValueError("no plant on the trolley's tile")
    return f"load {GOODS[(plant - 1) % 8]} of the plant"


def _enter(scene: Scene, number: int) -> str:
    return f"enter {scene.tile(scene.turn['target'])}"
