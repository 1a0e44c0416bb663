// Setting up by clicks: a place is chosen on the board or in a list, then what lies there; or what lies there is taken up, and
// the next place that is clicked gets it, in one step. The server says which fields of
// the position belong to the place, and which values each may have.

import { Board } from "/static/board.js";
import { ask, make } from "/static/study.js";
import { say } from "/static/words.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const EMPTY = ".";             // a cell of a grid in which nothing lies
const GROUPS = [["yes", say("setup.fits")], ["uncounted", say("setup.uncounted")], ["no", say("setup.unfit")]];

export class Placing {
  /** `position` gives the document that is set up, or null; `put` gets the changed one. */
  constructor(place, position, put) {
    Object.assign(this, { position, put, asked: 0, held: null, names: {} });
    part("put-back").addEventListener("click", () => this.hold(null));
    place.addEventListener("keydown", (event) => event.key === "Escape" && this.hold(null));
    this.board = new Board(place, (id) => this.at({ id }, this.called(id)));
    part("fields").addEventListener("change", () => {
      const path = JSON.parse(part("fields").value || "null");
      if (path) this.at({ path }, part("fields").selectedOptions[0].textContent);
    });
  }

  /** Put up a picture: all that has an id can be clicked, and is called by its name. */
  show(svg, names) {
    this.names = names;
    this.board.show(svg);
    const large = this.board.whole.split(" ").map(Number).slice(2).reduce((one, other) => one * other) / 5;
    const ids = [...this.board.boxes].filter(([, [, , width, height]]) => width * height < large).map(([id]) => id);
    this.board.light(new Map(ids.map((id) => [id, say("setup.change", { place: this.called(id) })])), []);
  }

  called(id) {
    return this.names[id] ?? id.replaceAll("-", " ");
  }

  /** All fields, to choose from by name. */
  list({ fields, fieldNames }) {
    const chosen = part("fields").value;
    part("fields").replaceChildren(make("option", { value: "" }, say("setup.choose_field")),
      ...fields.map((path, at) => make("option", { value: JSON.stringify(path) }, fieldNames[at])));
    part("fields").value = [...part("fields").options].some((each) => each.value === chosen) ? chosen : "";
  }

  /** Ask what may lie in a place, and offer it. */
  async at(which, name) {
    const position = this.position(), mine = ++this.asked;
    if (!position) return;
    if (this.held) {
      await this.lay(which, position, mine);
      return;
    }
    part("place").hidden = false;
    part("place-name").textContent = name;
    part("choices").replaceChildren(make("p", { class: "soft small" }, say("setup.looking")));
    try {
      const found = await ask("POST", "/positions/values", { position, ...which });
      if (mine !== this.asked) return;
      this.list(found);
      part("choices").replaceChildren(...found.places.map((each, number) => this.field(each, number)),
        found.places.length ? "" : make("p", { class: "soft small" }, say("setup.nowhere")));
    } catch (error) {
      if (mine === this.asked) part("choices").replaceChildren(make("p", { class: "error" }, error.message));
    }
  }

  field({ path, name, value, values, listed }, number) {
    const id = `choice-${number}`, present = JSON.stringify(value);
    const groups = GROUPS.map(([fits, label]) => [label, values.filter((each) => each.fits === fits)]).filter(([, all]) => all.length);
    const known = values.find((each) => JSON.stringify(each.value) === present);
    const select = make("select", { id, onchange: () => this.set(path, JSON.parse(select.value), listed) },
      known ? "" : make("option", { value: present }, told({ value })),
      ...groups.map(([label, all]) => make("optgroup", { label }, ...all.map((each) => make("option", { value: JSON.stringify(each.value) }, told(each))))));
    select.value = present;
    return make("p", {}, make("label", { for: id }, name), select,
      lies(value) ? make("button", { type: "button", class: "plain", onclick: () => this.hold({ path, value, values, listed, what: called(name, known ?? { value }) }) }, say("setup.take")) : "");
  }

  /** Hold what lies in a field, until it is laid somewhere else; null: nothing, it stays where it lies. */
  hold(held) {
    this.held = held;
    part("held").hidden = !held;
    part("held-what").textContent = held ? say("setup.held", { what: held.what }) : "";
    if (held) this.board.place.focus({ preventScroll: true });
  }

  /** Lay what is held into a place: into the first of its fields that takes it, those first in which it fits. */
  async lay(which, position, mine) {
    const { held } = this, without = taken(position, held);
    try {
      const { places } = await ask("POST", "/positions/values", { position: without, ...which });
      if (mine !== this.asked || this.held !== held) return;
      const wanted = (value) => typeof held.value === "number" ? (typeof value === "number" ? value + 1 : value === null ? 1 : NaN) : held.value;
      const takes = places.map((each) => [each, each.values.find(({ value }) => value === wanted(each.value))])
        .filter(([{ path }, found]) => found && found.fits !== "no" && String(path) !== String(held.path));
      const [best] = [...takes.filter(([, { fits }]) => fits === "yes"), ...takes];
      if (!best) {
        part("held-what").textContent = say("setup.refused", { what: held.what });
        return;
      }
      this.hold(null);
      this.set(best[0].path, best[1].value, best[0].listed, without);
    } catch (error) {
      part("held-what").textContent = error.message;
    }
  }

  /** Put a value into its field: a letter of a row, or a whole value; what was not there and is nothing now goes. */
  set(path, value, listed, position = this.position()) {
    this.put(changed(position, path, value, listed));
  }
}

/** A position with another value in a field: a copy. Of a list of things (`listed`) nothing is no part. */
function changed(before, path, value, listed = false) {
  const position = structuredClone(before), last = path.at(-1);
  const above = path.slice(0, -1).reduce((at, step) => at[step], position);
  if (typeof above === "string") {
    const row = path.slice(0, -2).reduce((at, step) => at[step], position);
    row[path.at(-2)] = above.slice(0, last) + value + above.slice(last + 1);
  } else if (listed && value === null) above.splice(last, 1);
  else if (value === null && !Array.isArray(above) && above[last] !== null && path.length > 1) delete above[last];
  else above[last] = value;
  return position;
}

/** A position without what is held: one less of a number, nothing in the place of a thing. */
function taken(position, { path, value, values, listed }) {
  if (typeof value === "number") return changed(position, path, value - 1);
  const above = path.slice(0, -1).reduce((at, step) => at[step], position);
  if (typeof above === "string") return changed(position, path, EMPTY);
  if (!Array.isArray(above) || values.some((each) => each.value === null && each.fits !== "no")) return changed(position, path, null, listed);
  const shorter = structuredClone(position);          // a list of what lies there: it gets shorter
  path.slice(0, -1).reduce((at, step) => at[step], shorter).splice(path.at(-1), 1);
  return shorter;
}

/** Whether something lies in a field that can be taken up. */
function lies(value) {
  return typeof value === "string" ? value !== EMPTY : typeof value === "number" && value > 0;
}

/** What is held, in words: a thing by its name, one of several by that of its field. */
function called(name, found) {
  return typeof found.value === "number" ? name.split(" · ").at(-1) : told(found);
}

function told({ value, label }) {
  return value === null ? say("setup.nothing") : label ?? String(value);
}
