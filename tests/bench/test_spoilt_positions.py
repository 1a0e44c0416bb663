"""Positions with a few values changed are refused, or can be played on."""
from __future__ import annotations

from random import Random

import pytest

import games
from bench.proofs import spoilt_positions
from bench.proofs.spoilt_positions import Words, one_game, paths, spoilt


@pytest.mark.parametrize("name", sorted(games.names()))
def test_what_is_accepted_can_be_played_on(name, tmp_path, monkeypatch):
    monkeypatch.setattr(spoilt_positions, "PLACES", 4)
    monkeypatch.setattr(spoilt_positions, "LONGEST", 120)
    counts = one_game(games.load(name), 5, tmp_path)
    assert set(counts) <= {"refused", "played on"}, counts
    assert counts.total() > 0


def test_a_changed_document_keeps_its_game_and_the_first_stays_as_it_was():
    game, words, rng = games.load("tic_tac_toe"), Words(), Random(1)
    document = game.notation.position_to_json(game.start(2))
    before = repr(document)
    words.learn(document)
    changed = [spoilt(document, words, rng) for _ in range(20)]
    assert repr(document) == before
    assert any(other != document for other in changed)
    assert {other["game"] for other in changed} == {"tic_tac_toe"}
    assert ("game",) not in paths(document)


def test_a_position_without_a_legal_action_is_told(tmp_path):
    class Stuck:
        """A seat is asked, and can do nothing."""

        def is_terminal(self) -> bool:
            return False

        def is_chance_node(self) -> bool:
            return False

        def legal_actions(self) -> list[int]:
            return []

    assert "no legal action after 0 moves" in spoilt_positions.played(games.load("pig"), Stuck(), Random(1))
