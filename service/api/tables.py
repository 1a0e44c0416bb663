"""Tables: a game to be played, or a real table to be followed; invitations to open seats."""
from __future__ import annotations

import hmac
import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from fastapi import APIRouter, HTTPException, Request

import games
from games.api import InputError
from games.fields import one_line
from games.positions import placed
from service.api.errors import errors
from service.clients import client_of, digest
from service.models import Joining, Made, NewTable, Place, Player, Public
from service.played import PlayRoom, settled
from service.positions import replay_of
from service.refusals import Refused
from service.replays import Replay
from service.rooms import Room, Rooms, made
from service.routes import TableRoute
from service.store import MOVE, RECORD, Conflict, Entry, Right, Start

if TYPE_CHECKING:
    from games.records import Record

router = APIRouter(tags=["tables"], route_class=TableRoute)
USUAL_LEVEL = 3             # of all seats but the first, where nothing else is asked for
SEAT, KEEPER, INVITE = "seat", "keeper", "invite"      # roles of a secret
SEEDS = 62                  # bits of a secret seed


@router.post("/tables", status_code=201, responses=errors(409))
def create(request: Request, asked: NewTable) -> Made:
    """Begin a game, or follow a real table. The answer has the secrets; they cannot be asked for again."""
    rooms = rooms_of(request)
    wanted = digest(asked.model_dump_json())
    whose = None if asked.key is None else digest(f"{client_of(request)}\n{asked.key}")
    if asked.key and whose is not None and (before := rooms.store.made_by(whose)) is not None:
        if before.asked != wanted:
            raise Refused("key", "was used before for another table; expected a new one")
        return answer(before, asked.key)
    start, replay = table_of(asked, whose, wanted)
    try:
        return opened(rooms, start, replay, asked.key or secrets.token_urlsafe(24))
    except Conflict:
        if asked.key and whose is not None and (before := rooms.store.made_by(whose)) is not None:
            return answer(before, asked.key)
        raise


def opened(rooms: Rooms, start: Start, replay: Replay | None, key: str) -> Made:
    """Write a new table with the events of a record, and what follows from them by itself. Raises Refused.

    The room is not made here: to play a long game again takes long, and its rows say all of it.
    """
    room, entries, due = made(start), list[Entry](), False
    if start.kind == "follow":
        entries = [] if replay is None else [Entry(RECORD, None, replay.text)]
    else:
        state = room.state.copy() if replay is None else replay.end.copy()
        entries = [] if replay is None else [Entry(MOVE, event.seat, event.move) for event in replay.events]
        entries += settled(room.game, state, start.seed)
        due = not state.is_terminal() and start.players[state.current_player()]["kind"] == "level"
    most = rooms.settings.table_events
    if len(entries) > most:
        raise Refused("record", f"found {len(entries):,} events, expected at most {most:,}, as a table has")
    rights = {digest(secret): Right(start.id, role, seat) for role, seat, secret in secrets_of(start, key)}
    rooms.store.create(start, rights, entries, rooms.claim(due))
    if due:
        rooms.on_due(start.id)
    return answer(start, key)


def table_of(asked: NewTable, request: str | None, wanted: str | None) -> tuple[Start, Replay | None]:
    """A new table, and the game that it goes on from. Raises Refused."""
    replay = None if asked.record is None else replay_of(asked.record)
    if replay is not None and replay.told:      # a game that is gone on with has one version of the rules
        raise Refused("record", replay.told.removeprefix("record, "))
    name, seats, options, position = began(asked, None if replay is None else replay.record)
    players = seated(asked, seats)
    if asked.view is not None and (asked.kind == "play" or asked.view >= seats):
        raise Refused("view", f"found {asked.view}, expected a seat of a table that is followed, 0 to {seats - 1}")
    salt = secrets.token_bytes(16)
    start = Start(secrets.token_hex(6), asked.kind, name, games.load(name).version, seats, options,
                  secrets.randbits(SEEDS) if asked.seed is None else asked.seed, asked.view, position,
                  [player.model_dump() for player in players], salt, request, wanted)
    return start, replay


def began(asked: NewTable, record: Record | None) -> tuple[str, int, dict[str, str], dict[str, object] | None]:
    """Game, seats, options and first position that are asked for. Raises Refused."""
    if sum(each is not None for each in (asked.game, asked.position, asked.record)) != 1:
        raise Refused("game", "expected one of game, position and record")
    if record is not None:
        if record.result is not None and asked.kind == "play":
            raise Refused("record", "this game is over")
        return record.game, record.seats, dict(record.options), record.position
    if asked.position is not None:
        try:
            state = placed(json.loads(json.dumps(asked.position))).state
        except InputError as error:
            raise Refused("position", one_line(error)) from None
        return str(asked.position["game"]), state.seats, dict(state.options), asked.position
    try:
        game = games.load(asked.game or "")
        state = game.start(asked.seats, asked.options)
    except InputError as error:
        raise Refused(None, one_line(error)) from None
    return game.name, state.seats, dict(asked.options), None


def seated(asked: NewTable, seats: int) -> list[Player]:
    """Who sits where. Raises Refused."""
    if asked.kind == "follow":
        return asked.players or [Player(kind="person") for _ in range(seats)]
    players = asked.players or [Player(kind="person"),
                                *(Player(kind="level", level=USUAL_LEVEL) for _ in range(seats - 1))]
    if len(players) != seats:
        raise Refused("players", f"found {len(players)}, expected {seats}, one for each seat")
    if all(player.kind == "level" for player in players):
        raise Refused("players", "found levels alone, expected a person or an open seat among them")
    return [player.model_copy(update={"level": USUAL_LEVEL}) if player.kind == "level" and player.level is None
            else player for player in players]


def secrets_of(start: Start, key: str) -> Iterator[tuple[str, int | None, str]]:
    """The secrets of a table with what each gives."""
    if start.kind == "follow":
        yield KEEPER, start.view, secret(start, key, KEEPER)
        return
    for seat, player in enumerate(start.players):
        if player["kind"] == "person":
            yield SEAT, seat, secret(start, key, f"{SEAT} {seat}")
    if any(player["kind"] == "open" for player in start.players):
        yield INVITE, None, secret(start, key, INVITE)


def secret(start: Start, key: str, what: str) -> str:
    """A secret of a table. The same key makes the same one again, and it is nowhere in the database."""
    made_of = hmac.new(key.encode(), start.salt + what.encode(), sha256).digest()
    return urlsafe_b64encode(made_of[:24]).decode()


def answer(start: Start, key: str) -> Made:
    """The secrets of a table, and where its pages are."""
    found = {(role, seat): each for role, seat, each in secrets_of(start, key)}
    seats = [] if start.kind == "follow" else [
        Place(seat=seat, secret=(own := found.get((SEAT, seat))), link=None if own is None else f"/play/{own}")
        for seat in range(start.seats)]
    invite, keeper = found.get((INVITE, None)), found.get((KEEPER, start.view))
    link = next((each.link for each in seats if each.link), None) or (
        f"/follow/{keeper}" if keeper else f"/invite/{invite}")
    return Made(table=start.id, seats=seats, invite=invite, keeper=keeper, link=link)


@router.get("/tables/{table}", responses=errors(404))
def public(request: Request, table: str) -> Public:
    """What everybody may know of a table."""
    rooms = rooms_of(request)
    start = rooms.store.table(table)
    if start is None:
        raise HTTPException(404, "there is no such table")
    with rooms.use(start) as room:
        events = None if room.state.hides and not room.over else room.number
        return Public(table=start.id, game=start.game, title=room.game.title, kind=start.kind, seats=start.seats,
                      players=room.players, over=room.over, events=events)


@router.post("/invites/{invite}", responses=errors(404, 409))
def join(request: Request, invite: str, asked: Joining) -> Place:
    """Take an open seat."""
    rooms = rooms_of(request)
    held = rooms.store.holder(digest(invite))
    if held is None or held[0].role != INVITE:
        raise HTTPException(404, "there is no such invitation")
    start = held[1]
    own = secrets.token_urlsafe(24) if asked.key is None else secret(start, asked.key, f"{SEAT} taken")
    if (there := rooms.store.right(digest(own))) is not None and there.seat is not None:
        return Place(seat=there.seat, secret=own, link=f"/play/{own}")
    rights: dict[str, Right] = {}

    def take(room: Room) -> list[Entry]:
        assert isinstance(room, PlayRoom)
        entry = room.join(asked.seat, asked.name)
        rights[digest(own)] = Right(start.id, SEAT, entry.seat)
        return [entry, *room.settle()]

    rooms.do(start, None, take, rights)
    return Place(seat=rights[digest(own)].seat or 0, secret=own, link=f"/play/{own}")


def rooms_of(request: Request) -> Rooms:
    """The tables of this server."""
    found: Rooms = request.app.state.rooms
    return found
