// "What is this?": what the rules say of a thing on the board or of a move. A pointer that rests, the focus of the keyboard
// and a long press ask; so does any click while the button with the question mark is on.

import { make } from "/static/study.js";
import { say } from "/static/words.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const RESTS = 800;          // milliseconds until a pointer or the focus asks
const HELD = 500;           // milliseconds of a long press
const SLIPS = 10;           // pixels that a finger may move meanwhile
const LEAVES = 300;         // milliseconds in which a pointer may go on from a thing to its answer
const GAP = 8;              // pixels between a thing and its answer

export class What {
  /** On a board (board.js), with the rules beside it (rules.js). `moves` gives those that lists may have: [{move, about}]. */
  constructor({ board, rules, moves }) {
    Object.assign(this, { board, rules, moves, asking: null, hushed: [] });
    this.answer = make("div", { class: "meaning card", role: "tooltip", id: "what", hidden: true });
    document.body.append(this.answer);
    this.button = part("what");
    this.button.addEventListener("click", () => this.turn(!this.on));
    for (const place of [board.place, part("short"), part("all")].filter(Boolean)) {
      place.addEventListener("pointermove", (event) => event.pointerType === "mouse" && this.rests(event));
      place.addEventListener("pointerleave", () => this.leave());
      place.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && this.soon(this.focused(event.target), RESTS));
      place.addEventListener("focusout", () => this.leave());
      place.addEventListener("pointerdown", (event) => this.press(event));
      place.addEventListener("pointermove", (event) => this.slip(event));
      for (const name of ["pointerup", "pointercancel"]) place.addEventListener(name, () => this.release());
      place.addEventListener("contextmenu", (event) => this.held && event.preventDefault());
      place.addEventListener("click", (event) => this.click(event), true);
      place.addEventListener("keydown", (event) => this.key(event), true);
    }
    this.answer.addEventListener("pointerenter", () => clearTimeout(this.leaving));
    this.answer.addEventListener("pointerleave", () => this.leave());
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.escape(event), true);
    document.addEventListener("pointerdown", (event) => this.answer.contains(event.target) || this.hide(), true);
    addEventListener("scroll", (event) => this.answer.hidden || this.answer.contains(event.target) || this.hide(), true);
  }

  /** Whether there are rules that answer. */
  offer(there) {
    this.button.hidden = !there;
    if (!there) this.turn(false);
  }

  /** Whether every click asks. */
  get on() {
    return this.button.getAttribute("aria-pressed") === "true";
  }

  /** Ask by every click, or play again. */
  turn(on) {
    this.button.setAttribute("aria-pressed", String(on));
    document.body.classList.toggle("asking", on);
    part("what-hint").hidden = !on;
    this.hide();
  }

  // ---- what is asked about: { element, about, name } ------------------------------------------

  /** What lies under a point. */
  at(x, y) {
    for (const element of document.elementsFromPoint(x, y)) {
      const found = this.thing(element);
      if (found) return found;
    }
    return null;
  }

  /** What has the focus: a frame on the board, or a move in a list. */
  focused(element) {
    const id = element.closest("[data-touch]")?.dataset.touch;
    return this.thing(id ? this.board.elements?.get(id) : element);
  }

  thing(element) {
    const move = element?.closest("[data-move]");
    if (move) {
      const about = this.moves().find((each) => each.move === move.dataset.move)?.about ?? [];
      return about.length ? { element: move, about, name: move.dataset.move } : null;
    }
    const marked = this.board.picture?.contains(element) ? element.closest("[data-about]") : null;
    if (!marked) return null;
    return { element: marked, about: marked.dataset.about.split(" ").map(Number), name: named(marked) };
  }

  // ---- who asks --------------------------------------------------------------------------------

  rests(event) {
    const found = this.at(event.clientX, event.clientY);
    if (this.pinned || (found && found.element === this.asking?.element)) return;
    if (!found) {
      this.leave();
      return;
    }
    this.hide();
    this.soon(found, RESTS);
    this.hush(event.target);
  }

  press(event) {
    this.hide();
    if (event.pointerType === "mouse") return;
    this.held = { x: event.clientX, y: event.clientY };
    const found = this.at(event.clientX, event.clientY);
    this.soon(found, HELD, () => {
      this.swallow = this.pinned = true;
    });
  }

  slip({ clientX, clientY }) {
    if (this.held && Math.hypot(clientX - this.held.x, clientY - this.held.y) > SLIPS) {
      this.held = null;
      this.hide();
    }
  }

  /** A finger lets go: the answer stays, but nothing is asked any more. */
  release() {
    this.held = null;
    if (this.answer.hidden) this.hide();
  }

  click(event) {
    const { on } = this;
    if (!on && !this.swallow) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (on && !this.swallow) this.pin(event.detail ? this.at(event.clientX, event.clientY) : this.focused(event.target));
    this.swallow = false;
  }

  key(event) {
    const ask = event.key === "?" || (this.on && [" ", "Enter"].includes(event.key));
    if (!ask || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.pin(this.focused(event.target));
  }

  /** Answer somebody who asked outright: that stays until it is closed. */
  pin(found) {
    this.hide();
    this.pinned = Boolean(found);
    this.now(found);
  }

  /** A pointer or the focus has gone: so does the answer, unless it went there. */
  leave() {
    clearTimeout(this.leaving);
    if (!this.pinned) this.leaving = setTimeout(() => this.hide(), LEAVES);
  }

  /** Escape closes the answer first, then ends the asking. */
  escape(event) {
    if (this.answer.hidden && !this.on) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (this.answer.hidden) this.turn(false);
    else this.hide();
  }

  // ---- the answer ------------------------------------------------------------------------------

  soon(found, wait, then = () => null) {
    clearTimeout(this.waiting);
    this.asking = found;
    if (found) this.waiting = setTimeout(() => {
      then();
      this.now(found);
    }, wait);
  }

  async now(found) {
    clearTimeout(this.waiting);
    this.asking = found;
    if (!found) return;
    const { rules } = this, rows = [];
    for (const number of found.about) {
      const entry = await rules.entry(number);
      if (entry) rows.push(make("div", {}, make("p", {}, ...entry.querySelector("dd").cloneNode(true).childNodes),
        make("button", { type: "button", class: "plain small", onclick: () => this.read(number) },
          say("table.what_read", { number: entry.querySelector("dt").textContent }))));
    }
    if (this.asking !== found || !rows.length) return;
    this.answer.replaceChildren(found.name ? make("p", { class: "thing" }, found.name) : "", ...rows);
    this.answer.hidden = false;
    this.put(found.element.getBoundingClientRect());
    document.activeElement?.setAttribute("aria-describedby", "what");
    this.described = document.activeElement;
  }

  /** Above the thing or below it, where there is room. */
  put({ left, top, right, bottom }) {
    const { offsetWidth: width, offsetHeight: height } = this.answer;
    const over = top - GAP - height, under = bottom + GAP;
    const y = over >= 0 ? over : under + height <= innerHeight ? under : innerHeight - height - GAP;
    const x = Math.min(Math.max(GAP, (left + right - width) / 2), innerWidth - width - GAP);
    Object.assign(this.answer.style, { left: `${Math.max(0, x)}px`, top: `${Math.max(GAP, y)}px` });
  }

  read(number) {
    this.turn(false);
    this.rules.open(number);
  }

  hide() {
    clearTimeout(this.waiting);
    clearTimeout(this.leaving);
    this.asking = null;
    this.pinned = false;
    this.answer.hidden = true;
    this.described?.removeAttribute("aria-describedby");
    for (const [element, title] of this.hushed) {
      element.prepend(title);
      delete element.dataset.title;
    }
    this.hushed = [];
  }

  /** The browser's own small window would lie over the answer. */
  hush(target) {
    for (const start of [target, this.asking?.element]) for (let each = start; each && each !== this.board.place; each = each.parentElement) {
      const title = each.querySelector(":scope > title");
      if (!title) continue;
      each.dataset.title = title.textContent;
      this.hushed.push([each, title]);
      title.remove();
    }
  }
}

/** What a thing in the picture is called: by its words or its title; a number by the title of what it stands in. */
function named(element) {
  if (element.localName === "text" && !/^[-+×]?\d+$/.test(element.textContent)) return element.textContent;
  for (let each = element; each && each.localName !== "svg"; each = each.parentElement) {
    const title = each.querySelector(":scope > title")?.textContent ?? each.dataset.title;
    if (title) return title;
  }
  return "";
}
