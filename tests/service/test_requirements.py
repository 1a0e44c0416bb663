"""What a server's container installs: every dependency, those of dependencies too, with one version and its licence."""
import importlib.metadata
import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent.parent
PINNED = ROOT / "service/requirements.txt"
LINE = re.compile(r"([a-z0-9-]+)==([0-9][0-9a-z.]*) +# (.+)")
KNOWN = ("MIT", "BSD", "0BSD", "Apache", "PSF", "Python Software Foundation", "LGPL", "HPND")


def needed(asked, extras=(), found=None):
    """Names of all that a requirement of this environment brings along."""
    found = set() if found is None else found
    wanted = Requirement(asked)
    if wanted.marker is not None and not any(wanted.marker.evaluate({"extra": each}) for each in extras or ("",)):
        return found
    name = re.sub(r"[-_.]+", "-", wanted.name).lower()
    if (name, frozenset(wanted.extras)) not in found:
        found.add((name, frozenset(wanted.extras)))
        for each in importlib.metadata.requires(name) or []:
            needed(each, tuple(wanted.extras), found)
    return found


def test_every_dependency_of_a_server_is_pinned_with_its_licence():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    asked = [*project["dependencies"], *project["optional-dependencies"]["service"]]
    expected = {name for each in asked for name, _ in needed(each)}
    lines = [line for line in PINNED.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    pinned = [LINE.fullmatch(line) for line in lines]
    assert all(pinned), [line for line, found in zip(lines, pinned, strict=True) if not found]
    assert {found[1] for found in pinned} == expected
    assert [found[0] for found in pinned if not found[3].startswith(KNOWN)] == []
    assert lines == sorted(lines)
