#!/usr/bin/env bash
# pgx 2.6.0 with jax 0.10.2 (Python 3.11): three rules of backgammon are missing in `pgx.make("backgammon")`.
#
# Both dice have to be played where some order plays both, and the larger one where either can be played but not both. A
# micro-action of pgx is legal as soon as its own die allows it, so a turn may end with a die that could have been played,
# or with the smaller one. And a win while the loser has borne off nothing and has a checker on the bar counts three
# points; pgx looks for that checker in the winner's home board alone and gives two. A player trained there learns moves
# that other programs refuse, and values that are not theirs.
#
# Seen in 500 games of random legal actions, some 46,000 turns: 65 turns with fewer dice than can be played, 8 with the
# smaller die, and one win of two points that should count three.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet pgx==2.6.0 jax==0.10.2 jaxlib==0.10.2
cat > ask.py <<'PY'
import jax
import jax.numpy as jnp
import numpy as np
import pgx

GAMES, BAR, OWN_OFF, OTHER_BAR, OTHER_OFF = 500, 24, 26, 25, 27     # a board is told by the player whose turn it is


def after(board, die):
    """Every board that one checker makes by one die, by the rules."""
    for source in [BAR] if board[BAR] else [point for point in range(24) if board[point] > 0]:
        target = die - 1 if source == BAR else source + die
        if target > 23:
            behind = board[:18] if target == 24 else board[:source]
            if (board[:18] > 0).any() or (behind > 0).any():
                continue
            target = OWN_OFF
        elif board[target] < -1:
            continue
        made = board.copy()
        made[source] -= 1
        if target < 24 and made[target] == -1:
            made[target] = 0
            made[OTHER_BAR] -= 1
        made[target] += 1
        yield made


def most(board, dice):
    """How many of the dice can be played."""
    return max((1 + most(made, dice[:at] + dice[at + 1:]) for at, die in enumerate(dice) if die not in dice[:at]
                for made in after(board, die)), default=0)


env = pgx.make("backgammon")
init, step = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(env.step))
choose = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.where(mask, 0.0, -jnp.inf), axis=-1))
key = jax.random.PRNGKey(0)
state = init(jax.random.split(key, GAMES))
boards, rolls = np.array(state._board), np.array(state._dice) + 1
played, over = [[] for _ in range(GAMES)], np.zeros(GAMES, bool)
turns = fewer = smaller = 0
counted = []                    # points by pgx and by the rules, where they differ
while not over.all():
    key, mine, luck = jax.random.split(key, 3)
    actions, players = np.array(choose(mine, state.legal_action_mask)), np.array(state.current_player)
    state = step(state, jnp.array(actions), jax.random.split(luck, GAMES))
    board, now, won = np.array(state._board), np.array(state.current_player), np.array(state.terminated)
    points, dice = np.array(state.rewards).max(axis=1), np.array(state._dice) + 1
    for game in np.flatnonzero(~over):
        if actions[game] // 6:
            played[game].append(int(actions[game] % 6) + 1)
        if won[game]:
            over[game], end = True, board[game]
            right = 1 if end[OTHER_OFF] else 3 if end[OTHER_BAR] or end[18:24].any() else 2
            if points[game] != right:
                counted.append((int(points[game]), right))
        elif now[game] != players[game]:
            roll = [int(die) for die in rolls[game]]
            can = most(boards[game], roll * 2 if roll[0] == roll[1] else roll)
            turns += 1
            fewer += len(played[game]) < can
            smaller += can == 1 and roll[0] != roll[1] and played[game] == [min(roll)] \
                and any(True for _ in after(boards[game], max(roll)))
            played[game], boards[game], rolls[game] = [], board[game], dice[game]
print(f"{GAMES} games, {turns:,} turns: {fewer} with fewer dice than can be played, {smaller} with the smaller die where "
      f"only one can; wins whose points by pgx and by the rules differ: {counted}")
assert fewer and smaller and counted and set(counted) == {(2, 3)}, (fewer, smaller, counted)
PY
JAX_PLATFORMS=cpu venv/bin/python ask.py
