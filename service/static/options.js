// The options of a game in a form: values offered in words, wheels that make one value together, and the rules chosen.

import { address } from "/static/rules.js";

/** Let the fields of a form move each other. `game` and `seats` say what is chosen now. */
export function options(form, game, seats) {
  for (const select of form.querySelectorAll("[data-presets]")) {
    const field = document.getElementById(select.dataset.presets);
    select.addEventListener("change", () => {
      field.hidden = select.value !== "";
      if (select.value !== "") field.value = select.value;
      else field.focus();
    });
  }
  for (const group of form.querySelectorAll("[data-wheels]")) wheels(group);
  form.addEventListener("change", () => link(form, game(), seats()));
}

/** Three selects or so that name one variant: a level is at one place only, so the others give way. */
function wheels(group) {
  const field = document.getElementById(group.dataset.wheels), selects = [...group.querySelectorAll("select")];
  const variants = JSON.parse(group.querySelector("script").textContent);
  const now = () => variants[selects.map((each) => each.value).join()];
  selects.forEach((select, place) => {
    let before = select.value;
    select.addEventListener("change", () => {
      const other = selects.find((each, at) => at !== place && each.value === select.value);
      if (now() === undefined && other) other.value = before;
      before = select.value;
      if (now() !== undefined) field.value = now();
    });
    group.addEventListener("turned", () => { before = select.value; });
  });
  const turn = (parts) => {
    parts.split(",").forEach((value, place) => { selects[place].value = value; });
    group.dispatchEvent(new Event("turned"));
  };
  field.addEventListener("change", () => {
    const parts = Object.keys(variants).find((each) => variants[each] === field.value);
    if (parts) turn(parts);
  });
  group.querySelector("button").addEventListener("click", () => {
    const all = Object.keys(variants), parts = all[Math.floor(Math.random() * all.length)];
    turn(parts);
    field.value = variants[parts];
    field.dispatchEvent(new Event("change", { bubbles: true }));
  });
}

/** The rules as the options now make them. */
function link(form, game, seats) {
  const set = form.querySelector(`[data-options="${game}"]`), found = set?.querySelector('[data-part="chosen-rules"]');
  if (!found) return;
  const changed = [...set.querySelectorAll("[data-option]")].filter((field) => field.value !== field.dataset.usual);
  found.href = address(game, seats, Object.fromEntries(changed.map((field) => [field.dataset.option, field.value])));
}
