// Where a position leads: a game against levels from there on, or a table to follow.

import { newKey } from "/static/keys.js";
import { ask, make } from "/static/study.js";
import { say } from "/static/words.js";

const byId = (id) => document.getElementById(id);

export class Onwards {
  /** `position` says which one, `fail` gets what went wrong. */
  constructor(position, fail) {
    Object.assign(this, { position, fail });
    byId("onwards").addEventListener("submit", (event) => {
      event.preventDefault();
      const seat = Number(byId("seat").value), level = Number(byId("level").value);
      const players = [...Array(this.position().seats).keys()].map((each) => each === seat ? { kind: "person" } : { kind: "level", level });
      this.begin({ kind: "play", players });
    });
    byId("follow").addEventListener("click", () => this.begin({ kind: "follow" }));
  }

  /** Offer a position with so many seats; `toMove` is null where the game is over. */
  offer(seats, toMove) {
    const before = byId("seat").value;
    byId("seat").replaceChildren(...[...Array(seats).keys()].map((seat) => make("option", { value: seat }, say("study.seat", { seat }))));
    byId("seat").value = before && before < seats ? before : typeof toMove === "number" ? toMove : 0;
    this.close(toMove === null);
  }

  /** There is nothing to go on from, or there is. */
  close(closed = true) {
    byId("seat").disabled = byId("play").disabled = byId("follow").disabled = closed;
  }

  async begin(more) {
    const position = this.position();
    try {
      const found = await ask("POST", "/tables", { position, key: newKey(), ...more });
      location.assign(found.link ?? found.seats.find((each) => each.link).link);
    } catch (error) {
      this.fail(error);
    }
  }
}
