// A real table: the moves of all seats and the luck as it falls are entered here; advice for whoever is to act.

import { Advice } from "/static/advice.js";
import { remember } from "/static/kept.js";
import { called } from "/static/seats.js";
import { make } from "/static/study.js";
import { Table, part, points } from "/static/table.js";
import { say } from "/static/words.js";

const { secret } = document.querySelector("[data-secret]").dataset;
const table = new Table(secret, changed);
const advice = new Advice(table);
table.line = (text) => table.send("/line", { text });

function changed(view) {
  advice.changed(view);
  part("undo").disabled = !view.canUndo;
  part("unseen").hidden = view.toMove !== "chance";
  part("end").hidden = typeof view.toMove !== "number";
  part("moves-card").hidden = view.over;
  part("players").replaceChildren(...view.players.map((player, seat) => make("li", {
    "aria-current": seat === view.toMove && !view.over ? "true" : null },
  make("span", { class: `seat seat-${seat}` }, called(seat)),
  view.scores ? make("span", { class: "number" }, points(view.scores[seat])) : null)));
  part("winner").textContent = view.over ? say("table.wins", { who: view.result.winners.map((seat) => table.name(seat)).join(", ") }) : "";
  part("winner").hidden = !view.over;
  document.title = `${view.title} · ludosoph`;
  remember({ secret, kind: "follow", title: view.title, seat: null, over: view.over });
}

part("unseen").addEventListener("click", () => table.line("hidden"));
part("end").addEventListener("click", () => table.line("end"));
table.begin();
