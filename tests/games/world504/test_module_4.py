"""Module 4, military: each rule by its number (fights with dice: test_fights.py)."""
from __future__ import annotations

import pytest

from games.world504.setup import DEFAULTS, true_atoms
from games.world504.worlds import settings


@pytest.mark.parametrize(("world", "connected"), [("416", True), ("246", True), ("416", False)])
def test_r6_3d_9_u11_option_free_roads(world, connected):
    """With 4 at TOP I or II roads at TOP III must be connected to the capital, too, unless the option frees them."""
    text = {**DEFAULTS, "world": world, "free_roads": "no" if connected else "yes"}
    assert bool(settings(true_atoms(2, text), 2)["home_network"]) is connected
