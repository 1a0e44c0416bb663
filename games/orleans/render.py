"""A position of Orléans as a person sees it: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from collections.abc import Collection, Sequence

from rich.text import Text

from core_ext.state import State
from games.api import own
from games.boards import COLUMNS
from games.drawing import Drawing
from games.orleans.art import (
    NIGHT,
    PAPER,
    Document,
    headline,
    score,
    status,
)
from games.orleans.hidden import document_for
from games.orleans.render_board import (
    BOARD_WIDTH,
    DEED_HEIGHT,
    DEVELOPMENT_HEIGHT,
    HEAD_HEIGHT,
    TRACK_HEIGHT,
    Rules,
    draw_deeds,
    draw_development,
    draw_display,
    draw_head,
    draw_supplies,
    draw_tracks,
)
from games.orleans.render_map import MAP_EDGE, MAP_HEIGHT, SHEET_WIDTH, draw_map
from games.orleans.render_seat import SEAT_WIDTH, draw_seat, seat_height
from games.orleans.render_text import text_of
from games.orleans.state import OrleansState


def text(state: State, seat: int | None = None, room: int | None = None, columns: int = COLUMNS) -> Text:
    """The position for a terminal, readable without colour; with a seat, its view."""
    rules = own(state, OrleansState).rules_table()
    return text_of(document_for(state, seat), rules, _winners(state), seat, room, columns)


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; with a seat, as it sees it. Equal positions give equal bytes."""
    return svg_of(document_for(state, seat), own(state, OrleansState).rules_table(), _winners(state), seat or 0)


def _winners(state: State) -> list[int]:
    return [seat for seat, share in enumerate(state.win_shares()) if share > 0] if state.is_terminal() else []


GAP = MAP_EDGE
WIDTH = 3 * GAP + SHEET_WIDTH + BOARD_WIDTH
SUPPLY_HEIGHT, DISPLAY_HEIGHT = 62.0, 176.0


def svg_of(document: Document, rules: Rules, winners: Collection[int] = (), eyes: int = 0) -> str:
    """The picture of a position document as a complete SVG; the same document gives the same bytes.

    What lies before `eyes` comes first, above the map, as planning goes on there; without it seat 0's.
    """
    d, right = Drawing("orleans"), 2 * GAP + SHEET_WIDTH
    players = document["players"]
    order = [(eyes + n) % len(players) for n in range(len(players))]

    def seats(few: Sequence[int], x: float, y: float) -> float:
        """Seats side by side; returns where they end."""
        height = max(seat_height(players[seat]) for seat in few)
        for n, seat in enumerate(few):
            draw_seat(d, x + (SEAT_WIDTH + GAP) * n, y, height, document, rules, seat, seat in winners)
        return y + height + GAP

    top = seats(order[:1], GAP, GAP)
    draw_map(d, document, top)
    d.area("map", GAP, top, SHEET_WIDTH, MAP_HEIGHT)
    y = GAP
    draw_head(d, right, y, document)
    y += HEAD_HEIGHT + 6
    draw_development(d, right, y, document, rules)
    y += DEVELOPMENT_HEIGHT + 6
    draw_tracks(d, right, y, document, rules)
    y += 6 * TRACK_HEIGHT + 8 + 6
    draw_deeds(d, right, y, document, rules)
    y += 2 * DEED_HEIGHT + 12
    draw_supplies(d, right, y, document)
    y += SUPPLY_HEIGHT + GAP
    d.area("tracks", right, GAP, BOARD_WIDTH, y - 2 * GAP)
    y = max(top + MAP_HEIGHT + GAP, seats(order[1:2], right, y))
    draw_display(d, GAP, y, WIDTH - 2 * GAP, document, rules)
    d.area("places", GAP, y, WIDTH - 2 * GAP, DISPLAY_HEIGHT)
    y += DISPLAY_HEIGHT + GAP
    for first in range(2, len(players), 2):
        y = seats(order[first:first + 2], GAP, y)
    scores = ", ".join(f"seat {seat} {score(player, rules)}" for seat, player in enumerate(players))
    title = f"Orléans. {headline(document)}: {status(document)}. Points: {scores}."
    return d.document(WIDTH, y, title, PAPER, NIGHT.name)
