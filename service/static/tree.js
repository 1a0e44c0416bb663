// Variations of an analysis as a tree: what was tried from a position on, in the order in which it was, each place with
// what a search has found there.

import { mover } from "/static/line.js";
import { make } from "/static/study.js";
import { say } from "/static/words.js";

export class Tree {
  /** In a list `place`; `go` gets the node that was chosen, `valued` says what is known of one: {text, seat} or null. */
  constructor(place, go, valued) {
    Object.assign(this, { place, go, valued });
    this.begin();
  }

  begin() {
    this.root = this.at = { moves: [], who: null, parent: null, children: [], last: null, found: null, done: false, step: null };
  }

  /** The node after these moves of one who acts: it is there, or it is new. */
  add(parent, moves, who) {
    const there = parent.children.find((each) => each.moves.join("\n") === moves.join("\n"));
    if (there) return there;
    const made = { moves, who, parent, children: [], last: null, found: null, done: false, step: null };
    parent.children.push(made);
    return made;
  }

  /** All moves from the root to a node. */
  path(node) {
    return node.parent ? [...this.path(node.parent), ...node.moves] : [];
  }

  /** Take a node away with all that follows it. Returns the one before it. */
  remove(node) {
    node.parent.children = node.parent.children.filter((each) => each !== node);
    if (node.parent.last === node) node.parent.last = null;
    return node.parent;
  }

  /** The node that one steps on to: where one was last, or the first. */
  next(node) {
    return node.last ?? node.children[0] ?? null;
  }

  show() {
    const held = this.place.contains(document.activeElement);
    const items = [this.item(this.root), ...this.following(this.root)];
    this.place.replaceChildren(...items);
    if (held) this.place.querySelector("[aria-current]")?.focus();
  }

  /** What follows a node: the first move goes on in its list, the others have lists of their own. */
  following(node) {
    const items = [];
    for (let at = node; at.children.length; at = at.children[0]) {
      const [first, ...others] = at.children;
      items.push(this.item(first), ...others.map((other) => make("li", {}, make("ol", {}, this.item(other), ...this.following(other)))));
    }
    return items;
  }

  item(node) {
    const value = this.valued(node), number = node.moves.length;
    return make("li", {}, make("button", { type: "button", class: "plain", "aria-current": node === this.at ? "true" : null,
      onclick: () => this.go(node) },
    node.parent ? make("span", { class: `seat ${typeof node.who === "number" ? `seat-${node.who}` : "chance"}` }, mover(node.who)) : null,
    make("span", { class: "what" }, node.parent ? (number > 3 ? `${node.moves.slice(0, 2).join(", ")} … ${node.moves.at(-1)}` : node.moves.join(", "))
      : say("analyse.begin_here")),
    value ? make("span", { class: `number ${value.seat === null ? "" : `seat-${value.seat}`}` }, value.text) : null));
  }
}
