// What the seats of a table are called: you, by name, or by their number; and their colours, those of the board.

import { language, say } from "/static/words.js";

const WITH_YOU = /^(?:$|,| \(| to | may )/;        // what follows a seat in a text of a picture and goes with "you", too
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/;      // letters and signs that turn a line round
const SHORT = 12;           // letters of a name that fit on a board
const SEAT = new RegExp(`^${say("table.seat", { seat: "" }).trim()} (\\d+)\\b(.*)$`, "is");     // the server calls it so
let seats = { players: [], seat: null };

/** From now on it is this table. */
export function seated(view) {
  seats = view;
  document.body.classList.toggle("coloured", view.colours.length > 0);
  view.colours.forEach((colour, seat) => document.documentElement.style.setProperty(`--board-${seat}`, colour));
}

/** What a seat is called. */
export function called(seat) {
  return seat === seats.seat ? say("table.you") : alone(named(seat)) ?? say("table.seat", { seat });
}

function named(seat) {
  return seats.players[seat]?.name || null;
}

/** A name that turns no more round than itself, whatever letters and signs it has. */
function alone(name) {
  return name && TURNS.test(name) ? `\u2068${name}\u2069` : name;
}

/** A text of a picture, such as `Seat 1` or `seat 0 to play`, with a name for the seat where there is one. */
export function renamed(text) {
  const found = text.match(SEAT);
  if (!found) return text;
  const seat = Number(found[1]), own = seat === seats.seat;
  const fits = WITH_YOU.test(found[2]) && (language === "en" || !found[2]);
  const name = own ? (fits ? say("table.you") : null) : named(seat);
  if (!name) return text;
  return alone(name.length > SHORT ? `${name.slice(0, SHORT - 1)}…` : name) + found[2];
}
