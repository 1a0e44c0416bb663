// What differs between two pictures of a board, told from the pictures alone: what is new, what has gone, what has moved.

const PIECES = "[data-tile], [data-goods]";     // what a group shows, where its game says so
const SHORT = 14;           // letters of a number that counts something
const APART = 2 / 3;        // of the numbers may change: with more of them the picture is another one

/** Elements of a picture by id: those that a move may touch. */
function tagged(picture) {
  return new Map([...picture.querySelectorAll("[data-box]")].map((element) => [element.id, element]));
}

/** The words of a text as the server wrote them: the page may have put a name there. */
function written(text) {
  return text.dataset.text ?? text.textContent;
}

/** What is drawn in an element, wherever it lies; parts with an id of their own are left out. */
function drawn(element) {
  const found = [];
  const walk = (node) => {
    if (node.localName === "g") {
      for (const child of node.children) if (!child.hasAttribute("data-box")) walk(child);
    } else if (node.localName === "text") {
      if (!node.classList.contains("place")) found.push(`text ${written(node)}`);
    } else if (node.localName !== "title") {
      found.push(["fill", "href", "stroke-dasharray"].reduce((words, name) => `${words} ${node.getAttribute(name) ?? ""}`, node.localName));
    }
  };
  walk(element);
  return found;
}

/** The thing that an element shows, the same wherever it lies; null: a place with nothing in it. */
function thing(element) {
  if (!element) return null;
  const named = element.matches(PIECES) ? element : element.querySelector(PIECES);
  if (named?.closest("[data-box]") === element) return named.dataset.tile ?? named.dataset.goods;
  if (element.querySelector("[data-box]")) return null;
  const parts = drawn(element), hrefs = parts.filter((part) => part.startsWith("use"));
  const solid = parts.some((part) => !part.includes(" none ") && !/\d \d+$/.test(part) && !part.startsWith("text"));
  return solid ? (hrefs.length ? [...hrefs, ...parts.filter((part) => part.startsWith("text"))] : parts).join(", ") : null;
}

/** Numbers that stand by themselves, by where they stand. */
function numbers(picture) {
  const found = new Map();
  for (const text of picture.querySelectorAll("text")) {
    const place = text.closest("[data-box]");
    if (place && (place.id === "turn" || !place.querySelector("[data-box]"))) continue;
    const at = [text.getAttribute("x"), text.getAttribute("y"), text.closest("[transform]")?.getAttribute("transform")].join(" ");
    found.set(at, found.has(at) ? null : text);
  }
  return found;
}

function counts(text) {
  return text.length <= SHORT && /\d/.test(text);
}

/**
 * What is otherwise in the picture `after` than in `before`: `ids` of what looks different, the boxes that are `gone`,
 * elements of `after` that are other `numbers`, and what has `moved`: {id, from}, from its box before.
 */
export function changes(before, after) {
  const old = tagged(before), now = tagged(after), ids = [], gone = [];
  for (const [id, element] of now) {
    if (id === "turn" || element.querySelector("[data-box]")) continue;
    const there = old.get(id);
    if (!there || there.querySelector("[data-box]") || drawn(there).join() !== drawn(element).join()) ids.push(id);
  }
  const boxes = new Set([...now.values()].map((element) => element.dataset.box));
  for (const [id, element] of old) {
    if (!now.has(id) && thing(element) && !boxes.has(element.dataset.box)) gone.push(element.dataset.box);
  }
  const stood = numbers(before), stand = numbers(after), other = [];
  for (const [at, text] of stand) {
    const earlier = text && stood.get(at);
    if (earlier && earlier.textContent !== text.textContent && counts(text.textContent) && counts(earlier.textContent)) other.push(text);
  }
  return { ids, gone, numbers: other.length > APART * stand.size ? [] : other, moved: moved(old, now, ids) };
}

/** Each thing that came somewhere, with a place that has lost such a thing: [{id, from}]. */
function moved(old, now, ids) {
  const left = new Map();
  for (const [id, element] of old) {
    const lost = thing(element);
    if (lost && thing(now.get(id)) !== lost) left.set(lost, [...left.get(lost) ?? [], element.dataset.box]);
  }
  const found = [];
  for (const id of ids) {
    const came = thing(now.get(id));
    if (!came || thing(old.get(id)) === came || !left.get(came)?.length) continue;
    found.push({ id, from: left.get(came).shift().split(" ").map(Number) });
  }
  return found;
}

/** A picture as elements that are on no page. */
export function parsed(svg) {
  return new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
}
