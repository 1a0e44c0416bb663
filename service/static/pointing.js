// Pointing at a board: the rules of tests/games/pointing.py, with `moves` as the API gives them: [{move, ids}].

function counted(ids) {
  const counts = new Map();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}

function rest(move, clicks) {
  const left = counted(move.ids);
  for (const id of clicks) {
    const count = left.get(id);
    if (!count) return null;
    if (count > 1) left.set(id, count - 1);
    else left.delete(id);
  }
  return left;
}

function rests(moves, clicks) {
  return moves.map((move) => rest(move, clicks)).filter(Boolean);
}

function same(one, other) {
  return one.size === other.size && [...one].every(([id, count]) => other.get(id) === count);
}

/** The moves that touch all that was clicked, as often as it was. */
export function narrowed(moves, clicks) {
  return moves.filter((move) => rest(move, clicks));
}

function parting(left) {
  const some = new Set(left.flatMap((each) => [...each.keys()]));
  return left.length === 1 ? some : new Set([...some].filter((id) => !left.every((each) => each.has(id))));
}

/** What can be clicked next. */
export function lit(moves, clicks) {
  return parting(rests(moves, clicks));
}

/** Whether several moves are left that no further click parts. */
export function unparted(moves, clicks) {
  const left = rests(moves, clicks);
  return left.length > 1 && left.every((each) => same(each, left[0]));
}

/** The moves of a short list, to be chosen from by text: those that no further click tells from the others left. */
export function offered(moves, clicks) {
  const left = narrowed(moves, clicks);
  if (left.length < 2) return [];
  const shown = lit(moves, clicks);
  return left.filter((move) => ![...rest(move, clicks).keys()].some((id) => shown.has(id)));
}

/** The clicks after one more: clicks that it does not go with are taken back, the last ones first. Null: it fits none. */
export function clicked(moves, clicks, id) {
  for (let kept = clicks.length; kept >= 0; kept--) {
    const before = clicks.slice(0, kept);
    if (lit(moves, before).has(id)) return [...before, id];
  }
  return null;
}

/** Moves of a short list with their texts, without the words that all of them begin with. */
export function shorter(moves) {
  const texts = moves.map((each) => each.move.split(" "));
  let same = 0;
  while (moves.length > 6 && texts.every((each) => each.length > same + 1 && each[same] === texts[0][same])) same++;
  if (same && texts.every((each) => /^\d+$/.test(each.slice(same).join(" ")))) same--;     // "0" alone says nothing
  return moves.map((move, number) => [move, texts[number].slice(same).join(" ")]);
}
