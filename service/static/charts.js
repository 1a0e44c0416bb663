// Charts as SVG: curves over the events of a game, and signed bars. They are drawn to the width of their place, so that
// their words are as large as all others; colours come from the style sheet, and every curve has a name and a pattern.

import { draw } from "/static/study.js";

const HEIGHT = 230, LEFT = 46, RIGHT = 64, TOP = 14, BOTTOM = 30;

/** Round numbers from `low` to `high`, about `count` of them. */
export function ticks(low, high, count) {
  const rough = (high - low) / count, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough) ?? power;
  const found = [];
  for (let at = Math.ceil(low / step) * step; at <= high + 1e-9; at += step) found.push(Math.abs(at) < 1e-9 ? 0 : at);
  return found;
}

/**
 * Curves over the events of a game.
 *
 * `series`: [{name, kind, points: [[event, value, half its interval]]}], where `kind` is a class of the style sheet.
 * `marks`: [{event, value, size, name}] for what was lost there, by size 1 to 3. `picked` gets an event that was clicked.
 */
export class Curves {
  constructor(place, { label, unit, series, marks = [], last, range = null, level = null, picked = () => {} }) {
    Object.assign(this, { place, label, unit, series, marks, last, level, picked, event: null });
    const values = series.flatMap((each) => each.points.map(([, value]) => value));
    this.range = range ?? padded(Math.min(...values, level ?? 0), Math.max(...values, level ?? 0));
    this.draw();
    new ResizeObserver(() => this.place.clientWidth !== this.width && this.draw()).observe(place);
  }

  x(event) {
    return LEFT + (this.width - LEFT - RIGHT) * (event - 1) / Math.max(1, this.last - 1);
  }

  y(value) {
    const [low, high] = this.range;
    return TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low);
  }

  draw() {
    this.width = Math.max(280, this.place.clientWidth);
    const picture = draw("svg", { class: "chart", viewBox: `0 0 ${this.width} ${HEIGHT}`, width: this.width, height: HEIGHT,
                                  role: "img", "aria-label": this.label });
    this.grid(picture);
    for (const each of this.series) this.curve(picture, each);
    this.names(picture);
    for (const mark of this.marks) this.mark(picture, mark);
    this.cursor = draw("line", { class: "cursor", y1: TOP, y2: HEIGHT - BOTTOM, visibility: "hidden" });
    picture.append(this.cursor);
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect(), share = (event.clientX - box.left) / box.width * this.width;
      const at = 1 + (share - LEFT) / (this.width - LEFT - RIGHT) * Math.max(1, this.last - 1);
      this.picked(Math.min(this.last, Math.max(1, Math.round(at))));
    });
    this.place.replaceChildren(picture);
    if (this.event !== null) this.point(this.event);
  }

  grid(picture) {
    for (const value of ticks(...this.range, 4)) {
      const y = this.y(value);
      picture.append(draw("line", { class: value === this.level ? "level" : "grid", x1: LEFT, x2: this.width - RIGHT, y1: y, y2: y }),
                     draw("text", { class: "tick", x: LEFT - 7, y: y + 4, "text-anchor": "end" }, this.unit(value)));
    }
    for (const event of ticks(1, this.last, Math.max(2, Math.floor((this.width - LEFT - RIGHT) / 70)))) {
      picture.append(draw("text", { class: "tick", x: this.x(event), y: HEIGHT - 8, "text-anchor": "middle" }, String(Math.round(event))));
    }
  }

  curve(picture, { kind, points }) {
    const band = points.filter(([, , half]) => half > 0);
    if (band.length > 1) {
      const clip = (value) => Math.min(this.range[1], Math.max(this.range[0], value));
      const over = band.map(([event, value, half]) => `${this.x(event)},${this.y(clip(value + half))}`);
      const under = band.map(([event, value, half]) => `${this.x(event)},${this.y(clip(value - half))}`).reverse();
      picture.append(draw("polygon", { class: `band ${kind}`, points: [...over, ...under].join(" ") }));
    }
    picture.append(draw("polyline", { class: `curve ${kind}`, points: points.map(([event, value]) => `${this.x(event)},${this.y(value)}`).join(" ") }));
  }

  /** The names of the curves at their right ends, moved apart. */
  names(picture) {
    const ends = this.series.filter((each) => each.points.length).map((each) => ({ ...each, y: this.y(each.points.at(-1)[1]) }));
    ends.sort((one, other) => one.y - other.y);
    for (let k = 1; k < ends.length; k++) ends[k].y = Math.max(ends[k].y, ends[k - 1].y + 15);
    const low = HEIGHT - BOTTOM, over = ends.length ? Math.max(0, ends.at(-1).y - low) : 0;
    for (const { name, kind, y } of ends) {
      picture.append(draw("text", { class: `name ${kind}`, x: this.width - RIGHT + 8, y: y - over + 4 }, name));
    }
  }

  mark(picture, { event, value, size, name, kind }) {
    const x = this.x(event), y = this.y(value), r = 3 + 2 * size;
    picture.append(draw("path", { class: `lost size-${size} ${kind}`, d: `M${x},${y + r} L${x - r},${y - r * 0.8} L${x + r},${y - r * 0.8} Z` },
                        draw("title", {}, name)));
  }

  /** Point at an event. */
  point(event) {
    this.event = event;
    this.cursor.setAttribute("x1", this.x(event));
    this.cursor.setAttribute("x2", this.x(event));
    this.cursor.setAttribute("visibility", "visible");
  }
}

function padded(low, high) {
  const room = Math.max(1e-6, (high - low) * 0.08);
  return [low - room, high + room];
}

/** Signed parts of a whole, side by side: [{kind, value}], on a scale from -most to most. */
export function parts(label, most, values) {
  const picture = draw("svg", { class: "parts", viewBox: "-100 0 200 12", preserveAspectRatio: "none", role: "img", "aria-label": label });
  let up = 0, down = 0;
  for (const { kind, value } of values) {
    const width = 100 * Math.abs(value) / most;
    const x = value >= 0 ? up : down - width;
    if (value >= 0) up += width;
    else down -= width;
    picture.append(draw("rect", { class: kind, x, y: 1, width, height: 10 }));
  }
  picture.append(draw("line", { class: "zero", x1: 0, x2: 0, y1: 0, y2: 12 }));
  return picture;
}
