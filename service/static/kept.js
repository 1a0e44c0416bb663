// The games of this browser, so that one can go on with them: only here, and only as long as one likes.

const KEY = "ludosoph.games";
const MOST = 12;

/** All games, the last one first: [{secret, kind, title, seat, over, at}]; `at` is when it was last seen, in milliseconds. */
export function games() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

/** Keep a game, as the last one. */
export function remember(game) {
  const others = games().filter((each) => each.secret !== game.secret);
  localStorage.setItem(KEY, JSON.stringify([{ ...game, at: Date.now() }, ...others].slice(0, MOST)));
}

/** Forget a game. Its link still leads to it. */
export function forget(secret) {
  localStorage.setItem(KEY, JSON.stringify(games().filter((each) => each.secret !== secret)));
}
