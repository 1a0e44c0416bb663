// A position on the board that can be played on: the line of a plan step by step, with what each move touches marked, and
// any other move by clicks. The server draws each step and says what is legal there.

import { Areas } from "/static/areas.js";
import { Board } from "/static/board.js";
import { Choice } from "/static/choosing.js";
import { ask, make, markBoard } from "/static/study.js";
import { say } from "/static/words.js";

const byId = (id) => document.getElementById(id);
const part = (name) => document.querySelector(`[data-part="${name}"]`);

/** Who makes a move, in words: a seat by its number, or luck. */
export function mover(seat) {
  return typeof seat === "number" ? say("study.seat", { seat }) : say("study.luck");
}

export class Line {
  /**
   * `failed` gets what went wrong, `shown` each step that is on the board, `played` a move that was chosen with the moves
   * of the line before it, `beyond` -1 or 1 where one steps on from an end of the line.
   */
  constructor({ failed, shown, played, beyond }) {
    Object.assign(this, { failed, shown, beyond, shows: 0 });
    this.clear();
    this.board = new Board(byId("board"), (id) => this.choice.click(id));
    this.areas = new Areas(this.board);
    this.choice = new Choice(this.board, (move) => played([move], this.moves.slice(0, this.at)), () => this.areas.show());
    byId("step-back").addEventListener("click", () => this.by(-1));
    byId("step-on").addEventListener("click", () => this.by(1));
    part("keep").addEventListener("click", () => played([], this.moves.slice(0, this.at)));
    document.querySelector(".line").addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !this.position) return;
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by && (event.target.closest(".steps, .moves") || (event.target === byId("board") && !scrolls(byId("board"))))) {
        event.preventDefault();
        this.by(by);
      }
    });
    window.addEventListener("resize", () => this.mark());
  }

  clear() {
    Object.assign(this, { position: null, view: null, before: [], moves: [], seats: [], at: 0, now: null });
    this.steps = new Map();
  }

  /** Show what follows a position after the moves `before`, as the seat `view` sees it, with no line. */
  async place(position, view = null, before = []) {
    this.clear();
    Object.assign(this, { position, view, before });
    await this.go(0);
  }

  /** The line `moves` from here: texts of moves; `seats` says whose each is. */
  async follow(moves, seats) {
    this.moves = moves;
    this.seats = seats;
    this.steps = new Map();
    byId("step-moves").replaceChildren(...moves.map((move, number) => make("li", {}, make("button", {
      type: "button", class: "plain", onclick: () => this.go(number) }, `${this.who(number)} ${move}`))));
    await this.go(0);
  }

  who(number) {
    return `${mover(this.seats[number])}:`;
  }

  /** One step on or back, beyond the ends of the line as well. */
  by(step) {
    const on = step > 0 ? this.moves.length > 0 && this.now?.move !== null : this.at > 0;
    if (on) this.go(this.at + step);
    else this.beyond(step);
  }

  /** The board before move `number` of the line, what that touches marked; after the last move the board alone. */
  async go(number) {
    if (!this.position || number < 0 || number > this.moves.length) return;
    const turn = ++this.shows;
    try {
      const step = await this.step(number);
      if (turn !== this.shows) return;
      this.at = step.number - this.before.length;
      this.now = step;
      this.board.show(step.svg);
      this.choice.set(step.legal, step.toMove, step.names);
      this.mark();
      this.tell(step);
      this.shown(step, this.at);
    } catch (error) {
      if (turn === this.shows) this.failed(error);
    }
  }

  async step(number) {
    if (!this.steps.has(number)) {
      const asked = ask("POST", "/positions/line", {
        position: this.position, moves: [...this.before, ...this.moves], number: this.before.length + number, seat: this.view, legal: true });
      this.steps.set(number, asked);
      asked.catch(() => this.steps.delete(number));
    }
    return this.steps.get(number);
  }

  mark() {
    if (this.now) markBoard(byId("board"), this.now.ids, this.at + 1);
  }

  tell(step) {
    const long = this.moves.length > 0;
    byId("step-moves").hidden = part("keep").hidden = !long;
    part("keep").disabled = this.at === 0;
    const of = { step: this.at + 1, steps: this.moves.length };
    byId("step-told").textContent = !long ? "" : step.move !== null
      ? `${say("study.step", of)} ${this.who(this.at)} ${step.move}`
      : this.at === this.moves.length ? say("study.after_line") : say("study.does_not_fit", of);
    [...byId("step-moves").querySelectorAll("button")].forEach((button, number) =>
      number === this.at ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current"));
  }

  /** Which of the two buttons lead anywhere; `around` says whether there is a place before and after this one. */
  lead(around) {
    byId("step-back").disabled = this.at === 0 && !around.before;
    byId("step-on").disabled = !(this.moves.length && this.now?.move !== null) && !around.after;
  }
}

function scrolls(element) {
  return element.scrollWidth > element.clientWidth + 1;
}
