// A table on the page: what the server says of it, clicks that narrow the moves, and what is sent. Play and follow share it.

import { Areas } from "/static/areas.js";
import { Board } from "/static/board.js";
import { changes, looked } from "/static/changes.js";
import { newKey } from "/static/keys.js";
import { Past } from "/static/past.js";
import { clicked, lit, narrowed, offered, shorter } from "/static/pointing.js";
import { Rules } from "/static/rules.js";
import { called, renamed, seated } from "/static/seats.js";
import { ask, make, reveal, spoken } from "/static/study.js";
import { briefly, die, faces, line, ownerOf, runs, who } from "/static/told.js";
import { What } from "/static/what.js";
import { decimal, say } from "/static/words.js";

const AGAIN = 1500;         // milliseconds until a request that did not get through is sent again
const WAIT = 25;            // milliseconds in which news of other seats are gathered
const HIDDEN = 300;         // milliseconds after which a page that nobody sees goes on
const LINES = 60;           // of what happened are shown,
const FEW = 4;              // and the latest of them
const TURN = "turn";        // the id of the sign in a picture that ends or passes a turn,
const PASSES = 3;           // which is offered in words, too, where that is so few moves
const ASK = "ludosoph.ask";      // whether a single click plays a move that does more: "no" if it may
const still = matchMedia("(prefers-reduced-motion: reduce)");
const part = (name) => document.querySelector(`[data-part="${name}"]`);

export { part };

export class Table {
  /** The table that a secret opens. `changed` is called after each new view. */
  constructor(secret, changed) {
    Object.assign(this, { secret, changed, view: null, moves: [], clicks: [], sure: null, told: [], busy: false, newest: 0, now: null, looks: null });
    this.path = `/seats/${encodeURIComponent(secret)}`;
    this.board = new Board(part("board"), (id) => this.click(id));
    this.past = new Past(this);
    this.areas = new Areas(this.board);
    this.rules = new Rules();
    if (this.rules.card) new What({ board: this.board, rules: this.rules, moves: () => this.view?.moves ?? [] }).offer(true);
    document.addEventListener("keydown", (event) => this.key(event));
    part("back").addEventListener("click", () => this.back());
    part("typed").addEventListener("submit", (event) => this.typed(event));
    part("entry").addEventListener("input", () => this.list());
    part("confirm").addEventListener("click", () => this.sure !== null && this.play(this.sure));
    part("ask").checked = localStorage.getItem(ASK) !== "no";
    part("ask").addEventListener("change", () => localStorage.setItem(ASK, part("ask").checked ? "yes" : "no"));
    part("undo").addEventListener("click", () => this.send("/undo", { count: 1 }));
    part("larger").addEventListener("click", () => this.larger());
    window.addEventListener("online", () => this.refresh());
  }

  /** Show the table, and from now on all that happens at it. */
  async begin() {
    const first = document.querySelector('[data-first="view"]');
    if (first) {
      await painted();          // the board is there before anything can be clicked
      this.take(JSON.parse(first.textContent));
    } else await this.refresh();
    this.listen();
  }

  listen() {
    this.events?.close();
    const events = this.events = new EventSource(spoken(`${this.path}/events`));
    events.addEventListener("open", () => {
      if (this.lost) this.refresh();
      this.connected(true);
    });
    events.addEventListener("error", () => {
      this.connected(false);
      if (events.readyState === EventSource.CLOSED) setTimeout(() => this.events === events && this.listen(), 2 * AGAIN);
    });
    events.addEventListener("told", (event) => {
      const { number } = JSON.parse(event.data);
      if (number > this.number()) this.later(number);
    });
    events.addEventListener("view", (event) => {
      const { revision } = JSON.parse(event.data);
      if (revision > this.view.revision) this.later(revision);
      else if (!this.busy && !this.mayMove()) this.soon();
    });
  }

  /** News of this number. While a move is sent its answer may bring them; the view of a game has the number of its last line. */
  later(number) {
    this.newest = Math.max(this.newest, number);
    if (!this.busy && this.behind()) this.soon();
  }

  /** Whether there is something that the view has not. */
  behind() {
    return this.newest > (this.view.kind === "play" ? this.view.revision : this.number());
  }

  connected(now) {
    this.lost = !now;
    part("lost").hidden = now;
  }

  /** Fetch what is new, once for all news that come close together. */
  soon() {
    clearTimeout(this.coming);
    this.coming = setTimeout(() => this.refresh(), WAIT);
  }

  async refresh() {
    if (this.fetching) {
      this.missed = true;
      return;
    }
    this.fetching = true;
    try {
      this.take(await ask("GET", `${this.path}?after=${this.number()}`));
      if (navigator.onLine) this.connected(true);
    } catch (error) {
      if (error.status) this.fail(error);
      else this.connected(false);
    }
    this.fetching = false;
    if (this.missed) {
      this.missed = false;
      await this.refresh();
    }
  }

  // ---- what the server says -------------------------------------------------------------------

  /** A new view of the table, with the board and what happened: all is shown. */
  take(view) {
    const old = this.view;
    if (old && view.revision < old.revision) return;
    const same = old && view.revision === old.revision && view.toMove === old.toMove && view.moves.length === old.moves.length;
    const named = !old || JSON.stringify(view.players) === JSON.stringify(old.players), before = this.looks;
    this.view = view;
    seated(view);
    this.hear(view.told);
    const there = !("svg" in view), svg = there ? this.board.adopt() : view.svg;       // the first one came with the page
    const fresh = there || !named || svg !== this.now;
    [this.now, this.looks] = [svg, fresh ? null : before];
    if (fresh && !there && this.past.at === null) this.board.show(svg, !named);
    this.moves = this.seen(view.moves);
    if (!same) [this.clicks, this.sure] = [[], null];
    this.show();
    this.wake();
    this.changed(view);
    this.rules.show(view);
    this.past.tell();
    if (fresh && this.past.at === null) this.shown(before);
  }

  /** Of what moves touch only what the picture shows can be clicked; moves that differ in no more are listed. */
  seen(moves) {
    if (!this.board.boxes.size) return moves;
    return moves.map((move) => ({ ...move, ids: move.ids.filter((id) => this.board.boxes.has(id)) }));
  }

  /** What waits for the focus gets it in the short list where nothing on the board can be clicked. */
  wake() {
    const at = document.activeElement, first = part("short").querySelector("button");
    if (this.board.held === null || this.board.buttons?.length || !first || (at !== document.body && at !== this.board.place)) return;
    this.board.held = null;
    first.focus({ preventScroll: true });
  }

  /** Put up the board as it is. */
  showNow() {
    if (!this.now) return;
    this.board.show(this.now);
    this.moves = this.seen(this.view.moves);
    this.point();
    this.shown();
  }

  /** The board as it is was put up: what has moved since it showed what was `before` glides. */
  shown(before = null) {
    this.board.reach();
    if (before && !still.matches) this.board.glide(changes(before, this.look()).moved);
    this.news();
  }

  /** What the board shows now. */
  look() {
    if (!this.looks) {
      this.looks = looked(this.board.picture);
      this.past.keep(this.number(), this.now, this.looks);
    }
    return this.looks;
  }

  /** Mark what has happened on the board since this seat's last move; who has none sees what the last turn has changed. */
  async news() {
    const { now } = this;
    await painted();
    if (now !== this.now || this.past.at !== null) return;
    const { told, view: { seat: mine } } = this, looks = this.look();
    const last = mine === null ? told.length - (runs(told).at(-1)?.moves.length ?? 0) - 1
      : told.findLastIndex((entry) => entry.seat === mine);
    const begun = told.find((entry) => entry.seat !== null)?.number;        // before that luck set up the board
    const from = told[last]?.number ?? (begun === undefined ? this.number() : begun - 1);
    if (from >= this.number()) {
      this.board.news(null);
      return;
    }
    const found = await this.past.since(from, looks).catch(() => null);
    if (now !== this.now || this.past.at !== null) return;
    this.board.news(found);
    this.areas.show();
  }

  /** The number of the last thing that this seat was told. */
  number() {
    return this.told.at(-1)?.number ?? 0;
  }

  /** What is new of what this seat was told: it goes to the list, and is said aloud. */
  hear(found) {
    const first = !this.told.length, before = this.number(), news = found.filter((entry) => entry.number > before);
    const told = this.told = [...this.told, ...news];
    const mine = this.view.seat;
    const last = mine === null ? told.length : told.findLastIndex((entry) => entry.seat === mine);
    const since = runs(told.slice(last + 1)).slice(-LINES), all = runs(told).slice(-LINES);
    const own = mine !== null && since.length > 0;
    part("since").replaceChildren(...(own ? since : all.slice(-FEW)).map((run) => line(run)));
    part("since-title").textContent = own && last >= 0 ? say("table.since") : say("table.so_far");
    part("since-title").hidden = !told.length;
    part("log").replaceChildren(...[...all].reverse().map((run) => line(run)));
    const aloud = first ? [] : runs(news.filter((entry) => entry.seat !== mine || mine === null));
    if (aloud.length) part("aloud").textContent = aloud.map((run) => `${who(run.entry)}: ${briefly(run)}`).join(". ");
  }

  // ---- what is shown --------------------------------------------------------------------------

  show() {
    const view = this.view;
    part("status").textContent = this.status();
    part("when").textContent = renamed([view.when, view.place].filter(Boolean).join(" · "));
    document.body.classList.toggle("mine", this.mayMove());
    this.point();
  }

  status() {
    const view = this.view;
    if (view.over) return say("table.over");
    if (view.toMove === "chance") return view.moves.length ? say("table.enter_luck") : say("table.luck_falls");
    const owner = ownerOf(view.who);
    const mine = view.toMove === view.seat;
    if (mine) return owner ? say("table.your_turn_for", { owner }) : say("table.your_turn");
    const name = owner ? say("table.for", { name: this.name(view.toMove), owner }) : this.name(view.toMove);
    return view.thinking ? say("table.thinks", { name }) : say("table.their_turn", { name });
  }

  name(seat) {
    return called(seat);
  }

  mayMove() {
    return this.view.moves.length > 0 && !this.view.over && this.past.at === null;
  }

  /** Show what the clicks so far leave: frames on the board, the short list, the list of all moves. */
  point() {
    this.light();
    this.list();
    const left = narrowed(this.moves, this.clicks);
    const short = left.length === 1 && !left[0].ids.length ? left : this.offered(left);
    part("clicks").replaceChildren(...this.clicks.map((id) => make("li", { class: "chip" }, this.called(id))));
    part("back").hidden = !this.clicks.length;
    part("confirm").hidden = this.sure === null;
    part("confirm").textContent = this.sure === null ? "" : say("table.confirm", { move: this.sure });
    part("hint-line").textContent = !this.mayMove() ? "" : this.sure !== null ? say("table.sure") : this.clicks.length
      ? say("table.moves_left", { count: left.length })
      : lit(this.moves, this.clicks).size ? say("table.click_on") : say("table.choose");
    const focused = part("short").contains(document.activeElement) ? document.activeElement.dataset.move : null;
    part("short").replaceChildren(...shorter(short).map(([move, text]) => make("li", {}, make("button", {
      type: "button", "data-move": move.move, "aria-label": move.move, onclick: () => this.play(move.move) },
    ...(faces(move.move).length ? faces(move.move).map(die) : [text])))));
    part("short").hidden = !short.length;
    if (focused === null) return;
    const again = [...part("short").querySelectorAll("button")].find((each) => each.dataset.move === focused);
    if (again) again.focus({ preventScroll: true });
    else this.board.held ??= "";            // its move is gone: the focus goes on with the next picture
  }

  /** The moves of the short list: those that no click parts, and before the first click those that pass. */
  offered(left) {
    const passes = left.filter((each) => each.ids.length === 1 && each.ids[0] === TURN);
    return [...new Set([...offered(this.moves, this.clicks),
      ...(this.clicks.length || passes.length > PASSES ? [] : passes)])];
  }

  light() {
    const { moves } = this;
    if (this.past.at !== null) return;
    const names = new Map([...lit(moves, this.clicks)].map((id) => {
      const left = narrowed(moves, [...this.clicks, id]);
      return [id, left.length === 1 ? `${this.called(id)}: ${left[0].move}`
        : say("table.leads_to", { name: this.called(id), count: left.length })];
    }));
    this.board.light(names, this.clicks);
    this.areas.show();
    if (this.marked) this.board.mark(this.marked);
  }

  /** An id of the picture in words. */
  called(id) {
    const mine = this.view.seat, what = this.view.names[id] ?? id.replaceAll("-", " ");
    return mine !== null && id.startsWith(`seat-${mine}-`) ? say("table.your", { what }) : what;
  }

  /** All moves that the clicks leave, or of these what is typed. */
  list() {
    const typed = plain(part("entry").value);
    const left = narrowed(this.moves, this.clicks).filter((each) => plain(each.move).includes(typed));
    part("all").replaceChildren(...left.map((each) => make("li", {}, make("button", {
      type: "button", class: "plain", "data-move": each.move, onclick: () => this.play(each.move) }, each.move,
    each.probability === undefined || each.probability === null ? "" : make("span", { class: "soft" }, ` ${percent(each.probability)}`)))));
    part("count").textContent = String(left.length);
  }

  // ---- what a person does ---------------------------------------------------------------------

  click(id) {
    if (!this.view || !this.mayMove() || this.busy) return;
    const again = this.sure !== null && this.clicks.length === 1 && this.clicks[0] === id;
    const clicks = again ? this.clicks : clicked(this.moves, this.clicks, id);
    if (!clicks) return;
    this.clicks = clicks;
    const left = narrowed(this.moves, clicks);
    this.sure = left.length === 1 && !again && this.asks(left[0], clicks) ? left[0].move : null;
    this.point();
    if (this.sure !== null) {
      this.mark([left[0].ids]);
      reveal(part("confirm"));
    } else if (left.length === 1) this.play(left[0].move);
    else if (!part("short").hidden && this.board.layer.contains(document.activeElement) && !lit(this.moves, clicks).size)
      part("short").querySelector("button").focus();
  }

  /** Whether a move is asked for once more: one click alone has found it, and it does more than was clicked on. */
  asks(move, clicks) {
    return part("ask").checked && clicks.length === 1 && new Set(move.ids).size > 1;
  }

  back() {
    if ([part("back"), part("confirm")].includes(document.activeElement)) {     // they may go: the board has the focus then
      this.board.held ??= "";
      this.board.place.focus({ preventScroll: true });
    }
    this.sure = null;
    this.clicks = this.clicks.slice(0, -1);
    this.mark(null);
    this.point();
  }

  key(event) {
    if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog[open]")) return;
    if (this.sure !== null) this.back();
    else if (this.marked) this.mark(null);
    else if (this.clicks.length) this.back();
  }

  async typed(event) {
    event.preventDefault();
    const text = part("entry").value.trim();
    if (!text || !this.view) return;
    const buttons = [...part("all").querySelectorAll("button")];
    const exact = this.view.moves.find((each) => plain(each.move) === plain(text));
    const beginning = this.view.moves.filter((each) => plain(each.move).startsWith(plain(text)));
    if (this.line && !exact) await this.line(text);
    else if (exact || beginning.length === 1 || buttons.length === 1)
      await this.play(exact?.move ?? beginning[0]?.move ?? buttons[0].dataset.move);
    else this.fail(new Error(buttons.length ? say("table.several", { count: buttons.length }) : say("table.none", { text })));
  }

  /** Play a move; true if it was played. */
  async play(move) {
    if (this.busy) return false;
    const done = this.send("/moves", { move, revision: this.view.revision });
    this.sent(move);
    return done;
  }

  /**
   * Say which move it is, and mark what it touches, before the server has answered; nothing can be clicked meanwhile. All else
   * stays where it is, so that the browser need not lay out the page.
   */
  sent(move) {
    const { ids } = this.moves.find((each) => each.move === move) ?? { ids: [] };
    part("hint-line").textContent = say("table.you_play", { move });
    this.board.light(new Map(), ids);
  }

  /** Send what changes the table; until it got through it is sent again, with the same key. True if it was done. */
  async send(path, body = {}) {
    if (this.busy) return false;
    if (this.past.at !== null) this.past.leave();
    this.busy = true;
    if (![document.body, part("entry")].includes(document.activeElement)) this.board.held ??= "";        // what has the focus may be gone then
    document.body.classList.add("busy");
    part("error").textContent = "";
    this.mark(null);
    let done = false;
    try {
      const view = await this.through(path, { ...body, key: newKey(), after: this.number() });
      part("entry").value = "";
      [this.clicks, this.sure] = [[], null];
      done = true;
      this.take(view);
    } catch (error) {
      [this.clicks, this.sure] = [[], null];
      this.fail(error);
      await this.refresh();
    }
    this.busy = false;
    if (this.behind()) this.soon();
    document.body.classList.remove("busy");
    if (!done) this.point();
    return done;
  }

  async through(path, body) {
    for (;;) {
      try {
        return await ask("POST", this.path + path, body);
      } catch (error) {
        if (error.status) throw error;
        this.connected(false);
        await new Promise((go) => setTimeout(go, AGAIN));
      }
    }
  }

  /** Mark the steps of a plan on the board, with a button beside it that plays them; null takes the marks away. */
  mark(steps, play = null) {
    this.marked = steps;
    part("play-marked").hidden = !play;
    part("play-marked").onclick = play;
    if (play) reveal(part("board"), part("play-marked"));
    this.board.mark(steps ?? []);
  }

  larger() {
    const large = part("board").classList.toggle("large");
    part("larger").textContent = large ? say("table.smaller") : say("table.larger");
    this.board.widen();
    part("larger").setAttribute("aria-pressed", String(large));
  }

  fail(error) {
    part("error").textContent = error.status === 409 && !error.field ? say("table.went_on", { error: error.message }) : error.message;
    reveal(part("error"));
  }
}

/** Once the browser has painted what is to be seen now; where nothing is to be seen, soon. */
function painted() {
  return new Promise((go) => {
    requestAnimationFrame(() => setTimeout(go));
    setTimeout(go, HIDDEN);
  });
}

/** Texts without case and accents. */
function plain(text) {
  return text.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").trim();
}

export function percent(share, digits = share < 0.1 ? 1 : 0) {
  return `${decimal(100 * share, digits)} %`;
}

/** A number of points: a decimal only where it has one. */
export function figure(value) {
  return Number.isInteger(value) ? String(value) : decimal(value);
}

/** How many points a seat has, in words. */
export function points(value) {
  return value === 1 ? say("table.point") : say("table.points", { points: figure(value) });
}
