"""What a person can read of a picture: each line of text with its size and its contrast against what lies under it.

Computed from the SVG itself, in painting order, as no browser tool judges text inside pictures.
"""
from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.etree import ElementTree

import numpy as np
import numpy.typing as npt
from matplotlib.path import Path

from games.drawing import text_width

Colour = tuple[float, float, float]
Matrix = tuple[float, float, float, float, float, float]
Points = npt.NDArray[np.float64]

SAMPLES = (0.08, 0.3, 0.5, 0.7, 0.92)       # of the width of a line, at which what lies under it is asked for
HEIGHT = 0.34                               # of the size of a letter, from the baseline to its middle
TIGHT = 0.8                                 # width of common letters over the estimate by which pictures are laid out
THIN = 3.0                                  # pixels: a line that is no wider is no ground for a letter
STEPS = 12                                  # pieces of a curve
IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
INHERITED = ("fill", "stroke", "stroke-width", "font-size", "font-weight", "text-anchor", "fill-opacity")


class Line(NamedTuple):
    """A line of text as one reads it."""

    words: str
    size: float             # pixels of the picture
    x: float                # of its middle
    y: float
    contrast: float         # with what lies under it, at worst, 1 to 21
    ink: str                # "#rrggbb" as it is seen
    ground: str


@dataclass
class _Area:
    path: Path
    low: Points
    high: Points
    colour: Colour
    alpha: float


@dataclass
class _Text:
    words: str
    size: float
    points: Points
    colour: Colour
    alpha: float
    halo: Colour | None
    below: int              # how many areas were painted before it


@dataclass
class _Painter:
    areas: list[_Area] = field(default_factory=list)
    texts: list[_Text] = field(default_factory=list)
    symbols: dict[str, ElementTree.Element] = field(default_factory=dict)
    halos: dict[str, Colour] = field(default_factory=dict)     # of words written twice, first as a halo


def lines(svg: str) -> list[Line]:
    """All lines of text of a picture that are seen."""
    root = ElementTree.fromstring(svg)                                                  # noqa: S314 (our own)
    painter = _Painter()
    for element in root.iter():
        if name := element.get("id"):
            painter.symbols[name] = element
    _paint(painter, root, IDENTITY, 1.0, {})
    return list(_read(painter))


def contrast(one: Colour, other: Colour) -> float:
    """WCAG's ratio of the luminances of two colours, 1 to 21."""
    low, high = sorted((_luminance(one), _luminance(other)))
    return (high + 0.05) / (low + 0.05)


def colour(text: str) -> Colour:
    """Red, green and blue from 0 to 1 of "#rgb" or "#rrggbb"."""
    digits = text.lstrip("#")
    digits = "".join(2 * each for each in digits) if len(digits) == 3 else digits
    return int(digits[:2], 16) / 255, int(digits[2:4], 16) / 255, int(digits[4:], 16) / 255


def _luminance(rgb: Colour) -> float:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _hex(rgb: Colour) -> str:
    return "#" + "".join(f"{round(255 * c):02x}" for c in rgb)


def _mixed(over: Colour, alpha: float, under: Colour) -> Colour:
    return (alpha * over[0] + (1 - alpha) * under[0], alpha * over[1] + (1 - alpha) * under[1],
            alpha * over[2] + (1 - alpha) * under[2])


# ---- what was painted under each letter ----------------------------------------------------------


def _read(painter: _Painter) -> Iterator[Line]:
    low, high = np.array([a.low for a in painter.areas]), np.array([a.high for a in painter.areas])
    for text in painter.texts:
        worst = None
        for point in text.points:
            near = np.flatnonzero(((low <= point) & (point <= high)).all(axis=1))
            ground: Colour | None = (1.0, 1.0, 1.0)
            for n in near:
                area = painter.areas[n]
                if not area.path.contains_point(point):
                    continue
                if n >= text.below and area.alpha > 0.9:
                    ground = None           # covered: nobody reads it here
                    break
                if n < text.below:
                    ground = _mixed(area.colour, area.alpha, ground or (1.0, 1.0, 1.0))
            if ground is None:
                continue
            ground = text.halo or ground
            ink = _mixed(text.colour, text.alpha, ground)
            found = contrast(ink, ground)
            if worst is None or found < worst[0]:
                worst = found, _hex(ink), _hex(ground)
        if worst is not None:
            x, y = text.points.mean(axis=0)
            yield Line(text.words, text.size, float(x), float(y), *worst)


# ---- painting ------------------------------------------------------------------------------------


def _paint(painter: _Painter, element: ElementTree.Element, at: Matrix, alpha: float, above: dict[str, str]) -> None:
    name = element.tag.rpartition("}")[2]
    if name in ("defs", "title", "desc"):
        return
    given = {**above, **{key: element.attrib[key] for key in INHERITED if key in element.attrib}}
    at, alpha = _times(at, _transform(element.get("transform", ""))), alpha * float(element.get("opacity", 1))
    if name == "use":
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        symbol = painter.symbols[element.attrib["href"].lstrip("#")]
        _paint(painter, symbol, _times(at, (1, 0, 0, 1, x, y)), alpha, given)
    elif name == "text":
        _write(painter, element, at, alpha, given)
    elif name in ("g", "svg", "a"):
        for each in element:
            _paint(painter, each, at, alpha, given)
    elif (outline := _outline(name, element)) is not None:
        _fill(painter, outline, at, alpha, given)


def _fill(painter: _Painter, outline: list[Points], at: Matrix, alpha: float, given: dict[str, str]) -> None:
    moved = [_moved(points, at) for points in outline if len(points) > 1]
    if not moved:
        return
    fill, stroke = given.get("fill", "#000000"), given.get("stroke", "none")
    width = float(given.get("stroke-width", 1)) * math.sqrt(abs(at[0] * at[3] - at[1] * at[2]))
    if fill != "none":
        _add(painter, moved, fill, alpha * float(given.get("fill-opacity", 1)))
    if stroke != "none" and width > THIN:
        for points in moved:
            for one, other in zip(points[:-1], points[1:], strict=True):
                step = other - one
                if (length := float(np.hypot(*step))) > 0:
                    side = np.array([-step[1], step[0]]) / length * width / 2
                    _add(painter, [np.array([one + side, other + side, other - side, one - side])], stroke, alpha)


def _add(painter: _Painter, outline: list[Points], fill: str, alpha: float) -> None:
    every = np.concatenate(outline)
    path = Path.make_compound_path(*(Path(np.concatenate([points, points[:1]]), closed=True) for points in outline))
    painter.areas.append(_Area(path, every.min(axis=0), every.max(axis=0), colour(fill), alpha))


def _write(painter: _Painter, element: ElementTree.Element, at: Matrix, alpha: float, given: dict[str, str]) -> None:
    words = "".join(element.itertext())
    if not words.strip():
        return
    size, bold = float(given.get("font-size", 16)), given.get("font-weight") == "bold"
    width = TIGHT * text_width(words, size, bold)
    shift = {"middle": -0.5, "end": -1.0}.get(given.get("text-anchor", "start"), 0.0)
    x, y = float(element.get("x", 0)), float(element.get("y", 0))
    points = np.array([(x + width * (shift + part), y - HEIGHT * size) for part in SAMPLES])
    scale = math.sqrt(abs(at[0] * at[3] - at[1] * at[2]))
    stroke = given.get("stroke", "none")
    if stroke != "none" and stroke == given.get("fill"):
        painter.halos[words] = colour(stroke)
        return
    halo = painter.halos.pop(words, None)
    wide = stroke != "none" and float(given.get("stroke-width", 1)) >= 2
    painter.texts.append(_Text(words, size * scale, _moved(points, at), colour(given.get("fill", "#000000")),
                               alpha * float(given.get("fill-opacity", 1)), colour(stroke) if wide else halo,
                               len(painter.areas)))


# ---- shapes --------------------------------------------------------------------------------------


def _outline(name: str, element: ElementTree.Element) -> list[Points] | None:
    def length(key: str) -> float:
        return float(element.get(key, "0"))

    if name == "rect":
        x, y, width, height = map(length, ("x", "y", "width", "height"))
        return [np.array([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])]
    if name in ("circle", "ellipse"):
        rx, ry = (length("r"), length("r")) if name == "circle" else (length("rx"), length("ry"))
        turns = np.linspace(0, 2 * math.pi, 25)
        return [np.stack([length("cx") + rx * np.cos(turns), length("cy") + ry * np.sin(turns)], axis=1)]
    if name in ("polygon", "polyline"):
        numbers = [float(n) for n in re.findall(r"-?[\d.]+", element.attrib["points"])]
        return [np.array(numbers).reshape(-1, 2)]
    if name == "line":
        return [np.array([(length("x1"), length("y1")), (length("x2"), length("y2"))])]
    if name == "path":
        return list(_curves(element.attrib["d"]))
    return None


def _curves(d: str) -> Iterator[Points]:
    tokens = re.findall(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)", d)
    points, here, n, letter = list[Points](), np.zeros(2), 0, "M"

    def pair(relative: bool, k: int) -> Points:
        return np.array([float(tokens[k]), float(tokens[k + 1])]) + (here if relative else 0)

    while n < len(tokens):
        if tokens[n].isalpha():
            letter, n = tokens[n], n + 1
        relative, kind = letter.islower(), letter.upper()
        if kind == "Z":
            here = points[0]
            continue
        if kind == "M":
            if points:
                yield np.array(points)
            here = pair(relative, n)
            points, n, letter = [here], n + 2, "l" if relative else "L"
            continue
        if kind in "HV":
            here = here.copy()
            axis = 0 if kind == "H" else 1
            here[axis] = float(tokens[n]) + (here[axis] if relative else 0)
            points.append(here)
            n += 1
        elif kind in "LT":
            here = pair(relative, n)
            points.append(here)
            n += 2
        elif kind in "QCS":
            knots = [here, *(pair(relative, n + 2 * k) for k in range(3 if kind == "C" else 2))]
            for t in np.linspace(0, 1, STEPS)[1:]:
                level = knots
                while len(level) > 1:
                    level = [(1 - t) * one + t * other for one, other in zip(level[:-1], level[1:], strict=True)]
                points.append(level[0])
            here, n = knots[-1], n + 2 * (len(knots) - 1)
        elif kind == "A":
            end = pair(relative, n + 5)
            large, sweep = tokens[n + 3] == "1", tokens[n + 4] == "1"
            points += _arc(here, end, float(tokens[n]), float(tokens[n + 1]), large, sweep)
            here, n = end, n + 7
        else:
            raise ValueError(f"found the command {letter} in a path, expected one of MLHVQCSTAZ")
    if points:
        yield np.array(points)


def _arc(start: Points, end: Points, rx: float, ry: float, large: bool, sweep: bool) -> list[Points]:
    """An arc of an upright ellipse, as SVG's appendix on arcs finds its middle."""
    one, other = start / (rx, ry), end / (rx, ry)
    half, middle = (other - one) / 2, (one + other) / 2
    reach = max(0.0, 1 / max(1e-12, float(half @ half)) - 1) ** 0.5 * (1 if large == sweep else -1)
    centre = middle + reach * np.array([half[1], -half[0]])
    first, last = (math.atan2(*(p - centre)[::-1]) for p in (one, other))
    if sweep and last < first:
        last += 2 * math.pi
    elif not sweep and last > first:
        last -= 2 * math.pi
    radius = float(np.hypot(*(one - centre)))
    return [(centre + radius * np.array([math.cos(t), math.sin(t)])) * (rx, ry)
            for t in np.linspace(first, last, STEPS)[1:]]


def _moved(points: Points, at: Matrix) -> Points:
    return points @ np.array([[at[0], at[1]], [at[2], at[3]]]) + np.array([at[4], at[5]])


def _times(m: Matrix, n: Matrix) -> Matrix:
    return (m[0] * n[0] + m[2] * n[1], m[1] * n[0] + m[3] * n[1], m[0] * n[2] + m[2] * n[3], m[1] * n[2] + m[3] * n[3],
            m[0] * n[4] + m[2] * n[5] + m[4], m[1] * n[4] + m[3] * n[5] + m[5])


def _transform(text: str) -> Matrix:
    found = IDENTITY
    for name, arguments in re.findall(r"(\w+)\(([^)]*)\)", text):
        n = [float(each) for each in re.findall(r"-?[\d.]+(?:e-?\d+)?", arguments)]
        if name == "translate":
            step: Matrix = (1, 0, 0, 1, n[0], n[1] if len(n) > 1 else 0)
        elif name == "scale":
            step = (n[0], 0, 0, n[-1], 0, 0)
        elif name == "rotate":
            cos, sin = math.cos(math.radians(n[0])), math.sin(math.radians(n[0]))
            step = (cos, sin, -sin, cos, 0, 0)
            if len(n) == 3:
                step = _times(_times((1, 0, 0, 1, n[1], n[2]), step), (1, 0, 0, 1, -n[1], -n[2]))
        elif name == "matrix":
            step = (n[0], n[1], n[2], n[3], n[4], n[5])
        else:
            raise ValueError(f"found {name} in a transform, expected translate, scale, rotate or matrix")
        found = _times(found, step)
    return found
