// A picture that is drawn anew: what is as it was stays on the page, so that a browser lays out and paints the rest alone.

const TOKEN = /<(\/?)([\w:-]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>|[^<]+/gy;
const SIZE = / (?:width|height)="[^"]*"/g;      // of a whole picture: the page takes them away
const AHEAD = 24;           // elements among which one is looked for that may have moved on

/** The elements of a text: {tag, attributes, source, kids, bare, element}; `bare`: it has no text of its own. Null: not read. */
function read(text) {
  const top = { kids: [], bare: true }, open = [top];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex, found = TOKEN.exec(text), last = open.at(-1);
    if (!found) return null;
    const [whole, closing, tag, attributes, alone] = found;
    if (tag === undefined) {
      if (whole.trim()) last.bare = false;
    } else if (closing) {
      if (last.tag !== tag) return null;
      last.source = text.slice(last.at, TOKEN.lastIndex);
      open.pop();
    } else {
      const node = { tag, attributes, source: whole, at, kids: [], bare: true, element: null };
      last.kids.push(node);
      if (!alone) open.push(node);
    }
  }
  return open.length === 1 && top.kids.length === 1 ? top.kids[0] : null;
}

/** The text of a picture that stands in a page, as the server writes it. */
export function textOf(picture) {
  return picture.outerHTML.replace(/<([\w:-]+)((?:\s+[\w:-]+="[^"]*")*)><\/\1>/g, "<$1$2/>").replaceAll("&nbsp;", "\u00a0");
}

/** Tell each node which element it is; whether all fit. */
function tied(node, element) {
  if (node.tag !== element.localName || node.kids.length > element.children.length) return false;
  node.element = element;
  return node.kids.every((kid, number) => tied(kid, element.children[number]));
}

/** An element from its source. */
function made(node) {
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${node.source}</svg>`;
  const element = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement.firstElementChild, true);
  if (!tied(node, element)) throw new Error(`not an element: ${node.source}`);
  return element;
}

function id(node) {
  return node.attributes.match(/ id="([^"]*)"/)?.[1];
}

/** Whether two elements are the same thing, perhaps with something else in it. */
function alike(one, other) {
  return one.source === other.source || (one.kids.length > 0 && other.kids.length > 0 && one.tag === other.tag
    && id(one) === id(other) && (id(one) !== undefined || one.attributes === other.attributes));
}

export class Redrawn {
  /** The picture that is on the page, as it was put there, and its text. */
  constructor(picture, text) {
    this.picture = picture;
    this.root = read(text);
    if (this.root && !tied(this.root, picture)) this.root = null;
  }

  /** Make it the picture of this text: {fresh: new elements, stale: ids of what looks different}. Null: it is another one. */
  to(text) {
    const next = this.root && read(text);
    if (!next || next.attributes.replace(SIZE, "") !== this.root.attributes.replace(SIZE, "")) return null;
    [this.fresh, this.stale] = [[], new Set()];
    const before = this.root;
    this.root = null;           // until all of it is done
    try {
      this.within(before, next);
    } catch {
      return null;
    }
    this.root = next;
    return { fresh: this.fresh, stale: this.stale };
  }

  /** One element, by what it is to be. The node that stands for it from now on. */
  pair(old, next) {
    if (old.source === next.source) return old;
    if (!old.kids.length || !next.kids.length || !old.bare || !next.bare || old.tag !== next.tag) {
      this.changed(old.element);
      const element = made(next);
      old.element.replaceWith(element);
      this.came(element);
      return next;
    }
    if (old.attributes !== next.attributes) this.rename(old.element, next);
    return this.within(old, next);
  }

  /** The same for what stands in two elements. */
  within(old, next) {
    const { element } = old, was = old.kids, kids = next.kids;
    let [at, to] = [0, 0];
    const put = (until) => {
      for (const before = was[at]?.element; to < until; to++) {
        const one = made(kids[to]);
        if (before) before.before(one);
        else element.append(one);
        this.came(one);
      }
    };
    const drop = (until) => {
      for (; at < until; at++) {
        this.changed(was[at].element);
        was[at].element.remove();
      }
    };
    while (at < was.length || to < kids.length) {
      const step = at < was.length && to < kids.length ? this.nearest(was, kids, at, to) : null;
      if (step) {
        put(to + step.put);
        drop(at + step.drop);
        kids[to] = this.pair(was[at++], kids[to]);
        to++;
      } else {
        put(kids.length);
        drop(was.length);
      }
    }
    next.element = element;
    return next;
  }

  /** How many to put in, or to drop, until two come that are paired; here, where nothing near fits and both have others. */
  nearest(was, kids, at, to) {
    if (alike(was[at], kids[to])) return { put: 0, drop: 0 };
    const [left, more] = [was.length - at, kids.length - to];
    if (left === more && (left === 1 || alike(was[at + 1], kids[to + 1]))) return { put: 0, drop: 0 };
    for (let ahead = 1; ahead <= AHEAD; ahead++) {
      if (ahead < more && alike(was[at], kids[to + ahead])) return { put: ahead, drop: 0 };
      if (ahead < left && alike(was[at + ahead], kids[to])) return { put: 0, drop: ahead };
    }
    return { put: 0, drop: 0 };
  }

  rename(element, next) {
    this.changed(element);
    const shell = made({ ...next, source: `<${next.tag}${next.attributes}/>`, kids: [] });
    for (const { name } of [...element.attributes]) if (!shell.hasAttribute(name)) element.removeAttribute(name);
    for (const { name, value } of shell.attributes) if (element.getAttribute(name) !== value) element.setAttribute(name, value);
    this.changed(element);
  }

  came(element) {
    this.fresh.push(element);
    this.changed(element);
  }

  /** What this is part of, and what is part of it, looks different. */
  changed(element) {
    if (!element.isConnected) throw new Error("not on the page any more");
    for (let each = element; each && each !== this.picture; each = each.parentElement) if (each.dataset.box) this.stale.add(each.id);
    for (const each of element.querySelectorAll("[data-box]")) this.stale.add(each.id);
  }
}
