"""What other seats are asked because of their cards is not told: that they were asked would tell of the cards."""
import random
import re
from collections import Counter

import pytest

import games
from games.api import Played
from games.catan_cards.names import STAGES
from games.catan_cards.position import position_to_json

SECRET = {"discard": "discard", "robber": "discard", "return": "give", "give": "give", "pay": "pay"}


def test_choices_that_a_hand_decides_are_untold_to_others():
    """In the stages of these questions a seat whose hand leaves one answer is not asked; in the others all is open."""
    game, stages = games.load("catan_cards"), set()
    for seed in range(40):
        choice, state = random.Random(seed), game.start(3)
        while not state.is_terminal() and len(stages) < 12:
            if state.is_chance_node():
                action = state.keyed_chance(seed)
                assert not any(game.hidden.untold(state, action, seat) for seat in range(3))
            else:
                action, who = choice.choice(state.legal_actions()), state.current_player()
                stage = game.notation.position_to_json(state)["stage"]
                stages.add(stage)
                text = game.notation.action_text(state, action)
                assert not game.hidden.untold(state, action, who)
                for seat in {0, 1, 2} - {who}:
                    hidden = text == "end build" or SECRET.get(stage, "-") == text.split()[0] \
                        or stage == "pick" and not game.hidden.sees(state, action, seat)
                    assert game.hidden.untold(state, action, seat) == hidden, (stage, text)
            state.apply_action(action)
    assert {"trade", "discard", "take", "return", "give", "build", "pay", "draw"} <= stages


# ---- what became of it on the table ----------------------------------------------------------

MOST = 250              # moves and outcomes of a game
TABLES = [(3, {}), (4, {"gifts": "0:church,1:university,2:castle"}), (2, {"robber_first": "next"})]


def spans(game, state, seed: int, seat: int):
    """A random game in pieces, each from one thing that the seat is told to the next one."""
    choice, span = random.Random(seed), []
    for _ in range(MOST):
        if state.is_terminal():
            return
        action = state.keyed_chance(seed) if state.is_chance_node() else choice.choice(state.legal_actions())
        if span and not game.hidden.untold(state, action, seat):
            yield span
            span = []
        before = state.copy()
        state.apply_action(action)
        span.append(Played(before, action, state.copy()))


def cards(texts: list[str], *verbs: str) -> Counter[str]:
    """The cards of all texts that begin with one of these verbs."""
    found: Counter[str] = Counter()
    for text in texts:
        verb, *rest = re.split(r" (?=\d)", text)
        if verb in verbs:
            found.update({kind: int(n) for n, kind in (part.split() for part in rest)})
    return found


@pytest.mark.parametrize(("seats", "options"), TABLES)
def test_what_is_laid_open_is_what_the_seat_sees_on_the_table(seats, options):
    """All that is told can be worked out from the seat's own view of the table before and after."""
    game, told = games.load("catan_cards"), Counter()
    for seed in range(8):
        seat = seed % seats
        for span in spans(game, game.start(seats, options), seed, seat):
            found = game.hidden.laid(span, seat)
            assert all(other != seat for other, _ in found)
            texts = [text for _, text in found]
            first, last = (position_to_json(at, view=seat) for at in (span[0].before, span[-1].after))
            mine = [Counter(view["players"][seat]["hand"]) for view in (first, last)]
            told.update(re.split(r" (?=\d)", text)[0] for text in texts)
            if first["turn"] == seat or last["pile"] > first["pile"]:
                continue                        # the seat's own turn, or the discards became the pile
            laid_down = Counter(last["discard"])
            laid_down.subtract(first["discard"])
            if any(cards(texts, "pay", "discard")):
                assert cards(texts, "pay", "discard") == +laid_down - (mine[0] - mine[1])
            elif first["stage"] in ("build", "pay", "discard", "robber"):
                assert not +laid_down - (mine[0] - mine[1])
            given = cards(texts, "give you")
            assert given - mine[1] == Counter()
            if given and first["stage"] == "give":
                assert given == mine[1] - mine[0]
    assert {"pay", "discard", "give", "give you"} <= set(told)


def test_a_payment_is_told_whether_or_not_there_was_a_choice():
    """A road costs a brick and a lumber; who holds three equal cards more has a choice of what to pay."""
    game = games.load("catan_cards")
    texts = set()
    for seed in range(60):
        for span in spans(game, game.start(2), seed, 0):
            first = span[0]
            if game.notation.action_text(first.before, first.action) == "build road" and len(span) < 3:
                asked = STAGES[first.after.stage()] == "pay"
                if found := game.hidden.laid(span, 0):
                    texts.add((asked, found[0][1]))
    assert {asked for asked, _ in texts} == {True, False}
    assert (False, "pay 1 brick 1 lumber") in texts
    assert (True, "pay 1 brick 1 lumber") in texts
