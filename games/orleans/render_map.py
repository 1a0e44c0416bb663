"""The map of the picture: towns, roads and waterways with their goods, merchants and trading stations."""
from __future__ import annotations

from math import hypot

from games.drawing import Drawing, Point, remembered, slug, tag
from games.orleans.art import DUST, FOAM, INK, LAND, LINE, PALE, ROAD, WATER, Document, good, merchant, station
from games.orleans.tables import HOME, ROADS, ROUTES, TOWNS

MAP_WIDTH, MAP_HEIGHT = 800.0, 790.0
SHEET_WIDTH = 782.0     # of the map in the picture: nothing lies further right
MAP_EDGE = 10.0         # of the picture, left of the map
# Where towns lie, by their real longitude and latitude; some are moved a little to make room for goods.
PLACED: dict[str, Point] = {
    "Le Mans": (62, 214), "Chartres": (342, 74), "Étampes": (510, 70), "Châteaudun": (312, 186), "Vendôme": (242, 282),
    "Orléans": (452, 256), "Montargis": (640, 214), "Blois": (318, 358), "Briare": (652, 338), "Tours": (160, 424),
    "Montrichard": (292, 446), "Vierzon": (490, 486), "Sancerre": (672, 446), "Chinon": (62, 510), "Loches": (232, 532),
    "Bourges": (580, 530), "Nevers": (742, 572), "Châtellerault": (110, 640), "Le Blanc": (232, 694),
    "Châteauroux": (400, 626), "Argenton-sur-Creuse": (352, 718), "La Châtre": (484, 716),
    "Saint-Amand-Montrond": (604, 664),
}
# Where the name stands beside its town: right, left, above; below if not said.
BESIDE = {"Chartres": "above", "Étampes": "above", "Montargis": "right", "Briare": "right", "Vendôme": "left",
          "Châteaudun": "left", "Le Mans": "above", "Sancerre": "right", "Tours": "left", "Montrichard": "above",
          "Chinon": "above", "Loches": "right", "Blois": "left", "Nevers": "above", "Bourges": "above",
          "Vierzon": "right", "Châteauroux": "right", "Châtellerault": "below", "La Châtre": "below",
          "Le Blanc": "right", "Saint-Amand-Montrond": "right"}
# How far a route bends to its left, seen from its first town; in pixels.
BENDS = {"r24": -46, "w12": 30, "r23": -42, "w01": -26, "w02": 22, "w03": 14, "w04": 18, "w05": -20, "w06": 20,
         "w13": 16, "w11": -22, "r11": 16, "r14": 12, "w07": 10, "w08": 22, "r04": 18, "w14": -14, "r27": 14,
         "w10": -12, "w09": 14}
HALF = 13.0             # of a goods tile with the room round it


def draw_map(d: Drawing, document: Document, top: float) -> None:
    """The map in a frame, on the left of the picture and so far below its upper edge."""
    d.rect(MAP_EDGE, top, SHEET_WIDTH, MAP_HEIGHT, LAND, 10, stroke=LINE, stroke_width=2)
    with d.group(transform=f"translate({MAP_EDGE:g} {top:g})", class_="map"):
        for number, (name, a, b, _) in enumerate(ROUTES):
            _route(d, number, name, a, b, top)
        for number, (name, a, b, _) in enumerate(ROUTES):
            _goods(d, number, name, a, b, document, top)
        for town in TOWNS:
            _town(d, town, document, top)
        _key(d)


def _tag(name: str, x: float, y: float, size: float, top: float) -> dict[str, str]:
    """The tag of something on the map."""
    return tag(name, x + MAP_EDGE, y + top, size)


def course(name: str, a: str, b: str) -> tuple[Point, Point, Point]:
    """The curve of a route: its beginning, the point it bends towards, its end."""
    (ax, ay), (bx, by) = PLACED[a], PLACED[b]
    length, bend = hypot(bx - ax, by - ay), 2 * BENDS.get(name, 0)
    middle = ((ax + bx) / 2 + bend * (by - ay) / length, (ay + by) / 2 - bend * (bx - ax) / length)
    return (ax, ay), middle, (bx, by)


def point_on(curve: tuple[Point, Point, Point], t: float) -> Point:
    """The point of a quadratic curve at t, from 0 to 1."""
    (ax, ay), (mx, my), (bx, by) = curve
    u = 1 - t
    return u * u * ax + 2 * u * t * mx + t * t * bx, u * u * ay + 2 * u * t * my + t * t * by


@remembered
def _route(d: Drawing, number: int, name: str, a: str, b: str, top: float) -> None:
    curve, by_road = course(name, a, b), number < ROADS
    with d.group(f"{name}, {'road' if by_road else 'waterway'} {a} - {b}", class_="route", data_route=name,
                 **_tag(f"route-{name}", *point_on(curve, 0.5), 24, top)):
        if by_road:
            d.curve(curve, ROAD, 5)
            d.curve(curve, DUST, 2, stroke_dasharray="7 6")
        else:
            d.curve(curve, WATER, 11, stroke_opacity=0.95)
            d.curve(curve, FOAM, 2.4, stroke_dasharray="10 9")


def _goods(d: Drawing, number: int, name: str, a: str, b: str, document: Document, top: float) -> None:
    """Goods in the middle of their route, side by side along it; a mark where one is gone."""
    lying, curve = document["routes"].get(name, []), course(name, a, b)
    (ax, ay), _, (bx, by) = curve
    step = 2 * HALF / max(hypot(bx - ax, by - ay), 1)
    for n, what in enumerate(lying):
        px, py = point_on(curve, 0.5 + step * (n - (len(lying) - 1) / 2))
        fewest = ROUTES[number][3][n]
        with d.group(**_tag(f"route-{name}-{n + 1}", px, py, 23, top)):
            if what:
                good(d, px, py, 23, what, f"{what} on {name}, {a} - {b}", data_route=name)
            elif fewest <= document["seats"]:
                d.circle(px, py, 4.5, DUST, stroke=LINE, stroke_width=1.2)


def _town(d: Drawing, town: str, document: Document, top: float) -> None:
    x, y = PLACED[town]
    home = town == TOWNS[HOME]
    stations = [seat for seat, player in enumerate(document["players"]) if town in player["stations"]]
    here = [seat for seat, player in enumerate(document["players"]) if player["merchant"] == town]
    words = "; ".join([town, *(f"station of seat {s}" for s in stations), *(f"merchant of seat {s}" for s in here)])
    with d.group(words, class_="town", data_town=town, **_tag(f"town-{slug(town)}", x, y, 30, top)):
        if home:
            d.polygon([(x - 34, y + 18), (x - 34, y - 12), (x - 24, y - 20), (x - 14, y - 12), (x + 14, y - 12),
                       (x + 24, y - 20), (x + 34, y - 12), (x + 34, y + 18)], "#b4502c", stroke=INK, stroke_width=1.6)
            _name(d, x, y + 8, town, 15, "middle", halo=False)
            for n, seat in enumerate(stations):
                _station(d, x + 24 * (n - (len(stations) - 1) / 2), y + 33, 22, seat, town, top)
        elif stations:
            for n, seat in enumerate(stations):
                _station(d, x + 10 * n, y - 1, 27, seat, town, top)
        else:
            d.circle(x, y, 10, "#fff8e6", stroke=INK, stroke_width=2)
            d.circle(x, y, 4.4, "#c9643c")
        if not home:
            _label(d, x, y, town)
        for n, seat in enumerate(here):
            mx, my = (x + 26 + 22 * n, y - 4) if BESIDE.get(town) == "above" else \
                (x + 22.0 * (n - (len(here) - 1) / 2), y - (34 if home else 21))
            merchant(d, mx, my, 24, seat, data_town=town, **_tag(f"seat-{seat}-merchant", mx, my, 24, top))


def _station(d: Drawing, x: float, y: float, size: float, seat: int, town: str, top: float) -> None:
    station(d, x, y, size, seat, data_town=town, **_tag(f"seat-{seat}-station-{slug(town)}", x, y, size, top))


def _label(d: Drawing, x: float, y: float, town: str) -> None:
    dx, dy, anchor = {"right": (18, 5, "start"), "left": (-20, 5, "end"), "above": (0, -17, "middle")}.get(
        BESIDE.get(town, "below"), (0, 28, "middle"))
    _name(d, x + dx, y + dy, town, 13, anchor)


def _name(d: Drawing, x: float, y: float, town: str, size: float, anchor: str, halo: bool = True) -> None:
    if halo:
        d.text(x, y, town, size, LAND, anchor, bold=True, stroke=LAND, stroke_width=4, stroke_linejoin="round",
               aria_hidden="true")
    d.text(x, y, town, size, INK if halo else "#ffffff", anchor, bold=True)


def _key(d: Drawing) -> None:
    """What the lines and marks mean."""
    x, y = SHEET_WIDTH - 296, MAP_HEIGHT - 14
    d.curve([(x, y - 4), (x + 16, y - 4), (x + 32, y - 4)], ROAD, 5)
    d.text(x + 38, y, "road", 12, INK, "start")
    d.curve([(x + 78, y - 4), (x + 94, y - 4), (x + 110, y - 4)], WATER, 11)
    d.text(x + 118, y, "waterway", 12, INK, "start")
    d.circle(x + 192, y - 4, 4.5, DUST, stroke=LINE, stroke_width=1.2)
    d.text(x + 201, y, "good taken", 12, PALE, "start")
