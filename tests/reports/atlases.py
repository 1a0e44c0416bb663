"""An atlas of made-up games that the tests of a file share: its plan, its folder, its tables."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from reports.atlas import games as played
from reports.atlas import run
from reports.atlas.plan import AtlasPlan, Pass, Unit, make_plan
from reports.atlas.tables import all_tables
from tests.reports.test_atlas_report import MODULES

WORLDS = [item for item in MODULES if "5" not in item]


def atlas(passes: Sequence[Pass], made_up: Callable[[AtlasPlan, Unit], list[dict[str, Any]]]) -> tuple[Any, Any, Any]:
    """The fixtures `plan`, `whole` and `tables` of a file: these passes of WORLDS, whose games are made up."""
    @pytest.fixture(scope="module")
    def plan() -> AtlasPlan:
        return make_plan("world504", "worlds", WORLDS, {}, 1, tuple(passes))

    @pytest.fixture(scope="module")
    def whole(tmp_path_factory: pytest.TempPathFactory, plan: AtlasPlan) -> Path:
        path = tmp_path_factory.mktemp("whole") / "atlas"
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(played, "play_unit", made_up)
            run.play(path, plan)
        return path

    @pytest.fixture(scope="module")
    def tables(whole: Path, plan: AtlasPlan) -> dict[str, pd.DataFrame]:
        return all_tables(plan, {each.key: run.games_of(whole, plan, each) for each in plan.passes})

    return plan, whole, tables


def files(path: Path) -> dict[str, bytes]:
    """What a run keeps of its games, by name."""
    return {file.name: file.read_bytes() for file in (path / "games").iterdir()}
