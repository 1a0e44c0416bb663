// Choosing one of the moves of a position: by clicks on the board that narrow them, from a short list, from all of them.

import { clicked, lit, narrowed, offered, shorter } from "/static/pointing.js";
import { make } from "/static/study.js";
import { decimal, say } from "/static/words.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const MOST = 300;           // moves of the list; what is typed finds the others

export class Choice {
  /** On a board (board.js). `chosen` gets the text of a move, `pointed` is called after each click. */
  constructor(board, chosen, pointed) {
    Object.assign(this, { board, chosen, pointed, moves: [], toMove: null, names: {}, clicks: [] });
    part("back").addEventListener("click", () => this.back());
    part("entry").addEventListener("input", () => this.list());
    part("typed").addEventListener("submit", (event) => {
      event.preventDefault();
      part("all").querySelector("button")?.click();
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && !event.defaultPrevented && this.clicks.length) this.back();
    });
  }

  /** Offer these moves: [{move, ids, probability}], `names` of ids in words; of what they touch only what the picture shows can be clicked. */
  set(moves, toMove, names = {}) {
    this.moves = moves.map((move) => ({ ...move, ids: move.ids.filter((id) => this.board.boxes.has(id)) }));
    this.toMove = toMove;
    this.names = names;
    this.clicks = [];
    part("entry").value = "";
    this.point();
  }

  click(id) {
    const clicks = clicked(this.moves, this.clicks, id);
    if (!clicks) return;
    this.clicks = clicks;
    const left = narrowed(this.moves, clicks);
    if (left.length === 1) this.chosen(left[0].move);
    else this.point();
  }

  /** An id of the picture in words. */
  called(id) {
    return this.names[id] ?? id.replaceAll("-", " ");
  }

  back() {
    this.clicks = this.clicks.slice(0, -1);
    this.point();
  }

  point() {
    const { moves, clicks } = this, left = narrowed(moves, clicks), framed = lit(moves, clicks);
    this.board.light(new Map([...framed].map((id) => {
      const after = narrowed(moves, [...clicks, id]), name = this.called(id);
      return [id, after.length === 1 ? `${name}: ${after[0].move}` : say("table.leads_to", { name, count: after.length })];
    })), clicks);
    const short = left.length === 1 && !left[0].ids.length ? left : offered(moves, clicks);
    part("clicks").replaceChildren(...clicks.map((id) => make("li", { class: "chip" }, this.called(id))));
    part("back").hidden = !clicks.length;
    part("hint-line").textContent = !moves.length ? "" : clicks.length ? say("table.moves_left", { count: left.length })
      : framed.size ? say("table.click_on") : say("table.choose");
    part("short").replaceChildren(...shorter(short).map(([move, text]) => make("li", {}, make("button", {
      type: "button", "data-move": move.move, "aria-label": move.move, onclick: () => this.chosen(move.move) }, text))));
    part("short").hidden = !short.length;
    part("luck").hidden = this.toMove !== "chance";
    part("moves-part").hidden = !moves.length;
    this.list();
    this.pointed();
  }

  /** All moves that the clicks leave, or of these what is typed. */
  list() {
    const typed = part("entry").value.toLowerCase().trim();
    const left = narrowed(this.moves, this.clicks).filter((each) => each.move.toLowerCase().includes(typed));
    part("count").textContent = String(left.length);
    part("all").replaceChildren(...left.slice(0, MOST).map((each) => make("li", {}, make("button", {
      type: "button", class: "plain", "data-move": each.move, onclick: () => this.chosen(each.move) }, each.move,
    each.probability === null ? "" : make("span", { class: "soft" }, ` ${decimal(100 * each.probability)} %`)))));
  }
}
