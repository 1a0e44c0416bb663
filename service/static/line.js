// A line of play on the board: forwards and back with what each move touches marked; the server draws each step.

import { say } from "/static/words.js";
import { ask, make, markBoard, showBoard } from "/static/study.js";

const byId = (id) => document.getElementById(id);

export class Line {
  /** `failed` gets what went wrong. */
  constructor(failed) {
    this.failed = failed;
    this.shown = 0;
    this.clear();
    byId("step-back").addEventListener("click", () => this.go(this.at - 1));
    byId("step-on").addEventListener("click", () => this.go(this.at + 1));
    document.querySelector(".line").addEventListener("keydown", (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey || !this.moves.length) return;
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by && (event.target.closest(".steps, .moves") || !scrolls(byId("board")))) {
        event.preventDefault();
        this.go(this.at + by);
      }
    });
    window.addEventListener("resize", () => this.mark());
  }

  clear() {
    this.position = null;
    this.moves = [];
    this.seats = [];
    this.at = 0;
    this.steps = new Map();
  }

  /** Show this position, with no line. */
  async place(position, seat = null) {
    this.clear();
    this.position = position;
    this.seat = seat;
    await this.go(0);
  }

  /** The line `moves` from the position: texts of moves; `seats` says whose each is. */
  async follow(moves, seats) {
    this.moves = moves;
    this.seats = seats;
    this.steps = new Map();
    byId("step-moves").replaceChildren(...moves.map((move, number) => make("li", {}, make("button", {
      type: "button", class: "plain", onclick: () => this.go(number) }, `${this.who(number)} ${move}`))));
    await this.go(0);
  }

  who(number) {
    return say("study.seat", { seat: this.seats[number] }) + ":";
  }

  /** The board before move `number` of the line, what that touches marked; after the last move the board alone. */
  async go(number) {
    if (!this.position || number < 0 || number > this.moves.length) return;
    const turn = ++this.shown;
    try {
      const step = await this.step(number);
      if (turn !== this.shown) return;
      this.at = step.number;
      showBoard(byId("board"), step.svg);
      this.now = step;
      this.mark();
      this.tell(step);
    } catch (error) {
      if (turn === this.shown) this.failed(error);
    }
  }

  async step(number) {
    if (!this.steps.has(number)) {
      const asked = ask("POST", "/positions/line", { position: this.position, moves: this.moves, number, seat: this.seat });
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
    byId("steps").hidden = byId("step-moves").hidden = !long;
    byId("step-back").disabled = this.at === 0;
    byId("step-on").disabled = step.move === null;
    const of = { step: this.at + 1, steps: this.moves.length };
    byId("step-told").textContent = !long ? "" : step.move !== null
      ? `${say("study.step", of)} ${this.who(this.at)} ${step.move}`
      : this.at === this.moves.length ? say("study.after_line") : say("study.does_not_fit", of);
    [...byId("step-moves").querySelectorAll("button")].forEach((button, number) =>
      number === this.at ? button.setAttribute("aria-current", "step") : button.removeAttribute("aria-current"));
  }
}

function scrolls(element) {
  return element.scrollWidth > element.clientWidth + 1;
}
