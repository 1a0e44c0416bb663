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
  for (const group of form.querySelectorAll("[data-pictures]")) pictures(group, form);
  form.addEventListener("change", () => link(form, game(), seats()));
}

/** Values chosen by picture: the field has the one that is pressed, and the select of words says the same. */
function pictures(group, form) {
  const field = document.getElementById(group.dataset.pictures), buttons = [...group.querySelectorAll("button")];
  const select = form.querySelector(`[data-presets="${field.id}"]`);
  const press = () => buttons.forEach((each) => each.setAttribute("aria-pressed", String(each.value === field.value)));
  for (const button of buttons) {
    button.addEventListener("click", () => {
      field.value = button.value;
      if (select) {
        select.value = [...select.options].some((each) => each.value === field.value) ? field.value : "";
        field.hidden = select.value !== "";
      }
      press();
      field.dispatchEvent(new Event("change", { bubbles: true }));
    });
  }
  select?.addEventListener("change", press);
  field.addEventListener("input", press);
  press();
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
