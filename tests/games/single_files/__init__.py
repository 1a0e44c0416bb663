"""Games in files of their own, for tests, and how a test finds them."""
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from games import registry

HERE = Path(__file__).parent


def found(monkeypatch: pytest.MonkeyPatch, *files: Path) -> Iterator[None]:
    """The games of these files are found while this is not exhausted."""
    monkeypatch.setenv(registry.FILES, os.pathsep.join(map(str, files)))
    registry.load.cache_clear()
    yield
    registry.load.cache_clear()
