"""A position as one picture: the map, the tracks and supplies beside it, the place tiles, and the seats below."""
from __future__ import annotations

from collections.abc import Collection

from games.drawing import Drawing
from games.orleans.art import PAPER, Document, headline, score, status
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
from games.orleans.render_map import MAP_HEIGHT, MAP_WIDTH, draw_map
from games.orleans.render_seat import SEAT_WIDTH, draw_seat, seat_height

GAP = 10.0
WIDTH = 3 * GAP + MAP_WIDTH + BOARD_WIDTH
DISPLAY_HEIGHT = 176.0


def svg_of(document: Document, rules: Rules, winners: Collection[int] = ()) -> str:
    """The picture of a position document as a complete SVG; the same document gives the same bytes."""
    d, right = Drawing("orleans"), 2 * GAP + MAP_WIDTH
    draw_map(d, GAP, GAP, document)
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
    y = 2 * GAP + MAP_HEIGHT
    draw_display(d, GAP, y, WIDTH - 2 * GAP, document, rules)
    y += DISPLAY_HEIGHT + GAP
    players = document["players"]
    for first in range(0, len(players), 2):
        row = range(first, min(first + 2, len(players)))
        height = max(seat_height(players[seat]) for seat in row)
        for n, seat in enumerate(row):
            draw_seat(d, GAP + (SEAT_WIDTH + GAP) * n, y, height, document, rules, seat, seat in winners)
        y += height + GAP
    scores = ", ".join(f"seat {seat} {score(player, rules)}" for seat, player in enumerate(players))
    return d.document(WIDTH, y, f"Orléans. {headline(document)}: {status(document)}. Points: {scores}.", PAPER)
