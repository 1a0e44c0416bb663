"""What the tests of reports share: figures whose files are cheap where nobody looks at them."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from matplotlib.figure import Figure

from tests import whole


@pytest.fixture(scope="session", autouse=True)
def quick_files() -> Iterator[None]:
    """In `make test`, files of figures are written coarsely and as they stand: finding the layout is most of the time.

    Figures themselves, which tests of plots look at, are drawn as always.
    """
    if not whole.usual:
        yield
        return
    real = Figure.savefig

    def quick(figure: Figure, file: Any, **how: Any) -> None:
        figure.set_layout_engine("none")
        real(figure, file, **how | ({"dpi": 20} if "dpi" in how else {}))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "savefig", quick)
        yield
