#!/usr/bin/env bash
# mctx 0.0.71, jax 0.10.2 (Python 3.11): in MuZero's search the noise at the root goes to illegal actions, and is lost.
#
# Self-play adds Dirichlet noise to the priors of the root, so that moves are tried which the network neglects. In
# AlphaZero (Silver et al., arXiv:1712.01815) its parameter fits the number of legal moves, and in the pseudocode of
# MuZero (arXiv:1911.08265) only they get some. `muzero_policy` spreads it over all actions and masks `invalid_actions`
# after that. With 20 legal moves of 1,000 actions 98 % of it falls away, and the `dirichlet_fraction` of 0.25 is less
# than 0.01; pgx 2.6.0 numbers 4,672 actions in chess, 20 of them legal at first. So the search depends on how many
# impossible actions a game has numbers for. A network that still gives most of its weight to illegal actions loses as
# much of that as of the noise, so the share shrinks as it learns the rules, and at once where its output is masked too.
#
# Who trains with it explores hardly at all; the mask is documented, its order is not. `gumbel_muzero_policy` has no
# such noise.
#
# Seen: 20 legal moves, one with a prior of 0.999; 64 searches of 40 simulations. With no other action the neglected 19
# have a prior of 0.242 together, and 4.5 moves are tried; with 980 illegal ones 0.008, and one move is tried: always
# the same. A move that wins at once is tried in 5 searches and in none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"${PYTHON:-python3}" -m venv venv
venv/bin/python -m pip install --quiet mctx==0.0.71 jax==0.10.2 jaxlib==0.10.2 numpy==2.4.6
cat > ask.py <<'PY'
import jax
import jax.numpy as jnp
import mctx

SEARCHES, SIMULATIONS, MOVES = 64, 40, 20


def searched(illegal):
    """With so many illegal actions: prior of the neglected moves, number of moves tried, searches that tried the best.

    The network gives the first move 0.999 and the others equal parts of the rest. The last wins, all else is worth 0.
    """
    size, last = MOVES + illegal, MOVES - 1
    prior = jnp.full(size, 1e-30).at[:MOVES].set(0.001 / last).at[0].set(0.999)
    logits, zeros = jnp.tile(jnp.log(prior), (SEARCHES, 1)), jnp.zeros(SEARCHES)
    mask = jnp.tile(jnp.arange(size) >= MOVES, (SEARCHES, 1))

    def step(params, key, action, embedding):
        won = (action == last).astype(jnp.float32)
        return mctx.RecurrentFnOutput(reward=won, discount=zeros, prior_logits=logits, value=zeros), embedding

    root = mctx.RootFnOutput(prior_logits=logits, value=zeros, embedding=zeros)
    tree = mctx.muzero_policy((), jax.random.PRNGKey(0), root, step, SIMULATIONS, mask).search_tree
    used, visits = jax.nn.softmax(tree.children_prior_logits[:, 0]), tree.summary().visit_counts
    assert not (used * mask).any() and not (visits * mask).any() and (visits.sum(axis=1) == SIMULATIONS).all()
    return float(1 - used[:, 0].mean()), float((visits > 0).sum(axis=1).mean()), int((visits[:, last] > 0).sum())


alone, among = searched(0), searched(980)
for illegal, (share, tried, found) in ((0, alone), (980, among)):
    print(f"{illegal} illegal actions: prior of the neglected moves {share:.3f}, moves tried {tried:.1f}, the winning "
          f"move tried in {found} of {SEARCHES} searches")
assert 0.2 < alone[0] < 0.3 and alone[1] > 3 and alone[2] > 0
assert among[0] < 0.02 and among[1] < 1.1 and among[2] == 0
PY
venv/bin/python ask.py
