"""What a game with secrets promises: redeals fit what a seat knows, and nothing tells a seat more than that."""
from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt

from core_ext.state import State
from games.api import InputError
from games.contract.play import Play, Words, after, printed

GAMES = 300                 # whose beginnings are compared
DECISIONS = 6               # of each beginning
COMPARED = 12               # sets of positions that look alike: those met most often
REDEALS = 40                # of a position of each of them
OFTEN = 11                  # steps in which each is looked at closely where seats are told of it


def redeals_keep_what_is_known(play: Play) -> None:
    """What a seat knows survives a redeal: its key, its moves, their weights and its features."""
    for state in play.decisions():
        seat = state.current_player()
        dealt = state.copy()
        dealt.resample(seat, play.steps)
        for method, found, expected in (
                ("information_state_key", dealt.information_state_key(seat), state.information_state_key(seat)),
                ("current_player", dealt.current_player(), seat),
                ("legal_actions", dealt.legal_actions(), state.legal_actions()),
                ("action_weights", dealt.action_weights(), state.action_weights()),
                ("features", dealt.features(seat), state.features(seat))):
            play.hold(found == expected, method, Words("another answer after a redeal"),
                      f"the same for all that seat {seat} cannot tell apart", state)


def redeals_follow_the_stream(play: Play) -> None:
    """A redeal depends on what the seat knows and on the stream alone, and not on what it must not see."""
    for state in play.decisions():
        for seat in range(play.start.seats):
            once, twice = state.copy(), state.copy()
            once.resample(seat, play.steps)
            twice.resample(seat, play.steps + 1)
            twice.resample(seat, play.steps)
            play.hold(once == twice, "resample", Words(f"a redeal for seat {seat} that depends on what was there"),
                      "the same one for all that this seat cannot tell apart")
            play.hold(state.hides or once == state, "resample", Words("a redeal of a position that hides nothing"),
                      "the same position")
            play.hold(once.copy().hides == state.hides, "hides", once.hides, f"{state.hides}, as before a redeal")


def redeals_are_positions(play: Play) -> None:
    """A redeal is a position of the game: it is written, read back without complaint, and can be played to its end."""
    for state in play.decisions():
        if not state.hides:
            return
        dealt = state.copy()
        dealt.resample(state.current_player(), play.steps)
        try:
            again = play.game.notation.position_from_json(play.game.notation.position_to_json(dealt))
            play.hold(again == dealt, "resample", Words("a redeal that is read back as another position"), "a position")
        except InputError as error:
            play.hold(False, "resample", Words(f"a redeal that is refused when it is read: {error}"),
                      "a position of the game")
        for step in range(DECISIONS):
            if dealt.is_terminal():
                break
            legal = dealt.legal_actions()
            dealt.apply_action(dealt.keyed_chance(step) if dealt.is_chance_node() else legal[step % len(legal)])


@dataclass
class Met:
    """Positions that a seat could not tell apart, met at the beginning of random games."""

    seat: int
    alone: bool             # no other seat has decided yet: what is hidden was drawn, as likely as games show it
    times: Counter[bytes] = field(default_factory=Counter)
    states: list[State] = field(default_factory=list)       # one of each

    @property
    def seen(self) -> int:
        """How many games were there."""
        return self.times.total()

    @property
    def new(self) -> float:
        """How likely another game there is in a position that none was in, by those met once (Good and Turing)."""
        return sum(times == 1 for times in self.times.values()) / self.seen


def _met(play: Play) -> list[Met]:
    """The first decisions of many games, by who decides and what it knows: those that were met most often."""
    met: dict[tuple[int, int], Met] = {}
    for number in range(GAMES):
        decided: list[int] = []
        for state in Play(play.start, play.seed * GAMES + number):
            seat = state.current_player()
            if seat < 0:
                continue
            found = met.setdefault((seat, state.information_state_key(seat)), Met(seat, set(decided) <= {seat}))
            if not found.times[state.to_bytes()]:
                found.states.append(state.copy())
            found.times[state.to_bytes()] += 1
            decided.append(seat)
            if len(decided) == DECISIONS:
                break
    return sorted(met.values(), key=lambda each: -each.seen)[:COMPARED]


def redeals_are_those_that_can_be(play: Play) -> None:
    """Positions that a seat cannot tell apart give it the same moves, and redeals give all of them and no others.

    A redeal that gives nothing but the position itself, though games reach others, shows a search what is hidden.
    One that often gives positions that games never reach, though they have reached nearly all, gives impossible ones.
    """
    if not play.start.state().hides:
        return
    new, expected, dealt = list[State](), 0.0, 0
    for met in _met(play):
        first = met.states[0]
        for other in met.states[1:]:
            play.hold(other.legal_actions() == first.legal_actions(), "information_state_key",
                      Words(f"one key of seat {met.seat} for positions with other moves"),
                      "another key where its moves differ", other)
        redealt = list(_redealt(first, met.seat))
        play.hold(len(met.states) == 1 or any(each != first for each in redealt), "resample",
                  Words(f"always the position itself in {REDEALS} redeals for seat {met.seat}"),
                  f"one of the {len(met.states)} that look alike to this seat", first)
        if met.alone:
            new += [each for each in redealt if not met.times[each.to_bytes()]]
            expected += REDEALS * met.new
            dealt += REDEALS
    if len(new) > expected + 5 * sqrt(expected + 1) + dealt / 50:
        play.hold(False, "resample",
                  Words(f"{len(new)} of {dealt} redeals to positions that none of {GAMES} games had"),
                  f"about {expected:.0f} of them, as games reach them", new[0])


def _redealt(state: State, seat: int) -> Iterator[State]:
    """The position, redealt for a seat again and again."""
    for number in range(REDEALS):
        dealt = state.copy()
        dealt.resample(seat, number)
        yield dealt


def open_stays_open(play: Play) -> None:
    """Once nothing is hidden, nothing will be: only then may a search prove what it finds."""
    hid = True
    for state in play:
        play.hold(hid or not state.hides, "hides", Words("true again after it was false"), "false from then on")
        hid = state.hides


def views_tell_no_more(play: Play) -> None:
    """What a seat is shown is the same for all positions that it cannot tell apart."""
    render = play.game.render
    for state in play:
        if play.steps < OFTEN or play.due():
            near = range(play.start.seats)
            for seat in near if play.steps < OFTEN else [play.steps // play.start.every % play.start.seats]:
                dealt = state.copy()
                dealt.resample(seat, play.steps)
                if dealt != state:
                    play.hold(render.svg(dealt, seat) == render.svg(state, seat), "render.svg",
                              Words(f"a picture for seat {seat} that shows what it does not know"),
                              "the same picture for all that it cannot tell apart")
                    play.hold(printed(render.text(dealt, seat)) == printed(render.text(state, seat)), "render.text",
                              Words(f"a board for seat {seat} that shows what it does not know"),
                              "the same board for all that it cannot tell apart")


def seats_are_told_what_they_see(play: Play) -> None:
    """A seat is told what it sees and no more: two actions after which it knows the same are not told apart."""
    game = play.game
    for state in play:
        if play.steps >= OFTEN and not play.due():
            continue
        results = {action: after(state, action) for action in state.legal_actions()}
        for seat in range(play.start.seats):
            told = {action: game.told(state, action, seat) for action in results}
            if state.current_player() == seat or not state.hides:
                right = told == {action: game.notation.action_text(state, action) for action in results}
                play.hold(right, "told", Words(f"that seat {seat} is not told of what it does or sees"), "the move")
                continue
            alike = defaultdict(list)
            for action, result in results.items():
                alike[result.information_state_key(seat)].append(action)
            for actions in alike.values():
                if len({results[action].to_bytes() for action in actions}) > 1:
                    said = sorted({str(told[action]) for action in actions if told[action] is not None})
                    play.hold(not said, "told", Words(f"{said[:3]} told to seat {seat}"),
                              "None, as it knows the same after another action")
