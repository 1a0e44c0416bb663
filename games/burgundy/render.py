"""What a person sees of a position of The Castles of Burgundy: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType

from core_ext.state import State
from games.api import own
from games.burgundy.gifts import given, left_out
from games.burgundy.hidden import document_for
from games.burgundy.render_svg import svg_of
from games.burgundy.render_text import text_of
from games.burgundy.state import BurgundyState
from games.burgundy.tables import BOARDS


def text(state: State, seat: int | None = None) -> RenderableType:
    """The position for a rich console, in plain ASCII: as wide as it allows, readable without colour.

    With a seat, without set-up choices of others that are still secret.
    """
    return text_of(_document(state, seat), BOARDS, winners=_winners(state))


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; with a seat, as it sees it. Equal positions give equal bytes."""
    return svg_of(_document(state, seat), BOARDS, _rules(state), winners=_winners(state))


def _document(state: State, seat: int | None) -> dict[str, Any]:
    """What is shown: the document that the seat sees, with everybody's gifts; blanks are no tiles of the supplies."""
    document, options = document_for(state, seat), own(state, BurgundyState).options
    for player, gift in zip(document["players"], given(options.get("gifts", ""), state.seats), strict=True):
        player["gifts"] = gift.words()
    document["left_out"] = left_out(options.get("without", ""))
    for supply in ("supply", "dark"):
        document[supply] = {name: n for name, n in document[supply].items() if name not in document["left_out"]}
    return document


def _rules(state: State) -> Mapping[str, Any]:
    """The numbers in force in this game, an option file's included."""
    return own(state, BurgundyState).rules_table()


def _winners(state: State) -> list[int]:
    return [seat for seat, share in enumerate(state.win_shares()) if share > 0] if state.is_terminal() else []
