"""Histories of a game told in part: what was said happened, the rest is dealt so that it fits, and dealt anew if not.

What this seat has not seen, such as a card that another seat drew, needs an outcome all the same for the game to go on.
It is drawn at random. If something is said later that contradicts it, other outcomes are tried by a random walk over
histories in which all that was said happens in the same order. Each step of the walk changes the outcome of one draw
or swaps those of two, until the new thing can happen too. Several histories are kept, so that mostly one of them fits
already.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import perf_counter
from typing import NamedTuple

from core_ext.state import State
from games.api import Game

# kinds of tokens: an event; one draw that was not seen; all such draws that come next; the end of a seat's turn
SAID, ONE, REST, END = "said", "one", "rest", "end"
FORCED, GUESSED, PASSED = "forced", "guessed", "passed"     # steps that no token tells: see Step.how
ANY = -3                # the action of a token, or its seat, where only its text is known
EVERY = 16              # steps of which one keeps its position: the others are played again from there
MOST = 40               # histories that are kept
CHANGES = 200           # tries to make more of them
TRIES, ENOUGH, SECONDS = 20_000, 1_000, 3.0     # tries to find one that fits; enough of them once this time is over
RECENT = 12             # hidden draws of late, which are changed as often as all others
NEAR = 0.7              # of the changes are to draws of the seat that something is said of
WANTED = 0.6            # of the changes are to outcomes that what was said names


class Token(NamedTuple):
    """One thing that was said."""

    kind: str
    who: int = -1           # whose event it is, -1: chance
    action: int = ANY
    text: str = ""


class Step(NamedTuple):
    """One event of the game."""

    who: int
    action: int
    text: str
    how: str                # SAID, FORCED: nothing else was possible, GUESSED: not seen, PASSED: it went without saying
    kept: State | None      # the position before it, of one step in EVERY
    told: int               # tokens that had been taken in before it

    @property
    def forced(self) -> bool:
        return self.how == FORCED


class History:
    """A history in which all tokens happen."""

    def __init__(self, game: Game, state: State, seat: int | None, rng: Random) -> None:
        self.game, self.state, self.seat, self.rng = game, state, seat, rng
        self.steps: list[Step] = []
        self.told = 0                       # tokens taken in
        self.guesses: dict[int, list[int]] = {}
        self._tried: dict[int, int] = defaultdict(int)

    def fork(self) -> History:
        """The same history, to be continued."""
        other = History(self.game, self.state.copy(), self.seat, self.rng)
        other.steps, other.told = self.steps[:], self.told
        return other

    def back_to(self, told: int) -> History:
        """The history up to where so many tokens had been taken in, to be continued."""
        first = next((place for place, step in enumerate(self.steps) if step.told >= told), len(self.steps))
        other = History(self.game, self.before(first), self.seat, self.rng)
        other.steps, other.told = self.steps[:first], told
        other.play_forced()
        return other

    # ---- what comes next ---------------------------------------------------------------------

    def hidden(self) -> bool:
        """What happens next is not seen from here."""
        sees, who = self.game.hidden.sees, self.state.current_player()
        return (self.seat is not None and sees is not None and who != self.seat and not self.state.is_terminal()
                and not sees(self.state, self.state.legal_actions()[0], self.seat))

    def unseen(self) -> bool:
        """What happens next need not be said: it is not seen, or comes out of another seat's bag."""
        drawer = self.game.talk.bag(self.state) if self.state.is_chance_node() else None
        return self.hidden() or (drawer is not None and drawer != self.seat)

    def shown_later(self) -> bool:
        """A decision comes next that is not seen yet, but will be: it has to be said, or left to be dealt."""
        return self.game.talk.later and self.state.current_player() >= 0 and self.hidden()

    def unsaid(self) -> int | None:
        """A pass of another seat that goes without saying, as only its hidden cards show that it had a choice."""
        untold, who = self.game.hidden.untold, self.state.current_player()
        if untold is None or who < 0 or who == self.seat:
            return None
        watcher = self.seat if self.seat is not None else (who + 1) % self.state.seats
        return next((action for action in self.passes() if untold(self.state, action, watcher)), None)

    def passes(self) -> list[int]:
        """The actions that pass, the one to try first first."""
        texts = {a: self.game.notation.action_text(self.state, a) for a in self.state.legal_actions()}
        return [a for start in self.game.talk.passes for a, text in texts.items() if text.startswith(start)]

    # ---- what happens ------------------------------------------------------------------------

    def happens(self, action: int, how: str, text: str = "") -> None:
        who, kept = self.state.current_player(), self.state.copy() if len(self.steps) % EVERY == 0 else None
        text = text or self.game.notation.action_text(self.state, action)
        self.state.apply_action(action)
        self.steps.append(Step(who, action, text, how, kept, self.told))

    def before(self, place: int) -> State:
        """A copy of the position before a step; of the one that comes next, the position now."""
        if place >= len(self.steps):
            return self.state.copy()
        first = place
        while (kept := self.steps[first].kept) is None:
            first -= 1
        state = kept.copy()
        for step in self.steps[first:place]:
            state.apply_action(step.action)
        return state

    def guess(self) -> None:
        """Deal what is not seen."""
        legal, wanted = self.state.legal_actions(), self.guesses.get(self.told, ())
        number = self._tried[self.told]
        self._tried[self.told] += 1
        if number < len(wanted) and wanted[number] in legal:
            action = wanted[number]
        elif self.state.is_chance_node():
            action = self.state.sample_chance(self.rng.getrandbits(60), 0)
        else:
            action = self.state.weighted_action(self.rng.getrandbits(60), 0)
        self.happens(action, GUESSED)

    def forced(self) -> bool:
        """What happens next is seen, and can only be one thing; a draw not where that rests on what was dealt."""
        if self.state.is_terminal() or len(self.state.legal_actions()) != 1 or self.hidden():
            return False
        return not (self.state.is_chance_node() and any(step.how == GUESSED for step in self.steps))

    def play_forced(self) -> None:
        """Play what leaves no choice, up to something that is not seen."""
        while self.forced():
            self.happens(self.state.legal_actions()[0], FORCED)

    def go_on(self) -> bool:
        """Let one thing happen that needs no saying. False: something has to be said."""
        if self.state.is_terminal():
            return False
        if self.shown_later():
            return False
        if self.hidden():
            self.guess()
        elif self.forced():
            self.happens(self.state.legal_actions()[0], FORCED)
        elif (passing := self.unsaid()) is not None:
            self.happens(passing, PASSED)
        else:
            return False
        return True

    def take(self, token: Token) -> bool:
        """Let a token happen, and before it what needs no saying. False: it cannot."""
        if token.kind == SAID and token.text.startswith(self.game.talk.passes):
            trial = self.fork()
            if trial._meets(token):         # else it has happened by itself: there was nothing to pass
                self._meets(token)
                self.happens(token.action, SAID, token.text)
        elif token.kind == SAID:
            if not self._claims(token) and (self._possible(token) or not self.has_shown(token.text)):
                if not self._meets(token):
                    return False
                self.happens(self.game.notation.parse_action(self.state, token.text) if token.action == ANY
                             else token.action, SAID, token.text)
        elif token.kind == ONE:
            while not self.state.is_chance_node():
                if not self.go_on():
                    return False
            self.guess()
        elif token.kind == REST:
            self._take_rest()
        else:
            while self.state.current_player() == token.who and (passes := self.passes()):
                self.happens(passes[0], PASSED)
        self.told += 1
        self.play_forced()
        return True

    def unasked(self) -> list[str]:
        """What people saw since the last thing that was said, but what no step tells."""
        found: list[str] = []
        after = self.state
        for place in range(len(self.steps) - 1, -1, -1):
            step, before = self.steps[place], self.before(place)
            found += self.game.talk.unasked(before, step.action, after)
            after = before
            if step.how in (SAID, PASSED):
                break
        return found

    def _take_rest(self) -> None:
        """Deal what comes next and is not seen; of what is shown later, no more than what one seat does."""
        who = self.state.current_player()
        while self.unseen() or self.unsaid() is not None:
            if self.shown_later() and self.state.current_player() != who:
                break
            if self.unseen():
                self.guess()
            else:
                self.go_on()

    def _claims(self, token: Token) -> bool:
        """One of the last steps, that left no choice, is the event of this token."""
        place = len(self.steps)
        while place and self.steps[place - 1].how == FORCED:
            place -= 1
        for number, step in enumerate(self.steps[place:], start=place):
            if step.text == token.text and step.who == token.who:
                self.steps[number] = step._replace(how=SAID)
                return True
        return False

    def has_shown(self, text: str) -> bool:
        """This was to be seen since the last thing that was said, though no step tells it."""
        verb, talk = text.partition(" ")[0], self.game.talk
        return verb in (*talk.whole, *talk.unordered) and text in self.unasked()

    def _meets(self, token: Token) -> bool:
        """Let happen what needs no saying, up to where the event of this token is possible. False: it is nowhere."""
        while not self._possible(token):
            if not self.go_on():
                return False
        return True

    def _possible(self, token: Token) -> bool:
        state = self.state
        who = state.current_player()
        if who != token.who and (token.who != ANY or who < 0) or (who < 0 and self.hidden()):
            return False
        if token.action == ANY:
            return token.text in (self.game.notation.action_text(state, action) for action in state.legal_actions())
        return token.action in state.legal_actions() \
            and self.game.notation.action_text(state, token.action) == token.text


# ---- many histories at a time --------------------------------------------------------------------


class Histories:
    """Histories of the same tokens that differ in what was not seen. The first one is that which is shown."""

    def __init__(self, first: History) -> None:
        self.all, self.tokens = [first], list[Token]()

    @property
    def first(self) -> History:
        return self.all[0]

    def take(self, token: Token, first: History) -> None:
        """A token has happened in this history, now the first one; the others follow it if they can."""
        others = [history for history in self.all if history is not first and history.told == len(self.tokens)]
        self.tokens.append(token)
        self.all = [first, *(history for history in others if history.take(token))][:MOST]
        self._spread()

    def take_back(self, told: int) -> None:
        """Back to where so many tokens had been taken in."""
        del self.tokens[told:]
        self.all = [history.back_to(told) for history in self.all]

    def find(self, gone_on: Callable[[History], History | None], who: int,
             wanted: Callable[[str], bool]) -> History | None:
        """A history that `gone_on` takes on from, as it does, with the same tokens. None: none was found in some time.

        Draws of this seat are likely to matter; `wanted` says so of the text of an outcome.
        """
        for history in self.all:
            if (found := gone_on(history)) is not None:
                return found
        if not any(step.how == GUESSED for step in self.first.steps):
            return None
        ends, rng = perf_counter() + SECONDS, self.first.rng
        for tried in range(TRIES):
            if tried >= ENOUGH and perf_counter() > ends:
                break
            place = rng.randrange(len(self.all))
            if (changed := _changed(self.all[place], self.tokens, who, wanted)) is not None:
                self.all[place] = changed
                if (found := gone_on(changed)) is not None:
                    return found
        return None

    def _spread(self) -> None:
        """Where few histories are left, make more of them by changes that leave all that was said as it is."""
        rng = self.first.rng
        if len(self.all) > MOST // 2 or not any(step.how == GUESSED for step in self.first.steps):
            return
        for _ in range(CHANGES):
            if len(self.all) >= MOST:
                break
            if (changed := _changed(rng.choice(self.all), self.tokens, -1, lambda text: False)) is not None:
                self.all.append(changed)


def _changed(history: History, tokens: Sequence[Token], who: int, wanted: Callable[[str], bool]) -> History | None:
    """The history with another outcome of a hidden draw, or two of them swapped; None: what was said cannot be then.

    Draws of this seat's turns are changed more often, and to what is `wanted`.
    """
    rng, places, own, turn = history.rng, list[int](), list[int](), -1
    for place, step in enumerate(history.steps):
        turn = step.who if step.who >= 0 else turn
        if step.how == GUESSED:
            places.append(place)
            if turn == who:
                own.append(place)
    if not places:
        return None
    near = own if own and rng.random() < NEAR else places
    at = rng.choice(near[-RECENT:] if rng.random() < 0.5 else near)
    changes = {}
    if rng.random() < 0.4:
        other = rng.choice(places)
        changes = {at: history.steps[other].action, other: history.steps[at].action}
    else:
        step, before = history.steps[at], history.before(at)
        others = [action for action in before.legal_actions() if action != step.action]
        likely = [a for a in others if wanted(history.game.notation.action_text(before, a))]
        if others:
            changes = {at: rng.choice(likely if likely and rng.random() < WANTED else others)}
    if not changes or all(history.steps[place].action == action for place, action in changes.items()):
        return None
    return _replayed(history, tokens, min(changes), changes)


def _replayed(history: History, tokens: Sequence[Token], first: int, changes: Mapping[int, int]) -> History | None:
    """The history from step `first` on, with these outcomes at these steps and else those there were, if possible."""
    told = history.steps[first].told
    made = history.back_to(told)
    made.guesses = defaultdict(list)
    for place, step in enumerate(history.steps):
        if step.how == GUESSED and step.told >= told:
            made.guesses[step.told].append(changes.get(place, step.action))
    while made.told < len(tokens):
        if not made.take(tokens[made.told]):
            return None
    return made
