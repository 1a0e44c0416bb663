// What differs between two pictures of a board, told from the pictures alone: what is new, what has gone, what has moved.

const PIECES = "[data-tile], [data-goods]";     // what a group shows, where its game says so
const SHORT = 14;           // letters of a number that counts something
const APART = 2 / 3;        // of the numbers may change: with more of them the picture is another one

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
    found.set(at, found.has(at) ? null : { element: text, text: written(text) });
  }
  return found;
}

function counts(text) {
  return text.length <= SHORT && /\d/.test(text);
}

/** What a picture shows: its `things` by id, and its `numbers` by where they stand. Later changes of the picture do not count. */
export function looked(picture) {
  const things = new Map([...picture.querySelectorAll("[data-box]")].map((element) => [element.id, {
    box: element.dataset.box, parted: element.querySelector("[data-box]") !== null, drawn: drawn(element).join(), thing: thing(element) }]));
  return { things, numbers: numbers(picture) };
}

/**
 * What is otherwise in the picture `after` than in `before`, both as `looked` saw them: `ids` of what looks different, the boxes
 * that are `gone`, elements of `after` that are other `numbers`, and what has `moved`: {id, from}, from its box before.
 */
export function changes(before, after) {
  const ids = [], gone = [], other = [];
  for (const [id, now] of after.things) {
    if (id === "turn" || now.parted) continue;
    const there = before.things.get(id);
    if (!there || there.parted || there.drawn !== now.drawn) ids.push(id);
  }
  const boxes = new Set([...after.things.values()].map((now) => now.box));
  for (const [id, there] of before.things) {
    if (!after.things.has(id) && there.thing && !boxes.has(there.box)) gone.push(there.box);
  }
  for (const [at, now] of after.numbers) {
    const there = now && before.numbers.get(at);
    if (there && there.text !== now.text && counts(now.text) && counts(there.text)) other.push(now.element);
  }
  return { ids, gone, numbers: other.length > APART * after.numbers.size ? [] : other, moved: moved(before.things, after.things, ids) };
}

/** Each thing that came somewhere, with a place that has lost such a thing: [{id, from}]. */
function moved(old, now, ids) {
  const left = new Map();
  for (const [id, { thing: lost, box }] of old) {
    if (lost && now.get(id)?.thing !== lost) left.set(lost, [...left.get(lost) ?? [], box]);
  }
  const found = [];
  for (const id of ids) {
    const came = now.get(id)?.thing;
    if (!came || old.get(id)?.thing === came || !left.get(came)?.length) continue;
    found.push({ id, from: left.get(came).shift().split(" ").map(Number) });
  }
  return found;
}

/** A picture as elements that are on no page. */
export function parsed(svg) {
  return new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
}
