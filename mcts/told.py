"""What a seat is told of a game as it is played, and whether it has been shown something that was hidden."""
from __future__ import annotations

from collections.abc import Iterator, Sequence

from core_ext.state import IllegalAction, State
from games.api import Game, InputError, Played
from games.records import Event
from mcts.redeals import resampled

HIDDEN = "(hidden)"     # what a seat is told of a move that it does not see
DEALS = 100             # of what is hidden, to see whether a move showed any of it


class Hearing:
    """One seat at a table. All that is played is told to it in order.

    What it does not see is HIDDEN, told once for all that one seat does in a row, as its number may be hidden too; and
    of some a game tells nothing at all.
    """

    def __init__(self, game: Game, seat: int) -> None:
        self.game, self.seat = game, seat
        self._veiled: int | None = None     # whose hidden move was told last, with nothing told since
        self._played: list[Played] = []     # since it was last told of something, where a game lays things open

    def chose(self, played: Played) -> None:
        """A choice of this seat."""
        self._keep(played)
        self._veiled = None

    def hears(self, played: Played, event: Event) -> Iterator[Event]:
        """What it is told of an action or outcome, which is this event in full."""
        before, action, _ = played
        silent = self.game.hidden.untold is not None and self.game.hidden.untold(before, action, self.seat)
        if not silent and (laid := self.laid()):
            yield from laid
            self._veiled = None
        self._keep(played)
        if silent:
            return
        who, told = before.current_player(), self.game.told(before, action, self.seat)
        if told is not None:
            yield event
        elif who != self._veiled:
            yield Event(event.seat, HIDDEN)
        self._veiled = who if told is None else None

    def laid(self) -> list[Event]:
        """What others have laid open since it was last told of something."""
        played, self._played = self._played, []
        if not played or self.game.hidden.laid is None:
            return []
        return [Event(seat, text) for seat, text in self.game.hidden.laid(played, self.seat)]

    def positions(self) -> list[State]:
        """Those that it keeps."""
        return [state for played in self._played for state in (played.before, played.after)]

    def copy(self) -> Hearing:
        """The same, to be told another story from here on."""
        other = Hearing(self.game, self.seat)
        other._veiled, other._played = self._veiled, self._played[:]
        return other

    def veil(self, who: int) -> None:
        """A hidden move of this seat was told last."""
        self._veiled = who

    def taken_back(self) -> None:
        """What was played last is taken back, so that nothing of it lies open."""
        self._played.clear()

    def _keep(self, played: Played) -> None:
        if self.game.hidden.laid is not None:
            self._played.append(played)


def shown_since(game: Game, seat: int, before: State, moves: Sequence[str], now: State) -> bool:
    """Whether these moves of a seat have told it more of what is hidden than it knew in the position before them."""
    if not before.hides:
        return False
    key = now.information_state_key(seat)
    for deal in range(DEALS):
        state = resampled(before, seat, deal)
        for text in moves:
            if state.current_player() != seat:
                return True
            try:
                state.apply_action(game.notation.parse_action(state, text))
            except (InputError, IllegalAction):
                return True
        if state.current_player() != now.current_player() or state.information_state_key(seat) != key:
            return True
    return False
