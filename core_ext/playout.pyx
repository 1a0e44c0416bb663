"""Playouts without a tree: uniformly random, or weighted by the game's light heuristics."""
import numpy as np

from libc.limits cimport INT_MAX
from libc.stdint cimport int32_t, int64_t, uint64_t
from core_ext.rng cimport Stream, below, stream
from core_ext.state cimport State
from core_ext.types cimport CHANCE, MAX_ACTIONS, MAX_SEATS, TERMINAL, action_t


cdef int playout(State s, Stream* rng, bint heuristic, int* decisions) noexcept nogil:
    """Play `s` to its end in place. Returns the steps made, chance included; adds the seats' own to `decisions`."""
    return s.weighted_playout(rng, decisions, INT_MAX) if heuristic else s.random_playout(rng, decisions)


def playouts(State state, n: int, seed: int, first: int = 0, heuristic: bool = True) -> dict:
    """n playouts from `state`; playout k draws from stream (seed, first + k).

    Returns utilities, wins and scores, arrays of shape (n, seats), and the totals `decisions` and `steps`.
    """
    cdef int count = n, k, i, decisions = 0
    cdef int64_t all_decisions = 0, steps = 0
    cdef bint weigh = heuristic
    cdef uint64_t s = seed, begin = first
    cdef State play = state.blank()
    cdef Stream rng
    cdef double[:, ::1] utilities = np.zeros((n, MAX_SEATS)), wins = np.zeros((n, MAX_SEATS))
    cdef double[:, ::1] scores = np.zeros((n, MAX_SEATS))
    with nogil:
        for k in range(count):
            play.copy_from(state)
            rng = stream(s, begin + k)
            decisions = 0
            steps += playout(play, &rng, weigh, &decisions)
            all_decisions += decisions
            play.returns(&utilities[k, 0])
            play.win_shares(&wins[k, 0])
            play.scores(&scores[k, 0])
            if play.failed:
                break
    play.reraise()
    seats = state.seats
    return {"utilities": np.asarray(utilities)[:, :seats], "wins": np.asarray(wins)[:, :seats],
            "scores": np.asarray(scores)[:, :seats], "decisions": all_decisions, "steps": steps}


def play_out(State play, State state, seed: int, number: int, heuristic: bool = True) -> int:
    """One playout from `state`, that of stream (seed, number): `play`, a blank of `state`, becomes its end. How many decisions it
    took."""
    cdef Stream rng = stream(<uint64_t>seed, <uint64_t>number)
    cdef int decisions = 0
    cdef bint weigh = heuristic
    play.copy_from(state)
    with nogil:
        playout(play, &rng, weigh, &decisions)
    play.reraise()
    return decisions


cdef class Recorded:
    """Random games written down as bare codes, to measure what applying them alone costs."""
    cdef State start, play
    cdef int32_t[::1] codes
    cdef int64_t[::1] ends
    cdef readonly int64_t decisions

    def apply_all(self) -> int:
        """Apply every game again from the start, asking for nothing. Returns the steps, chance included."""
        cdef int64_t at = 0, end
        cdef int g, games = self.ends.shape[0]
        with nogil:
            for g in range(games):
                self.play.copy_from(self.start)
                end = self.ends[g]
                while at < end:
                    self.play.apply_action(self.codes[at])
                    at += 1
        return at


def recorded(State state, n: int, seed: int) -> Recorded:
    """n uniformly random games from `state`: game k draws from stream (seed, k), as `playouts` does."""
    cdef Recorded out = Recorded.__new__(Recorded)
    cdef action_t actions[MAX_ACTIONS]
    cdef action_t a
    cdef Stream rng
    cdef int k, who, n_legal
    codes, ends = [], []
    out.start, out.play = state.copy(), state.blank()
    for k in range(n):
        rng = stream(<uint64_t>seed, k)
        out.play.copy_from(state)
        who = out.play.current_player()
        while who != TERMINAL:
            if who == CHANCE:
                a = out.play.sample_chance(&rng)
            else:
                n_legal = out.play.legal_actions(actions)
                a = actions[0] if n_legal == 1 else actions[below(&rng, n_legal)]
                out.decisions += 1
            codes.append(a)
            out.play.apply_action(a)
            who = out.play.current_player()
        ends.append(len(codes))
    out.play.reraise()
    out.codes, out.ends = np.array(codes, np.int32), np.array(ends, np.int64)
    return out
