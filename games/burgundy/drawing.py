"""Writes SVG: elements in painting order, numbers kept short, words escaped; a repeated picture is written once."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from xml.sax.saxutils import escape, quoteattr

NARROW, WIDE = frozenset("fijlrtI.,:;!'|()[]- "), frozenset("mwMW@%")


def number(value: float) -> str:
    """A coordinate with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width of a line of text in pixels: an upper estimate for the common sans-serif fonts."""
    ems = sum(0.4 if c in NARROW else 0.98 if c in WIDE else 0.64 for c in text)
    return ems * size * (1.1 if bold else 1.0)


class Drawing:
    """Elements in painting order; every method adds one and later ones lie on top."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.symbols: dict[str, str] = {}

    def stamp(self, name: str, draw: Callable[[Drawing], None], x: float, y: float, scale: float) -> None:
        """The picture that `draw` makes round (0, 0), scaled and moved to (x, y); it is written once, under `name`."""
        if name not in self.symbols:
            single = Drawing()
            draw(single)
            self.symbols[name] = "".join(single.parts)
        self.add("use", href=f"#burgundy-{name}",
                 transform=f"translate({number(x)} {number(y)}) scale({number(scale)})")

    def add(self, tag: str, **attributes: str | float | None) -> None:
        """One empty element; `stroke_width` becomes `stroke-width`, None leaves an attribute out."""
        self.parts.append(f"<{tag}{self._attributes(attributes)}/>")

    @staticmethod
    def _attributes(attributes: dict[str, str | float | None]) -> str:
        pairs = ((k.rstrip("_").replace("_", "-"), v) for k, v in attributes.items() if v is not None)
        return "".join(f" {k}={quoteattr(v if isinstance(v, str) else number(v))}" for k, v in pairs)

    @contextmanager
    def group(self, title: str = "", **attributes: str | float | None) -> Iterator[None]:
        """Elements added inside form one group; `title` is what a pointer resting on it reads."""
        self.parts.append(f"<g{self._attributes(attributes)}>")
        if title:
            self.parts.append(f"<title>{escape(title)}</title>")
        yield
        self.parts.append("</g>")

    def rect(self, x: float, y: float, width: float, height: float, fill: str, radius: float = 0,
             **more: str | float | None) -> None:
        """A rectangle with its upper left corner at (x, y)."""
        self.add("rect", x=x, y=y, width=width, height=height, rx=radius or None, fill=fill, **more)

    def circle(self, x: float, y: float, radius: float, fill: str, **more: str | float | None) -> None:
        """A disc."""
        self.add("circle", cx=x, cy=y, r=radius, fill=fill, **more)

    def polygon(self, points: Iterable[tuple[float, float]], fill: str, **more: str | float | None) -> None:
        """A closed shape."""
        self.add("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), fill=fill, **more)

    def line(self, x1: float, y1: float, x2: float, y2: float, stroke: str, width: float,
             **more: str | float | None) -> None:
        """A straight line."""
        self.add("line", x1=x1, y1=y1, x2=x2, y2=y2, stroke=stroke, stroke_width=width, stroke_linecap="round", **more)

    def text(self, x: float, y: float, words: str, size: float, fill: str, anchor: str = "middle", bold: bool = False,
             room: float | None = None, **more: str | float | None) -> None:
        """A line of text on the baseline y; with `room` the letters shrink until the line is no wider than that."""
        if room is not None:
            size = min(size, size * room / max(text_width(words, size, bold), 1e-9))
        attributes = dict(x=x, y=y, font_size=size, fill=fill, text_anchor=None if anchor == "start" else anchor,
                          font_weight="bold" if bold else None, **more)
        self.parts.append(f"<text{self._attributes(attributes)}>{escape(words)}</text>")

    def document(self, width: float, height: float, title: str, background: str) -> str:
        """The complete SVG: it scales with the page, and its title says what it shows."""
        size = f'width="{number(width)}" height="{number(height)}"'
        head = (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} {number(height)}" {size} '
                'role="img" font-family="Helvetica, Arial, sans-serif">')
        ground = f'<rect {size} fill="{background}"/>'
        symbols = "\n".join(f'<g id="burgundy-{name}">{parts}</g>' for name, parts in sorted(self.symbols.items()))
        body = [f"<title>{escape(title)}</title>", f"<defs>\n{symbols}\n</defs>", ground, *self.parts]
        return "\n".join([head, *body, "</svg>", ""])
