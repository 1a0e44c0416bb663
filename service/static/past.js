// Looking back at a table: the board after each line of what this seat was told, with what that line changed marked.

import { changes, looked, parsed } from "/static/changes.js";
import { spoken } from "/static/study.js";
import { line, runs } from "/static/told.js";
import { say } from "/static/words.js";

const KEPT = 60;            // pictures that are not fetched again
const part = (name) => document.querySelector(`[data-part="${name}"]`);

export class Past {
  /** Of a table (table.js). `at` is the line looked at, null: now. */
  constructor(table) {
    Object.assign(this, { table, at: null, pictures: new Map(), looks: new Map(), asked: 0 });
    part("earlier").addEventListener("click", () => this.go((this.at ?? this.last() + 1) - 1));
    part("later").addEventListener("click", () => this.go(this.at + 1));
    part("now").addEventListener("click", () => this.go(null));
    part("past").addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (by < 0 || this.at !== null) this.go((this.at ?? this.last() + 1) + by);
    });
  }

  last() {
    return this.table.number();
  }

  /** The picture after so many lines, as a text. */
  picture(number) {
    if (!this.pictures.has(number)) {
      const asked = fetch(spoken(`${this.table.path}/board.svg?after=${number}`)).then((answer) => {
        if (!answer.ok) throw new Error(String(answer.status));
        return answer.text();
      });
      asked.catch(() => this.pictures.delete(number));
      this.pictures.set(number, asked);
      while (this.pictures.size > KEPT) this.pictures.delete(this.pictures.keys().next().value);
    }
    return this.pictures.get(number);
  }

  /** What is otherwise in the picture now, as `looked` saw it, than after so many lines. */
  async since(number, now) {
    return changes(this.looks.get(number) ?? looked(parsed(await this.picture(number))), now);
  }

  /** This is the picture after so many lines, and what it shows. */
  keep(number, svg, looks) {
    for (const [kept, what] of [[this.pictures, Promise.resolve(svg)], [this.looks, looks]]) {
      kept.delete(number);
      kept.set(number, what);
      while (kept.size > KEPT) kept.delete(kept.keys().next().value);
    }
  }

  /** Look at the board after a line; null, or one beyond the last: at the board now. */
  async go(number) {
    const asked = ++this.asked, { board } = this.table, back = number !== null && number < (this.at ?? this.last() + 1);
    if (number === null || number > this.last() || !this.last()) {
      if (this.at !== null) this.leave();
      return;
    }
    const line = Math.max(1, number);
    try {
      const [before, after] = await Promise.all([this.picture(line - 1), this.picture(line)]);
      if (asked !== this.asked) return;
      this.at = line;
      document.body.classList.add("past");
      this.table.show();
      board.show(after);
      board.light(new Map(), []);
      const found = changes(looked(parsed(before)), looked(board.picture));
      board.news(found);
      if (!back) board.glide(found.moved);
      this.tell();
    } catch {
      this.table.connected(false);
    }
  }

  /** Back to the board now. */
  leave() {
    this.at = null;
    document.body.classList.remove("past");
    this.tell();
    this.table.show();
    this.table.showNow();
  }

  /** Which line it is, in words; and which buttons lead on. */
  tell() {
    const { told } = this.table, now = this.at === null, focused = document.activeElement;
    part("past").hidden = !told.length;
    part("earlier").disabled = !told.length || this.at === 1;
    part("later").disabled = part("now").disabled = now;
    part("past-line").replaceChildren(...now ? [] : runs([told[this.at - 1]]).map((run) => line(run)));
    part("past-at").textContent = now ? "" : say("table.past_at", { number: this.at, of: told.length });
    if (part("past").contains(focused) && focused.disabled) part(this.at === 1 ? "later" : "earlier").focus();     // it leads on
  }
}
