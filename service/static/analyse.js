// Analyse: a position, its plans ranked while the search goes on, and the line of each on the board.

import { decimal, say } from "/static/words.js";
import { ask, draw, eventsOf, follow, handed, make, progress, recordOf, reveal, running, secretIn, seatAsked, startForm, written } from "/static/study.js";
import { Line } from "/static/line.js";

const FEW = 5;              // plans shown at first
const EVERY = 0.4;          // seconds between two reports
const Z95 = 1.959964;
const LONGEST = 60;         // seconds of one search
const byId = (id) => document.getElementById(id);
const line = new Line(fail);

let position = null;        // what is analysed
let record = null;          // the game it came from, if it came from one
let search = null;          // the search that runs, with how to stop it
let latest = null;          // the last document
let chosen = null;          // the moves of the plan whose line is on the board
let all = false;            // all plans are shown

// ---- which position -----------------------------------------------------------------------------

function fail(error) {
  byId("error").textContent = error.message ?? String(error);
  reveal(byId("error"));
}

async function use(found) {
  const document_ = typeof found === "string" ? JSON.parse(found) : found;
  halt();
  byId("error").textContent = "";
  const checked = await ask("POST", "/positions/check", { position: document_, svg: false });
  if (!checked.ok) {
    fail(new Error(checked.error.message));
    return;
  }
  position = document_;
  latest = chosen = null;
  byId("text").value = written(position);
  byId("source").open = false;
  byId("bench").hidden = false;
  byId("longer").hidden = true;
  forget();
  await line.place(position);
  const seat = typeof checked.toMove === "number";
  byId("begin").disabled = !seat;
  byId("status").textContent = seat ? say("analyse.ready", { seat: checked.toMove })
    : checked.toMove === "chance" ? say("analyse.chance") : say("analyse.over");
}

function forget() {
  for (const id of ["headline", "verdict", "why", "work"]) byId(id).textContent = "";
  for (const id of ["plans-card", "scores-card", "single"]) byId(id).hidden = true;
  progress(0);
}

async function fromRecord(text, number) {
  record = text;
  const events = eventsOf(text), slider = byId("number");
  slider.max = events;
  slider.value = number ?? events;
  byId("by-number").hidden = false;
  await atNumber();
}

async function atNumber() {
  const number = Number(byId("number").value);
  document.querySelector("#by-number output").textContent = say("study.event", { number, events: byId("number").max });
  try {
    const found = await ask("POST", "/records/positions", { record, number });
    await use(found.position);
    if (found.warning) fail({ message: found.warning });
  } catch (error) {
    fail(error);
  }
}

byId("number").addEventListener("change", atNumber);
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
  await fromRecord(await recordOf(secret), number);
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
  search?.follower?.close();
  if (search?.follower) search.follower.stop();
  search = null;
  running(false);
}

async function begin(seconds) {
  halt();
  byId("error").textContent = "";
  running(true);
  byId("longer").hidden = true;
  byId("status").textContent = say("analyse.asked");
  const mine = search = { seconds };
  try {
    const found = await ask("POST", "/analyses", { position, maxSeconds: seconds, reportDuringSearchEvery: EVERY });
    if (search !== mine) return;
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
    if (event === "done") over();
    show(data, event === "done");
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
  byId("work").textContent = "";
  byId("status").textContent = say("analyse.stopping");
  search?.follower?.stop();
});
byId("longer").addEventListener("click", () => begin(Number(byId("longer").dataset.seconds)));

// ---- what is known ------------------------------------------------------------------------------

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
    byId("why").textContent = [found.words.why, found.words.next, found.words.rough].filter(Boolean).join(" ");
  } else {
    byId("headline").textContent = byId("verdict").textContent = byId("why").textContent = "";
  }
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

// ---- from elsewhere -----------------------------------------------------------------------------

startForm(document.querySelector("form.start"), (found) => {
  record = null;
  byId("by-number").hidden = true;
  use(found).catch(fail);
}, fail).catch(fail);

const given = handed(), asked = seatAsked();
if (given?.position) use(given.position).catch(fail);
else if (given?.record) fromRecord(given.record, given.number).catch(fail);
else if (asked) byLink(asked.seat, asked.after).catch(fail);
window.addEventListener("pagehide", () => search?.follower?.close());
