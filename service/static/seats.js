// What the seats of a table are called: you, by name, or by their number; and their colours, those of the board.

import { say } from "/static/words.js";

// what follows a seat in a text and goes with "you", too: nothing, a sign, a bracket, and words of the language
const WITH_YOU = new RegExp(`^(?:$|[,:;.)]| \\([^)]*\\)$| (?:${say("table.with_you")}))`);
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufefc]/;      // letters and signs that turn a line round
const SHORT = 12;           // letters of a name that fit on a board
const SEAT = new RegExp(`(^|[^\\p{L}\\d])${say("table.seat", { seat: "" }).trim()} (\\d+)(?![\\d\\p{L}])`, "giu");      // the server calls it so
// what one's own seat is called after certain words, one case a part: "deinem Platz: von, mit; deinen Platz: für"
const CASES = say("table.own_seat_after").split("; ").filter(Boolean).map((each) => {
  const [said, after] = each.split(": ");
  return { said, after: after.split(", ") };
});
const colours = new CSSStyleSheet();     // not variables of the page: then all of the board would be styled anew
let seats = { players: [], seat: null };
let coloured = "";          // with these colours

document.adoptedStyleSheets.push(colours);

/** From now on it is this table. */
export function seated(view) {
  seats = view;
  document.body.classList.toggle("coloured", view.colours.length > 0);
  if (view.colours.join() === coloured) return;
  coloured = view.colours.join();
  colours.replaceSync(view.colours.map((colour, seat) => `.seat-${seat}::before { background: ${colour}; }`).join("\n"));
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

/** One's own seat in a sentence, after these words: "your seat", in the case that goes with the last of them. */
function mine(before, first) {
  if (first) return say("table.own_seat").replace(/^./, (letter) => letter.toUpperCase());
  const last = before.match(/(\p{L}+)\s*$/u)?.[1].toLowerCase(), found = CASES.find(({ after }) => after.includes(last));
  return found ? found.said : say("table.own_seat");
}

/** A text of the server, such as `Seat 1` or `green, seat 0 presides`, with a name for each seat where there is one. */
export function renamed(text) {
  return text.replace(SEAT, (found, before, number, at) => {
    const seat = Number(number), own = seat === seats.seat, first = at + before.length === 0;
    const you = own && first && WITH_YOU.test(text.slice(found.length));
    const name = you ? say("table.you") : named(seat) ?? (own ? mine(text.slice(0, at + before.length), first) : null);
    return name ? before + alone(name.length > SHORT ? `${name.slice(0, SHORT - 1)}…` : name) : found;
  });
}
