// The texts of the page in the language that is spoken.
let texts = {};
export let language = 'en';

/** Take a language and its texts. */
export function learn(code, found) {
  language = code;
  texts = found;
}

/** The text of a key, its places filled. */
export function text(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

/** Whether there is a text of a key. */
export const hasText = key => key in texts;
