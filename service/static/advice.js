// Advice for the seat to act: asked for, shown while the search goes on, a plan marked on the board or played.

import { ask, draw, follow, make } from "/static/study.js";
import { part, percent } from "/static/table.js";
import { renamed } from "/static/seats.js";
import { decimal, say } from "/static/words.js";

const FEW = 4;              // plans shown at first
const EVERY = 0.25;         // seconds between two reports, and until the first one

export class Advice {
  constructor(table) {
    this.table = table;
    this.search = null;
    part("advise").addEventListener("click", () => this.begin());
    part("halt").addEventListener("click", () => this.search?.stop());
  }

  /** Another position is on the board: what was said of the one before goes. */
  changed(view) {
    const may = typeof view.toMove === "number" && view.moves.length > 0 && !view.over;
    part("advise").disabled = !may;
    const at = `${view.revision}/${view.toMove}`;
    if (at !== this.at) this.forget();
    this.at = at;
  }

  forget() {
    this.search?.close();
    this.search?.stop();
    this.search = this.latest = this.chosen = null;
    this.all = false;
    this.running(false);
    part("advice").hidden = true;
  }

  async begin() {
    this.forget();
    const at = this.at, seconds = Number(part("seconds").value);
    part("advice").hidden = false;
    part("headline").textContent = "";
    part("plans").replaceChildren();
    part("why").replaceChildren();
    part("all-plans").hidden = true;
    part("searching").textContent = say("advice.asked");
    this.running(true);
    try {
      const found = await ask("POST", `${this.table.path}/advice`, { seconds, every: EVERY });
      if (at !== this.at) return;
      this.search = follow(found.search, (event, data) => at === this.at && this.hear(event, data));
    } catch (error) {
      this.running(false);
      part("searching").textContent = "";
      this.table.fail(error);
    }
  }

  running(now) {
    part("advise").hidden = now;
    part("halt").hidden = part("bar").hidden = !now;
    if (!now) part("bar").querySelector("rect").setAttribute("width", "0");
  }

  hear(event, data) {
    if (event === "progress") {
      part("bar").querySelector("rect").setAttribute("width", String(100 * data.progress));
      if (data.waiting) part("searching").textContent = say("advice.waits", { place: data.waiting });
      return;
    }
    if (event === "failed") {
      this.running(false);
      part("searching").textContent = "";
      this.table.fail(new Error(data.error));
      return;
    }
    if (!data.moveInfos?.length) return;
    this.latest = data;
    this.plans = data.planInfos.length ? data.planInfos      // at first single moves are known, then whole plans
      : data.moveInfos.map((each) => ({ moves: [each.move], winrate: each.winrate }));
    const done = event === "done";
    if (done) {
      this.running(false);
      this.search = null;
    }
    this.show(done);
  }

  show(done) {
    const { rootInfo: root, words } = this.latest;
    const chance = root.winChance ?? this.plans[0].winrate;
    part("headline").textContent = (words && renamed(words.headline)) ?? say("advice.chance", { percent: percent(chance, 1) });
    const visits = root.visits ?? 0;
    part("searching").textContent = done ? say("advice.done", { count: decimal(visits, 0) })
      : say("advice.searching", { count: decimal(visits, 0) });
    if (done) part("aloud").textContent = part("headline").textContent;
    const told = words ? [words.verdict, words.why, words.contrast, words.order, words.next, words.rough].filter(Boolean) : [];
    part("why").replaceChildren(...told.map((text) => make("p", {}, renamed(text))));
    this.list();
  }

  list() {
    const { plans } = this, shown = this.all ? plans : plans.slice(0, FEW);
    const best = plans[0].winrate;
    part("plans").replaceChildren(...shown.map((plan, number) => this.plan(plan, number, best)));
    const more = part("all-plans");
    more.hidden = plans.length <= FEW || this.all;
    more.textContent = say("advice.more", { count: plans.length - FEW });
    more.onclick = () => {
      this.all = true;
      this.list();
    };
  }

  plan(plan, number, best) {
    const text = plan.moves.join("; "), key = text, chosen = this.chosen === key;
    const bar = draw("svg", { class: "bar", viewBox: "0 0 100 4", preserveAspectRatio: "none", "aria-hidden": "true" },
      draw("rect", { width: 100 * plan.winrate, height: 4 }));
    const loss = Math.max(0, 100 * (best - plan.winrate));
    return make("li", { class: chosen ? "plan chosen" : "plan" },
      make("button", { type: "button", class: "plan-text", "aria-pressed": String(chosen), "data-plan": number,
        onclick: () => this.choose(plan, key) },
      make("span", { class: "rank" }, String(number + 1)), make("span", { class: "moves" }, text),
      make("span", { class: "number" }, percent(plan.winrate, 1)), bar,
      make("span", { class: "small soft" }, number ? say("advice.loses", { points: decimal(loss) }) : say("advice.best"))),
      chosen ? make("div", { class: "row" }, make("button", { type: "button", class: "first", "data-part": "play-plan",
        onclick: () => this.play(plan.moves) }, say("advice.play"))) : null);
  }

  /** Mark a plan on the board, or take its marks away. */
  async choose(plan, key) {
    this.chosen = this.chosen === key ? null : key;
    this.list();
    part("plans").querySelector(`[data-plan="${this.plans.indexOf(plan)}"]`)?.focus();
    this.table.mark(null);
    if (this.chosen === null) return;
    try {
      const steps = await ask("POST", `${this.table.path}/line`, { moves: plan.moves });
      if (this.chosen === key) this.table.mark(steps.steps.map((step) => step.ids), () => this.play(plan.moves));
    } catch (error) {
      this.table.fail(error);
    }
  }

  /** Play the moves of a plan, as long as they are possible and nothing comes between. */
  async play(moves) {
    const { table } = this, seat = table.view.toMove;
    let played = 0;
    for (const move of moves) {
      const { toMove, moves: legal } = table.view;
      if (toMove !== seat || !legal.some((each) => each.move === move)) continue;
      if (!await table.play(move)) break;
      played++;
    }
    part("note").textContent = say("advice.played", { count: played, of: moves.length });
  }
}
