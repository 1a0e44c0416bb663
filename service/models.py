"""What endpoints take and answer, for the schema of the API."""
from __future__ import annotations

from itertools import islice
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from mcts.limits import LEAST_EVERY, LEAST_SECONDS, MOST_SECONDS, MOST_SIMULATIONS, SEEDS

MOST_SEATS = 16
MOST_OPTIONS = 100          # that are given for one game
MOST_LINES = 50_000         # of a record that is given as a list
EXACT_SEED = 2**53 - 1      # what every program reads as it was written
RULES = "entries of the page of rules, counted from 0, for what goes on; null: the game has no such page"


def few(most: int) -> BeforeValidator:
    """Refuses an object with more entries before any of them is looked at: each makes an error, which takes long."""
    def counted(given: Any) -> Any:
        if isinstance(given, dict) and len(given) > most:
            raise PydanticCustomError("too_long", f"{len(given):,} entries, expected at most {most}")
        return given

    return BeforeValidator(counted)


Key = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=40)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Document = dict[str, Any]
START = {"format": "ludosoph-position/1", "game": "tic_tac_toe", "seats": 2, "board": ["x..", ".o.", "..."],
         "to_move": "x", "options": {}}
# a game as it was played: a text, or the lines of one as objects
Recorded = Annotated[str | Annotated[list[Document], Field(max_length=MOST_LINES, fail_fast=True)],
                     Field(description="a record: its text, or its lines as objects")]
Choices = Annotated[dict[str, Annotated[str, StringConstraints(max_length=200_000)]], few(MOST_OPTIONS)]
# of a view with all that a page shows
After = Annotated[int | None, Field(
    ge=0, lt=2**31, description="with the board, and with what this seat was told after this line of its log")]
KEY = "makes a retry safe: what was asked with a key is done once, and a second request with it gets the same answer"


class Asked(BaseModel):
    """A body that knows its fields and takes nothing for something else, such as false for 0."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @model_validator(mode="before")
    @classmethod
    def _one_unknown_is_enough(cls, given: Any) -> Any:
        """Of unknown fields the first is told: each makes an error, which takes longer than all else."""
        if isinstance(given, dict) and len(given) > len(cls.model_fields):
            unknown = [name for name in islice(given, len(cls.model_fields) + 1) if name not in cls.model_fields]
            return {name: value for name, value in given.items() if name in cls.model_fields or name == unknown[0]}
        return given


class Move(BaseModel):
    """A legal move or an outcome of chance."""

    move: str
    ids: list[str] = Field(description="what it touches in the picture, in the order of a hand")
    probability: float | None = Field(default=None, description="of an outcome of chance")
    about: list[int] = Field(default=[], description="entries of the page of rules, counted from 0, that it is "
                                                     "explained by; things in the picture have theirs as data-about")


# ---- games ------------------------------------------------------------------------------------------


class Option(BaseModel):
    """An option of a game."""

    name: str
    default: str
    help: str
    values: list[str] = Field(description="all it can be; empty: any text of the right form")
    label: str = Field(description="the name as people read it")
    labels: list[str] = Field(description="the values as people read them")
    file: bool
    aim: bool
    shapes: bool


class Level(BaseModel):
    """An opponent."""

    level: int = Field(description="1, a beginner, to 8, the strongest")
    name: str
    agent: str = Field(description="who plays, as `ludosoph match --agent` takes it")
    about: str


class Game(BaseModel):
    """A game that can be played."""

    name: str = Field(examples=["burgundy"])
    title: str
    version: int = Field(description="of its rules; it goes up whenever play changes")
    seats: list[int] = Field(description="numbers of seats it can be played by, the first one by default")
    hidden: str
    sources: list[str] = Field(description="where points come from")
    options: list[Option]
    levels: list[Level] = Field(description="with the first number of seats")


# ---- tables -----------------------------------------------------------------------------------------


class Player(Asked):
    """Who sits in a seat."""

    kind: Literal["person", "level", "open"] = Field(description="open: whoever has the invitation can take the seat")
    level: Annotated[int, Field(ge=1, le=8)] | None = Field(default=None, description="of a level, 1 to 8")
    name: Name | None = None


class NewTable(Asked):
    """A game to be played, or a real table to be followed."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [
        {"game": "burgundy", "seats": 2, "players": [{"kind": "person", "name": "Ada"}, {"kind": "level", "level": 3}]},
        {"game": "connect_four", "players": [{"kind": "person"}, {"kind": "open"}]},
        {"game": "catan_cards", "kind": "follow", "view": 0}]})

    game: str | None = Field(default=None, description="not needed with a position or a record")
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)] | None = None
    options: Choices = {}
    seed: Annotated[int, Field(ge=0, lt=SEEDS)] | None = Field(
        default=None, description="of the luck and of the levels; by default a secret one")
    kind: Literal["play", "follow"] = "play"
    players: list[Player] | None = Field(
        default=None, max_length=MOST_SEATS,
        description="a seat each; by default a person in seat 0 and level 3 in all others")
    view: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | None = Field(
        default=None, description="follow: the seat of the one who follows, who does not see what it does not see; by "
                                  "default all is known")
    position: Document | None = Field(default=None, description="where the game begins", examples=[START])
    record: Recorded | None = Field(
        default=None, description="a game to continue: the text of its record, or its lines as objects")
    key: Annotated[str, StringConstraints(min_length=16, max_length=200)] | None = Field(
        default=None, description=KEY + ". Secrets are made from it, so it has to be random, as a UUID is")


class Place(BaseModel):
    """A seat of a new table."""

    seat: int
    secret: str | None = Field(description="of a person: who has it sits there. Nobody can ask for it again")
    link: str | None = Field(description="the page of that seat")


class Made(BaseModel):
    """A new table, with its secrets."""

    table: str = Field(description="its public name")
    seats: list[Place] = Field(description="empty for a table that is followed")
    invite: str | None = Field(description="whoever has it can take an open seat")
    keeper: str | None = Field(description="the secret of a table that is followed")
    link: str | None = Field(description="the page of the first person, of the invitation, or of the keeper")


class Joining(Asked):
    """Who takes an open seat."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "Grace"}]})

    name: Name | None = None
    seat: Annotated[int, Field(ge=0, lt=MOST_SEATS)] | None = Field(
        default=None, description="which of the open seats, by default the first one")
    key: Annotated[str, StringConstraints(min_length=16, max_length=200)] | None = Field(default=None, description=KEY)


class Public(BaseModel):
    """What everybody may know of a table."""

    table: str
    game: str
    title: str
    kind: str
    seats: int
    players: list[Player]
    over: bool
    events: int | None = Field(description="moves and draws so far; null where their number would tell what is hidden")


# ---- seats ------------------------------------------------------------------------------------------


class Result(BaseModel):
    """How a game ended."""

    scores: list[float]
    winners: list[int]
    sources: list[dict[str, float]] = Field(description="a seat each: where its points came from")


class Heard(BaseModel):
    """A line of what a seat was told."""

    number: int
    seat: int | None = Field(description="null: luck")
    who: str
    move: str = Field(description="\"(hidden)\" for what this seat does not see")


class View(BaseModel):
    """A table as one seat sees it, or the keeper of one that is followed."""

    table: str
    game: str
    title: str
    kind: str
    seats: int
    seat: int | None = Field(description="whose view it is; null where all is known")
    options: dict[str, str]
    players: list[Player]
    colours: list[str] = Field(description="of the seats in the picture, as #rrggbb; empty where they have none")
    revision: int = Field(description="goes up with all that this seat is told; a move names the one it was chosen at")
    over: bool
    toMove: int | str | None = Field(description="a seat, \"chance\", or null where the game is over")
    who: str | None = Field(description="the seat to act, and for whom it decides", examples=["seat 2 for green"])
    when: str = Field(description="where the game stands", examples=["phase B, round 2"])
    place: str = Field(description="what is drawn, or what one decides with", examples=["dice 3 5"])
    moves: list[Move] = Field(description="what this secret may do now")
    names: dict[str, str] = Field(description="what these moves touch, in words by id; one's own without \"seat\"")
    rules: list[int] = Field(default=[], description="entries of the page of rules, counted from 0, for what goes on")
    thinking: bool = Field(description="a level is to move")
    canUndo: bool
    scores: list[float] | None = Field(description="so far; null where they depend on what is hidden")
    result: Result | None = Field(description="once the game is over")
    resigned: list[int]
    svg: str | None = Field(default=None, description="the board, where `after` was given")
    told: list[Heard] | None = Field(default=None, description="what this seat was told after line `after` of its log")


class Known(BaseModel):
    """A position as one seat knows it."""

    position: Document
    view: int | None = Field(description="the seat from which the rest is hidden; null: all of it is known")


class Stale(BaseModel):
    """A move that comes too late, with the table as it stands."""

    field: str | None
    error: str
    view: View | None


class Doing(Asked):
    """What a seat does."""

    after: After = None
    key: Key | None = Field(default=None, description=KEY)


class Moving(Doing):
    """A move."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [
        {"move": "end turn", "revision": 12, "key": "6f1c2d5e"}]})

    move: Text = Field(description="as in the view, or in another form that the game reads")
    revision: Annotated[int, Field(ge=0, lt=2**31)] | None = Field(
        default=None, description="of the view in which it was chosen: refused with 409 where the game has gone on")


class Undoing(Doing):
    """What is to be taken back."""

    count: Annotated[int, Field(ge=1, le=10_000)] | None = Field(
        default=1, description="moves, or entries of a followed table; null: all moves that can be")


class Resigning(Doing):
    """To give a game up."""


class Line(Doing):
    """What happened at a table that is followed, as one types it in `ludosoph follow`."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"text": "3 5; 2 6"}]})

    text: Annotated[str, StringConstraints(max_length=500)] = Field(
        description="draws and moves in short forms; an empty one: draws that were not seen")


class Steps(Asked):
    """A line of play to be shown on the board."""

    moves: list[Text] = Field(max_length=200)


class Step(BaseModel):
    """A move of a line, and what it touches in the picture."""

    move: str
    ids: list[str]


class Shown(BaseModel):
    """A line of play as far as its moves fit, from what this seat knows."""

    steps: list[Step]


class Advising(Asked):
    """What advice may cost."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"seconds": 2, "every": 0.5}]})

    seconds: Annotated[float, Field(ge=LEAST_SECONDS, le=MOST_SECONDS, allow_inf_nan=False)] | None = None
    simulations: Annotated[int, Field(ge=1, le=MOST_SIMULATIONS)] | None = None
    every: Annotated[float, Field(ge=LEAST_EVERY, le=MOST_SECONDS, allow_inf_nan=False)] | None = Field(
        default=None, description="seconds between two reports of what is known so far")


class Forking(Asked):
    """Which position of a game another table is to begin with."""

    number: Annotated[int, Field(ge=0, le=100_000)] | None = Field(
        default=None, description="events of the record before it; by default all")
    key: Annotated[str, StringConstraints(min_length=16, max_length=200)] | None = Field(default=None, description=KEY)
