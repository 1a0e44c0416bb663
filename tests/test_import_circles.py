"""No module of the product imports itself by way of others, not even inside a function."""
import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDERS = ("commands", "core_ext", "games", "mcts", "reports", "service")


def modules() -> dict[str, Path]:
    files = [ROOT / "cli.py", *(file for folder in FOLDERS for file in sorted((ROOT / folder).rglob("*.py")))]
    return {".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file for file in files}


def imported(file: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules that a file imports, at its top or anywhere else; `from a import b` may name the module a.b."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield from (each for each in (name if name in known else node.module or "",) if each in known)


def circle(graph: dict[str, set[str]]) -> list[str]:
    """The modules of a circle, in order; none without one."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_imports_itself_by_way_of_others():
    known = modules()
    assert {"cli", "games.api", "mcts.search", "reports.run"} <= set(known)
    found = circle({name: set(imported(file, known)) - {name} for name, file in known.items()})
    assert not found, " <- ".join(found)


def test_a_circle_would_be_found():
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}})) == {"a", "b", "c"}
    assert circle({"a": {"b", "c"}, "b": {"c"}}) == []
