#!/usr/bin/env bash
# rlcard 1.2.0 beside pokerkit 0.7.7 (Python 3.11): three rules of hold'em are missing in rlcard's "no-limit-holdem".
#
# Where a player who is all in for less wins the hand, the best of the others wins the side pot; rlcard gives it back to all
# who paid for it, also to one who has folded. Of two players the dealer has the small blind and acts last after the flop;
# in rlcard the small blind acts first in every round. A raise has to be as large as the one before, and rlcard's own
# docs/games.md says so; its "raise half pot" is legal below that. The same page counts rewards in big blinds; they are
# chips, two to the big blind. So calls, folds and seats have other prices than elsewhere, and a player trained there
# has learnt those.
#
# A side pot takes unequal stacks, which `game.init_chips` holds, one a seat; the rest is so with the default settings.
#
# Seen: stacks 10, 100, 100; seat 0 is all in and wins, seat 1 drives seat 2 out on the turn. By the rules they end at +20,
# +20, -40, with rlcard at +20, -10, -10. After the flop the blind of 1 acts. After a raise from 2 to 4 one to 5 is legal;
# by the rules it is 6 or more. A big blind of 2 chips that folds has the reward -2.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet rlcard==1.2.0 termcolor==3.3.0 numpy==2.4.6 pokerkit==0.7.7
cat > ask.py <<'PY'
import rlcard
from pokerkit import Automation, NoLimitTexasHoldem
from rlcard.games.nolimitholdem.round import Action

CALL, HALF, POT, ALL_IN, FOLD = 1, 2, 3, 4, 0
assert [action.value for action in (Action.CHECK_CALL, Action.RAISE_HALF_POT, Action.RAISE_POT, Action.ALL_IN,
                                    Action.FOLD)] == [CALL, HALF, POT, ALL_IN, FOLD]
BY_ITSELF = tuple(each for each in Automation if each not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING))


def played(stacks, *actions):
    """rlcard's table with seat 0 as the dealer, after these actions."""
    env = rlcard.make("no-limit-holdem", config={"game_num_players": len(stacks), "dealer_id": 0, "seed": 0})
    env.game.init_chips = list(stacks)
    env.reset()
    for action in actions:
        assert Action(action) in env.game.get_legal_actions()
        env.step(action)
    return env


def dealt(stacks, *hands):
    """pokerkit's table, whose last seat is the dealer; of two, that seat has the small blind."""
    state = NoLimitTexasHoldem.create_state(BY_ITSELF, True, 0, (1, 2), 2, stacks, len(stacks))
    for hand in hands:
        state.deal_hole(hand)
    return state


def named(cards):
    return "".join(card.rank + card.suit.lower() for card in cards)


env = played((10, 100, 100), ALL_IN, CALL, CALL, POT, CALL, ALL_IN, FOLD)
players, board = env.game.players, env.game.public_cards
state = dealt((100, 100, 10), *(named(players[seat].hand) for seat in (1, 2, 0)))
state.complete_bet_or_raise_to(10), state.check_or_call(), state.check_or_call()
state.deal_board(named(board[:3])), state.complete_bet_or_raise_to(30), state.check_or_call()
state.deal_board(named(board[3:4])), state.complete_bet_or_raise_to(60), state.fold()
state.deal_board(named(board[4:]))
assert [int(player.in_chips) for player in players] == [10, 100, 40] and not state.status
rules, seen = [state.payoffs[at] for at in (2, 0, 1)], [int(each) for each in env.get_payoffs()]
print(f"side pot: by the rules {rules}, by rlcard {seen}; seat 2, with 40 in the pot, had folded")
assert rules == [20, 20, -40] and seen == [20, -10, -10]

state = dealt((100, 100), "AcAd", "KcKd")
blinds = list(state.bets), [int(player.in_chips) for player in played((100, 100)).game.players]
state.check_or_call(), state.check_or_call(), state.deal_board("2c3d4h")
acts = state.actor_index, played((100, 100), CALL, CALL).game.game_pointer
print(f"two players, after the flop: by the rules the blind of {blinds[0][acts[0]]} acts, by rlcard that of "
      f"{blinds[1][acts[1]]}")
assert blinds == ([2, 1], [2, 1]) and acts == (0, 1)

env, state = played((100, 100), POT, HALF), dealt((100, 100), "AcAd", "KcKd")
state.complete_bet_or_raise_to(4)
raised = [int(player.in_chips) for player in env.game.players]
least = state.min_completion_betting_or_raising_to_amount
print(f"raises: from 2 to 4, then to {raised[0]}; by the rules to {least} or more")
assert raised == [5, 4] and least == 6 and not state.can_complete_bet_or_raise_to(5)

lost = [int(each) for each in played((100, 100), POT, FOLD).get_payoffs()]
print(f"a big blind of 2 chips that folds: rewards {lost}")
assert lost == [-2, 2]
PY
venv/bin/python ask.py
