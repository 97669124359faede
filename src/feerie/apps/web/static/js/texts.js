// The texts of the page, which the server has in every language.
import { ask } from './api.js';
import { kept } from './storage.js';

const LANGUAGES = Array.from(document.querySelectorAll('#language option'), option => option.value);
let texts = {};
export let language = 'en';

function preferred() {
  const chosen = kept.getItem('language');
  if (LANGUAGES.includes(chosen)) return chosen;
  for (const wish of navigator.languages || [])
    if (LANGUAGES.includes(wish.slice(0, 2))) return wish.slice(0, 2);
  return 'en';
}

/** Take a language, or the browser's, and its texts from the server. */
export async function speak(code) {
  const wanted = LANGUAGES.includes(code) ? code : preferred();
  texts = await ask(`/api/texts/${wanted}`);
  language = wanted;
  if (code) kept.setItem('language', language);
  document.documentElement.lang = language;
  document.title = text('title');
  for (const place of document.querySelectorAll('[data-text]')) place.textContent = text(place.dataset.text);
}

/** The text of a key, its places filled. */
export function text(key, values = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');
}

/** Whether there is a text of a key. */
export const hasText = key => key in texts;
