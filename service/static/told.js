// What happened at a table, in short lines: what one seat does in a row, or luck draws in a row, stands together.

import { called, renamed } from "/static/seats.js";
import { say } from "/static/words.js";
import { draw, make } from "/static/study.js";

const FOR = say("table.for", { name: "", owner: "" });
const ROLLED = new RegExp(`^(?:${say("table.rolled")})((?: [1-6])+)$`);      // what dice show
const MANY = 4;             // moves of one turn are told in full,
const LONG = 110;           // or as many as fit into so many letters
const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };

/** For whom a seat acts, in what the server calls it, such as `seat 2 for green`; undefined: for itself. */
export function ownerOf(who) {
  return who?.split(FOR)[1];
}

/** Who did it: a seat by its number, and for whom if not for itself. */
export function who(entry) {
  if (entry.seat === null) return say("table.luck");
  const owner = ownerOf(entry.who);
  const name = called(entry.seat);
  return owner ? say("table.for", { name, owner }) : name;
}

/** Runs of entries by who did it, in order: [{entry, moves}]. */
export function runs(entries) {
  const found = [];
  for (const entry of entries) {
    const last = found.at(-1);
    if (last && last.entry.seat === entry.seat && last.entry.who === entry.who) last.moves.push(entry.move);
    else found.push({ entry, moves: [entry.move] });
  }
  return found;
}

/** `tile church, knowledge 2; goods red x2`: what draws in a row begin with is said once. */
export function drawn(moves) {
  return kinds(moves).map(({ kind, rests }) => `${kind} ${[...rests].map(([text, count]) => text + times(count)).join(", ")}`.trim())
    .join("; ");
}

/** Draws in a row by what they begin with: [{kind, rests: how often each rest}]. */
function kinds(moves) {
  const found = [];
  for (const move of moves) {
    const [kind, ...rest] = move.split(" ");
    if (found.at(-1)?.kind !== kind) found.push({ kind, rests: new Map() });
    const { rests } = found.at(-1), text = rest.join(" ");
    rests.set(text, (rests.get(text) ?? 0) + 1);
  }
  return found;
}

function times(count) {
  return count > 1 ? ` ×${count}` : "";
}

/** What was drawn, with the pictures of dice in the place of their numbers. */
function pictured(moves) {
  return kinds(moves).flatMap(({ kind, rests }, place) => [`${place ? "; " : ""}${kind}${rests.has("") ? "" : " "}`,
    ...[...rests].flatMap(([text, count], number) => {
      const thrown = faces(`${kind} ${text}`), before = number ? ", " : "";
      return thrown.length ? [before, ...thrown.map(die), make("span", { class: "unseen" }, text), times(count)]
        : [before + text + times(count)];
    })]);
}

export function words({ entry, moves }) {
  return entry.seat === null ? drawn(moves.map(open)) : moves.map(open).join("; ");
}

function open(move) {
  return move === "(hidden)" ? say("table.hidden") : renamed(move);
}

/** The faces of dice that a roll shows; empty for other texts. */
export function faces(move) {
  const found = move.match(ROLLED);
  return found ? found[1].trim().split(" ").map(Number) : [];
}

export function die(face) {
  return draw("svg", { class: "die", viewBox: "0 0 20 20", "aria-hidden": "true" },
    draw("rect", { x: 1, y: 1, width: 18, height: 18, rx: 4 }),
    ...PIPS[face].map(([x, y]) => draw("circle", { cx: 10 + 5 * x, cy: 10 + 5 * y, r: 1.9 })));
}

/** How often each kind of move is in a run, by its first word: `run ×5, road ×3`. */
function shortly(moves) {
  const counts = new Map();
  for (const move of moves) {
    const [kind] = open(move).split(/[ :]/);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => kind + times(count)).join(", ");
}

/** A run in words, and a long one in fewer. */
export function briefly(run) {
  return folds(run) ? shortly(run.moves) : words(run);
}

function folds(run) {
  return run.entry.seat !== null && run.moves.length > MANY && words(run).length > LONG;
}

/** A run as an element of a list; a long turn of a seat unfolds. */
export function line(run) {
  const name = make("span", { class: run.entry.seat === null ? "chance" : `seat seat-${run.entry.seat}` }, `${who(run.entry)} `);
  if (folds(run)) {
    return make("li", {}, make("details", {}, make("summary", {}, name, shortly(run.moves)),
      make("ol", { class: "turn" }, ...run.moves.map((move) => make("li", {}, open(move))))));
  }
  const told = run.entry.seat === null ? pictured(run.moves.map(open)) : [words(run)];
  return make("li", {}, name, make("span", {}, ...told));
}
