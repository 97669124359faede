// Parts of forms that several pages have.
import { element } from './dom.js';
import { finder, SEPARATORS } from './finder.js';
import { kept } from './storage.js';
import { text } from './texts.js';

export const option = (value, label = value, selected = false) => element('option', { value, selected }, label);

/** A control with its label. */
export const labelled = (label, control, kind = 'field') => element('label', { class: kind }, element('span', {}, label), control);

/** The notation of moves in games and studies that this browser keeps: "short" or "long". */
export const keptNotation = () => (kept.getItem('notation') === 'long' ? 'long' : 'short');

/** The choice of that notation. */
export const notationChooser = changed => element('select', { id: 'notation', onchange: event => {
  kept.setItem('notation', event.target.value);
  changed(event.target.value);
} }, ...['short', 'long'].map(each => option(each, text(`notation: ${each}`), each === keptNotation())));

/** The choice of a genre, of one to combine it with, and of elements of the dictionary: `fields` for the page, `first` the name of the
 *  genre, `value` that of all. `changed(are)`: something else is chosen; whether it is the elements. */
export function genreChooser(genres, elements, changed) {
  const first = element('select', { id: 'genre' }, ...genres.map(each => option(each.name, each.title)));
  const second = element('select', { id: 'second' });
  const secondField = labelled(text('with genre'), second);
  const partnersOf = name => genres.filter(each => each.combines.includes(name)
    || genres.find(one => one.name === name)?.combines.includes(each.name));

  function combine(chosen = second.value) {
    const partners = partnersOf(first.value);
    second.replaceChildren(option('', text('nothing')), ...partners.map(each => option(each.name, each.title)));
    if (partners.some(each => each.name === chosen)) second.value = chosen;
    secondField.hidden = partners.length === 0;
  }
  let applied = '';
  const apply = () => {
    if (others.value === applied) return;
    applied = others.value;
    changed(true);
  };
  const others = element('input', { id: 'elements', spellcheck: 'false', autocomplete: 'off', maxlength: 250,
    placeholder: text('elements help'), onchange: apply });
  const all = finder(others, elements, { many: true, name: 'elements', taken: apply });
  others.addEventListener('keydown', event => {
    if (event.key !== 'Enter') return;
    event.preventDefault();       // it is no wish to solve
    apply();
  });
  const parts = words => words.split(SEPARATORS).map(each => each.trim()).filter(Boolean);
  const titles = new Map(elements.map(({ name, title }) => [name, title])), names = new Map(elements.map(({ name, title }) => [title, name]));
  const withoutSquares = name => name.replace(/:([a-h][1-8])+$/, '');
  const aboutSquares = new Set(elements.map(({ name }) => withoutSquares(name)).filter(name => !titles.has(name)));
  const isElement = part => titles.has(part) || /^(array|holes|hunter[1-9]|promotion|royal):/.test(part) || part.split('-').every(word => titles.has(word))
    || aboutSquares.has(withoutSquares(part)) && !aboutSquares.has(part);
  first.addEventListener('change', () => { combine(); changed(); });
  second.addEventListener('change', () => changed());
  combine();
  return {
    fields: [labelled(text('genre'), first), secondField, element('div', { class: 'finding' }, labelled(text('elements'), others), all)],
    get first() { return first.value; },
    knows: name => name.split('+').every(part => isElement(part) || genres.some(each => each.name === part)),
    get value() {
      const chosen = [first.value, second.value, ...parts(applied).map(part => names.get(part) ?? part)].filter(Boolean);
      return chosen.length > 1 && chosen[0] === 'orthodox' ? chosen.slice(1).join('+') : chosen.join('+');
    },
    set value(name) {
      if (name === this.value) return;
      const isGenre = part => genres.some(each => each.name === part);
      const [one = 'orthodox', ...partners] = name.split('+').filter(isGenre);
      const rest = name.split('+').filter(part => !isGenre(part));        // elements, and what is not known any more
      others.value = applied = rest.map(part => titles.get(part) ?? part).join('+');
      first.value = one;
      combine('');
      const other = partners.join('+');
      if (other && ![...second.options].some(each => each.value === other)) second.append(option(other));
      second.value = other;
      secondField.hidden = second.options.length < 2;
    },
  };
}

/** Tabs: `pages`, each a key of a text and what it shows; `choose(key)` shows one. */
export function tabs(pages) {
  const list = element('div', { class: 'tabs', role: 'tablist' });
  const place = element('div', {}, list);
  const buttons = pages.map(([key, page]) => {
    page.id = `tab-${key}`;
    page.setAttribute('role', 'tabpanel');
    page.setAttribute('aria-labelledby', `choose-${key}`);
    const button = element('button', { type: 'button', role: 'tab', id: `choose-${key}`, 'aria-controls': `tab-${key}`,
      onclick: () => place.choose(key), onkeydown: event => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step) return;
        const at = pages.findIndex(each => each[0] === key), next = pages[(at + step + pages.length) % pages.length][0];
        place.choose(next);
        buttons.find(each => each.id === `choose-${next}`).focus();
      } }, text(`tab: ${key}`));
    list.append(button);
    place.append(page);
    return button;
  });
  place.choose = key => {
    for (const [index, [name, page]] of pages.entries()) {
      page.hidden = name !== key;
      buttons[index].setAttribute('aria-selected', String(name === key));
      buttons[index].tabIndex = name === key ? 0 : -1;
    }
    place.dispatchEvent(new CustomEvent('chosen', { detail: key }));
  };
  place.choose(pages[0][0]);
  return place;
}
