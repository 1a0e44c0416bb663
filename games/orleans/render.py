"""What a person sees of a position of Orléans: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from rich.console import RenderableType

from core_ext.state import State
from games.api import own
from games.orleans.hidden import document_for
from games.orleans.render_svg import svg_of
from games.orleans.render_text import text_of
from games.orleans.state import OrleansState


def text(state: State, seat: int | None = None) -> RenderableType:
    """The position for a rich console: at most 100 columns wide, readable without colour; with a seat, its view."""
    return text_of(document_for(state, seat), own(state, OrleansState).rules_table(), _winners(state))


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; with a seat, as it sees it. Equal positions give equal bytes."""
    return svg_of(document_for(state, seat), own(state, OrleansState).rules_table(), _winners(state))


def _winners(state: State) -> list[int]:
    return [seat for seat, share in enumerate(state.win_shares()) if share > 0] if state.is_terminal() else []
