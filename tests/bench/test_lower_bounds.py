"""Lower bounds are read as they are written; the wheel is built, installed and works on another Python at hand."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bench.proofs.lower_bounds import pinned
from games.api import InputError
from tests.pythons import PROJECT, at_hand

ROOT = Path(__file__).parent.parent.parent
SECONDS = 3_000


def test_each_requirement_is_pinned_at_its_lower_bound():
    found = pinned({"dependencies": ["numpy>=1.26", "uvicorn[standard]>=0.30"],
                    "optional-dependencies": {"service": ["fastapi>=0.115"]}}, ["service"])
    assert found == ["numpy==1.26", "uvicorn[standard]==0.30", "fastapi==0.115"]
    assert len(pinned(PROJECT, ["service"])) > len(PROJECT["dependencies"])


def test_a_requirement_without_a_lower_bound_is_refused():
    with pytest.raises(InputError, match="found 'numpy<3', expected NAME>=VERSION"):
        pinned({"dependencies": ["numpy<3"], "optional-dependencies": {}}, [])


@pytest.mark.whole
@pytest.mark.parametrize("version", list(at_hand())[-1:])
def test_the_wheel_works_on_the_newest_other_python_at_hand(version, tmp_path):
    """Compiled without optimizations, which take longest; what it depends on is installed in the newest versions."""
    done = subprocess.run([sys.executable, "-m", "bench", "lower_bounds", "--python", at_hand()[version], "--newest",
                           "--keep", str(tmp_path / "environment")], cwd=ROOT, capture_output=True, text=True,
                          env=os.environ | {"LUDOSOPH_BUILD": "plain"}, timeout=SECONDS)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.startswith(f"Python {version}.")
