// The words of the page, which its HTML carries in the reader's language.

const element = document.getElementById("words");
const table = element ? JSON.parse(element.textContent) : {};

/** The message of this key, with values for what stands in braces. */
export function say(key, values = {}) {
  return table[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

export const language = document.documentElement.lang;

/** A number as the reader writes it. */
export function decimal(value, digits = 1) {
  return value.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
