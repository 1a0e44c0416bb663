// Analyse: a position and what may follow it. Any move is tried by clicks, what was tried is kept as a tree with what the
// search has found at each place, and the search goes on while one looks. Plans are ranked, and their lines shown.

import { decimal, say } from "/static/words.js";
import { ask, draw, eventsOf, follow, handed, handOver, make, progress, recordOf, reveal, running, secretIn, seatAsked, startForm, written } from "/static/study.js";
import { Line, mover } from "/static/line.js";
import { Onwards } from "/static/onwards.js";
import { Rules } from "/static/rules.js";
import { packed, unpacked } from "/static/share.js";
import { Tree } from "/static/tree.js";
import { What } from "/static/what.js";

const FEW = 5;              // plans shown at first
const EVERY = 0.4;          // seconds between two reports
const Z95 = 1.959964;
const LONGEST = 60;         // seconds of one search that is asked for again
const PAUSE = 200;          // milliseconds at a place before its search begins: who steps through many looks at few
const SHARED = "at";        // what the link to a shared position begins with,
const HERE = "here";        // and that to a game under way
const byId = (id) => document.getElementById(id);
const part = (name) => document.querySelector(`[data-part="${name}"]`);
const line = new Line({ failed: fail, shown, played, beyond });
const tree = new Tree(part("tree"), (node) => visit(node), valued);
const onwards = new Onwards(() => line.now.position, fail);
const rules = new Rules(), what = new What({ board: line.board, rules, moves: () => line.choice.moves });

let position = null;        // the root of what is analysed,
let view = null;            // the seat from which the rest of it is hidden
let record = null;          // the game it came from, if it came from one
let on = false;             // a search runs wherever one looks
let search = null;          // the search that runs, with how to stop it
let latest = null;          // the last document of this place
let chosen = null;          // the moves of the plan whose line is on the board
let all = false;            // all plans are shown
let lens = 0;               // the seat whose chance is told, with two of them

// ---- which position -----------------------------------------------------------------------------

function fail(error) {
  byId("error").textContent = error.message ?? String(error);
  reveal(byId("error"));
}

/** Analyse a position, seen by the seat `eyes`; after the moves of `path`, if any; `begin` a search at once. */
async function use(found, { eyes = null, path = [], begin = false } = {}) {
  const document_ = typeof found === "string" ? JSON.parse(found) : found;
  halt();
  byId("error").textContent = "";
  const checked = await ask("POST", "/positions/check", { position: document_, svg: false });
  if (!checked.ok) {
    fail(new Error(checked.error.message));
    return;
  }
  position = document_;
  view = eyes;
  on = begin;
  lens = eyes ?? (typeof checked.toMove === "number" ? checked.toMove : 0);
  byId("text").value = written(position);
  byId("source").open = false;
  byId("bench").hidden = false;
  byId("longer").hidden = true;
  part("guess").hidden = view === null;
  tree.begin();
  await visit(path.length ? await walked(tree.root, path) : tree.root);
}

/** The node after moves of a path: each is made where it can be. */
async function walked(from, path) {
  let node = from;
  for (const move of path) {
    const step = await stepAt(node);
    if (!step.legal.some((each) => each.move === move)) break;
    node = tree.add(node, [move], step.toMove);
  }
  return node;
}

async function stepAt(node, more = {}) {
  const before = tree.path(node);
  return ask("POST", "/positions/line", { position, moves: before, number: before.length, seat: view, legal: true, ...more });
}

// ---- the tree -----------------------------------------------------------------------------------

/** Go to a place of the tree: its board, what is known of it, and a search there if one is to run. */
async function visit(node) {
  halt();
  tree.at = node;
  if (node.parent) node.parent.last = node;
  latest = node.found;
  chosen = null;
  byId("error").textContent = "";
  byId("longer").hidden = true;
  part("remove").disabled = !node.parent;
  tree.show();
  forget();
  if (latest) show(latest, node.done);
  await line.place(position, view, tree.path(node));
}

/** A step is on the board: one of the line, or the place itself. */
function shown(step, number) {
  const node = tree.at;
  line.lead({ before: node.parent !== null, after: number === 0 && tree.next(node) !== null });
  onwards.offer(line.now.position.seats ?? 2, step.toMove);
  rules.show({ seats: 2, ...step.position, rules: step.rules });
  what.offer(step.rules !== null);
  if (number || node.step === step) return;
  node.step = step;
  tree.show();
  balance();
  const seat = typeof step.toMove === "number";
  byId("begin").disabled = !seat;
  if (!latest) byId("status").textContent = seat ? say("analyse.ready", { seat: step.toMove })
    : step.toMove === "chance" ? say("analyse.chance") : say("analyse.over");
  if (on && seat && !node.done) later(node);
}

/** A move was chosen on the board after the moves `kept` of the line: all of them are a variation now. */
async function played(moves, kept) {
  let node = tree.at;
  try {
    for (const move of [...kept, ...moves]) node = tree.add(node, [move], (node.step ??= await stepAt(node)).toMove);
  } catch (error) {
    fail(error);
    return;
  }
  await visit(node);
}

function beyond(by) {
  const node = by < 0 ? tree.at.parent : tree.next(tree.at);
  if (node) visit(node);
}

part("luck").addEventListener("click", async () => {
  const at = tree.at, { drawn } = await stepAt(at, { luck: Math.floor(Math.random() * 2 ** 32) }).catch((error) => fail(error) ?? {});
  if (drawn?.length && at === tree.at) visit(tree.add(at, drawn, "chance"));
});
part("remove").addEventListener("click", () => tree.at.parent && visit(tree.remove(tree.at)));

/** The chance to win at a place, of one seat: {seat, chance}; null: nothing is known. */
function chanceAt(node) {
  const seats = position.seats ?? 2, winners = node.step?.winners;
  if (winners) return { seat: lens, chance: winners.includes(lens) ? 1 / winners.length : 0 };
  let found = null;
  const best = node.found && candidates(node.found)[0];
  if (best) found = { seat: node.found.currentPlayer, chance: node.found.rootInfo.winChance ?? best.winrate };
  else if (node.parent?.found && node.moves.length === 1) {
    const info = node.parent.found.moveInfos.find((each) => each.move === node.moves[0]);
    if (info?.visits) found = { seat: node.parent.found.currentPlayer, chance: info.winrate };
  }
  return found && seats === 2 && found.seat !== lens ? { seat: lens, chance: 1 - found.chance } : found;
}

function valued(node) {
  const found = chanceAt(node);
  return found && { text: `${percent(found.chance, 0)} %`, seat: found.seat };
}

/** The bar beside the board: how likely a seat is to win. */
function balance() {
  const found = chanceAt(tree.at), bar_ = part("balance");
  bar_.querySelector(".fill").setAttribute("height", String(found ? 100 * found.chance : 0));
  bar_.querySelector(".fill").setAttribute("y", String(found ? 100 - 100 * found.chance : 100));
  bar_.querySelector(".fill").setAttribute("class", `fill seat-${found?.seat ?? 0}`);
  bar_.classList.toggle("unknown", !found);
  const told = found ? say("analyse.bar", { who: mover(found.seat), percent: percent(found.chance) }) : say("analyse.bar_empty");
  bar_.setAttribute("aria-label", told);
  part("balance-told").textContent = told;
}

// ---- where it comes from ------------------------------------------------------------------------

async function fromRecord(text, number, begin = false) {
  record = text;
  const events = eventsOf(text), slider = byId("number");
  slider.max = events;
  slider.value = number ?? events;
  byId("by-number").hidden = false;
  await atNumber(begin);
}

async function atNumber(begin = on) {
  const number = Number(byId("number").value);
  document.querySelector("#by-number output").textContent = say("study.event", { number, events: byId("number").max });
  try {
    const found = await ask("POST", "/records/positions", { record, number });
    await use(found.position, { begin });
    if (found.warning) fail({ message: found.warning });
  } catch (error) {
    fail(error);
  }
}

byId("number").addEventListener("change", () => atNumber());
byId("number").addEventListener("input", () => {
  document.querySelector("#by-number output").textContent =
    say("study.event", { number: byId("number").value, events: byId("number").max });
});
byId("by-number").addEventListener("submit", (event) => event.preventDefault());
byId("by-link").addEventListener("submit", (event) => {
  event.preventDefault();
  byLink(byId("link").value).catch(fail);
});
byId("by-text").addEventListener("submit", (event) => {
  event.preventDefault();
  byText(byId("text").value).catch(fail);
});

async function byLink(text, number) {
  const secret = secretIn(text);
  if (!secret) throw new Error(say("study.no_link"));
  let found;
  try {
    found = await recordOf(secret);
  } catch (error) {
    if (error.status !== 409) throw error;
    await underWay(secret);             // what its seat knows of it
    return;
  }
  await fromRecord(found, number);
}

/** The position of a game under way as this seat knows it. */
async function underWay(secret, begin = false) {
  const found = await ask("GET", `/seats/${encodeURIComponent(secret)}/position`);
  record = null;
  byId("by-number").hidden = true;
  await use(found.position, { eyes: found.view, begin });
}

async function byText(text) {
  if (text.includes("ludosoph-record/")) {
    await fromRecord(text);
    return;
  }
  record = null;
  byId("by-number").hidden = true;
  const checked = await ask("POST", "/positions/check", { text, svg: false });
  if (!checked.ok) {
    const at = checked.error.line === null ? "" : say("study.at", { line: checked.error.line, column: checked.error.column });
    throw new Error(`${at} ${checked.error.message}`.trim());
  }
  await use(text);
}

// ---- the search ---------------------------------------------------------------------------------

function halt() {
  clearTimeout(waiting);
  search?.follower?.close();
  if (search?.follower) search.follower.stop();
  search = null;
  running(false);
}

let waiting = 0;

function later(node) {
  running(true);
  clearTimeout(waiting);
  waiting = setTimeout(() => node === tree.at && begin(Number(byId("seconds").value)), PAUSE);
}

async function begin(seconds) {
  halt();
  on = true;
  byId("error").textContent = "";
  running(true);
  byId("longer").hidden = true;
  byId("status").textContent = say("analyse.asked");
  const mine = search = { seconds, node: tree.at };
  try {
    const found = await ask("POST", "/analyses", { position, moves: tree.path(tree.at), maxSeconds: seconds, reportDuringSearchEvery: EVERY,
      ...(view === null ? {} : { view }) });
    if (search !== mine) {
      ask("DELETE", `/searches/${encodeURIComponent(found.search)}`).catch(() => null);
      return;
    }
    mine.follower = follow(found.search, (event, data) => search === mine && told(event, data));
  } catch (error) {
    if (search !== mine) return;
    search = null;
    running(false);
    byId("status").textContent = "";
    fail(error);
  }
}

function told(event, data) {
  if (event === "progress") {
    progress(data.progress);
    if (data.waiting) byId("status").textContent = say("analyse.waiting", { place: data.waiting });
  } else if (event === "failed") {
    over();
    fail(new Error(data.error));
  } else {
    const { node } = search;
    node.found = data;
    node.done = event === "done";
    if (event === "done") over();
    show(data, event === "done");
    tree.show();
  }
}

function over() {
  byId("work").textContent = "";
  const seconds = search.seconds;
  search = null;
  running(false);
  byId("longer").hidden = seconds >= LONGEST;
  byId("longer").dataset.seconds = Math.min(LONGEST, 2 * seconds);
}

byId("search").addEventListener("submit", (event) => {
  event.preventDefault();
  begin(Number(byId("seconds").value));
});
byId("stop").addEventListener("click", () => {
  on = false;
  byId("work").textContent = "";
  byId("status").textContent = say("analyse.stopping");
  if (search) search.follower?.stop();
  else halt();
});
byId("longer").addEventListener("click", () => begin(Number(byId("longer").dataset.seconds)));

// ---- what is known ------------------------------------------------------------------------------

function forget() {
  for (const id of ["headline", "verdict", "why", "work", "status"]) byId(id).textContent = "";
  for (const id of ["plans-card", "scores-card", "single"]) byId(id).hidden = true;
  progress(0);
}

function show(found, done) {
  latest = found;
  const root = found.rootInfo;
  if (done) progress(1);
  const work = { visits: decimal(root.visits, 0), seconds: decimal(root.seconds) };
  byId("status").textContent = done ? say("analyse.done", work) : "";
  byId("work").textContent = done ? "" : say("analyse.running", work);       // too often for those who listen
  if (done) {
    byId("headline").textContent = found.words.headline;
    byId("verdict").textContent = [found.words.verdict, found.words.order].filter(Boolean).join(" ");
    byId("why").textContent = [found.words.why, found.words.contrast, found.words.next, found.words.rough].filter(Boolean).join(" ");
  } else {
    byId("headline").textContent = byId("verdict").textContent = byId("why").textContent = "";
  }
  balance();
  showPlans(done);
  showScores(found);
  showMoves(found);
}

/** The plans, or while the search has none the moves with what is expected after them. */
function candidates(found) {
  return found.planInfos.length ? found.planInfos
    : found.moveInfos.filter((info) => info.visits).slice(0, 8).map((info) => ({ ...info, moves: info.pv }));
}

function showPlans(done) {
  const found = latest, list = candidates(found), shown = all ? list : list.slice(0, FEW);
  byId("plans-card").hidden = !list.length;
  const focused = document.activeElement?.closest?.("#plans button")?.dataset.moves;
  byId("plans").replaceChildren(...shown.map((info) => planItem(found, info)));
  if (focused) [...byId("plans").querySelectorAll("button")].find((button) => button.dataset.moves === focused)?.focus();
  byId("all-plans").hidden = list.length <= FEW;
  byId("all-plans").textContent = all ? say("analyse.fewer") : say("analyse.more", { plans: list.length });
  if (done && list.length && (chosen === null || !list.some((info) => key(info) === chosen))) choose(list[0]);
}

function key(info) {
  return info.moves.join("\n");
}

byId("all-plans").addEventListener("click", () => {
  all = !all;
  showPlans(false);
});

function planItem(found, info) {
  const sure = info.winrateStderr === undefined ? null : Z95 * info.winrateStderr;
  const low = sure === null ? info.winrate : Math.max(0, info.winrate - sure);
  const high = sure === null ? info.winrate : Math.min(1, info.winrate + sure);
  const told = [];
  if (info.loss !== undefined) {
    told.push(info.order === 0 ? say("analyse.best_chance", { percent: percent(info.pBest, 0) })
      : `${say("analyse.loses", { points: percent(info.loss) })} · ${say("analyse.best_chance", { percent: percent(info.pBest, 0) })}`);
  }
  const button = make("button", {
    type: "button", class: "plan", "data-moves": key(info), "aria-pressed": String(key(info) === chosen),
    onclick: () => {
      choose(info);
      reveal(byId("board"));
    } },
    make("span", { class: "what" }, info.moves.join("; ")),
    make("span", { class: "odds" }, say("analyse.wins", { percent: percent(info.winrate) }),
         sure === null ? null : make("span", { class: "soft small" }, ` ${say("analyse.between", { low: percent(low, 0), high: percent(high, 0) })}`)),
    bar(info.winrate, low, high),
    told.length ? make("span", { class: "soft small" }, ...told) : null);
  return make("li", { class: info.level === false ? "behind" : "" }, button);
}

function bar(chance, low, high) {
  return draw("svg", { class: "interval", viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
    draw("rect", { class: "ground", width: 100, height: 6, rx: 1 }),
    draw("rect", { class: "fill", width: 100 * chance, height: 6, rx: 1 }),
    ...(high > low ? [draw("rect", { class: "unsure", x: 100 * low, y: 2, width: 100 * (high - low), height: 2 })] : []));
}

function percent(share, digits = 1) {
  return decimal(100 * share, digits);
}

/** Put the line of a plan on the board: its moves, then what probably follows. */
function choose(info) {
  chosen = key(info);
  for (const button of byId("plans").querySelectorAll("button")) {
    button.setAttribute("aria-pressed", String(button.dataset.moves === chosen));
  }
  const turns = [{ seat: latest.currentPlayer, moves: info.moves }, ...(info.next ?? [])];
  line.follow(turns.flatMap((turn) => turn.moves), turns.flatMap((turn) => turn.moves.map(() => turn.seat)));
}

function showScores(found) {
  const rows = found.planInfos.filter((info) => info.scoreMean), root = found.rootInfo;
  byId("scores-card").hidden = !rows.length || root.scoreIsResult;
  if (!rows.length) return;
  const seats = rows[0].scoreMean.map((_, seat) => seat), first = rows[0];
  const head = make("tr", {}, make("th", { scope: "col" }, say("analyse.plan")),
    ...seats.map((seat) => make("th", { scope: "col" }, make("span", { class: `seat seat-${seat}` }, say("study.seat", { seat })),
      seat === found.currentPlayer ? ` ${say("analyse.to_move")}` : "")), make("th", { scope: "col" }, say("analyse.ahead")));
  const body = rows.map((info) => make("tr", {},
    make("th", { scope: "row" }, `${info.order + 1}. ${info.moves.join("; ")}`),
    ...seats.map((seat) => make("td", {}, points(info.scoreMean[seat], info.scoreStderr[seat]),
      info === first ? null : make("span", { class: `small ${tone(info.scoreMean[seat] - first.scoreMean[seat], seat === found.currentPlayer)}` },
        ` ${signed(info.scoreMean[seat] - first.scoreMean[seat])}`))),
    make("td", {}, `${signed(info.margin)} ±${decimal(Z95 * info.marginStderr)}`)));
  byId("scores").replaceChildren(make("thead", {}, head), make("tbody", {}, ...body));
}

function tone(difference, own) {
  return Math.abs(difference) < 0.05 ? "soft" : (difference > 0) === own ? "up" : "down";
}

function points(mean, error) {
  return `${decimal(Math.round(10 * mean) / 10 + 0)} ±${decimal(Z95 * error)}`;
}

function signed(x) {
  return (x < 0 ? "−" : "+") + decimal(Math.abs(x));
}

function showMoves(found) {
  const rows = found.moveInfos.filter((info) => info.winrate !== null);
  byId("single").hidden = !rows.length;
  const head = make("tr", {}, ...[say("analyse.move"), say("analyse.chance_to_win"), say("analyse.visits"), say("analyse.prior")]
    .map((name) => make("th", { scope: "col" }, name)));
  byId("moves").replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows.map((info) => make("tr", {},
    make("th", { scope: "row" }, info.move),
    make("td", {}, `${percent(info.winrate)} %` + (info.winrateStderr === undefined ? "" : ` ±${percent(Z95 * info.winrateStderr)}`)),
    make("td", {}, decimal(info.visits, 0)),
    make("td", {}, `${percent(info.prior)} %`)))));
}

// ---- where it leads -----------------------------------------------------------------------------

part("share").addEventListener("click", async () => {
  const link = new URL("/analyse", location.href);
  link.hash = `${SHARED}=${await packed({ position, view, moves: tree.path(tree.at) })}`;
  part("share-link").value = link.href;
  part("shared").hidden = false;
  part("share-link").select();
  if (navigator.clipboard) await navigator.clipboard.writeText(link.href).catch(() => null);
  else document.execCommand("copy");          // a page that did not come by HTTPS has no clipboard
});
part("set-up").addEventListener("click", () => {
  handOver({ position: line.now.position });
  location.assign("/setup");
});

// ---- from elsewhere -----------------------------------------------------------------------------

startForm(document.querySelector("form.start"), (found) => {
  record = null;
  byId("by-number").hidden = true;
  use(found).catch(fail);
}, fail).catch(fail);

async function shared(letters) {
  const found = await unpacked(letters).catch(() => null);
  if (typeof found?.position !== "object") throw new Error(say("analyse.no_share"));
  await use(found.position, {
    eyes: Number.isInteger(found.view) ? found.view : null, path: Array.isArray(found.moves) ? found.moves : [], begin: true });
}

const given = handed(), asked = seatAsked(), hash = new URLSearchParams(location.hash.slice(1));
if (given?.position) use(given.position, { begin: true }).catch(fail);
else if (given?.record) fromRecord(given.record, given.number, true).catch(fail);
else if (hash.has(SHARED)) shared(hash.get(SHARED)).catch(fail);
else if (hash.has(HERE)) underWay(hash.get(HERE), true).catch(fail);
else if (asked) byLink(asked.seat, asked.after).catch(fail);
window.addEventListener("pagehide", () => search?.follower?.close());
