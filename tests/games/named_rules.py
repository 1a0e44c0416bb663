"""Which tests are named after which rules, for the tests that no rule is left out."""
from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path


@cache
def named(folder: Path, letters: str) -> dict[tuple[str, int], list[tuple[str, ast.FunctionDef]]]:
    """Test functions of the rules in a folder by letter and number, as in `test_b12_...`, with their file."""
    name = re.compile(rf"test_([{letters}])([0-9]+)_")
    found = defaultdict(list)
    for file in sorted(folder.glob("test_rules_*.py")):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef) and (match := name.match(node.name)):
                found[match[1], int(match[2])].append((file.name, node))
    return found
