"""Writes SVG for all games: elements in painting order, numbers kept short, words escaped, repeated pictures once."""
from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, wraps
from typing import Any, Concatenate, NamedTuple, ParamSpec

from games.moves import plain

NARROW, WIDE = frozenset("fijlrtI.,:;!'|()[]- "), frozenset("mwMW@%")
# Where the pips of a die lie, in steps from its middle.
PIPS = {1: ((0, 0),), 2: ((-1, -1), (1, 1)), 3: ((-1, -1), (0, 0), (1, 1)), 4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
        5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)), 6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1))}

REMEMBERED = 16_384         # numbers, and attributes of an element, that are not written anew: boards differ in little
FRAGMENTS = 2_048           # of pictures that each `remembered` function keeps, of about a kilobyte

P = ParamSpec("P")
Value = str | float | None
Point = tuple[float, float]


@lru_cache(REMEMBERED)
def number(value: float) -> str:
    """A coordinate with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of a line of text in pixels: an upper estimate for the common sans-serif fonts."""
    ems = sum(0.4 if c in NARROW else 0.98 if c in WIDE else 0.64 for c in text)
    return ems * size * (1.1 if bold else 1.0)


def text_line(x: float, y: float, words: str, size: float, fill: str, anchor: str = "middle", bold: bool = False,
              **more: Value) -> str:
    """The element of a line of text on the baseline y."""
    attributes = dict(x=x, y=y, font_size=size, fill=fill, text_anchor=None if anchor == "start" else anchor,
                      font_weight="bold" if bold else None, **more)
    return f"<text{_written(attributes)}>{_in_text(words)}</text>" if words else f"<text{_written(attributes)}/>"


class Box(NamedTuple):
    """Where a rectangle lies: its upper left corner and its size."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2


def slug(words: str) -> str:
    """Words as a part of an id: `Saint-Amand-Montrond` is `saint-amand-montrond`, `cow 3` is `cow-3`."""
    return re.sub(r"[^a-z0-9]+", "-", plain(words)).strip("-")


def one_of(row: Sequence[object], n: int) -> str:
    """What is at place n of a row, as a part of an id that stays when another thing leaves the row.

    Of several that are alike the last one has no number; the first one, which is used first, has the highest.
    """
    alike = row[n:].count(row[n])
    return slug(str(row[n])) + (f"-no-{alike}" if alike > 1 else "")


def tag(name: str, x: float, y: float, width: float, height: float | None = None) -> dict[str, str]:
    """Attributes of a group that a move may touch: its id and its box, of this size round (x, y), by default a square.

    An id begins with a letter, is written with small letters, digits and `-`, and stays with its thing or place as the
    game goes on. What lies before a seat begins with it: `seat-1-storage-2`.
    """
    height = width if height is None else height
    return {"id": name, "data_box": " ".join(map(number, (x - width / 2, y - height / 2, width, height)))}


def tagged(name: str, x: float, y: float, width: float, parts: Iterable[str], height: float | None = None) -> str:
    """Elements already written, as a group with a tag."""
    return f"<g{_written(tag(name, x, y, width, height))}>{''.join(parts)}</g>"


def boxes(svg: str) -> dict[str, Box]:
    """The box of each tagged element of a picture, by id."""
    found = re.findall(r' id="([^"]*)" data-box="([^"]*)"', svg)
    return {name: Box(*map(float, numbers.split())) for name, numbers in found}


class Drawing:
    """A picture under construction: every method adds one element, and later ones lie on top."""

    def __init__(self, name: str = "") -> None:
        """`name` keeps the repeated pictures of several drawings on one page apart."""
        self.name = name
        self.parts: list[str] = []
        self.symbols: dict[str, str] = {}

    def add(self, tag: str, **attributes: Value) -> None:
        """One empty element; `stroke_width` becomes `stroke-width`, None leaves an attribute out."""
        self.parts.append(f"<{tag}{_written(attributes)}/>")

    @contextmanager
    def group(self, title: str = "", **attributes: Value) -> Iterator[None]:
        """Elements added inside form one group; a pointer that rests on it shows its title."""
        self.parts.append(f"<g{_written(attributes)}>" + (f"<title>{_in_text(title)}</title>" if title else ""))
        yield
        self.parts.append("</g>")

    def area(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """A part of the picture that a small screen can show alone, by its name, as it can what lies before a seat."""
        self.add("g", data_area=name, data_at=" ".join(map(number, (x, y, width, height))))

    def stamp(self, name: str, draw: Callable[[Drawing], None], x: float, y: float, scale: float = 1.0) -> None:
        """The picture that `draw` makes round (0, 0), scaled and moved to (x, y); it is written once, under `name`."""
        if name not in self.symbols:
            single = Drawing()
            draw(single)
            self.symbols[name] = "".join(single.parts)
        self.add("use", href=f"#{self.name}-{name}", transform=f"translate({number(x)} {number(y)}) scale({scale:.3g})")

    def rect(self, x: float, y: float, width: float, height: float, fill: str, radius: float = 0,
             **more: Value) -> None:
        """A rectangle with its upper left corner at (x, y)."""
        self.add("rect", x=x, y=y, width=width, height=height, rx=radius or None, fill=fill, **more)

    def circle(self, x: float, y: float, radius: float, fill: str, **more: Value) -> None:
        """A disc."""
        self.add("circle", cx=x, cy=y, r=radius, fill=fill, **more)

    def polygon(self, points: Iterable[Point], fill: str, **more: Value) -> None:
        """A closed shape."""
        self.add("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), fill=fill, **more)

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: str, width: float, **more: Value) -> None:
        """A straight line."""
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width, stroke_linecap="round", **more)

    def path(self, d: str, fill: str = "none", **more: Value) -> None:
        """A shape or a line, as SVG writes paths."""
        self.add("path", d=d, fill=fill, **more)

    def curve(self, points: Sequence[Point], stroke: str, width: float, **more: Value) -> None:
        """A quadratic curve: its beginning, the point it bends towards, its end."""
        begin, bend, end = (f"{number(x)} {number(y)}" for x, y in points)
        self.add("path", d=f"M{begin}Q{bend} {end}", fill="none", stroke=stroke, stroke_width=width,
                 stroke_linecap="round", **more)

    def text(self, x: float, y: float, words: str, size: float, fill: str, anchor: str = "middle", bold: bool = False,
             room: float | None = None, **more: Value) -> None:
        """A line of text on the baseline y; with `room` the letters shrink until the line is no wider than that."""
        if room is not None:
            size = min(size, size * room / max(text_width(words, size, bold), 1e-9))
        self.parts.append(text_line(x, y, words, size, fill, anchor, bold, **more))

    def document(self, width: float, height: float, title: str, background: str = "none", colours: str = "") -> str:
        """The complete SVG: it scales with the page, and its title says what it shows; `colours` names its palette."""
        size = f'width="{number(width)}" height="{number(height)}"'
        named = f' data-colours="{colours}"' if colours else ""
        symbols = "\n".join(f'<g id="{self.name}-{name}">{parts}</g>' for name, parts in sorted(self.symbols.items()))
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" {size} role="img"'
            f'{named} font-family="Helvetica, Arial, sans-serif">', f"<title>{_in_text(title)}</title>",
            *([f"<defs>\n{symbols}\n</defs>"] if symbols else []), f'<rect {size} fill="{background}"/>', *self.parts,
            "</svg>", ""])


def remembered(draw: Callable[Concatenate[Drawing, P], None]) -> Callable[Concatenate[Drawing, P], None]:
    """A function that adds to a drawing what its other arguments say, and nothing else; what it added is kept."""
    def fresh(name: str, *given: Any, **more: Any) -> tuple[tuple[str, ...], dict[str, str]]:
        single = Drawing(name)
        draw(single, *given, **more)
        return tuple(single.parts), single.symbols

    drawn: Callable[..., tuple[tuple[str, ...], dict[str, str]]] = lru_cache(FRAGMENTS)(fresh)

    @wraps(draw)
    def added(d: Drawing, *given: P.args, **more: P.kwargs) -> None:
        parts, symbols = drawn(d.name, *given, **more)
        d.parts += parts
        d.symbols |= symbols

    return added


def _written(attributes: Mapping[str, Value]) -> str:
    return _once(tuple(attributes.items()))


@lru_cache(REMEMBERED)
def _once(attributes: tuple[tuple[str, Value], ...]) -> str:
    pairs = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes if value is not None)
    return "".join(f' {key}="{_quoted(value) if isinstance(value, str) else number(value)}"' for key, value in pairs)


def _in_text(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _quoted(value: str) -> str:
    return _in_text(value).replace('"', "&quot;")
