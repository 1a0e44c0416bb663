// A new game, to play or to follow: which game, its options, who sits where. And the games that can be gone on with.

import { forget, games as kept } from "/static/kept.js";
import { newKey } from "/static/keys.js";
import { options } from "/static/options.js";
import { ask, make } from "/static/study.js";
import { language, say } from "/static/words.js";

const form = document.querySelector("form.new");
const { kind } = form.dataset;
const catalogue = JSON.parse(document.getElementById("catalogue").textContent);
const NAME = "ludosoph.name";
const key = newKey();       // of the table that this page makes
const LEVEL = 3;            // who sits opposite a person at first

function chosen() {
  return catalogue[form.elements.game.value];
}

/** What depends on the game: the numbers of seats, who sits where, its options. */
function change() {
  const game = chosen(), seats = form.elements.seats, before = Number(seats.value);
  seats.replaceChildren(...game.seats.map((number) => make("option", { value: number, selected: number === before }, String(number))));
  for (const set of form.querySelectorAll("[data-options]")) {
    set.hidden = set.disabled = set.dataset.options !== form.elements.game.value;
  }
  sit();
}

function sit() {
  const numbers = Array.from({ length: Number(form.elements.seats.value) }, (_, seat) => seat);
  form.elements.view?.replaceChildren(make("option", { value: "" }, say("home.sees_all")),
    ...numbers.map((seat) => make("option", { value: seat }, say("home.seat", { seat }))));
  const place = form.querySelector("[data-part=seats]");
  if (!place) return;
  const before = [...place.querySelectorAll("select")].map((each) => each.value);
  const { levels } = chosen();
  place.replaceChildren(...numbers.map((seat) => {
    const value = before[seat] ?? (seat ? `level ${LEVEL}` : "me");
    const choices = [["me", say("home.me")], ["open", say("home.open")],
      ...Object.entries(levels).map(([level, about]) => [`level ${level}`, say("home.level", { level, about: about.split(": ")[0] })])];
    return make("p", {}, make("label", { for: `seat${seat}`, class: `seat seat-${seat}` }, say("home.seat", { seat })),
      make("select", { id: `seat${seat}`, "aria-describedby": `seat${seat}About` },
        ...choices.map(([choice, text]) => make("option", { value: choice, selected: choice === value }, text))),
      make("span", { id: `seat${seat}About`, class: "help" }));
  }));
  for (const select of place.querySelectorAll("select")) select.addEventListener("change", alone);
  alone();
}

/** Only one seat is mine; somebody has to play. */
function alone(event) {
  const seats = [...form.querySelectorAll("[data-part=seats] select")];
  if (event?.target.value === "me") {
    for (const other of seats) if (other !== event.target && other.value === "me") other.value = `level ${LEVEL}`;
  }
  const none = !seats.some((each) => each.value === "me" || each.value === "open");
  for (const { id, value } of seats) {
    document.getElementById(`${id}About`).textContent = chosen().levels[value.split(" ")[1]]?.split(": ")[1] ?? "";
  }
  form.querySelector("[data-part=nobody]").hidden = !none;
  form.querySelector("[data-part=begin]").disabled = none;
}

function asked() {
  const options = {};
  for (const field of form.querySelectorAll("[data-options]:not([hidden]) [data-option]")) {
    if (field.value !== field.dataset.usual) options[field.dataset.option] = field.value;
  }
  const body = { game: form.elements.game.value, seats: Number(form.elements.seats.value), options, kind, key };
  if (form.elements.seed?.value) body.seed = Number(form.elements.seed.value);
  if (form.elements.view?.value) body.view = Number(form.elements.view.value);
  if (kind === "play") {
    body.players = [...form.querySelectorAll("[data-part=seats] select")].map(({ value }) => value === "me" ? { kind: "person", name: own() }
      : value === "open" ? { kind: "open" } : { kind: "level", level: Number(value.split(" ")[1]) });
  }
  return body;
}

/** One's own name, kept in this browser; null: none. */
function own() {
  const name = form.elements.own.value.trim();
  localStorage.setItem(NAME, name);
  return name || null;
}

async function begin(event) {
  event.preventDefault();
  const error = form.querySelector(".error"), button = form.querySelector("[data-part=begin]");
  error.textContent = "";
  button.disabled = true;
  try {
    const found = await ask("POST", "/tables", asked());
    if (kind === "follow") location.assign(`/follow/${found.keeper}`);
    else {
      const own = found.seats.find((each) => each.secret);
      if (found.invite && own) localStorage.setItem(`ludosoph.invite.${own.secret}`, found.invite);
      location.assign(own ? `/play/${own.secret}` : `/invite/${found.invite}`);
    }
  } catch (failure) {
    error.textContent = failure.message;
    button.disabled = false;
  }
}

function resume() {
  const place = document.querySelector("[data-part=kept]"), mine = kept().filter((each) => each.kind === kind);
  place.closest("section").hidden = !mine.length;
  place.replaceChildren(...mine.map((each) => make("li", {},
    make("a", { href: `/${each.kind}/${each.secret}` }, each.title, each.seat === null ? "" : ` · ${say("home.seat", { seat: each.seat })}`),
    each.at ? make("span", { class: "soft small" }, new Date(each.at).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })) : null,
    each.over ? make("span", { class: "chip" }, say("home.over")) : null,
    make("button", { type: "button", class: "plain small", "aria-label": say("home.forget_game", { title: each.title }), onclick: () => {
      forget(each.secret);
      resume();
    } }, say("home.forget")))));
}

form.addEventListener("change", (event) => {
  if (event.target.name === "game") change();
  if (event.target.name === "seats") sit();
});
form.addEventListener("submit", begin);
options(form, () => form.elements.game.value, () => form.elements.seats.value);
if (form.elements.own) form.elements.own.value = localStorage.getItem(NAME) ?? "";
change();
resume();
