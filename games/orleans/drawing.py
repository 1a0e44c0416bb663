"""Writes SVG for Orléans: elements in painting order, later ones on top; a repeated picture is defined once."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from xml.sax.saxutils import escape, quoteattr

SLIM, BROAD = frozenset("fijlrtI.,:;!'|()[]- "), frozenset("mwMW@%")
Value = str | float | None
Point = tuple[float, float]


def short(value: float) -> str:
    """A coordinate with at most one decimal."""
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text


def breadth(words: str, size: float, bold: bool = False) -> float:
    """Width of a line of text in pixels: an upper estimate for the common sans-serif fonts."""
    ems = sum(0.4 if c in SLIM else 0.98 if c in BROAD else 0.64 for c in words)
    return ems * size * (1.1 if bold else 1.0)


class Drawing:
    """A picture under construction."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.stamps: dict[str, str] = {}

    def add(self, tag: str, **attributes: Value) -> None:
        """One empty element; `stroke_width` becomes `stroke-width`, None leaves an attribute out."""
        self.parts.append(f"<{tag}{_written(attributes)}/>")

    @contextmanager
    def group(self, title: str = "", **attributes: Value) -> Iterator[None]:
        """What is added inside forms a group; a pointer resting on it reads its title."""
        self.parts.append(f"<g{_written(attributes)}>" + (f"<title>{escape(title)}</title>" if title else ""))
        yield
        self.parts.append("</g>")

    def stamp(self, name: str, draw: Callable[[Drawing], None], x: float, y: float, scale: float = 1.0) -> None:
        """The picture that `draw` makes round (0, 0), at (x, y); it is defined once, under its name."""
        if name not in self.stamps:
            single = Drawing()
            draw(single)
            self.stamps[name] = "".join(single.parts)
        self.add("use", href=f"#orleans-{name}", transform=f"translate({short(x)} {short(y)}) scale({scale:.3g})")

    def rect(self, x: float, y: float, width: float, height: float, fill: str, radius: float = 0,
             **more: Value) -> None:
        """A rectangle with its upper left corner at (x, y)."""
        self.add("rect", x=x, y=y, width=width, height=height, rx=radius or None, fill=fill, **more)

    def circle(self, x: float, y: float, radius: float, fill: str, **more: Value) -> None:
        """A disc."""
        self.add("circle", cx=x, cy=y, r=radius, fill=fill, **more)

    def polygon(self, points: Iterable[Point], fill: str, **more: Value) -> None:
        """A closed shape."""
        self.add("polygon", points=" ".join(f"{short(x)},{short(y)}" for x, y in points), fill=fill, **more)

    def path(self, d: str, fill: str = "none", **more: Value) -> None:
        """A shape or a line, as SVG writes paths."""
        self.add("path", d=d, fill=fill, **more)

    def curve(self, points: Sequence[Point], stroke: str, width: float, **more: Value) -> None:
        """A quadratic curve: its beginning, the point it bends towards, its end."""
        (ax, ay), (bx, by), (cx, cy) = points
        self.add("path", d=f"M{short(ax)} {short(ay)}Q{short(bx)} {short(by)} {short(cx)} {short(cy)}", fill="none",
                 stroke=stroke, stroke_width=width, stroke_linecap="round", **more)

    def text(self, x: float, y: float, words: str, size: float, fill: str, anchor: str = "middle", bold: bool = False,
             room: float | None = None, **more: Value) -> None:
        """A line of text on the baseline y; with `room` the letters shrink until it is no wider than that."""
        if room is not None:
            size = min(size, size * room / max(breadth(words, size, bold), 1e-9))
        written = _written(dict(x=x, y=y, font_size=size, fill=fill, text_anchor=None if anchor == "start" else anchor,
                                font_weight="bold" if bold else None, **more))
        self.parts.append(f"<text{written}>{escape(words)}</text>")

    def document(self, width: float, height: float, title: str, background: str) -> str:
        """The complete SVG: it scales with the page, and its title says what it shows."""
        size = f'width="{short(width)}" height="{short(height)}"'
        defined = "\n".join(f'<g id="orleans-{name}">{parts}</g>' for name, parts in sorted(self.stamps.items()))
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {short(width)} {short(height)}" {size} role="img" '
            'font-family="Helvetica, Arial, sans-serif">', f"<title>{escape(title)}</title>",
            f"<defs>\n{defined}\n</defs>", f'<rect {size} fill="{background}"/>', *self.parts, "</svg>", ""])


def _written(attributes: dict[str, Value]) -> str:
    pairs = ((key.rstrip("_").replace("_", "-"), value) for key, value in attributes.items() if value is not None)
    return "".join(f" {key}={quoteattr(value if isinstance(value, str) else short(value))}" for key, value in pairs)
