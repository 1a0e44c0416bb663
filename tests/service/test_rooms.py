"""Rooms: the same entries make the same room anywhere, and rows are the truth."""
import random
import sys

import pytest

import games
from service.followed import FollowRoom
from service.metrics import Metrics
from service.played import Late, PlayRoom
from service.refusals import Refused
from service.rooms import Rooms, made
from service.settings import Settings
from service.store import Claim, Conflict, Entry, Right, Start, Store
from tests.whole import mostly_whole

PERSONS = ({"kind": "person"}, {"kind": "person"})
LEVEL = {"kind": "level", "level": 1}


def begun(game: str, seats: int = 2, kind: str = "play", players=None, **more) -> Start:
    return Start(f"t-{game}", kind, game, games.load(game).version, seats, more.pop("options", {}), 5,
                 more.pop("view", None), None, players or [{"kind": "person"}] * seats, b"salt")


def opened(rooms: Rooms, start: Start) -> Start:
    room = made(start)
    rooms.store.create(start, {f"hash {start.id}": Right(start.id, "seat", 0)}, room.settle(), Claim(False))
    return start


@pytest.fixture
def store(sqlite):
    made = Store(sqlite)
    yield made
    made.close()


@pytest.fixture
def rooms(store):
    return Rooms(store, Settings())


def drop(room: PlayRoom, seat: int, column: int = 3) -> list[Entry]:
    """A move of Connect Four."""
    return room.move(seat, room.view(seat).moves[column].move, None)


def everything(room: PlayRoom | FollowRoom) -> list[object]:
    """All that anybody is shown of a room."""
    seats = room.witnesses if isinstance(room, PlayRoom) else [None]
    return [room.number, room.state.to_bytes(), room.record.lines(), *(
        each for seat in seats for each in (room.view(seat), list(room.log(seat)), room.picture(seat)))]


@pytest.mark.parametrize("name", games.names())
def test_entries_alone_make_a_room(name):
    """A game with moves taken back, and at last a seat that gives up, is the same when its entries are gone through."""
    rng, live, entries = random.Random(3), made(begun(name, games.load(name).seats[0])), []
    entries += live.settle()
    undone = 0
    for _ in range(80):
        if live.over:
            break
        seat = live.state.current_player()
        before = live.state.to_bytes()
        choices = [each.move for each in live.view(seat).moves]
        entries += live.move(seat, rng.choice(choices), None)
        if rng.random() < 0.3 and not live.over and live.view(seat).canUndo:
            entries += live.undo(seat, 1)
            assert live.state.to_bytes() == before
            undone += 1
    entries += [] if live.over or live.start.seats == 1 else live.resign(live.start.seats - 1)
    again = made(live.start)
    for entry in entries:
        again.apply(entry)
    assert everything(again) == everything(live)
    assert undone or name in ("pig", "kuhn_poker", "leduc_poker")


@pytest.mark.parametrize("name", mostly_whole(games.names(), {"catan_cards", "connect_four"}.__contains__))
def test_a_seat_can_look_back_at_every_board_that_it_was_shown(name, monkeypatch):
    rng, room, shown = random.Random(3), made(begun(name)), {}
    play = room.play

    def seen(action: int) -> Entry:
        entry = play(action)
        if not room.over:
            shown.update({(seat, len(room.log(seat))): room.picture(seat) for seat in (0, 1)})
        return entry

    monkeypatch.setattr(room, "play", seen)
    room.settle()
    for _ in range(30):
        if room.over:
            break
        acting = room.state.current_player()
        room.move(acting, rng.choice(room.view(acting).moves).move, None)
    assert len(shown) > 2
    for (seat, line), picture in shown.items():
        assert room.game.render.svg(*room.sight(seat, line)) == picture


def test_a_board_that_was_looked_at_before_a_move_was_taken_back_is_the_one_after_it():
    room = made(begun("connect_four"))
    before = room.picture(1)
    drop(room, 0)
    after = room.picture(1)
    room.undo(0, 1)
    drop(room, 0)
    drop(room, 1)
    assert [room.game.render.svg(*room.sight(1, line)) for line in (0, 1, 2, 3)] == [before, before, before, after]
    followed = made(begun("connect_four", kind="follow"))
    followed.line("d; e")
    followed.undo(None, 1)
    followed.line("d; e")
    assert followed.game.render.svg(*followed.sight(None, 4)) == after


def test_a_room_is_read_on_before_it_is_used(store):
    one, two = Rooms(store, Settings()), Rooms(store, Settings())
    start = opened(one, begun("connect_four"))
    for turn in range(6):
        here, there = (one, two) if turn % 2 else (two, one)
        here.do(start, None, lambda room, seat=turn % 2: drop(room, seat))
        with there.use(start) as room:
            assert room.number == turn + 1


def test_who_writes_after_somebody_else_reads_on_and_tries_again(store):
    """Two servers that write at the same time: the second one sees what the first has done, and decides anew."""
    one, two = Rooms(store, Settings()), Rooms(store, Settings())
    start = opened(one, begun("connect_four"))
    tried = []

    def late(room):
        tried.append(room.number)
        if len(tried) == 1:
            two.do(start, None, lambda other: drop(other, 0, 0))
        return room.move(0, "b1", 0)

    with pytest.raises(Late):
        one.do(start, None, late)
    assert tried == [0, 1]
    with one.use(start) as room:
        assert [event.move for event in room.record.events] == ["a1"]


def test_who_is_overtaken_all_the_time_gives_up(store):
    one, two = Rooms(store, Settings()), Rooms(store, Settings())
    start = opened(one, begun("connect_four"))

    def overtaken(room):
        two.do(start, None, lambda found: drop(found, found.state.current_player(), room.number % 7))
        return [room.play(room.state.legal_actions()[0])]

    with pytest.raises(Conflict):
        one.do(start, None, overtaken)


def test_what_could_not_be_written_has_not_happened(rooms, monkeypatch):
    start = opened(rooms, begun("connect_four"))

    def full(*given):
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(rooms.store, "append", full)
        with pytest.raises(OSError):
            rooms.do(start, None, lambda room: drop(room, 0))
    with rooms.use(start) as room:
        assert (room.number, room.record.events) == (0, [])
    assert rooms.do(start, None, lambda room: drop(room, 0, 2)).number == 1


def test_a_key_does_a_thing_once_and_gives_the_room_as_it_was_then(rooms):
    start, called = opened(rooms, begun("connect_four")), []

    def first(room):
        called.append(1)
        return drop(room, 0)

    once = rooms.do(start, "key", first).view(0)
    rooms.do(start, "other", lambda room: drop(room, 1))
    assert rooms.do(start, "key", first).view(0) == once
    assert called == [1]
    with rooms.use(start) as room:
        assert room.number == 2


def test_rooms_that_are_not_used_leave_memory_and_come_back(store):
    rooms = Rooms(store, Settings(rooms=8))
    starts = []
    for number in range(30):
        start = Start(f"t{number}", "play", "connect_four", 1, 2, {}, 5, None, None, PERSONS, b"")
        starts.append(opened(rooms, start))
        rooms.do(start, None, lambda room: drop(room, 0))
        assert len(rooms._held) <= 8
    with rooms.use(starts[0]) as room:
        assert room.number == 1


def test_what_nobody_has_used_for_long_leaves_memory(store, monkeypatch):
    monkeypatch.setattr("service.rooms.WEIGH", 1)
    now = [1000.0]
    monkeypatch.setattr("service.rooms.monotonic", lambda: now[0])
    rooms = Rooms(store, Settings(room_idle=60.0))
    starts = [Start(f"t{number}", "play", "connect_four", 1, 2, {}, 5, None, None, PERSONS, b"") for number in range(4)]
    for start in starts:
        opened(rooms, start)
        rooms.do(start, None, lambda room: drop(room, 0))
        now[0] += 25
    with rooms.use(starts[3]):
        assert list(rooms._held) == ["t2", "t3"]
    now[0] += 1000
    with rooms.use(starts[0]) as room:
        assert (room.number, list(rooms._held)) == (1, ["t0"])


def test_rooms_keep_to_their_memory(store, monkeypatch):
    monkeypatch.setattr("service.rooms.WEIGH", 1)
    rooms = Rooms(store, Settings(room_bytes=50_000))
    for number in range(30):
        start = opened(rooms, Start(f"t{number}", "play", "pig", 1, 2, {}, 5, None, None, PERSONS, b""))
        with rooms.use(start):
            pass
    assert len(rooms._held) < 15


@pytest.mark.parametrize("name", ["burgundy", "catan_cards", "orleans", "world504"])
def test_a_choice_that_can_be_taken_back_keeps_one_position_for_all_seats(name):
    """What a game lays open is kept with what was played since, two positions at most each."""
    rng, room = random.Random(1), made(begun(name))
    room.settle()
    most = 0
    for _ in range(60):
        if room.over:
            break
        room.move(room.state.current_player(), rng.choice(room.view(room.state.current_player()).moves).move, None)
        waiting = sum(len(each.hearing.positions()) for each in room.witnesses.values())
        own = len({id(each.moment.state) for each in room.choices})
        assert len(room.positions()) <= 2 + len(room.witnesses) + own + waiting
        assert room.size > sum(sys.getsizeof(state) for state in room.positions())
        most = max(most, own)
    assert most > 1


def test_rooms_of_a_game_with_large_positions_keep_to_their_memory(store, monkeypatch):
    """What is counted is what the positions take as objects, not as the bytes that they are written as."""
    monkeypatch.setattr("service.rooms.WEIGH", 1)
    each = sys.getsizeof(games.load("burgundy").start(2, {}))
    rooms = Rooms(store, Settings(room_bytes=20 * each))
    for number in range(20):
        start = opened(rooms, Start(f"t{number}", "play", "burgundy", games.load("burgundy").version, 2, {}, number,
                                    None, None, PERSONS, b""))
        rooms.do(start, None, lambda room: room.move(seat := room.state.current_player(), room.view(seat).moves[0].move,
                                                     None))
        kept = [held.room.positions() for held in rooms._held.values() if held.room is not None]
        assert sum(len(positions) for positions in kept) <= 20 + 5      # those of the room that was used last


def test_a_table_has_only_so_many_entries(store):
    rooms = Rooms(store, Settings(table_events=3))
    start = opened(rooms, begun("connect_four"))
    for turn in range(3):
        rooms.do(start, None, lambda room, seat=turn % 2: drop(room, seat))
    with pytest.raises(ValueError, match="3 entries at most"):
        rooms.do(start, None, lambda room: drop(room, 1))
    with rooms.use(start) as room:
        assert room.number == 3


def test_a_table_whose_entries_do_not_fit_says_so_and_is_not_half_there(rooms):
    start = begun("connect_four")
    entries = [Entry("move", 0, "d1"), Entry("move", 1, "99")]
    rooms.store.create(start, {"hash": Right(start.id, "seat", 0)}, entries, Claim(False))
    for _ in range(2):
        with pytest.raises(Late, match="entry 2 does not fit"), rooms.use(start):
            pass


def test_moves_that_were_written_are_counted(rooms):
    rooms.metrics = Metrics()
    start = opened(rooms, begun("connect_four"))
    rooms.do(start, None, lambda room: drop(room, 0))
    assert "ludosoph_moves_total 1.0" in rooms.metrics.text().decode()


# ---- what people do ---------------------------------------------------------------------------------


def test_moves_are_taken_back_up_to_where_another_seat_moved():
    room = made(begun("burgundy", options={}))
    room.settle()
    seat = room.state.current_player()
    before = room.view(seat)
    for _ in range(2):
        if room.state.current_player() == seat:
            room.move(seat, room.view(seat).moves[0].move, None)
    assert room.view(1 - seat).canUndo is False
    with pytest.raises(Late):
        room.undo(1 - seat, 1)
    room.undo(seat, None)
    after = room.view(seat)
    assert (after.moves, after.canUndo) == (before.moves, False)
    assert room.log(seat)[-1].move.startswith("takes back: ")
    assert room.log(1 - seat)[-1].move.startswith("takes back: ")
    assert after.revision > before.revision     # a move that was chosen before is too late


def answers(room: PlayRoom) -> None:
    """The move of a level."""
    room.play(room.table.choice(room.state.legal_actions()))
    room.settle()


def test_a_move_is_taken_back_with_what_a_level_answered():
    room = made(begun("connect_four", players=[PERSONS[0], LEVEL]))
    before = room.view(0)
    for column in (3, 2):
        drop(room, 0, column)
        answers(room)
    assert room.view(0).canUndo
    second = room.record.events[2].move, room.record.events[3].move
    room.undo(0, 1)
    assert room.log(0)[-1].move == f"takes back: {'; '.join(second)}"
    assert [event.seat for event in room.record.events] == [0, 1]
    drop(room, 0, 2)
    answers(room)
    assert room.record.events[3].move == second[1]          # a level answers the same move alike
    room.undo(0, None)
    assert room.view(0).moves == before.moves
    assert not room.record.events


def test_a_move_stays_once_another_person_has_moved_though_a_level_moved_between():
    room = made(begun("burgundy", 3, players=[PERSONS[0], LEVEL, PERSONS[1]]))
    room.settle()
    moved = []
    while len(moved) < 3:
        who = room.state.current_player()
        if who not in moved:
            moved.append(who)
        if who == 1:
            answers(room)
        else:
            room.move(who, room.view(who).moves[-1].move, None)
        last = [seat for seat in moved if seat != 1][-1:]
        assert [seat for seat in (0, 2) if room.view(seat).canUndo] in ([], last)


def test_a_level_that_shows_a_hidden_card_is_not_taken_back():
    room = made(begun("catan_cards", options={"start": "0"}, players=[PERSONS[0], LEVEL]))
    room.settle()
    while room.state.current_player() == 0:
        room.move(0, room.view(0).moves[-1].move, None)
    answers(room)
    assert not room.view(0).canUndo


def test_what_has_shown_a_hidden_thing_stays():
    """A library opens another hand; the card picked from it may be put back, the look at the hand may not."""
    room = made(begun("catan_cards", options={"gifts": "0:library", "start": "0"}))
    room.settle()
    for text in ("trade 1 with seat 1", "open hand"):
        room.move(0, text, None)
    assert not room.view(0).canUndo
    with pytest.raises(Late, match="has shown"):
        room.undo(0, 1)
    looked = room.view(0)
    room.move(0, looked.moves[0].move, None)
    room.undo(0, 2)
    assert (room.view(0).moves, room.view(0).canUndo) == (looked.moves, False)


def test_a_seat_that_resigns_is_played_on_while_others_play():
    room = made(begun("burgundy", 3))
    room.settle()
    room.resign(1)
    assert not room.over
    view = room.view(0)
    assert (view.resigned, view.result) == ([1], None)
    while room.state.current_player() != 1:
        seat = room.state.current_player()
        room.move(seat, room.view(seat).moves[0].move, None)
    assert room.due
    assert room.view(0).thinking
    with pytest.raises(Late):
        room.move(1, room.game.notation.action_text(room.state, room.state.legal_actions()[0]), None)
    room.resign(2)
    assert room.over
    assert room.view(2).result.winners == [0]


def test_what_was_typed_happens_whole_or_not_at_all():
    room = made(begun("pig", kind="follow"))
    entries = room.line("roll; 4")
    assert [entry.kind for entry in entries] == ["line"]
    with pytest.raises(Refused):
        room.line("roll; 3; juggle")
    assert room.spoilt
    again = made(room.start)
    for entry in entries:
        again.apply(entry)
    assert len(again.follow.steps) == 2
    assert again.move(None, again.view(None).moves[0].move, 1)
    with pytest.raises(Late):
        again.move(None, again.view(None).moves[0].move, 1)


def test_a_followed_table_is_the_same_when_its_entries_are_gone_through():
    live, entries, rng = made(begun("catan_cards", kind="follow", view=0)), [], random.Random(1)
    for _ in range(60):
        if live.over:
            break
        moves = [each.move for each in live.view(None).moves]
        try:
            entries += live.move(None, rng.choice(moves), None)
        except Refused:
            break
        if rng.random() < 0.2:
            entries += live.undo(None, 1)
    again = made(live.start)
    for entry in entries:
        again.apply(entry)
    assert len(entries) > 20
    assert everything(again) == everything(live)
