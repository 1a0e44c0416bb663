// What the pages to analyse, review and set up share: asking the server, boards with marks, positions handed on.

import { language, say } from "/static/words.js";

const API = "/api/v1";
const SVG = "http://www.w3.org/2000/svg";
const HANDED = "ludosoph.handed";       // what one page leaves for the next, in this tab only
const SIMPLE = 750;                     // a picture less wide can be read on a phone as a whole

/** An address of the API whose answer is in the language of the page; that of English has no more to it. */
export function spoken(path) {
  return language === "en" ? API + path : `${API}${path}${path.includes("?") ? "&" : "?"}lang=${language}`;
}

/** Ask the server; the answer as JSON. Throws an Error with its words, and `status` and `field`. */
export async function ask(method, path, body) {
  let answer;
  try {
    answer = await fetch(spoken(path), {
      method, headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw Object.assign(new Error(say("study.offline")), { status: 0, field: null });
  }
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) {
    throw Object.assign(new Error(found.error ?? `${answer.status}`), { status: answer.status, field: found.field ?? null });
  }
  return found;
}

/** An element with these attributes and contents. */
export function make(tag, attributes = {}, ...contents) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "class") made.className = value;
    else if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...contents.filter((each) => each !== null && each !== undefined && each !== ""));
  return made;
}

/** An SVG element with these attributes and contents. */
export function draw(tag, attributes = {}, ...contents) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...contents);
  return made;
}

/** A picture without a size of its own. */
export function bare(picture) {
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  return picture;
}

/** Put the picture of a board into an element; what is marked on it goes. */
export function showBoard(place, svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const picture = bare(document.importNode(parsed, true));
  place.classList.toggle("simple", picture.viewBox.baseVal.width < SIMPLE);
  place.replaceChildren(picture);
}

/**
 * Mark what a move touches: a frame round each element, and a sign such as the number of a step. A second `kind` of
 * marks stays beside the first.
 */
export function markBoard(place, ids, sign, kind = "step") {
  const picture = place.querySelector("svg");
  if (!picture) return;
  picture.querySelector(`.marks.${kind}`)?.remove();
  const layer = draw("g", { class: `marks ${kind}`, "aria-hidden": "true" });
  const inPicture = picture.getScreenCTM().inverse();
  let first = null;
  for (const id of new Set(ids)) {
    const element = picture.querySelector(`[id="${CSS.escape(id)}"]`);
    if (!element) continue;
    first ??= element;
    const box = element.getBoundingClientRect();
    const pad = 4, corner = new DOMPoint(box.left, box.top).matrixTransform(inPicture);
    const x = corner.x - pad, y = corner.y - pad;
    const width = box.width * inPicture.a + 2 * pad, height = box.height * inPicture.d + 2 * pad;
    for (const part of ["halo", "ring"]) layer.append(draw("rect", { class: part, x, y, width, height, rx: 8 }));
    layer.append(draw("circle", { cx: x + 4, cy: y + 4, r: 13 }),
                 draw("text", { x: x + 4, y: y + 9.5, "text-anchor": "middle" }, String(sign)));
  }
  picture.append(layer);
  if (first && place.scrollWidth > place.clientWidth) {
    const box = first.getBoundingClientRect(), port = place.getBoundingClientRect();
    place.scrollLeft += box.left + box.width / 2 - port.left - port.width / 2;
  }
}

/** Bring an element into view, unless half of it is there: on a phone it may be far from what was pressed. `from` is above. */
export function reveal(element, from = element) {
  const { top, bottom, height } = element.getBoundingClientRect();
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
  if (seen < Math.min(height, innerHeight) / 2) from.scrollIntoView({ block: "start" });
}

/** Leave something for the next page of this tab. */
export function handOver(what) {
  sessionStorage.setItem(HANDED, JSON.stringify(what));
}

/** What the page before left, once. */
export function handed() {
  const text = sessionStorage.getItem(HANDED);
  sessionStorage.removeItem(HANDED);
  return text ? JSON.parse(text) : null;
}

/** The seat that the address of this page asks for: `#SECRET`, or `#seat=SECRET&after=EVENTS`; null: none. */
export function seatAsked() {
  const found = new URLSearchParams(location.hash.slice(1));
  const seat = found.get("seat") ?? (location.hash.includes("=") ? null : location.hash.slice(1));
  return seat ? { seat, after: found.has("after") ? Number(found.get("after")) : undefined } : null;
}

/** The secret of a seat in a link to it, or in what was copied of it. */
export function secretIn(text) {
  const found = text.trim().match(/(?:^|[/#=])([\w-]{20,})\/?$/);
  return found ? found[1] : null;
}

/** The text of a game's record by the link of a seat. */
export async function recordOf(secret) {
  const answer = await fetch(`${API}/seats/${encodeURIComponent(secret)}/record`).catch(() => null);
  if (!answer) throw new Error(say("study.offline"));
  const text = await answer.text();
  if (!answer.ok) {
    let error = text;
    try {
      error = JSON.parse(text).error ?? text;
    } catch { /* it is told as it came */ }
    throw Object.assign(new Error(error), { status: answer.status });
  }
  return text;
}

/** How many events a record has. */
export function eventsOf(record) {
  return record.split("\n").filter((line) => line.includes('"move"')).length;
}

const WIDE = 76;            // characters of a line of a position, if its parts are short

/** A position as text: what fits a line stands in one. */
export function written(value, indent = "") {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const list = Array.isArray(value), [open, close] = list ? "[]" : "{}", inner = `${indent}  `;
  const parts = list ? value.map((each) => written(each, inner))
    : Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${written(each, inner)}`);
  const flat = open + parts.join(", ") + close;
  if (!parts.length || (indent && !flat.includes("\n") && indent.length + flat.length <= WIDE)) return flat;
  return `${open}\n${parts.map((each) => inner + each).join(",\n")}\n${indent}${close}`;
}

/** A form for the start of a game: its name, seats, options and seed. Calls `use` with the position. */
export async function startForm(form, use, fail) {
  const games = await ask("GET", "/games");
  const game = form.elements.game, seats = form.elements.seats, options = form.querySelector(".options");
  game.replaceChildren(...games.map((each) => make("option", { value: each.name }, each.title)));
  const change = () => {
    const chosen = games.find((each) => each.name === game.value);
    seats.replaceChildren(...chosen.seats.map((each) => make("option", { value: each }, String(each))));
    options.replaceChildren(...chosen.options.map((each) => optionField(each)));
    options.closest("details").hidden = !chosen.options.length;
  };
  game.addEventListener("change", change);
  change();
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const chosen = {};
    for (const field of options.querySelectorAll("[name]")) {
      if (field.value !== field.dataset.usual) chosen[field.name] = field.value;
    }
    try {
      const found = await ask("POST", "/positions/new", {
        game: game.value, seats: Number(seats.value), options: chosen, seed: Number(form.elements.seed.value) || 0 });
      use(found.position);
    } catch (error) {
      fail(error);
    }
  });
}

function optionField(option) {
  const id = `option-${option.name}`, values = option.values ?? [];
  const field = values.length
    ? make("select", { id, name: option.name }, ...values.map((value, number) => make("option", { value, selected: value === option.default }, option.labels[number])))
    : make("input", { id, name: option.name, value: option.default, autocomplete: "off" });
  field.dataset.usual = option.default;
  return make("p", {}, make("label", { for: id }, option.label), field, make("span", { class: "help" }, option.help));
}

/** A search that is followed: `told` gets (event, data) until it is over. Returns how to stop it. */
export function follow(search, told) {
  const source = new EventSource(spoken(`/searches/${encodeURIComponent(search)}/events`));
  for (const name of ["report", "progress", "done", "failed"]) {
    source.addEventListener(name, (event) => {
      if (name === "done" || name === "failed") source.close();
      told(name, JSON.parse(event.data));
    });
  }
  source.addEventListener("error", async () => {        // a lost connection comes back by itself, unless all is over
    if (source.readyState !== EventSource.CLOSED) return;
    try {
      const found = await ask("GET", `/searches/${encodeURIComponent(search)}`);
      told(found.document && !found.error ? "done" : "failed", found.document ?? { error: found.error ?? say("study.offline") });
    } catch (error) {
      told("failed", { error: error.message });
    }
  });
  return {
    close: () => source.close(),
    stop: () => ask("DELETE", `/searches/${encodeURIComponent(search)}`).catch(() => null),
  };
}

/** While a search runs it can be stopped, and no other begun. */
export function running(now) {
  document.getElementById("begin").disabled = now;
  document.getElementById("stop").disabled = !now;
}

/** Show how far a search is, from 0 to 1. */
export function progress(share) {
  const bar = document.getElementById("progress");
  bar.querySelector("rect").setAttribute("width", String(100 * share));
  bar.setAttribute("aria-valuenow", String(Math.round(100 * share)));
}

/** Call after a pause in calls. */
export function debounced(call, wait) {
  let timer = 0;
  return (...values) => {
    clearTimeout(timer);
    timer = setTimeout(() => call(...values), wait);
  };
}
