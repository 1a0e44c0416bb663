"""Pictures of pages under version control: PNGs in few colours, a third of an SVG in which each letter is drawn."""
from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from matplotlib.figure import Figure
from PIL import Image

from reports.plots import style

COLOURS = 16            # enough for letters to be smooth
DPI = 100               # as wide as a page of a site shows it


def save(figure: Figure, folder: Path, name: str) -> Path:
    """NAME.png in the folder, in COLOURS colours; the same figure gives the same bytes."""
    with TemporaryDirectory() as drawn:
        png, _ = style.save(figure, Path(drawn), name, DPI)
        return shrink(png, folder / f"{name}.png")


def shrink(drawn: Path, png: Path) -> Path:
    """The picture in the file `drawn` as the file `png`, in COLOURS colours at most."""
    Image.open(drawn).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE).save(png, optimize=True)
    return png
