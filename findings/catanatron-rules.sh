#!/usr/bin/env bash
# catanatron 3.2.1 (Python 3.11): Longest Road goes to who may not have it, and development cards can be played too soon.
#
# By the almanac of CATAN Longest Road is set aside if nobody has five roads in a row any more, and who holds it keeps it
# in a tie. catanatron gives it to the longest road whenever a settlement cuts one, whoever's that is: also to a road of
# three, and in a tie to who built a road first, also if neither of the two was cut.
#
# A development card can be played on the turn it is bought, which the almanac forbids; before the roll only knights can,
# where it allows any; and Road Building, whose two roads are free, only by who could pay for a road. The first two are
# mended in the repository since 2024 (pull request 292), not in what pip installs; for roads see its pull request 384,
# which was open in August 2026. Whoever trains or compares players with this package does so on another game.
#
# Rules: https://catanboard.com/en/rules/almanacDE ("Development Cards") and /almanacLM ("Longest Road").
#
# Seen: blue settles in white's road of six, and red has two points more for a road of three. Blue settles in orange's
# road of three, and Longest Road goes from white's five to red's five. Of 312 development cards that random players
# play in 20 games, 162 are played on the turn they were bought.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet catanatron==3.2.1 networkx==3.6.1
cat > ask.py <<'PY'
import random
from collections import Counter
from itertools import pairwise

from catanatron import Color, Game, RandomPlayer
from catanatron.models.actions import generate_playable_actions
from catanatron.models.enums import RESOURCES, Action, ActionPrompt, ActionType
from catanatron.state import State, apply_action
from catanatron.state_functions import get_actual_victory_points, get_longest_road_color

RED, BLUE, ORANGE, WHITE = Color
CARDS = {ActionType.PLAY_KNIGHT_CARD: "KNIGHT", ActionType.PLAY_MONOPOLY: "MONOPOLY",
         ActionType.PLAY_ROAD_BUILDING: "ROAD_BUILDING", ActionType.PLAY_YEAR_OF_PLENTY: "YEAR_OF_PLENTY"}


def players():
    return [RandomPlayer(color) for color in Color]


def give(state, color, **cards):
    for card, count in cards.items():
        state.player_state[f"P{state.color_to_index[color]}_{card}_IN_HAND"] = count


def begun():
    """A state past its setup, in which everyone has resources enough for what follows."""
    state = State(players())
    for color in Color:
        give(state, color, **dict.fromkeys(RESOURCES, 19))
    return state


def act(state, color, kind, value, at_start=False):
    state.is_initial_build_phase, state.current_player_index = at_start, state.color_to_index[color]
    apply_action(state, Action(color, kind, value))
    state.is_initial_build_phase, state.current_prompt = False, ActionPrompt.PLAY_TURN


def extend(state, color, *nodes):
    for edge in pairwise(nodes):
        act(state, color, ActionType.BUILD_ROAD, edge)


def build(state, color, *nodes):
    """A settlement of the setup at the first of the nodes, and a road from there along all of them."""
    act(state, color, ActionType.BUILD_SETTLEMENT, nodes[0], at_start=True)
    extend(state, color, *nodes)


def told(state):
    """The length of every road, and who has Longest Road, with all points of that player."""
    holder = get_longest_road_color(state)
    lengths = {color.value: state.board.road_lengths[color] for color in Color}
    return lengths, holder and (holder.value, get_actual_victory_points(state, holder))


cut = begun()
build(cut, RED, 36, 37, 38, 39)
build(cut, WHITE, 24, 25, 26, 27, 28, 29, 30)
build(cut, BLUE, 9, 8, 27)
beside = begun()
build(beside, RED, 36, 37, 38, 39)
build(beside, WHITE, 46, 45, 47, 43, 44, 40)
build(beside, ORANGE, 25, 26, 27, 28)
build(beside, BLUE, 9, 8, 27)
extend(beside, RED, 36, 35, 34)
seen = []
for state in (cut, beside):
    seen.append(told(state))
    act(state, BLUE, ActionType.BUILD_SETTLEMENT, 27)
    seen.append(told(state))
    print(f"lengths of roads, and who has Longest Road with how many points: {seen[-2]}; when blue has settled "
          f"{seen[-1]}")
assert [each[1] for each in seen] == [("WHITE", 3), ("RED", 3)] * 2
assert seen[1][0] == {"RED": 3, "BLUE": 2, "ORANGE": 0, "WHITE": 3}
assert [seen[at][0]["RED"] == seen[at][0]["WHITE"] == 5 for at in (2, 3)] == [True, True]

offered = {}
for name, brick, rolled in (("before the roll", 1, False), ("after it", 1, True), ("after it, without a brick", 0, True)):
    state = State(players())
    state.is_initial_build_phase, state.current_prompt = False, ActionPrompt.PLAY_TURN
    color = state.current_color()
    act(state, color, ActionType.BUILD_SETTLEMENT, 0, at_start=True)
    give(state, color, WOOD=1, BRICK=brick, **dict.fromkeys(CARDS.values(), 1))
    state.player_state[f"P{state.current_player_index}_HAS_ROLLED"] = rolled
    kinds = {action.action_type for action in generate_playable_actions(state)}
    offered[name] = sorted(CARDS[kind] for kind in kinds & CARDS.keys())
    print(f"development cards that may be played {name}: {offered[name]}")
assert offered["before the roll"] == ["KNIGHT"] and offered["after it"] == sorted(CARDS.values())
assert offered["after it, without a brick"] == ["KNIGHT", "MONOPOLY", "YEAR_OF_PLENTY"]

def chosen(player, game, actions):
    """One of the actions, which are listed in another order in every process."""
    return random.choice(sorted(actions, key=repr))


GAMES = 20
played = new = 0
for seed in range(1, GAMES + 1):
    game, bought = Game(players(), seed=seed), Counter()
    while game.winning_color() is None and game.state.num_turns < 1000:
        action = game.play_tick(chosen)
        if action.action_type == ActionType.END_TURN:
            bought.clear()
        elif action.action_type == ActionType.BUY_DEVELOPMENT_CARD:
            bought[action.value] += 1
        elif card := CARDS.get(action.action_type):
            seat = game.state.color_to_index[action.color]
            played += 1
            new += game.state.player_state[f"P{seat}_{card}_IN_HAND"] < bought[card]
print(f"{GAMES} games of random players: {played} development cards played, {new} of them on the turn they were bought")
assert new > played / 4
PY
venv/bin/python ask.py
