// The rules of the game on a board, beside it: the page of rules is fetched once it is needed. Entries of the page are
// numbered from 0, and the server says by these numbers what goes on and what things mean.

const part = (name) => document.querySelector(`[data-part="${name}"]`);
const LONG = 200;           // letters of an option that has no place in an address
const BEFORE = 40;          // pixels above what is shown: its heading

/** The address of the rules of a game with these options. */
export function address(game, seats, options) {
  const asked = new URLSearchParams({ seats });
  for (const [name, value] of Object.entries(options)) if (value.length < LONG) asked.append("option", `${name}=${value}`);
  return `/rules/${game}?${asked}`;
}

export class Rules {
  /** The card of the rules, where the page has one. */
  constructor() {
    this.card = part("rules");
    this.here = [];         // the entries for what goes on
    this.card?.addEventListener("toggle", () => this.card.open && this.open());
  }

  /** After each new view or position: its `game`, `seats`, `options`, and `rules`, null where the game has none. */
  show({ game, seats, options, rules }) {
    if (!this.card) return;
    this.card.hidden = !rules;
    const href = rules && address(game, seats, options ?? {}), fresh = href !== this.href;
    if (fresh) [this.href, this.fetched] = [href, null];
    if (!rules) return;
    part("rules-link").href = href;
    const other = fresh || this.here.join() !== rules.join();
    this.here = rules;
    if (other && this.card.open) this.open();
  }

  /** The rules as the page of rules has them, all folded; null where there are none. */
  async text() {
    if (!this.href) return null;
    this.fetched ??= fetch(this.href).then((answer) => answer.text()).then((text) => {
      const found = new DOMParser().parseFromString(text, "text/html").querySelector(".rules");
      found?.querySelectorAll("details").forEach((each) => each.removeAttribute("open"));
      return found && document.importNode(found, true);
    }).catch(() => {
      this.fetched = null;
      return null;
    });
    return this.fetched;
  }

  /** One entry; null where there is none. */
  async entry(number) {
    return (await this.text())?.querySelector(`[data-entry="${number}"]`) ?? null;
  }

  /** Show the rules at the paragraphs for what goes on, which are marked, or at one that somebody asks for. */
  async open(asked = null) {
    const { href } = this, text = await this.text();
    if (href !== this.href) return;
    this.card.hidden = !text;
    if (!text) return;
    this.card.open = true;
    if (text.parentElement !== part("rules-text")) part("rules-text").replaceChildren(text);
    text.querySelectorAll("[data-entry]").forEach((each) => {
      each.classList.toggle("here", this.here.includes(Number(each.dataset.entry)));
      each.classList.toggle("asked", Number(each.dataset.entry) === asked);
    });
    const at = text.querySelector(`[data-entry="${asked ?? this.here[0]}"]`);
    if (!at) return;
    at.closest("details").open = true;
    text.scrollTop += at.getBoundingClientRect().top - text.getBoundingClientRect().top - BEFORE;
    if (asked !== null) this.card.scrollIntoView({ block: "nearest" });
  }
}
