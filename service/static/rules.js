// The rules of the game at a table, beside it: the page of rules is fetched once it is opened.

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const LONG = 200;           // letters of an option that has no place in an address

/** The address of the rules of a game with these options. */
export function address(game, seats, options) {
  const asked = new URLSearchParams({ seats });
  for (const [name, value] of Object.entries(options)) if (value.length < LONG) asked.append("option", `${name}=${value}`);
  return `/rules/${game}?${asked}`;
}

/** Show the rules of a table in its card: all folded. A game without rules has no card. */
export function rules(view) {
  const card = part("rules"), link = part("rules-link");
  if (!card) return;
  link.href = address(view.game, view.seats, view.options);
  card.addEventListener("toggle", async () => {
    if (!card.open || part("rules-text").childElementCount) return;
    const answer = await fetch(link.href);
    const found = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector(".rules");
    card.hidden = !found;
    if (!found) return;
    found.querySelectorAll("details").forEach((each) => each.removeAttribute("open"));
    part("rules-text").replaceChildren(document.importNode(found, true));
  });
}
