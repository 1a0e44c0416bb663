"""`make` compiles anew when a source of compiled code has changed, and only then."""
import subprocess
from pathlib import Path

import pytest

from tests.whole import amount

ROOT = Path(__file__).parent.parent
SOURCES = sorted(path.relative_to(ROOT) for top in ("core_ext", "games") for kind in ("pyx", "pxd", "pxi")
                 for path in (ROOT / top).rglob(f"*.{kind}"))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree of empty files in which everything has been installed and compiled."""
    home = tmp_path_factory.mktemp("tree")
    (home / "Makefile").write_bytes((ROOT / "Makefile").read_bytes())
    # the stamps come last, so that they are newer than all that they stand for
    for name in ("pyproject.toml", "setup.py", *SOURCES, ".venv/bin/python", ".venv/.builds", ".venv/.runs",
                 ".venv/.installed", ".venv/.compiled"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).touch()
    return home


def planned(home: Path, *arguments: str, target: str = "install") -> str:
    """What `make TARGET` would run."""
    done = subprocess.run(["make", "--dry-run", *arguments, target], cwd=home, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_nothing_is_compiled_where_nothing_changed(compiled):
    assert "build_ext" not in planned(compiled)


def test_a_changed_source_is_compiled(compiled):
    assert {path.suffix for path in SOURCES} == {".pyx", ".pxd", ".pxi"}
    changed = SOURCES[::amount(1, few=20)]
    assert [str(path) for path in changed if "build_ext" not in planned(compiled, f"--what-if={path}")] == []


def test_compiling_does_not_wait_for_what_only_runs_the_program(compiled):
    installed = planned(compiled, "--what-if=.venv/.builds")
    assert "build_ext" in installed
    assert "--editable" in installed
    assert "build_ext" not in planned(compiled, "--what-if=.venv/.runs")


def test_the_demo_waits_for_no_tools_of_tests(compiled):
    changed = "--what-if=pyproject.toml"
    assert "--editable" in planned(compiled, changed, target="demo")
    assert ".[test]" not in planned(compiled, changed, target="demo")
    assert ".[test]" in planned(compiled, changed)
