"""`python -m bench`: what there is, how it is started, and what is said of an unknown name."""
import re
from collections import Counter
from importlib import import_module
from pathlib import Path

import pytest

from bench import __main__ as bench

ROOT = Path(__file__).parents[2]


def test_names_are_unique_and_each_has_a_line():
    assert Counter(path.stem for path in bench.HERE.glob("*/*.py") if bench.defined(path) & {"run", "main"}
                   and path.stem != "__init__") == Counter([*bench.measurements()])
    assert all(bench.first_line(path) for path in bench.measurements().values())


def test_each_measurement_can_be_started_and_stands_in_the_readme():
    named = set(re.findall(r"`(\w+)`", (ROOT / "bench/README.md").read_text("utf-8")))
    for name, path in bench.measurements().items():
        module = import_module(f"bench.{path.parent.name}.{name}")
        assert callable(getattr(module, "main", None) or module.run)
        assert name in named


def test_no_script_repairs_the_path_of_modules():
    text = "".join(path.read_text("utf-8") for path in bench.HERE.rglob("*.py"))
    assert not re.search(r"sys\.path|noqa: E402", text)


def test_without_a_name_all_are_listed(capsys):
    bench.main([])
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines if line.startswith("  ")} == set(bench.measurements())


def test_a_measurement_gets_its_arguments(capsys):
    with pytest.raises(SystemExit) as ended:
        bench.main(["versions", "--help"])
    assert not ended.value.code
    assert "Usage: python -m bench versions [OPTIONS]" in " ".join(capsys.readouterr().out.split())


def test_an_unknown_name_is_refused(capsys):
    with pytest.raises(SystemExit) as ended:
        bench.main(["speed"])
    assert ended.value.code == 2
    assert "found 'speed', expected a name of the list" in capsys.readouterr().err
