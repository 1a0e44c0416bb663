// The board of a table: the picture that the server draws, and over it what can be clicked, and marks of a plan.
// What lies over it is an SVG of the same size; its buttons have the ids of the picture as `data-touch`, and the shape of
// what they lie on. What an element says it `data-means` is clicked with it.

import { Redrawn, textOf } from "/static/redrawn.js";
import { renamed } from "/static/seats.js";
import { boxOf, outline } from "/static/shapes.js";
import { bare, draw, showBoard } from "/static/study.js";
import { say } from "/static/words.js";

const PAD = 3;              // pixels of the picture between a number and its mark
const STEP = 350;           // milliseconds between the steps of a plan, as they appear
const MOVE = 600;           // milliseconds in which a thing glides to its place
const LEAST = 24;           // CSS pixels of what can be clicked, each way
const RIM = 6;              // pixels of the picture round a part that is shown alone
const READABLE = 1.25;      // CSS pixels of one of the picture, so that small letters can be read
const LETTERS = 11;         // CSS pixels of the smallest of them on a small screen
const narrow = matchMedia("(max-width: 48rem)");
const GLIDE = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /** `place` takes the picture; `clicked` gets the id of what was clicked. */
  constructor(place, clicked) {
    this.place = place;
    this.clicked = clicked;
    this.boxes = new Map();
    this.gliding = new Map();   // copies that are on their way, and what they are copies of
    this.held = null;           // what had the focus, empty for anything: it comes back with the next buttons
    this.layer = draw("svg", { class: "over", role: "group", "aria-label": say("table.clickable") });
    this.layer.addEventListener("click", (event) => this.click(event.target));
    this.layer.addEventListener("keydown", (event) => this.key(event));
    place.addEventListener("click", (event) => {        // beside all frames: what lies there may mean another click
      const id = event.target.closest?.("[data-box]")?.id;
      if (id && !this.layer.contains(event.target)) this.clicked(id);
    });
    addEventListener("resize", () => this.buttons && this.widen());
  }

  /** Put up a picture; where it is larger than its place, that stays where it was. `anew`: nothing of the one before it. */
  show(svg, anew = false) {
    const { scrollLeft, scrollTop } = this.place, at = document.activeElement;
    if (this.layer.contains(at)) this.held = at.dataset.touch;
    this.land();
    this.picture?.querySelectorAll(":scope > .marks").forEach((each) => each.remove());
    const found = anew ? null : this.drawing?.to(svg);
    if (found) for (const id of found.stale) this.shapes.delete(id);
    else {
      showBoard(this.place, svg);
      Object.assign(this.place, { scrollLeft, scrollTop });
      this.put(svg);
    }
    this.lay(found?.fresh ?? [this.picture]);
  }

  /** Take the picture that came with the page: its text. */
  adopt() {
    const picture = this.place.querySelector("svg"), text = textOf(picture);
    bare(picture);
    this.put(text);
    this.lay([picture]);
    return text;
  }

  /** The picture is there, with these parts of it new. */
  lay(fresh) {
    fresh.forEach(rename);
    this.layer.replaceChildren();       // what was marked may be gone
    this.elements = new Map([...this.picture.querySelectorAll("[data-box]")].map((element) => [element.id, element]));
    this.boxes = new Map([...this.elements].map(([id, element]) => [id, element.dataset.box.split(" ").map(Number)]));
    this.zoom(this.zoomed);
  }

  /** The picture with this text is in its place: lay over it what can be clicked. */
  put(svg) {
    this.picture = this.place.querySelector("svg");
    this.drawing = new Redrawn(this.picture, svg);
    this.whole = this.picture.getAttribute("viewBox");
    this.shapes = new Map();
    this.place.append(this.layer);
  }

  /** The parts of the picture that a small screen can show alone: [{name, seat, box}]; `seat` is null where nobody sits. */
  areas() {
    if (!this.picture || this.place.classList.contains("simple")) return [];
    const seats = [...this.boxes].filter(([id]) => /^seat-\d+$/.test(id))
      .map(([id, box]) => ({ name: id, seat: Number(id.slice(5)), box }));
    const others = [...this.picture.querySelectorAll("[data-area]")].map((each) => ({
      name: each.dataset.area, seat: null, box: each.dataset.at.split(" ").map(Number) }));
    return others.length ? [...others, ...seats] : [];
  }

  /** Show one part of the picture alone, large enough to be read; null: all of it. */
  zoom(name) {
    const area = this.areas().find((each) => each.name === name);
    this.zoomed = area ? name : null;
    const [x, y, width, height] = area?.box ?? [];
    const box = area ? [x - RIM, y - RIM, width + 2 * RIM, height + 2 * RIM].join(" ") : this.whole;
    const simple = this.place.classList.contains("simple");
    const wide = area ? width + 2 * RIM : simple && narrow.matches ? Number(this.whole.split(" ")[2]) : 0;
    const scale = area ? Math.max(READABLE, this.readable([x, y, width, height])) : wide ? this.readable(null) : 0;
    for (const svg of [this.picture, this.layer]) {
      if (svg.getAttribute("viewBox") !== box) svg.setAttribute("viewBox", box);
      svg.style.width = wide ? `max(100%, ${Math.ceil(scale * wide)}px)` : "";
    }
    if (this.buttons) this.widen();
  }

  /** CSS pixels of one of the picture with which its smallest letters, of a part or of all of it, can be read on a phone. */
  readable(area) {
    if (!narrow.matches) return 0;
    const way = this.picture.getScreenCTM()?.inverse();
    let least = Infinity;
    for (const text of way ? this.picture.querySelectorAll("text") : []) {
      const to = way.multiply(text.getScreenCTM()), at = new DOMPoint(text.x.baseVal[0]?.value ?? 0, text.y.baseVal[0]?.value ?? 0).matrixTransform(to);
      if (area && !(at.x >= area[0] && at.x <= area[0] + area[2] && at.y >= area[1] && at.y <= area[1] + area[3])) continue;
      least = Math.min(least, parseFloat(text.getAttribute("font-size")) * Math.hypot(to.a, to.b));
    }
    return least < Infinity ? LETTERS / least : 0;
  }

  /** Frame what can be clicked, and what was; `names` are what the buttons are called, by id. */
  light(names, clicks) {
    const at = document.activeElement, there = at === document.body || at === this.place;
    const focused = this.layer.contains(at) ? at.dataset.touch : there ? this.held ?? null : null;
    const area = ([, , width, height]) => width * height;
    const buttons = [...names].filter(([id]) => this.boxes.has(id))
      .sort(([one], [other]) => area(this.boxes.get(other)) - area(this.boxes.get(one)))
      .map(([id, name]) => {
        const button = this.frame(id, { class: "lit", role: "button", tabindex: -1, "aria-label": name, "data-touch": id });
        button.prepend(draw("title", {}, name));
        return button;
      });
    const chosen = [...new Set(clicks)].filter((id) => this.boxes.has(id) && !names.has(id))
      .map((id) => this.frame(id, { class: "chosen", "data-touch": id }));
    this.layer.replaceChildren(...this.layer.querySelectorAll(".news"), ...chosen, ...buttons);
    this.buttons = buttons;
    this.widen();
    const first = buttons.find((button) => button.dataset.touch === focused) ?? this.inOrder()[0];
    first?.setAttribute("tabindex", "0");
    if (focused === null) return;
    this.held = first ? null : focused;         // others are to move: it comes back with this seat's next buttons
    (first ?? this.place).focus({ preventScroll: true });
  }

  /** What is small on this screen can be hit beside it, too, below all else; so can what means the same. */
  widen() {
    this.layer.querySelectorAll(".reach").forEach((each) => each.remove());
    if (!this.picture) return;
    const pixels = this.layer.getBoundingClientRect().width / this.layer.viewBox.baseVal.width || 1;
    const least = LEAST / pixels, made = [];
    for (const element of this.picture.querySelectorAll("[data-means]")) {
      const id = element.dataset.means;
      if (!this.buttons.some((button) => button.dataset.touch === id)) continue;
      const [x, y, width, height] = boxOf(this.picture, element) ?? [0, 0, 0, 0];
      made.push(draw("rect", { class: "reach", "data-touch": id, x, y, width, height }));
    }
    for (const button of this.buttons) {
      const id = button.dataset.touch;
      if (!this.boxes.has(id)) continue;      // of the picture before
      const [x, y, width, height] = this.boxes.get(id);
      if (width >= least && height >= least) continue;
      const [wide, high] = [Math.max(width, least), Math.max(height, least)];
      made.push(draw("rect", { class: "reach", "data-touch": id, x: x + (width - wide) / 2, y: y + (height - high) / 2, width: wide, height: high }));
    }
    this.layer.prepend(...made);
  }

  /** Mark what is otherwise than it was (changes.js), below what can be clicked. */
  news(found) {
    this.layer.querySelectorAll(".news").forEach((each) => each.remove());
    if (!found) return;
    const made = found.ids.filter((id) => this.boxes.has(id)).map((id) => this.frame(id, { class: "news", "data-news": id }));
    for (const box of [...found.gone.map((each) => each.split(" ").map(Number)), ...found.numbers.map((text) => boxOf(this.picture, text))]) {
      if (!box) continue;
      const [x, y, width, height] = box;
      made.push(draw("g", { class: "news" }, draw("rect", {
        class: "shape", x: x - PAD, y: y - PAD, width: width + 2 * PAD, height: height + 2 * PAD, rx: 5 })));
    }
    for (const each of made) each.setAttribute("aria-hidden", "true");
    this.layer.prepend(...made);
    this.layer.prepend(...this.layer.querySelectorAll(".reach"));
  }

  /** Let what has moved (changes.js) come from where it was: a copy glides, above all else, and then goes. */
  glide(moved) {
    for (const { id, from } of moved) {
      const element = this.elements.get(id), way = this.picture.getScreenCTM()?.inverse();
      if (!element || !way || !element.animate) continue;
      const to = this.boxes.get(id), size = from[2] / (to[2] || 1);
      const { a, b, c, d, e, f } = way.multiply(element.parentElement.getScreenCTM());
      const copy = element.cloneNode(true);
      for (const each of [copy, ...copy.querySelectorAll("[id]")]) {
        each.removeAttribute("id");
        each.removeAttribute("data-box");
      }
      const placed = draw("g", { transform: `matrix(${[a, b, c, d, e, f].join(" ")})` }, copy);
      const outer = draw("g", { class: "gliding", "aria-hidden": "true" }, placed);
      this.picture.append(outer);
      element.style.visibility = "hidden";
      this.gliding.set(outer, element);
      const shift = `translate(${from[0] - size * to[0]}px, ${from[1] - size * to[1]}px) scale(${size})`;
      outer.animate([{ transform: shift }, { transform: "none" }], { duration: MOVE, easing: "ease-in-out" }).finished
        .catch(() => null).then(() => this.land([outer]));
    }
  }

  /** What glides, or some of it, is where it goes. */
  land(those = [...this.gliding.keys()]) {
    for (const outer of those) {
      outer.remove();
      this.gliding.get(outer)?.style.removeProperty("visibility");
      this.gliding.delete(outer);
    }
  }

  /** Mark what the moves of a plan touch, one after the other; `steps` are lists of ids. */
  mark(steps) {
    this.layer.querySelectorAll(".mark").forEach((each) => each.remove());
    steps.forEach((ids, number) => {
      const there = [...new Set(ids)].filter((id) => this.boxes.has(id));
      const marks = there.map((id) => this.frame(id, { class: "mark", "aria-hidden": "true" }));
      if (there.length) {
        const [x, y] = this.boxes.get(there[0]);
        marks.push(draw("g", { class: "mark", "aria-hidden": "true" }, draw("circle", { cx: x, cy: y, r: 15 }),
          draw("text", { x, y: y + 6, "text-anchor": "middle" }, String(number + 1))));
      }
      for (const mark of marks) mark.style.animationDelay = `${number * STEP}ms`;
      this.layer.append(...marks);
    });
  }

  /** Bring what can be clicked into view, where the picture is larger than its place and none of it is. */
  reach() {
    const port = this.place.getBoundingClientRect();
    if (this.place.scrollWidth <= this.place.clientWidth + 1 || !this.buttons?.length) return;
    const boxes = this.inOrder().map((button) => button.getBoundingClientRect());
    if (boxes.some((box) => box.left >= port.left && box.right <= port.right)) return;
    this.place.scrollLeft += boxes[0].left + boxes[0].width / 2 - port.left - port.width / 2;
  }

  /** A group with the outline of what lies there. */
  frame(id, attributes) {
    if (!this.shapes.has(id)) this.shapes.set(id, outline(this.picture, this.elements.get(id)));
    const made = draw("g", attributes);
    made.append(this.shapes.get(id).cloneNode(true));
    return made;
  }

  click(target) {
    const id = target.closest("[data-touch]")?.dataset.touch;
    if (id) this.clicked(id);
  }

  /** Arrows go to the nearest button in their direction, Home and End to the first and last, Enter and Space click. */
  key(event) {
    const at = event.target.closest("[role=button]");
    if (!at || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.clicked(at.dataset.touch);
    else if (GLIDE[event.key]) this.focus(this.nearest(at, GLIDE[event.key]));
    else if (event.key === "Home") this.focus(this.inOrder()[0]);
    else if (event.key === "End") this.focus(this.inOrder().at(-1));
    else return;
    event.preventDefault();
  }

  focus(button) {
    if (!button) return;
    for (const each of this.buttons) each.setAttribute("tabindex", each === button ? "0" : "-1");
    button.focus();
  }

  /** The buttons as one reads: row by row. */
  inOrder() {
    const middle = (button) => this.middle(button);
    return [...this.buttons ?? []].sort((one, other) => {
      const [[x, y], [ox, oy]] = [middle(one), middle(other)];
      return Math.abs(y - oy) > 12 ? y - oy : x - ox;
    });
  }

  nearest(at, [dx, dy]) {
    const [x, y] = this.middle(at);
    let best = null, least = Infinity;
    for (const other of this.buttons) {
      const [ox, oy] = this.middle(other);
      const along = (ox - x) * dx + (oy - y) * dy, beside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      const cost = along + 2.5 * beside;
      if (other !== at && along > 1 && cost < least) [best, least] = [other, cost];
    }
    return best;
  }

  middle(button) {
    const [x, y, width, height] = this.boxes.get(button.dataset.touch);
    return [x + width / 2, y + height / 2];
  }
}

/** Put names in the place of seats, in all texts of a picture or of a part of it. */
function rename(part) {
  for (const text of part.matches("text, title") ? [part] : part.querySelectorAll("text, title")) {
    const name = renamed(text.textContent);
    if (name === text.textContent || text.childElementCount) continue;
    text.dataset.text = text.textContent;
    text.textContent = name;
  }
}
