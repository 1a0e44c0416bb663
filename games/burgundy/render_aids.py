"""The player aids of the picture: what is still face down, what the buildings do, what the knowledge tiles do."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.burgundy.art import (
    EFFECTS,
    INK,
    KNOWLEDGE,
    LINE,
    NIGHT,
    PANEL,
    SEAT_FILL,
    SEAT_INK,
    TILE_FILL,
    Document,
    corners,
)
from games.burgundy.names import BUILDING_NAMES, GOODS_NAMES, TILE_NAMES
from games.burgundy.render_seat import goods, tile
from games.drawing import Drawing

COUNTED = tuple(name for name in TILE_NAMES[1:] if not name.startswith("knowledge"))


class Box(NamedTuple):
    """Where a panel lies."""

    x: float
    y: float
    width: float
    height: float


def _panel(d: Drawing, box: Box, heading: str, note: str) -> None:
    d.rect(*box, PANEL, 10, stroke=LINE, stroke_width=1.5)
    d.text(box.x + 12, box.y + 21, heading, 14, INK, "start", bold=True)
    d.text(box.x + box.width - 12, box.y + 21, note, 10.5, INK, "end")


def supply(d: Drawing, box: Box, across: int, document: Document) -> None:
    """Tiles and goods still face down: how many with coloured backs, and on black how many with black backs."""
    _panel(d, box, "still face down", "on black: with black backs")
    light, dark = document.get("supply", {}), document.get("dark", {})
    cell, pitch = (box.width - 16) / across, (box.height - 66) / -(-len(COUNTED) // across)
    radius = min(cell * 0.36, pitch * 0.5)
    for n, name in enumerate(COUNTED):
        x, y = box.x + 10 + cell * (n % across), box.y + 32 + pitch * (n // across + 0.5)
        coloured, black = light.get(name, 0), dark.get(name, 0)
        with d.group(opacity=1 if coloured or black else 0.35):
            title = f"{name}: {coloured} with coloured back, {black} with black back"
            tile(d, x + radius * 0.9, y, radius, name, title, data_supply=name)
        if coloured:
            d.text(x + radius * 1.9, y - 2, str(coloured), 12, INK, "start", bold=True)
        if black:
            d.rect(x + radius * 1.9 - 1, y + 2, 14, 14, NIGHT, 4)
            d.text(x + radius * 1.9 + 6, y + 13, str(black), 11, "#ffffff", bold=True, room=13)
    left = document.get("goods_supply", {})
    for n, colour in enumerate(GOODS_NAMES):
        x, y = box.x + 22 + (box.width - 30) / 6 * n, box.y + box.height - 17
        goods(d, x, y, 20, colour, f"{left.get(colour, 0)} {colour} goods face down")
        d.text(x + 15, y + 5, str(left.get(colour, 0)), 12, INK, "start", bold=True)


def building_key(d: Drawing, box: Box, rules: Mapping[str, Any]) -> None:
    """What each building does when it is placed, and which die sells which goods."""
    _panel(d, box, "buildings when placed", "take: from depots 1-6")
    column, rows = (box.width - 20) / 2, len(BUILDING_NAMES) // 2
    pitch = (box.height - 66) / rows
    radius = min(24.0, pitch * 0.5)
    for n, name in enumerate(BUILDING_NAMES):
        effect = EFFECTS[name].format(n=rules["buildings"].get(name))
        x, y = box.x + 10 + column * (n // rows), box.y + 32 + pitch * (n % rows + 0.5)
        tile(d, x + radius * 0.9, y, radius * 0.9, name, f"{name}: {effect}", data_key=name)
        d.text(x + radius * 1.95, y - 2, name.replace("-", " "), 12, INK, "start", bold=True)
        d.text(x + radius * 1.95, y + 11, effect, 10.5, INK, "start", room=column - radius * 1.95 - 4)
    for n, colour in enumerate(GOODS_NAMES):
        x, y = box.x + 22 + (box.width - 22) / 6 * n, box.y + box.height - 17
        goods(d, x, y, 18, colour, f"{colour} goods are sold with a {n + 1}")
        d.text(x + 12, y + 4, colour, 10.5, INK, "start", room=48)


def knowledge_key(d: Drawing, box: Box, columns: int, document: Document, rules: Mapping[str, Any]) -> None:
    """What each knowledge tile does and where it is: face down, a seat's (in its colour), or elsewhere (pale)."""
    _panel(d, box, "knowledge", "hexes: face down; seat colours: in that duchy")
    rows = -(-len(KNOWLEDGE) // columns)
    column, pitch = (box.width - 20) / columns, (box.height - 40) / rows
    size = 12.5 if columns == 1 else 10.5
    for n, (which, words) in enumerate(KNOWLEDGE.items()):
        x, y = box.x + 10 + column * (n // rows), box.y + 32 + pitch * (n % rows + 0.5)
        effect = words.format(n=rules["knowledge"][str(which)])
        with d.group(f"knowledge {which}: {effect}", class_="knowledge", data_knowledge=str(which)):
            owner = _where(d, x + 11, y, min(10.0, pitch * 0.56), which, document)
            d.text(x + 26, y + size * 0.36, effect, size, INK, "start", bold=owner, room=column - 32)


def _where(d: Drawing, x: float, y: float, radius: float, which: int, document: Document) -> bool:
    """The mark of a knowledge tile, telling where it is; whether that is a duchy."""
    name = f"knowledge {which}"
    owners = [seat for seat, player in enumerate(document["players"])
              if name in player.get("duchy", {}).values() or name in player.get("gifts", ())]
    fill, ink = "none", LINE
    if owners:
        fill, ink = SEAT_FILL[owners[0]], SEAT_INK[owners[0]]
        d.rect(x - radius * 1.1, y - radius * 0.8, radius * 2.2, radius * 1.6, fill, 3)
    else:
        if document.get("dark", {}).get(name):
            fill, ink = NIGHT, "#ffe27a"
        elif document.get("supply", {}).get(name):
            fill, ink = TILE_FILL["knowledge"], INK
        d.polygon(corners(x, y, radius), fill, stroke=LINE if fill == "none" else INK, stroke_width=0.8)
    d.text(x, y + 3.6, str(which), 10, ink, bold=True)
    return bool(owners)
