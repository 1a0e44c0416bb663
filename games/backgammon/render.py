"""What a person sees of a position of backgammon: `text` for a terminal, `svg` as a picture."""
from __future__ import annotations

from rich.console import RenderableType

from core_ext.state import State
from games.api import own
from games.backgammon.render_svg import svg_of
from games.backgammon.render_text import text_of
from games.backgammon.state import BackgammonState
from games.backgammon.view import view_of


def text(state: State, seat: int | None = None) -> RenderableType:
    """The position for a rich console, in plain ASCII and at most 72 columns, readable without colour."""
    return text_of(view_of(own(state, BackgammonState)))


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; equal positions give equal bytes."""
    return svg_of(view_of(own(state, BackgammonState)))
