"""The floors within the service: app -> pages -> api -> all else."""
import ast
from pathlib import Path

import pytest

SERVICE = Path(__file__).parent.parent.parent / "service"
ABOVE = {"api": ("service.pages", "service.app"), "pages": ("service.app",),
         "": ("service.api", "service.pages", "service.app")}
TOP = {"app.py"}            # puts all parts together


def used(path: Path) -> set[str]:
    """Dotted names of all that a file imports."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return names


@pytest.mark.parametrize("folder", sorted(ABOVE))
def test_no_part_of_the_service_uses_one_that_stands_above_it(folder):
    files = [path for path in (SERVICE / folder).glob("*.py") if path.name not in TOP]
    assert files
    up = {f"{path.relative_to(SERVICE)} uses {name}" for path in files for name in used(path)
          if name.startswith(ABOVE[folder])}
    assert up == set()
