"""How a game ended, who sat where, and what a seat believes, as a terminal shows it."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from core_ext.state import State
from games.api import Game
from games.records import plain
from reports.terminal.layout import Paragraph, Sheet
from reports.wording import listed


def outcome(game: Game, state: State, players: Sequence[str] | None) -> RenderableType:
    """Who won, if the game is over, and the points of each seat by source."""
    names, sources = seat_names(state.seats, players), state.sources()
    winners = [s for s, share in enumerate(state.win_shares()) if share > 0] if state.is_terminal() else []
    who = [names[s] for s in winners]
    told = (f"drawn: {listed(who)} share the win" if len(who) > 1 else f"won by {listed(who)}" if who else
            "the game is not over; points so far:")
    heads = ["", *(f"seat {s}" + (f" {players[s]}" if players else "") for s in range(state.seats))]
    used = [name for name in game.sources if any(seat.get(name) for seat in sources)]
    rows = [[name, *(seat.get(name, 0) for seat in sources)] for name in (used if len(used) > 1 else ())]
    score = [Text(str(plain(points)), "green" if s in winners else "") for s, points in enumerate(state.scores())]
    return Group(Paragraph(told), Text(""), Sheet(heads, [*rows, ["score", *score]], ("",)))


def seat_names(seats: int, players: Sequence[str] | None) -> list[str]:
    """The seats by number, each with its player where they are known."""
    return [f"seat {s}" + (f" ({players[s]})" if players else "") for s in range(seats)]


def belief_lines(belief: Mapping[str, Any], indent: str = "  ") -> list[str]:
    """A belief as indented lines: numbers of one kind share a line, what holds more begins a new one. What a number
    names is a seat.
    """
    lines = []
    for key, value in belief.items():
        name = f"seat {key}" if key.isdecimal() else key
        if isinstance(value, Mapping) and any(isinstance(inner, Mapping) for inner in value.values()):
            lines += [f"{indent}{name}:", *belief_lines(value, indent + "  ")]
        else:
            lines.append(f"{indent}{name}: {plain_value(value)}")
    return lines


def plain_value(value: Any) -> str:
    """A number, the chances of 1 or more, 2 or more and so on, or a flat mapping of these, in one line."""
    if isinstance(value, Mapping):
        between = "; " if any(isinstance(inner, list | tuple) for inner in value.values()) else ", "
        return between.join(f"{name} {plain_value(inner)}" for name, inner in value.items()) or "none"
    if isinstance(value, list | tuple):
        return ", ".join(f"{number}+: {plain_value(chance)}" for number, chance in enumerate(value, start=1))
    return f"{value:.2f}" if isinstance(value, float) else str(value)
