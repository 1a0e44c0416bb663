// The parts of a large board, one at a time: a strip of buttons above it. On a small screen the part where one can act
// is shown, and the next one once nothing is left to do there.

import { called } from "/static/seats.js";
import { make } from "/static/study.js";
import { say } from "/static/words.js";

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const narrow = matchMedia("(max-width: 48rem)");
const NAMES = {             // of the parts that our boards have; those of other games keep the names they come with
  depots: say("table.area_depots"), map: say("table.area_map"), market: say("table.area_market"), places: say("table.area_places"),
  sheets: say("table.area_sheets"), tracks: say("table.area_tracks") };

export class Areas {
  constructor(board) {
    this.board = board;
    this.chosen = false;        // somebody has chosen a part, or all of them
  }

  /** After each new picture and click. */
  show() {
    const { board } = this, areas = board.areas();
    part("areas").hidden = areas.length < 2;
    if (areas.length < 2) return;
    if (!this.chosen && narrow.matches && board.zoomed === null) this.turn(areas);
    else if (board.zoomed !== null && !this.lit(areas.find((each) => each.name === board.zoomed))) this.turn(areas);
    const button = (name, words, more) => make("button", {
      type: "button", "aria-pressed": String(board.zoomed === name), "data-area": name ?? "", onclick: () => this.choose(name), ...more }, words);
    part("areas").replaceChildren(button(null, say("table.whole_board"), {}), ...areas.map(({ name, seat, box }) => button(
      name, seat === null ? NAMES[name] ?? name : called(seat),
      { lang: seat === null && !NAMES[name] ? "en" : null, class: this.news(box) ? "fresh" : "" })));
  }

  choose(name) {
    const focused = part("areas").contains(document.activeElement);
    this.chosen = true;
    this.board.zoom(name);
    this.show();
    if (focused) part("areas").querySelector('[aria-pressed="true"]')?.focus();
  }

  /** Show the part where most can be clicked, if anything can. */
  turn(areas) {
    const best = areas.map((area) => [this.lit(area), area.name]).sort(([one], [other]) => other - one)[0];
    if (best[0]) this.board.zoom(best[1]);
  }

  /** How much can be clicked in a part. */
  lit(area) {
    return (this.board.buttons ?? []).filter((button) => inside(area.box, this.board.middle(button))).length;
  }

  /** Whether something has changed in it. */
  news(box) {
    return [...this.board.layer.querySelectorAll("[data-news]")].some((each) => {
      const [x, y, width, height] = this.board.boxes.get(each.dataset.news);
      return inside(box, [x + width / 2, y + height / 2]);
    });
  }
}

function inside([left, top, width, height], [x, y]) {
  return x >= left && x <= left + width && y >= top && y <= top + height;
}
