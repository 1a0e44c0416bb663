"""A line of play on the board, step by step: pictures, what the next move touches, what else is legal."""
from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, ConfigDict, Field

from games import records
from games.api import InputError
from games.fields import one_line
from games.positions import placed
from games.speech import texts
from service.api.errors import errors
from service.models import EXACT_SEED, MOST_SEATS, RULES, START, Move
from service.positions import moves, names, paragraphs, picture, to_move
from service.refusals import Refused
from service.routes import Route
from service.said import about

if TYPE_CHECKING:
    from core_ext.state import State
    from games.api import Game

router = APIRouter(tags=["positions"], route_class=Route)
MOST = 500                  # moves of a line
DRAWS = 300                 # that follow each other before somebody decides


class Asked(BaseModel):
    """A step of a line."""

    model_config = ConfigDict(extra="forbid")

    position: dict[str, Any] = Field(description="where the line begins", examples=[START])
    moves: list[Annotated[str, Field(max_length=200)]] = Field(max_length=MOST, examples=[["a1", "b2"]])
    number: int = Field(default=0, ge=0, le=MOST, description="moves that are made before the picture is drawn")
    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | None = Field(
        default=None, description="whose view is drawn; by default that of the position")
    trust: bool = Field(default=False, description="the parts of the position need not add up to what the box holds")
    legal: bool = Field(default=False, description="with all that may happen at this step")
    luck: Annotated[int, Field(ge=0, le=EXACT_SEED)] | None = Field(
        default=None, description="a seed: after the moves chance is drawn until somebody decides")


class Step(BaseModel):
    """The board at a step of a line."""

    number: int = Field(description="moves that were made: those asked for, or as many as fit")
    svg: str = Field(description="the board after them")
    toMove: int | str | None = Field(description="a seat, \"chance\", or null where the game is over")
    move: str | None = Field(description="the next move of the line; null: it ends here, or the move does not fit")
    ids: list[str] = Field(description="what that move touches in the picture, in the order of a hand")
    position: dict[str, Any] = Field(description="the position at this step")
    drawn: list[str] = Field(description="what chance brought after the moves, where a seed for it was given")
    legal: list[Move] | None = Field(description="moves of the seat to act, or what chance may bring, where asked for")
    names: dict[str, str] = Field(description="what these moves touch, in words by id")
    winners: list[int] | None = Field(description="the seats that have won; null: the game goes on")
    rules: list[int] | None = Field(description=RULES)


@router.post("/positions/line", responses=errors())
def step(request: Request, asked: Asked) -> Step:
    """The board after the first moves of a line, and what the next one touches.

    A line ends early where a move does not fit: what a search expects rests on what it thinks is hidden.
    """
    try:
        found = placed(asked.position, asked.trust)
    except InputError as error:
        raise Refused("position", one_line(error)) from None
    about(request, found.game.name)
    game, at, seat = found.game, found.state, found.view if asked.seat is None else asked.seat
    if seat is not None and seat >= at.seats:
        raise Refused("seat", f"found {seat}, expected 0 to {at.seats - 1}")
    made = 0
    for text in asked.moves[:asked.number]:
        action = fitting(game, at, text)
        if action is None:
            break
        at.apply_action(action)
        made += 1
    drawn = drawn_on(game, at, asked.luck) if asked.luck is not None and made == asked.number else []
    following = fitting(game, at, asked.moves[made]) if made < len(asked.moves) and not drawn else None
    may = moves(game, at) if asked.legal else None
    return Step(number=made, svg=picture(game, at, seat), toMove=to_move(at),
                move=None if following is None else asked.moves[made],
                ids=[] if following is None else list(game.touches(at, following)),
                position=game.notation.position_to_json(at), drawn=drawn,
                legal=may, names=names(may or [], None),
                winners=records.result(at)["winners"] if at.is_terminal() else None, rules=paragraphs(game, at))


def drawn_on(game: Game, at: State, seed: int) -> list[str]:
    """Draw chance, DRAWS times at most, until somebody decides; what came, in words."""
    found = list[str]()
    while at.is_chance_node() and len(found) < DRAWS:
        action = at.keyed_chance(seed)
        found.append(game.notation.action_text(at, action))
        at.apply_action(action)
    return found


def fitting(game: Game, at: State, text: str) -> int | None:
    """The legal action of a seat or of chance that this text names; None: there is none."""
    if at.is_terminal():
        return None
    action = next((action for action in at.legal_actions() if game.notation.action_text(at, action) == text), None)
    return action if action is not None else next((known[text] for known in texts(game, at) if text in known), None)
