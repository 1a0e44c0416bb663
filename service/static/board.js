// The board of a table: the picture that the server draws, and over it what can be clicked, and marks of a plan.
// What lies over it is an SVG of the same size; its buttons have the ids of the picture as `data-touch`.

import { say } from "/static/words.js";
import { draw, showBoard } from "/static/study.js";

const PAD = 3;              // pixels of the picture between an element and its frame
const STEP = 350;           // milliseconds between the steps of a plan, as they appear
const GLIDE = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Board {
  /** `place` takes the picture; `clicked` gets the id of what was clicked. */
  constructor(place, clicked) {
    this.place = place;
    this.clicked = clicked;
    this.boxes = new Map();
    this.layer = draw("svg", { class: "over", role: "group", "aria-label": say("table.clickable") });
    this.layer.addEventListener("click", (event) => this.click(event.target));
    this.layer.addEventListener("keydown", (event) => this.key(event));
    place.addEventListener("click", (event) => {        // beside all frames: what lies there may mean another click
      const id = event.target.closest?.("[data-box]")?.id;
      if (id && !this.layer.contains(event.target)) this.clicked(id);
    });
  }

  /** Put up a picture; where it is larger than its place, that stays where it was. */
  show(svg) {
    const { scrollLeft, scrollTop } = this.place;
    showBoard(this.place, svg);
    Object.assign(this.place, { scrollLeft, scrollTop });
    const picture = this.place.querySelector("svg");
    this.layer.setAttribute("viewBox", picture.getAttribute("viewBox"));
    this.place.append(this.layer);
    this.boxes = new Map([...picture.querySelectorAll("[data-box]")].map((element) =>
      [element.id, element.dataset.box.split(" ").map(Number)]));
  }

  /** Frame what can be clicked, and what was; `names` are what the buttons are called, by id. */
  light(names, clicks) {
    const focused = this.layer.contains(document.activeElement) ? document.activeElement.dataset.touch : null;
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
    this.layer.replaceChildren(...chosen, ...buttons);
    this.buttons = buttons;
    const first = buttons.find((button) => button.dataset.touch === focused) ?? this.inOrder()[0];
    first?.setAttribute("tabindex", "0");
    if (focused !== null) (first ?? this.place).focus({ preventScroll: true });
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

  frame(id, attributes) {
    const [x, y, width, height] = this.boxes.get(id);
    const made = draw("g", attributes);
    made.append(draw("rect", { x: x - PAD, y: y - PAD, width: width + 2 * PAD, height: height + 2 * PAD, rx: 7 }));
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
