// Diagrams for others: a link that holds the whole problem, its picture and its text.
import { reach, refusal } from './api.js';
import { language } from './texts.js';

const TEXTS = ['genre', 'fen', 'stipulation', 'target', 'source', 'title', 'award', 'intended'];
const VALUES = ['options', 'twins', 'zeroposition', 'author', 'constraints', 'required', 'keywords', 'remarks'];

/** The address that opens a draft; what is as in a fresh one is left out. */
export function linkOf(draft, fresh) {
  const query = new URLSearchParams();
  for (const name of TEXTS) if (draft[name]) query.set(name, draft[name]);
  for (const name of VALUES)
    if (JSON.stringify(draft[name]) !== JSON.stringify(fresh[name]) && draft[name] && JSON.stringify(draft[name]) !== '[]') query.set(name, JSON.stringify(draft[name]));
  return `${location.origin}/compose?${query}`;
}

/** The draft in the address that is shown; null for none. */
export function draftOfLink() {
  const query = new URLSearchParams(location.search), draft = {};
  for (const name of TEXTS) if (query.has(name)) draft[name] = query.get(name);
  for (const name of VALUES) {
    try {
      if (query.has(name)) draft[name] = JSON.parse(query.get(name));
    } catch { /* what is no value is left out */ }
  }
  return Object.keys(draft).length ? draft : null;
}

/** Put the picture of a draft into the clipboard; gives whether the browser can. */
export async function copyImage(draft) {
  if (!navigator.clipboard?.write) return false;
  const picture = async () => {
    const response = await reach('/api/problems/export', { method: 'POST', headers: { 'Accept-Language': language, 'Content-Type': 'application/json' },
      body: JSON.stringify({ draft, format: 'png', language }) });
    if (!response.ok) throw refusal(response, await response.json().catch(() => ({})));
    return response.blob();
  };
  const made = picture();
  await made;       // the reason, if there is none
  await navigator.clipboard.write([new ClipboardItem({ 'image/png': made })]);
  return true;
}

/** A diagram in letters, White's as capitals, a point for an empty square and an asterisk for a hole. */
export function diagramText({ genre, men }) {
  const rows = Array.from({ length: genre.ranks }, (_, row) => Array.from({ length: genre.files }, (__, file) => {
    const square = `${String.fromCharCode(97 + file)}${genre.ranks - row}`;
    return men[square]?.replace(/^\./, '') ?? (genre.walls.includes(square) ? '*' : '.');
  }));
  const width = Math.max(...rows.flat().map(each => each.length));
  return rows.map(row => row.map(each => each.padEnd(width)).join(' ').trimEnd()).join('\n');
}
