"""A position as lines of text for a terminal, in as full a form as there is room for; or one seat's view of it."""
from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from games.boards import COLUMNS, Part, fitted, folded, listed, table
from games.catan_cards.names import EXPANSIONS, FULL_NAMES, KINDS, THINGS

STYLES = {"brick": "red", "lumber": "green", "ore": "blue", "wool": "bright_green", "grain": "yellow"}
ARROWS = {"white": "white -> (clockwise)", "black": "black <- (anticlockwise)"}
LEGEND = "roads and knights by their side: 2A 1B; an A road gives a trade, an A knight a card"

Document = Mapping[str, Any]
Numbers = Mapping[str, Any]     # of the rules in force, as `start_numbers` has them


def text_of(position: Document, points: list[int], numbers: Numbers, room: int | None = None,
            columns: int = COLUMNS) -> Text:
    """The board of a position document."""
    def lines(*found: Text) -> list[Text]:
        return [piece for line in found for piece in folded(line, columns)]

    gap = Part([[Text()], []], [3])
    return fitted([
        Part([lines(_title(position), _heading(position, points)), lines(_heading(position, points))], [4]),
        gap,
        Part([lines(*_middle(position)), lines(*_short_middle(position, _stacks(position))),
              lines(*_short_middle(position, _counted_stacks(position)))], [5, 6]),
        gap,
        Part([table(list(_seats(position, points, columns < COLUMNS)), columns)], []),
        Part([lines(*_laid_out(position))], []),
        gap,
        Part([lines(*_costs(numbers)), []], [2]),
        Part([lines(Text(LEGEND, style="dim")), []], [1]),
    ], room)


def _title(position: Document) -> Text:
    view = f"as seat {position['view']} sees it" if "view" in position else "all cards shown"
    return Text(f"CATAN, the fast card game ({view})", style="bold")


def _heading(position: Document, points: list[int]) -> Text:
    """Round, whose turn it is, and what is asked."""
    doing, stage = position.get("doing", {}), position["stage"]
    if stage == "over":
        winner = position.get("winner")
        best = [s for s, n in enumerate(points) if n == max(points)]
        won = f"seat {winner} has won" if winner is not None else "stopped by the cap; most points: seat " + ", ".join(
            map(str, best))
        line = f"round {position['round']}, game over: {won}"
    else:
        line = f"round {position['round']}, turn of seat {position['turn']}, step: {stage}"
        if "seat" in doing:
            line += f" (seat {doing['seat']})"
        if "with" in doing:
            line += f" with seat {doing['with']}"
        if "build" in doing:
            line += f" for {doing['build']}"
        if doing.get("left"):
            line += f", {doing['left']} to go"
    if position["trades_left"]:
        line += f"; trades left: {position['trades_left']}"
    for key, words in (("used", "used"), ("built", "built this turn")):
        if position[key]:
            line += f"; {words}: {', '.join(position[key])}"
    return Text(line, style="bold")


# ---- the middle ------------------------------------------------------------------------------


def _cards(counts: Mapping[str, int]) -> list[Text]:
    """Cards such as `2 ore`."""
    return [Text(f"{counts[kind]} {kind}", style=STYLES[kind]) for kind in KINDS if counts.get(kind)]


def _middle(position: Document) -> Iterable[Text]:
    """Market, piles, stacks and the destiny card."""
    pile = position["pile"]
    yield listed("market:       ", _cards(position["market"]))
    yield from _on_the_way(position)
    yield listed(f"draw pile:    {_face_down(position)}: ", _cards(pile)) if isinstance(pile, Mapping) else Text(
        f"draw pile:    {_face_down(position)}")
    yield listed("discarded:    ", _cards(position["discard"]))
    yield listed("stacks:       ", _stacks(position))
    yield Text(f"events:       {_events(position)}")
    if position["seats"] > 2:
        yield Text(f"destiny card: {ARROWS[position['destiny']]}")


def _short_middle(position: Document, stacks: list[str]) -> Iterable[Text]:
    """The same in fewer lines, without the piles' cards."""
    yield listed("market: ", _cards(position["market"])).append(f"; draw pile: {_face_down(position)}")
    yield from _on_the_way(position)
    yield listed("stacks: ", stacks)
    destiny = f"; destiny card: {position['destiny']}" if position["seats"] > 2 else ""
    yield Text(f"events: {_events(position)}{destiny}")


def _on_the_way(position: Document) -> Iterable[Text]:
    if "given" in position.get("doing", {}):
        yield listed("on the way:   ", _cards(position["doing"]["given"]))


def _face_down(position: Document) -> str:
    pile = position["pile"]
    return f"{pile if isinstance(pile, int) else sum(pile.values())} cards, face down"


def _stacks(position: Document) -> list[str]:
    stacks = position["stacks"]
    return [f"{stacks[name]} {name}{'' if stacks[name] == 1 else 's'}" for name in ("road", "knight", "settlement")] + [
        f"{n} x {FULL_NAMES[name].lower()}" if n > 1 else FULL_NAMES[name].lower()
        for name, n in stacks["expansions"].items() if n]


def _counted_stacks(position: Document) -> list[str]:
    return [*_stacks(position)[:3], f"{sum(position['stacks']['expansions'].values())} expansions"]


def _events(position: Document) -> str:
    left = position["stacks"]["events"]
    return f"{left.get('robber', 0)} robber attacks, {left.get('market', 0)} market days still to come"


# ---- seats -----------------------------------------------------------------------------------


def _seats(position: Document, points: list[int], narrow: bool) -> Iterable[list[str | Text]]:
    """A row a seat: points, what is laid out, the cards of the hand; of a hidden hand those that are known."""
    hidden = any("hand" not in player for player in position["players"])
    yield ["seat", "points", "roads", "knights", "settled" if narrow else "settlements", "cities", "hand",
           *(Text(kind, style=STYLES[kind]) for kind in KINDS), *(["?"] if hidden else [])]
    for s, player in enumerate(position["players"]):
        turn = "> " if s == position["turn"] and position["stage"] != "over" else ""
        known = player["hand"] if "hand" in player else player["known"]
        cards = sum(known.values()) if "hand" in player else player["cards"]
        unknown = cards - sum(known.values())
        yield [f"{turn}{s}", f"{points[s]}", _sides(player["roads"]), _sides(player["knights"]),
               _some(player["settlements"]), _some(player["cities"]), f"{cards}",
               *(Text(_some(known.get(kind, 0)), style=STYLES[kind]) for kind in KINDS),
               *([_some(unknown)] if hidden else [])]


def _some(n: int) -> str:
    return f"{n}" if n else "-"


def _sides(row: str) -> str:
    """How many cards of a row show which side: `2A 1B`."""
    return " ".join(f"{row.count(side)}{side}" for side in "AB" if side in row) or "-"


def _laid_out(position: Document) -> Iterable[Text]:
    """The expansions of all seats, and points that were given."""
    owned = [f"seat {s} {', '.join(FULL_NAMES[name].lower() for name in player['expansions'])}"
             for s, player in enumerate(position["players"]) if player["expansions"]]
    yield listed("expansions: ", owned or ["none"], "; ")
    if given := [f"seat {s} {player['gifts']}" for s, player in enumerate(position["players"]) if player["gifts"]]:
        yield listed("points given at the start: ", given, "; ")


def _costs(numbers: Numbers) -> Iterable[Text]:
    """What each thing costs, things of one price together."""
    prices: dict[str, list[str]] = {}
    for thing, cost in zip(THINGS, numbers["cost"], strict=True):
        words = " ".join(kind if n == 1 else f"{n} {kind}" for kind, n in zip(KINDS, cost, strict=True) if n)
        prices.setdefault(words or "nothing", []).append(FULL_NAMES.get(thing, thing).lower())
    yield listed("costs: ", [f"{', '.join(things)}: {words}" for words, things in prices.items()], "; ")
    worth = dict(zip(EXPANSIONS, numbers["points"], strict=True))
    points: dict[int, list[str]] = {}
    for thing, n in [("settlement", numbers["settlement_points"]), ("city", numbers["city_points"]), *worth.items(),
                     ("B side", numbers["side_points"])]:
        points.setdefault(n, []).append(FULL_NAMES[thing].lower() if thing in FULL_NAMES else thing)
    yield listed("points: ", [f"{', '.join(things)}: {n}" for n, things in points.items()], "; ")
