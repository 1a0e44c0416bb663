// A seat at a table: play, take back, ask for advice, resign; the result when the game is over.

import { Advice } from "/static/advice.js";
import { remember } from "/static/kept.js";
import { called } from "/static/seats.js";
import { draw, make, reveal } from "/static/study.js";
import { Table, figure, part, points } from "/static/table.js";
import { say } from "/static/words.js";

const { secret } = document.querySelector("[data-secret]").dataset;
const table = new Table(secret, changed);
const advice = new Advice(table);
let going = false;         // the game was not over when this page last looked

function changed(view) {
  advice.changed(view);
  part("undo").disabled = !view.canUndo;
  part("resign").hidden = view.over;
  players(view);
  part("moves-card").hidden = view.over;
  part("advice-card").hidden = view.over;
  if (view.over) result(view);
  part("result-card").hidden = !view.over;
  if (view.over && going) reveal(part("result-card"));
  going = !view.over;
  document.title = `${view.toMove === view.seat && !view.over ? "● " : ""}${view.title} · ludosoph`;
  remember({ secret, kind: "play", title: view.title, seat: view.seat, over: view.over });
}

/** Who sits where, whose turn it is, and the points where they are open. */
function players(view) {
  part("players").replaceChildren(...view.players.map((player, seat) => make("li", {
    "aria-current": seat === view.toMove && !view.over ? "true" : null },
  make("span", { class: `seat seat-${seat}` }, called(seat)),
  make("span", { class: "soft" }, kind(player, view.resigned?.includes(seat))),
  view.scores ? make("span", { class: "number" }, points(view.scores[seat])) : null)));
  part("invite").hidden = !view.players.some((player) => player.kind === "open");
}

function kind(player, resigned) {
  if (resigned) return say("table.resigned");
  if (player.kind === "level") return say("table.level", { level: player.level });
  if (player.kind === "open") return say("table.open");
  return say("table.person");
}

/** Who won, and every seat's points by where they came from. */
function result(view) {
  const { result: { scores, winners, sources } } = view, most = Math.max(1, ...scores);
  part("winner").textContent = winners.includes(view.seat)
    ? (winners.length > 1 ? say("table.you_share") : say("table.you_win"))
    : say("table.wins", { who: winners.map((seat) => table.name(seat)).join(", ") });
  const named = [...new Set((sources ?? []).flatMap((each) => Object.keys(each)))]
    .filter((name) => sources.some((each) => each[name]));
  part("sources").replaceChildren(
    make("thead", {}, make("tr", {}, make("th", { scope: "col" }, say("table.source")), ...scores.map((_, seat) =>
      make("th", { scope: "col", class: `seat-${seat}` }, called(seat))))),
    make("tbody", {}, ...(named.length > 1 ? named : []).map((name) => make("tr", {}, make("th", { scope: "row" }, name),
      ...sources.map((each) => make("td", {}, figure(each[name] ?? 0))))),
    make("tr", { class: "sum" }, make("th", { scope: "row" }, say("table.sum")), ...scores.map((score) => make("td", {},
      figure(score), draw("svg", { class: "bar", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" },
        draw("rect", { width: Math.max(0, 100 * score / most), height: 4 })))))));
}

part("resign").addEventListener("click", () => part("sure").showModal());
part("sure").addEventListener("close", () => part("sure").returnValue === "yes" && table.send("/resign"));
const invite = localStorage.getItem(`ludosoph.invite.${secret}`);
if (invite) {
  part("invite-link").value = new URL(`/invite/${invite}`, location.href).href;
  part("copy").addEventListener("click", async () => {
    part("invite-link").select();
    if (navigator.clipboard) await navigator.clipboard.writeText(part("invite-link").value);
    else document.execCommand("copy");          // a page that did not come by HTTPS has no clipboard
    part("copy").textContent = say("table.copied");
  });
} else part("invite-own").hidden = true;
table.begin();
