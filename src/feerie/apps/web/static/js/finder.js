// A field that finds what is written into it in a list that the server has: by any of its names, its letter or its family. An empty
// field shows what was chosen last, then everything.
import { element } from './dom.js';
import { kept } from './storage.js';
import { text } from './texts.js';

const MOST_RECENT = 8;
/** What stands between entries of a field that holds several; a comma within a number does not: "3,5-leaper". */
export const SEPARATORS = /[+;]|,(?!\d)/g;
let count = 0;

/** A text without case, accents and punctuation, each word after a space. */
const plain = words => ` ${words.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/[^\p{L}\p{N}#=]+/gu, ' ').trim()}`;

/** How well an entry fits what is looked for: 0 its title or letter begins so, 1 a word, 2 its family; -1 not at all. */
function fit(entry, wanted) {
  if (entry.letter && plain(entry.letter) === wanted) return 0;
  if (plain(entry.title).startsWith(wanted)) return 0;
  return plain(entry.words).includes(wanted) ? 1 : plain(entry.family).includes(wanted) ? 2 : -1;
}

/** Let a field find its entries: { name, title, letter, family, words }. `many`: it holds several, with "+" between; `name`: of the list,
 *  under which the last choices are kept; `taken()`: one has been chosen. Gives the list, which belongs behind the field. */
export function finder(input, entries, { many, name, taken }) {
  const list = element('div', { class: 'found', role: 'listbox', id: `found-${++count}`, 'aria-label': text('choices'), hidden: true });
  const stored = `recent ${name}`;
  let shown = [], at = -1;
  for (const [key, value] of Object.entries({ role: 'combobox', 'aria-expanded': 'false', 'aria-controls': list.id, 'aria-autocomplete': 'list' }))
    input.setAttribute(key, value);

  const recent = () => JSON.parse(kept.getItem(stored) || '[]').map(each => entries.find(entry => entry.name === each)).filter(Boolean);
  const cut = () => (many ? ([...input.value.matchAll(SEPARATORS)].at(-1)?.index ?? -1) + 1 : 0);

  function find() {
    const wanted = plain(input.value.slice(cut())), isWhole = !many && entries.some(each => each.title === input.value);
    if (wanted === ' ' || isWhole) return [...recent().map(entry => ({ entry, family: text('recent') })), ...entries.map(entry => ({ entry, family: entry.family }))];
    return entries.map(entry => ({ entry, family: entry.family, fits: fit(entry, wanted) })).filter(each => each.fits >= 0)
      .sort((one, two) => one.fits - two.fits);
  }

  function show() {
    shown = find();
    at = -1;
    const groups = new Map();
    for (const each of shown) groups.set(each.family, [...(groups.get(each.family) || []), each]);
    shown = [...groups.values()].flat();
    const options = new Map(shown.map((each, index) => [each, element('div', { role: 'option', id: `${list.id}-${index}`, 'data-name': each.entry.name, 'aria-selected': 'false',
      onpointerdown: event => event.preventDefault(), onclick: () => take(each.entry) },
    element('span', {}, each.entry.title), each.entry.letter ? element('span', { class: 'letter' }, each.entry.letter) : '')]));
    list.replaceChildren(...[...groups].map(([family, found], index) => element('div', { role: 'group', 'aria-labelledby': `${list.id}-family-${index}` },
      element('div', { class: 'family', id: `${list.id}-family-${index}`, role: 'presentation' }, family), ...found.map(each => options.get(each)))));
    open(shown.length > 0);
  }

  function open(is) {
    list.hidden = !is;
    if (is) list.scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-expanded', String(is));
    if (!is) {
      at = -1;
      input.removeAttribute('aria-activedescendant');
    }
  }

  function move(by) {
    if (list.hidden) show();
    if (!shown.length) return;
    const options = list.querySelectorAll('[role=option]');
    options[at]?.setAttribute('aria-selected', 'false');
    at = at < 0 && by < 0 ? shown.length - 1 : (at + by + shown.length) % shown.length;
    options[at].setAttribute('aria-selected', 'true');
    options[at].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', options[at].id);
  }

  function take(entry) {
    const before = many ? input.value.slice(0, cut()).split(SEPARATORS).map(each => each.trim()).filter(Boolean) : [];
    input.value = [...before.filter(each => each !== entry.title), entry.title].join('+');
    kept.setItem(stored, JSON.stringify([entry.name, ...recent().map(each => each.name).filter(each => each !== entry.name)].slice(0, MOST_RECENT)));
    open(false);
    taken();
  }

  input.addEventListener('input', () => {
    const wanted = plain(input.value.slice(cut()));
    if (entries.some(each => plain(each.title) === wanted)) open(false);       // it has been written out
    else show();
  });
  input.addEventListener('click', show);
  input.addEventListener('blur', () => open(false));
  input.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1);
    else if (event.key === 'Escape' && !list.hidden) open(false);
    else if (event.key === 'Enter' && at >= 0) take(shown[at].entry);
    else {
      if (event.key === 'Enter') open(false);
      return;
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  });
  return list;
}
