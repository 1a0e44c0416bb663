"""What a person sees of a position: `text` for a terminal, `svg` as a picture; all cards, or one seat's view."""
from __future__ import annotations

from rich.console import RenderableType

from core_ext.state import State
from games.api import own
from games.catan_cards.names import EXPANSIONS
from games.catan_cards.position import position_to_json
from games.catan_cards.render_svg import svg_of
from games.catan_cards.render_text import text_of
from games.catan_cards.state import CatanState


def text(state: State, seat: int | None = None) -> RenderableType:
    """The position for a rich console, readable without colour. With a seat, other hands show what it knows of them."""
    return text_of(position_to_json(state, view=seat), [round(n) for n in state.scores()])


def svg(state: State, seat: int | None = None) -> str:
    """The position as a complete SVG document; equal positions give equal bytes."""
    numbers = own(state, CatanState).start_numbers()
    worth = {"settlement": numbers["settlement_points"], "city": numbers["city_points"], "side": numbers["side_points"],
             **dict(zip(EXPANSIONS, numbers["points"], strict=True))}
    return svg_of(position_to_json(state, view=seat), [round(n) for n in state.scores()], worth)
