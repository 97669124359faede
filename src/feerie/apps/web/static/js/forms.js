// Parts of forms that several pages have.
import { element } from './dom.js';
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

/** The choice of a genre and of one to combine it with: `fields` for the page, `value` the name of both. */
export function genreChooser(genres, changed) {
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
  first.addEventListener('change', () => { combine(); changed(); });
  second.addEventListener('change', changed);
  combine();
  return {
    fields: [labelled(text('genre'), first), secondField],
    get value() { return second.value ? `${first.value}+${second.value}` : first.value; },
    set value(name) {
      const [one, ...rest] = name.split('+');
      if (!genres.some(each => each.name === one)) genres.push({ name: one, title: one, combines: [] }), first.append(option(one));
      first.value = one;
      combine('');
      const other = rest.join('+');
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
