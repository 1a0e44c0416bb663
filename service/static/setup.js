// Set up: a position as text, checked as one types, with the picture beside it and the place of an error marked.

import { say } from "/static/words.js";
import { Onwards } from "/static/onwards.js";
import { Placing } from "/static/placing.js";
import { Rules } from "/static/rules.js";
import { ask, debounced, eventsOf, handed, handOver, make, recordOf, reveal, secretIn, seatAsked, startForm, written } from "/static/study.js";
import { What } from "/static/what.js";

const PAUSE = 250;          // milliseconds without a key before the text is checked
const byId = (id) => document.getElementById(id);
const text = byId("text"), backdrop = byId("backdrop");

const onwards = new Onwards(() => right, fail);
const placing = new Placing(byId("board"), readable, put);
const rules = new Rules(), what = new What({ board: placing.board, rules, moves: () => legal });

let legal = [];            // moves of the position that is shown
let record = null, right = null, turn = 0, wrong = null;

function fail(error) {
  byId("error").textContent = error.message ?? String(error);
  reveal(byId("error"));
}

// ---- what it starts from ------------------------------------------------------------------------

function put(position) {
  byId("error").textContent = "";
  text.value = written(position);
  text.scrollTop = 0;
  byId("source").open = false;
  check();
}

startForm(document.querySelector("form.start"), (position) => {
  record = null;
  byId("by-number").hidden = true;
  put(position);
}, fail).catch(fail);

byId("by-link").addEventListener("submit", (event) => {
  event.preventDefault();
  byLink(byId("link").value).catch(fail);
});
byId("by-number").addEventListener("submit", (event) => event.preventDefault());
byId("number").addEventListener("change", () => atNumber().catch(fail));
byId("number").addEventListener("input", showNumber);

async function byLink(link, number) {
  const secret = secretIn(link);
  if (!secret) throw new Error(say("study.no_link"));
  await fromRecord(await recordOf(secret), number);
}

async function fromRecord(found, number) {
  record = found;
  byId("number").max = eventsOf(found);
  byId("number").value = number ?? byId("number").max;
  byId("by-number").hidden = false;
  await atNumber();
}

async function atNumber() {
  showNumber();
  put((await ask("POST", "/records/positions", { record, number: Number(byId("number").value) })).position);
}

function showNumber() {
  document.querySelector("#by-number output").textContent =
    say("study.event", { number: byId("number").value, events: byId("number").max });
}

/** The position in the text, even one that is wrong; null where it is no JSON. */
function readable() {
  try {
    const found = JSON.parse(text.value);
    return typeof found?.game === "string" ? found : null;
  } catch {
    return null;
  }
}

// ---- the text -----------------------------------------------------------------------------------

text.addEventListener("input", () => {
  paint(null);
  later();
});
text.addEventListener("scroll", () => {
  backdrop.scrollTop = text.scrollTop;
  backdrop.scrollLeft = text.scrollLeft;
});
const later = debounced(check, PAUSE);

async function check() {
  const mine = ++turn, given = text.value;
  if (!given.trim()) {
    judge("", say("setup.empty"));
    return;
  }
  try {
    const found = given.includes("ludosoph-record/") && !given.trimStart().startsWith("[") ? await ofRecord(given)
      : await ask("POST", "/positions/check", { text: given, svg: true });
    if (mine === turn && found) tell(found, given);
  } catch (error) {
    if (mine === turn) judge("bad", error.message);
  }
}

/** A record that was pasted stands for the positions of its game. */
async function ofRecord(given) {
  await fromRecord(given);
  return null;
}

function tell(found, given) {
  if (!found.ok) {
    const { line, column } = found.error;
    wrong = line === null ? null : offset(given, line, column);
    judge("bad", line === null ? "" : `${say("study.at", { line, column })} `, ...explained(found.error));
    paint(wrong);
    return;
  }
  right = JSON.parse(given);
  const who = typeof found.toMove === "number" ? say("setup.to_move", { seat: found.toMove })
    : found.toMove === "chance" ? say("setup.chance") : say("setup.over");
  judge("good", `${say("setup.right")} ${who}`);
  paint(null);
  placing.show(found.svg, found.names);
  if (!byId("fields").options.length) ask("POST", "/positions/values", { position: right }).then((all) => placing.list(all)).catch(() => null);
  byId("as-text").hidden = false;
  document.querySelector(".board-text").textContent = found.text;
  byId("legal").hidden = !found.moves.length;
  const count = { moves: found.moves.length };
  byId("legal").querySelector("summary").textContent = found.toMove === "chance" ? say("setup.outcomes", count) : say("setup.moves", count);
  legal = found.moves;
  byId("legal").querySelector("ul").replaceChildren(...legal.map((each) => {
    const button = make("button", { type: "button", class: "plain", "data-move": each.move, onclick: () => what.pin(what.focused(button)) }, each.move);
    return make("li", {}, button);
  }));
  rules.show({ seats: 2, ...right, rules: found.rules });
  what.offer(found.rules !== null);
  offer(found);
}

/** What is wrong: the field by its name, where that is another language than the position's, then by its place there. */
function explained({ message, place, name }) {
  if (place === null || !message.startsWith(`${place}: `)) return [message];
  return [document.documentElement.lang === "en" ? "" : `${name} `, make("code", {}, place), message.slice(place.length)];
}

function offer(found) {
  onwards.offer(right.seats ?? 2, found.toMove);
  byId("analyse").disabled = found.toMove === null;
}

/** What is said of the text; a text that is no position leads nowhere, but the last picture stays, paler. */
function judge(kind, ...words) {
  byId("verdict").className = `verdict ${kind}`;
  byId("verdict").replaceChildren(...words);
  byId("to-place").hidden = kind !== "bad" || wrong === null;
  byId("tidy").disabled = byId("save").disabled = kind !== "good";
  byId("board").classList.toggle("stale", kind === "bad");
  text.setAttribute("aria-invalid", String(kind === "bad"));
  if (kind !== "good") {
    right = null;
    onwards.close();
    byId("analyse").disabled = true;
  }
  if (kind !== "bad") wrong = null;
}

function offset(given, line, column) {
  const start = given.split("\n").slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
  const token = given.slice(start).match(/^("(?:[^"\\]|\\.)*"|[^\s,\]}]+|.)/s);
  return { start, end: start + (token ? token[0].length : 1) };
}

/** The text again, behind the field, with the place of the error marked. */
function paint(place) {
  const given = text.value;
  backdrop.replaceChildren(...(place ? [given.slice(0, place.start),
    make("mark", {}, given.slice(place.start, place.end) || " "), given.slice(place.end), "\n"] : []));
  backdrop.scrollTop = text.scrollTop;
  backdrop.scrollLeft = text.scrollLeft;
}

byId("to-place").addEventListener("click", () => {
  if (!wrong) return;
  text.focus();
  text.setSelectionRange(wrong.start, wrong.end);
  const line = text.value.slice(0, wrong.start).split("\n").length - 1;
  text.scrollTop = line * parseFloat(getComputedStyle(text).lineHeight) - text.clientHeight / 2;
});
byId("tidy").addEventListener("click", () => right && put(right));
byId("save").addEventListener("click", () => {
  const link = make("a", { href: URL.createObjectURL(new Blob([text.value], { type: "application/json" })), download: `${right.game}-position.json` });
  link.click();
  URL.revokeObjectURL(link.href);
});

// ---- where it leads -----------------------------------------------------------------------------

byId("analyse").addEventListener("click", () => {
  handOver({ position: right });
  location.assign("/analyse");
});

const given = handed(), asked = seatAsked();
if (given?.position) put(given.position);
else if (given?.record) fromRecord(given.record, given.number).catch(fail);
else if (asked) byLink(asked.seat, asked.after).catch(fail);
