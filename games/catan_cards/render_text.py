"""A position as text: the middle of the table, then a row for each seat."""
from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from games.catan_cards.names import FULL_NAMES, KINDS

STYLES = {"brick": "red", "lumber": "green", "ore": "blue", "wool": "bright_green", "grain": "yellow"}
ARROWS = {"white": "white -> (clockwise)", "black": "black <- (anticlockwise)"}

Document = dict[str, Any]


def text_of(position: Document, points: list[int]) -> RenderableType:
    """The whole position."""
    return Group(heading(position, points), middle(position), seats_table(position, points))


def heading(position: Document, points: list[int]) -> Text:
    """Round, whose turn it is, and what is asked."""
    doing = position.get("doing", {})
    stage = position["stage"]
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
    view = "all cards shown; [hand] is hidden from others"
    if "view" in position:
        view = f"as seat {position['view']} sees it"
    return Text(f"CATAN, the fast card game ({view})\n{line}")


def cards(counts: dict[str, int], unknown: int = 0) -> Text:
    """Cards such as `2 ore  1 wool  3 ?`."""
    parts = [Text(f"{counts[kind]} {kind}", style=STYLES[kind]) for kind in KINDS if counts.get(kind)]
    if unknown:
        parts.append(Text(f"{unknown} ?", style="dim"))
    return Text("  ").join(parts) if parts else Text("-", style="dim")


def middle(position: Document) -> Table:
    """Market, piles, stacks and the destiny card."""
    table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
    pile, stacks = position["pile"], position["stacks"]
    table.add_row("market", cards(position["market"]))
    if "given" in position.get("doing", {}):
        table.add_row("on the way", cards(position["doing"]["given"]))
    hidden = pile if isinstance(pile, int) else sum(pile.values())
    table.add_row("draw pile", Text(f"{hidden} cards, face down") if isinstance(pile, int) else
                  Text.assemble(f"{hidden} cards, face down [", cards(pile), "]"))
    table.add_row("discarded", cards(position["discard"]))
    left = ", ".join(f"{n} {FULL_NAMES[name].lower()}" for name, n in stacks["expansions"].items()) or "none"
    table.add_row("stacks", f"{stacks['road']} roads, {stacks['knight']} knights, "
                            f"{stacks['settlement']} settlements; {left}")
    events = stacks["events"]
    table.add_row("backs unseen", f"{events.get('robber', 0)} robber attacks, {events.get('market', 0)} market days")
    if position["seats"] > 2:
        table.add_row("destiny card", ARROWS[position["destiny"]])
    return table


def seats_table(position: Document, points: list[int]) -> Table:
    """One row a seat."""
    table = Table(padding=(0, 1), box=box.ASCII)
    for name in ("seat", "points", "roads", "knights", "settlements", "cities", "expansions", "hand"):
        table.add_column(name, overflow="fold")
    for s, player in enumerate(position["players"]):
        turn = "> " if s == position["turn"] and position["stage"] != "over" else "  "
        if "hand" in player:
            hand = cards(player["hand"])
            if "view" not in position:
                hand = Text.assemble("[", hand, "]")
            n = sum(player["hand"].values())
        else:
            n = player["cards"]
            hand = cards(player["known"], n - sum(player["known"].values()))
        gifts = f" (+{player['gifts']} given)" if player["gifts"] else ""
        table.add_row(f"{turn}{s}", f"{points[s]}{gifts}", player["roads"] or "-", player["knights"] or "-",
                      str(player["settlements"]), str(player["cities"]),
                      ", ".join(FULL_NAMES[name].lower() for name in player["expansions"]) or "-",
                      Text.assemble(f"{n}: ", hand))
    return table
