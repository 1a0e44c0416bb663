"""What a person sees of a position of The Castles of Burgundy: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType

from core_ext.state import State
from games.burgundy.notation import position_to_json
from games.burgundy.render_svg import svg_of
from games.burgundy.render_text import text_of
from games.burgundy.state import BurgundyState
from games.burgundy.tables import BOARDS


def text(state: State) -> RenderableType:
    """The position for a rich console, in plain ASCII: as wide as the console allows, readable without colour."""
    return text_of(position_to_json(state), BOARDS, winners=_winners(state))


def svg(state: State) -> str:
    """The position as a complete SVG document; equal positions give equal bytes."""
    return svg_of(position_to_json(state), BOARDS, _rules(state), winners=_winners(state))


def _rules(state: State) -> Mapping[str, Any]:
    """The numbers in force in this game, an option file's included."""
    assert isinstance(state, BurgundyState)
    return state.rules_table()


def _winners(state: State) -> list[int]:
    return [seat for seat, share in enumerate(state.wins()) if share > 0] if state.is_terminal() else []
