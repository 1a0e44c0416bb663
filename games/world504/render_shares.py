"""The share table in the picture of 504: a panel with a column for each company."""
from __future__ import annotations

from typing import Any

from games.drawing import Drawing, tag
from games.world504.art import INK, LINE, OWNER_FILL, OWNER_INK, OWNER_NAMES, PALE
from games.world504.names import NOBODY
from games.world504.render_sheet import LINE_HEIGHT, PAD, SHEET_WIDTH, Sheet, panel
from games.world504.share_table import Row, share_rows

NAME = 112.0                    # width of the names of rows

Raw = dict[str, Any]


def draw_shares(d: Drawing, x: float, y: float, raw: Raw, rules: Raw, scores: list[float],
                deciding: int | None) -> float:
    """The share table; returns where it ends. Columns have the ids `share-0`, cells of seats `holding-1-0`."""
    rows = share_rows(raw, rules)
    height = (len(rows) + 1.2 + bool(rules["companies"])) * LINE_HEIGHT + 2 * PAD
    panel(d, x, y, SHEET_WIDTH, height)
    sheet = Sheet(d, x, y, SHEET_WIDTH)
    width = (sheet.width - NAME) / rules["owners"]
    for i in range(rules["owners"]):
        left = sheet.x + NAME + i * width
        with d.group(**tag(f"share-{i}", left + width / 2, sheet.y + 9, width - 3, 20)):
            d.rect(left + 1.5, sheet.y - 1, width - 3, 20, OWNER_FILL[i], 4, stroke=LINE)
            d.text(left + width / 2, sheet.y + 13, OWNER_NAMES[i] if rules["companies"] else f"seat {i}", 11,
                   OWNER_INK[i], bold=True, room=width - 6)
    sheet.y += 1.2 * LINE_HEIGHT
    for row in rows:
        if row.seat is None:
            _line(sheet, row, row.name, width, False)
        else:
            with sheet.line(f"seat-{row.seat}"):
                more = f" = {scores[row.seat]:g}" if rules["companies"] else ""
                _line(sheet, row, row.name.replace(" Mark", "") + more, width, row.seat == deciding)
    if rules["companies"]:
        with sheet.line("start-card"):
            sheet.pair("start card", "" if raw["start"] == NOBODY else f"seat {raw['start']}")
    return y + height


def _line(sheet: Sheet, row: Row, name: str, width: float, acts: bool) -> None:
    d = sheet.d
    d.text(sheet.x, sheet.y + 13, name, 12, INK if row.seat is not None else PALE, "start", bold=acts, room=NAME - 4)
    for i, words in enumerate(row.cells):
        x = sheet.x + NAME + (i + 0.5) * width
        if row.seat is None:
            d.text(x, sheet.y + 13, words, 12, PALE if words == "-" else INK, bold=row.name == "price")
            continue
        with d.group(**tag(f"holding-{row.seat}-{i}", x, sheet.y + 8.5, width - 3, 18)):
            d.text(x, sheet.y + 13, words, 12.5, PALE if words == "-" else INK, bold="P" in words)
    sheet.y += LINE_HEIGHT
