// Keys of requests: what is asked with a key is done once, however often it is sent.

/** A key that nobody guesses. */
export function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
