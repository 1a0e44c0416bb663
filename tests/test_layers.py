"""The floors of the house: cli, commands, service -> reports -> mcts -> games -> core_ext. No import points up."""
import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FLOORS = {"core_ext": 0, "games": 1, "mcts": 2, "reports": 3, "ludosoph": 4, "service": 4, "commands": 5, "cli": 6}
# inside two floors, lowest first: a module or folder uses itself and what stands on a lower step, nothing beside it
STEPS: dict[str, tuple[set[str], ...]] = {
    "reports": ({"folders", "left_behind", "lock", "manifest", "rows", "statistics", "wording"}, {"plots", "run"},
                {"atlas", "experiments"}, {"documents", "merge"}, {"terminal"}),
    "service": ({"places"}, {"bodies", "clients", "heap", "logs", "metrics", "models", "queue", "readiness",
                             "refusals", "said", "schema", "values", "words"},
                {"connections", "headers", "migrations", "replays", "routes", "statements"},
                {"positions", "queries", "store"},
                {"analyze"}, {"remote"}, {"played", "searches"}, {"errors", "followed", "settings"},
                {"guard", "rooms"}, {"api", "bots", "housekeeping"}, {"pages"}, {"warming"}, {"app"}),
}
COMPILED = (".pyx", ".pxd", ".pxi")
COMPILED_MAY_USE = {"libc", "libcpp", "cpython", "cython", "core_ext"}

# a look for a method that a state may or may not have; what may be asked of a state is declared in core_ext/state.pyx
ASKED_BY_NAME = re.compile(r"\b(?:get|has)attr\(\s*(?:\w+\.)*(?:state|mine)\b")
# `from a.b cimport c`, `cimport a.b`, and the same with import, at any depth of indentation
FROM = re.compile(r"^\s*from\s+([\w.]+)\s+c?import\b", re.MULTILINE)
PLAIN = re.compile(r"^\s*c?import\s+([\w., ]+)", re.MULTILINE)
CIMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+cimport\b|cimport\s+([\w., ]+))", re.MULTILINE)


def sources() -> list[Path]:
    """Every file of a floor, compiled or not."""
    folders = [file for name in FLOORS for suffix in (*COMPILED, ".py", ".pyi")
               for file in (ROOT / name).rglob(f"*{suffix}")]
    return sorted([*folders, *ROOT.glob("cli.py")])


def compiled() -> list[Path]:
    return [p for p in sources() if p.suffix in COMPILED]


def place(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def plain_names(match: str) -> list[str]:
    return [part.split()[0] for part in match.split(",") if part.split()]


def modules_used(path: Path) -> list[str]:
    """Dotted names of all modules a file imports or cimports, at its top or inside a function."""
    return modules_named(path, path.read_text(encoding="utf-8"))


@cache
def modules_named(path: Path, text: str) -> list[str]:
    """The same of the text of a file."""
    if path.suffix in COMPILED:
        return FROM.findall(text) + [name for match in PLAIN.findall(text) for name in plain_names(match)]
    names = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{place(path)}:{node.lineno}: a relative import hides which floor it reaches"
            names += [node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)]
    return names


def test_the_rules_below_read_every_floor():
    found = {place(p).split("/")[0].removesuffix(".py") for p in sources()}
    assert set(FLOORS) <= found
    assert ROOT / "core_ext/state.pyx" in compiled()
    assert {p.suffix for p in compiled()} == set(COMPILED)


@pytest.mark.parametrize("suffix", COMPILED)
@pytest.mark.parametrize("line", ("from mcts.search cimport plant", "        from mcts.search import plant",
                                  "cimport mcts.search as s", "    import os, mcts.search"))
def test_an_import_that_points_up_would_be_noticed(tmp_path, monkeypatch, suffix, line):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    file = tmp_path / "games/pig" / f"rules{suffix}"
    file.parent.mkdir(parents=True)
    file.write_text(f"cdef class Rules:\n{line}\n", encoding="utf-8")
    assert sources() == [file]
    assert above() == [f"games/pig/rules{suffix} imports mcts"]


def above() -> list[str]:
    """Imports of a higher floor, or of the tests, which are not installed."""
    wrong = []
    for path in sources():
        floor = FLOORS[place(path).split("/")[0].removesuffix(".py")]
        tops = {name.split(".")[0] for name in modules_used(path)}
        wrong += [f"{place(path)} imports {top}" for top in sorted(tops)
                  if FLOORS.get(top, -1) > floor or top == "tests"]
    return wrong


def test_no_import_points_up():
    assert above() == []


def upward(floor: str) -> set[tuple[str, str]]:
    """Pairs (who imports, what) inside a floor of which the second is not on a lower step than the first."""
    step = {name: at for at, names in enumerate(STEPS[floor]) for name in names}
    pairs = set()
    for path in (p for p in sources() if place(p).startswith(f"{floor}/") and place(p) != f"{floor}/__init__.py"):
        own = path.relative_to(ROOT / floor).with_suffix("").parts[0]
        assert own in step, f"{place(path)} stands on no step of {floor}"
        used = {name.split(".")[1] for name in modules_used(path) if name.startswith(f"{floor}.")}
        pairs |= {(own, name) for name in used & step.keys() if name != own and step[name] >= step[own]}
    return pairs


@pytest.mark.parametrize("floor", STEPS)
def test_no_import_points_up_inside_a_floor(floor):
    assert upward(floor) == set()


def test_an_import_that_points_up_inside_a_floor_would_be_noticed(tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    (tmp_path / "reports/plots").mkdir(parents=True)
    file = tmp_path / "reports/plots/forest.py"
    file.write_text("from reports.rows import records\nfrom reports.plots import style\n", encoding="utf-8")
    assert upward("reports") == set()
    file.write_text("def draw():\n    from reports import run\n    from reports.documents import words\n",
                    encoding="utf-8")
    assert upward("reports") == {("plots", "documents"), ("plots", "run")}
    (tmp_path / "reports/new.py").touch()
    with pytest.raises(AssertionError, match="reports/new.py stands on no step of reports"):
        upward("reports")


def test_compiled_files_cimport_only_c_and_the_core():
    wrong = []
    for path in compiled():
        own = ".".join(path.relative_to(ROOT).parts[:2])            # a game may split its rules over several files
        for dotted, several in CIMPORT.findall(path.read_text(encoding="utf-8")):
            wrong += [f"{place(path)} cimports {name}" for name in ([dotted] if dotted else plain_names(several))
                      if name.split(".")[0] not in COMPILED_MAY_USE and not name.startswith(own + ".")]
    assert wrong == []


def test_only_a_games_own_folder_names_it():
    """What stands above asks games.load(name), which is open to every game."""
    games = {p.parent.name for p in (ROOT / "games").glob("*/state.pyx")}
    wrong = []
    for path in sources():
        parts = path.relative_to(ROOT).parts
        home = parts[1] if parts[0] == "games" and len(parts) > 2 else None
        if path.suffix != ".pxd":
            wrong += [f"{place(path)} imports {name}" for name in sorted(set(modules_used(path)))
                      for game in games - {home} if f"{name}.".startswith(f"games.{game}.")]
    assert wrong == []


def test_no_compiled_rules_import_their_tables():
    """Tables reach the rules through the constructor, so that numbers can change."""
    assert [(place(path), name) for path in (ROOT / "games").glob("*/*.pyx") for name in modules_used(path)
            if name.startswith("games.") and name.endswith(".tables")] == []


def test_no_state_is_asked_for_a_method_by_its_name():
    """All that may be asked of a state is declared in core_ext/state.pyx, with what a game gets that says nothing."""
    assert [place(path) for path in sources() if ASKED_BY_NAME.search(path.read_text(encoding="utf-8"))] == []
