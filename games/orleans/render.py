"""What a person sees of a position of Orléans: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from rich.console import RenderableType

from core_ext.state import State
from games.orleans.position import own, position_to_json
from games.orleans.render_svg import svg_of
from games.orleans.render_text import text_of


def text(state: State) -> RenderableType:
    """The position for a rich console: at most 100 columns wide, readable without colour."""
    return text_of(position_to_json(state), own(state).rules_table(), _winners(state))


def svg(state: State) -> str:
    """The position as a complete SVG document; equal positions give equal bytes."""
    return svg_of(position_to_json(state), own(state).rules_table(), _winners(state))


def _winners(state: State) -> list[int]:
    return [seat for seat, share in enumerate(state.wins()) if share > 0] if state.is_terminal() else []
