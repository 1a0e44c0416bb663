"""Clicks mean what they hit: the smallest thing drawn under the pointer, in its own shape, at least 24 pixels wide."""
import random

import httpx
import pytest

import games
from tests.service.browser.live import guest, new_table, part, settled
from tests.whole import mostly_whole

WIDTHS = (390, 1024, 1600)
LEAST = 23.5                # CSS pixels, less what rounding takes
# Points of each shape that is lit, the id that a click there would mean, and the smallest shape that holds the point.
WALK = """() => {
  const lit = [...document.querySelectorAll(".over .lit")].map((each) => {
    const shape = each.querySelector(".shape"), box = shape.getBoundingClientRect();
    return { id: each.dataset.touch, shape, box, way: shape.getScreenCTM().inverse(), area: box.width * box.height };
  });
  const inside = ({ shape, way, box }, x, y) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
    && shape.isPointInFill(new DOMPoint(x, y).matrixTransform(way));
  const found = [];
  for (const each of lit) {
    each.shape.scrollIntoView({ block: "center", inline: "center" });
    for (const one of lit) one.box = one.shape.getBoundingClientRect(), one.way = one.shape.getScreenCTM().inverse();
    const places = [[.5, .5], ...[.04, .2, .8, .96].flatMap((one) => [.04, .2, .8, .96].map((other) => [one, other]))];
    for (const [sx, sy] of places) {
      const x = each.box.left + sx * each.box.width, y = each.box.top + sy * each.box.height;
      const there = lit.filter((one) => inside(one, x, y)).sort((one, other) => one.area - other.area);
      const target = document.elementFromPoint(x, y)?.closest("[data-touch]");
      if (there.length) found.push([each.id, target?.dataset.touch ?? null, there[0].id, Math.round(there[0].area)]);
    }
  }
  return found;
}"""
# How wide and high what can be hit of each lit id is, in CSS pixels.
SIZES = """() => [...document.querySelectorAll(".over .lit")].map((each) => {
  const all = [...document.querySelectorAll(`.over [data-touch="${each.dataset.touch}"]`)]
    .map((one) => one.getBoundingClientRect());
  return [each.dataset.touch, Math.max(...all.map((box) => box.width)), Math.max(...all.map((box) => box.height))];
})"""


def played_on(address, secret, moves, seed):
    """Play so many random moves for the seat of a table whose other seats are levels."""
    rng = random.Random(seed)
    while moves:
        found = httpx.get(f"{address}/api/v1/seats/{secret}").json()
        if found["over"]:
            return
        if found["moves"]:
            move = rng.choice(found["moves"])["move"]
            httpx.post(f"{address}/api/v1/seats/{secret}/moves", json={"move": move})
            moves -= 1


@pytest.mark.parametrize(("name", "width"), mostly_whole(
    [(name, width) for name in games.names() for width in WIDTHS], {("burgundy", 390)}.__contains__))
def test_every_point_hits_the_smallest_shape_drawn_there(browser, address, name, width):
    for seed in (1, 2):
        table = new_table(address, game=name, seed=seed, players=[{"kind": "person"}, {"kind": "level", "level": 1}])
        played_on(address, table["seats"][0]["secret"], 4 * seed, seed)
        with guest(browser, address, table["link"], viewport={"width": width, "height": 900}) as page:
            settled(page)
            if part(page, "areas").is_visible():
                part(page, "areas").get_by_role("button", name="All").click()
            walked, sizes = page.evaluate(WALK), page.evaluate(SIZES)
            assert [each for each in walked if each[1] != each[2]] == []
            assert [each for each in sizes if min(each[1:]) < LEAST] == []
