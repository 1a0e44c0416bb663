// What happened at a table, in short lines: what one seat does in a row, or luck draws in a row, stands together.

import { say } from "/static/words.js";
import { draw, make } from "/static/study.js";

const PIPS = { 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };

/** Who did it: a seat by its number, and for whom if not for itself. */
export function who(entry, mine = null) {
  if (entry.seat === null) return say("table.luck");
  const owner = entry.who?.match(/ for (.*)$/)?.[1];
  const name = entry.seat === mine ? say("table.you") : say("table.seat", { seat: entry.seat });
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
  const kinds = [];
  for (const move of moves) {
    const [kind, ...rest] = move.split(" ");
    if (kinds.at(-1)?.kind !== kind) kinds.push({ kind, rests: new Map() });
    const rests = kinds.at(-1).rests, text = rest.join(" ");
    rests.set(text, (rests.get(text) ?? 0) + 1);
  }
  return kinds.map(({ kind, rests }) => `${kind} ${[...rests].map(([text, count]) =>
    text + (count > 1 ? ` ×${count}` : "")).join(", ")}`.trim()).join("; ");
}

export function words({ entry, moves }) {
  const open = moves.map((move) => (move === "(hidden)" ? say("table.hidden") : move));
  return entry.seat === null ? drawn(open) : open.join("; ");
}

/** The faces of dice that a roll shows; empty for other texts. */
export function faces(move) {
  const found = move.match(/^(?:roll|white|die)((?: [1-6])+)$/);
  return found ? found[1].trim().split(" ").map(Number) : [];
}

export function die(face) {
  return draw("svg", { class: "die", viewBox: "0 0 20 20", "aria-hidden": "true" },
    draw("rect", { x: 1, y: 1, width: 18, height: 18, rx: 4 }),
    ...PIPS[face].map(([x, y]) => draw("circle", { cx: 10 + 5 * x, cy: 10 + 5 * y, r: 1.9 })));
}

/** A run as an element of a list. */
export function line(run, mine) {
  const dice = run.entry.seat === null ? run.moves.flatMap(faces) : [];
  return make("li", {}, make("span", { class: run.entry.seat === null ? "chance" : `seat seat-${run.entry.seat}` },
    `${who(run.entry, mine)} `), ...dice.map(die), make("span", { lang: "en" }, ` ${words(run)}`));
}
