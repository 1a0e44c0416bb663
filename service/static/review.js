// Review: a game that was played, its course as curves, what decisions cost and what was better, luck and skill.

import { decimal, say } from "/static/words.js";
import { Curves, parts } from "/static/charts.js";
import { ask, eventsOf, follow, handed, handOver, make, markBoard, progress, recordOf, reveal, running, secretIn, seatAsked, showBoard } from "/static/study.js";

const Z95 = 1.959964;
const SIZES = [0.02, 0.05, 0.10];       // win chance lost, from which a mistake is of size 1, 2, 3
const UNTOLD = 0.5;                     // of the win: an error as large says nothing of a cost
const DECIDED = 0.05;                   // of a win chance: below it, or as near to 1, points count as in an even game
const FALLS = 5;                        // chance events named
const LISTED = 12;                      // mistakes named
const byId = (id) => document.getElementById(id);

let record = null, judged = null, search = null, curves = [], shown = 0;

function fail(error) {
  byId("error").textContent = error.message ?? String(error);
  reveal(byId("error"));
}

// ---- which game ---------------------------------------------------------------------------------

async function use(text) {
  byId("error").textContent = "";
  const events = eventsOf(text);
  const last = await ask("POST", "/records/positions", { record: text, number: events });
  halt();
  record = text;
  judged = null;
  byId("result").hidden = true;
  byId("source").open = false;
  byId("asking").hidden = false;
  if (last.warning) fail({ message: last.warning });
  const title = (await ask("GET", "/games")).find((game) => game.name === last.position.game)?.title ?? last.position.game;
  byId("asking-title").textContent = say("review.game", { game: title, events });
  byId("status").textContent = last.toMove === null ? "" : say("review.unfinished");
  await begin();
}

byId("by-link").addEventListener("submit", (event) => {
  event.preventDefault();
  byLink(byId("link").value).catch(fail);
});
byId("by-text").addEventListener("submit", (event) => {
  event.preventDefault();
  use(byId("text").value).catch(fail);
});
byId("file").addEventListener("change", async () => {
  const file = byId("file").files[0];
  if (file) use(await file.text()).catch(fail);
});
for (const name of ["dragover", "dragleave", "drop"]) {
  document.addEventListener(name, async (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    byId("drop").classList.toggle("over", name === "dragover");
    if (name === "drop") use(await event.dataTransfer.files[0].text()).catch(fail);
  });
}

async function byLink(text) {
  const secret = secretIn(text);
  if (!secret) throw new Error(say("study.no_link"));
  await use(await recordOf(secret));
}

// ---- the review ---------------------------------------------------------------------------------

function halt() {
  search?.close();
  search?.stop();
  search = null;
  running(false);
}

byId("ask").addEventListener("submit", (event) => {
  event.preventDefault();
  begin();
});

async function begin() {
  halt();
  byId("error").textContent = "";
  running(true);
  progress(0);
  byId("status").textContent = say("analyse.asked");
  try {
    const found = await ask("POST", "/reviews", { record, simulations: Number(byId("simulations").value) });
    const mine = search = follow(found.search, (name, data) => search === mine && told(name, data));
  } catch (error) {
    running(false);
    byId("status").textContent = "";
    fail(error);
  }
}

byId("simulations").addEventListener("change", () => record && begin());
byId("stop").addEventListener("click", () => {
  halt();
  progress(0);
  byId("work").textContent = "";
  byId("status").textContent = say("review.stopped");
});

function told(name, data) {
  if (name === "progress") {
    progress(data.progress);
    byId("status").textContent = data.waiting ? say("analyse.waiting", { place: data.waiting }) : "";
    byId("work").textContent = data.waiting ? "" : say("review.running", { percent: decimal(100 * data.progress, 0) });
    return;
  }
  byId("work").textContent = "";
  search = null;
  running(false);
  if (name === "failed") {
    byId("status").textContent = "";
    fail(new Error(data.error));
  } else if (name === "done") {
    progress(1);
    byId("status").textContent = say("review.done", { decisions: data.rows.length, simulations: data.simulations });
    judged = data;
    show();
  }
}

// ---- what came of it ----------------------------------------------------------------------------

function seatName(seat) {
  return say("study.seat", { seat });
}

function show() {
  byId("result").hidden = false;
  const last = judged.trend.at(-1).event;
  byId("event").max = last;
  showSeats();
  showCourse(last);
  showMistakes();
  showFalls();
  showDecisions();
  const worst = mistakes()[0];
  go(worst ? worst.worst.event : last);
}

function showSeats() {
  const { points, win, finished } = judged.luck, scored = hasPoints(), accounts = scored ? points : win;
  const unit = scored ? 1 : 100;
  const most = Math.max(1e-9, ...accounts.flatMap((each) => [
    Math.max(0, each.start) + Math.max(0, each.luck) + Math.max(0, each.decisions),
    -Math.min(0, each.start) - Math.min(0, each.luck) - Math.min(0, each.decisions)]));
  byId("seats").replaceChildren(...accounts.map((each, seat) => {
    const found = judged.totals[seat].accuracy, worth = (x) => signed(unit * x);
    const numbers = {
      result: worth(each.result), start: worth(each.start), luck: worth(each.luck), luck_error: decimal(unit * Z95 * each.luck_stderr),
      decisions: worth(each.decisions), decisions_error: decimal(unit * Z95 * each.decisions_stderr) };
    const sum = scored ? say("review.sum_points", numbers) : say("review.sum_win", numbers);
    return make("section", { class: "seat-card" },
      make("h3", { class: `seat seat-${seat}` }, seatName(seat)),
      make("p", { class: "figure" }, make("strong", {}, found === null ? "–" : decimal(found, 0)), ` ${say("review.accuracy")}`),
      parts(sum, most, [{ kind: "start", value: each.start }, { kind: "luck", value: each.luck }, { kind: "skill", value: each.decisions }]),
      make("p", { class: "key small" }, make("span", { class: "swatch luck" }), say("review.luck", { points: worth(each.luck), error: decimal(unit * Z95 * each.luck_stderr) }),
           make("span", { class: "swatch skill" }), say("review.decisions", { points: worth(each.decisions), error: decimal(unit * Z95 * each.decisions_stderr) })),
      make("p", { class: "small soft" }, finished ? sum : `${say("review.expected")} ${sum}`),
      ...(judged.unknown.includes(seat) ? [make("p", { class: "small soft" }, say("review.unknown"))] : []));
  }));
}

function hasPoints() {
  return judged.luck.points.some((each, seat) => Math.abs(each.result - (2 * judged.luck.win[seat].result - 1)) > 1e-6 && each.result !== 0)
    || judged.trend.some((point) => Math.max(...point.points.map(Math.abs)) > 1.001);
}

function signed(x) {
  return (x < 0 ? "−" : "+") + decimal(Math.abs(x));
}

function percent(share, digits = 1) {
  return decimal(100 * share, digits);
}

/** The calibrated chances of each seat: where it decided, and with two seats where the other one did, too. */
function chances() {
  const seats = judged.totals.length;
  return [...Array(seats).keys()].map((seat) => ({
    name: seatName(seat), kind: `seat-${seat}`,
    points: [...judged.rows.filter((row) => row.seat === seat || seats === 2)
      .map((row) => [row.event, row.seat === seat ? row.best_chance : 1 - row.best_chance, 0]),
      ...(judged.luck.finished ? [[judged.trend.at(-1).event, judged.luck.win[seat].result, 0]] : [])],
  }));
}

function showCourse(last) {
  const seats = judged.totals.length, picked = (event) => go(event);
  const marks = mistakes().map((turn) => ({
    event: turn.worst.event, value: turn.worst.best_chance, size: size(turn), kind: `seat-${turn.seat}`,
    name: `${seatName(turn.seat)}: ${say("review.lost", { percent: percent(turn.cost) })}` }));
  const how = [say("review.chances_label", { seats, events: last })];
  curves = [new Curves(byId("chances"), {
    label: how.join(" "), unit: (value) => `${decimal(100 * value, 0)} %`, series: chances(), marks, last, range: [0, 1], level: 1 / seats, picked })];
  byId("points-part").hidden = !hasPoints();
  if (hasPoints()) {
    const series = [...Array(seats).keys()].map((seat) => ({
      name: seatName(seat), kind: `seat-${seat}`,
      points: judged.trend.map((point) => [point.event, point.points[seat], Z95 * point.points_stderr[seat]]) }));
    curves.push(new Curves(byId("points"), {
      label: say("review.points_label", { seats, events: last }), unit: (value) => decimal(value, 0), series, last, level: 0, picked }));
  }
}

/** Turns that lost something, the costliest first: those that were searched again, then others beyond their error. */
function mistakes() {
  const named = new Map(judged.turns.map((turn) => [turn.turn, turn]));
  const rows = new Map();
  for (const row of judged.rows) rows.set(row.turn, [...(rows.get(row.turn) ?? []), row]);
  for (const [turn, group] of rows) {
    const cost = group.reduce((sum, row) => sum + row.cost, 0);
    const error = Math.hypot(...group.map((row) => row.cost_stderr));
    if (!named.has(turn) && cost > Z95 * error) {
      named.set(turn, { turn, seat: group[0].seat, cost, cost_stderr: error, points: group.reduce((sum, row) => sum + row.points, 0),
        points_stderr: Math.hypot(...group.map((row) => row.points_stderr)), worst: group.reduce((most, row) => row.cost > most.cost ? row : most) });
    }
  }
  return [...named.values()].map((turn) => ({ ...turn, weight: weighed(turn, rows.get(turn.turn)[0].best_chance) }))
    .filter((turn) => turn.weight >= SIZES[0]).sort((one, other) => other.weight - one.weight);
}

/** What a turn lost as a share of the win: by points once the game is decided, as the review ranks it. */
function weighed(turn, begun) {
  return begun > DECIDED && begun < 1 - DECIDED ? turn.cost : Math.max(turn.cost, judged.point * turn.points);
}

/** What a decision cost; where its turn is a mistake, as much as is said of that. */
function costOf(row) {
  return (mistakes().find((turn) => turn.worst.event === row.event) ?? row).cost;
}

function size(turn) {
  return SIZES.filter((least) => turn.weight >= least).length;
}

function sizeName(turn) {
  return { 1: say("review.small"), 2: say("review.medium"), 3: say("review.large") }[size(turn)];
}

function showMistakes() {
  const found = mistakes().slice(0, LISTED), scored = hasPoints();
  byId("no-mistakes").hidden = found.length > 0;
  byId("mistakes").replaceChildren(...found.map((turn) => make("li", { class: `size-${size(turn)}` },
    make("button", { type: "button", class: "mistake", onclick: () => go(turn.worst.event, true) },
      make("span", { class: "row" }, make("span", { class: `mark size-${size(turn)}`, "aria-hidden": "true" }, "▼".repeat(size(turn))),
        make("strong", {}, sizeName(turn)), make("span", { class: `seat seat-${turn.seat}` }, seatName(turn.seat)),
        make("span", { class: "soft small" }, turn.worst.when || say("review.at_event", { event: turn.worst.event }))),
      make("span", {}, say("review.played"), " ", turn.worst.move),
      make("span", { class: "better" }, say("review.better"), " ", better(turn.worst)),
      make("span", { class: "small" }, lost(turn, scored))))));
}

/** What a turn lost, in percent of the win and in points; points alone where the search cannot tell the percent. */
function lost(turn, scored) {
  const points = { points: decimal(turn.points), error: decimal(Z95 * turn.points_stderr) };
  if (scored && Z95 * turn.cost_stderr >= UNTOLD) return say("review.worth_alone", points);
  const won = say("review.worth", { percent: percent(turn.cost), error: percent(Z95 * turn.cost_stderr) });
  return scored ? `${won}, ${say("review.worth_points", points)}` : won;
}

/** The better plan: what the search would have played on to. */
function better(row) {
  return row.pv.length ? row.pv.join("; ") : row.best;
}

function showFalls() {
  const worth = (each) => Math.max(...each.points.map(Math.abs));
  const found = [...judged.luck.events].sort((one, other) => worth(other) - worth(one)).slice(0, FALLS);
  byId("falls-card").hidden = !found.length;
  byId("falls").replaceChildren(...found.map((each) => make("li", {}, make("button", {
    type: "button", class: "mistake", onclick: () => go(each.event + each.draws - 1) },
    make("span", {}, each.biggest ?? fell(each)),
    make("span", { class: "small" }, ...each.points.flatMap((points, seat) => [
      make("span", { class: `seat seat-${seat}` }, seatName(seat)), ` ${signed(points)}  `]),
      make("span", { class: "soft" }, ` ±${decimal(Z95 * Math.max(...each.points_stderr))}`))))));
}

function fell(each) {
  return (each.outcomes.length > 6 ? "… " : "") + each.outcomes.slice(-6).join(", ");
}

function showDecisions() {
  const heads = [say("review.event"), say("review.seat"), say("review.move"), say("review.win"), say("review.cost"), say("review.best")];
  byId("decisions").replaceChildren(
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...judged.rows.map((row) => make("tr", {},
      make("td", {}, make("button", { type: "button", class: "plain", onclick: () => go(row.event, true) }, String(row.event))),
      make("td", {}, make("span", { class: `seat seat-${row.seat}` }, seatName(row.seat))), make("td", {}, row.move),
      make("td", {}, `${percent(row.chance)} %`), make("td", {}, `${percent(row.cost)}${row.sure ? " !" : ""}`),
      make("td", {}, row.move === row.best ? "" : row.best)))));
}

// ---- the board at an event ----------------------------------------------------------------------

/** Show the board before event `event`, and say what happened there. */
async function go(event, asked = false) {
  const turn = ++shown;
  byId("event").value = event;
  for (const each of curves) each.point(event);
  const lines = record.split("\n").filter((line) => line.includes('"move"'));
  const made = lines[event - 1] ? JSON.parse(lines[event - 1]) : null;
  const row = judged.rows.find((each) => each.event === event);
  try {
    const found = await ask("POST", "/records/positions", { record, number: event - 1 });
    if (turn !== shown) return;
    const parts_ = [made ? say("review.at", { event, who: made.seat === "chance" ? say("review.chance") : seatName(made.seat), move: found.move })
      : say("review.end")];
    if (row && row.move !== row.best) parts_.push(say("review.instead", { best: row.best, percent: percent(costOf(row)) }));
    byId("told").textContent = parts_.join(" ");
    showBoard(byId("board"), found.svg);
    byId("board").dataset.event = event;
    byId("analyse").disabled = found.toMove === null;
    if (made) await markMove(found.position, made.move, "✗", "played", turn, row && row.move !== row.best);
    if (row && row.move !== row.best) await markMove(found.position, row.best, "✓", "best", turn);
    if (asked) {
      byId("board").scrollIntoView({ block: "nearest" });
      reveal(byId("told"));               // above it: what was played, and what was better
    }
  } catch (error) {
    if (turn === shown) fail(error);
  }
}

/** What a move touches, marked; what was played has a cross beside something better only. */
async function markMove(position, move, sign, kind, turn, crossed = true) {
  const step = await ask("POST", "/positions/line", { position, moves: [move], number: 0 });
  if (turn === shown) markBoard(byId("board"), step.ids, crossed ? sign : "•", kind);
}

byId("event").addEventListener("input", () => go(Number(byId("event").value)));
byId("analyse").addEventListener("click", () => onwards("/analyse"));
byId("set-up").addEventListener("click", () => onwards("/setup"));

function onwards(page) {
  handOver({ record, number: Number(byId("event").value) - 1 });
  location.assign(page);
}

const given = handed(), asked = seatAsked();
if (given?.record) use(given.record).catch(fail);
else if (asked) byLink(asked.seat).catch(fail);
window.addEventListener("pagehide", () => search?.close());
