// The language of the page: chosen, or the browser's. The server has the texts of every language.
import { ask } from './api.js';
import { kept } from './storage.js';
import { language, learn, text } from './texts.js';
import { hasVersion, versioned } from './urls.js';

const LANGUAGES = Array.from(document.querySelectorAll('#language option'), option => option.value);

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
  learn(wanted, await ask(versioned(`/api/texts/${wanted}`)));
  if (code) kept.setItem('language', language);
  if (kept.getItem('language') && hasVersion) document.cookie = `language=${language}; path=/; max-age=31536000; samesite=strict`;    // so that the server sends these texts early
  document.documentElement.lang = language;
  document.title = text('title');
  for (const place of document.querySelectorAll('[data-text]')) place.textContent = text(place.dataset.text);
}
