// Who played a game, where and when, and how it ended: the headers of its PGN.
import { element } from './dom.js';
import { labelled, option } from './forms.js';
import { text } from './texts.js';

const NAMES = ['White', 'Black', 'Event', 'Site', 'Date', 'Round', 'Annotator'], RESULTS = ['', '1-0', '0-1', '1/2-1/2'];

/** The players and the result above the board; nothing where none is known. */
export function playersOf({ White: white, Black: black, Result: result }) {
  if (!white && !black && !result) return [];
  return [element('strong', {}, [white || '?', black || '?'].join(' – ')), element('span', {}, result)];
}

/** The fields, folded away: `place`, and `show(headers)`. `changed(name, said)`: another value has been given. */
export function headersOf(genre, changed) {
  const fields = { ...Object.fromEntries(NAMES.map(name => [name, element('input', { autocomplete: 'off', maxlength: 200 })])),
    Result: element('select', {}, ...RESULTS.map(each => option(each, each || '–'))) };
  for (const [name, field] of Object.entries(fields)) {
    field.id = `header-${name.toLowerCase()}`;
    field.addEventListener('change', () => changed(name, field.value));
  }
  const label = name => ({ White: genre.colours[0], Black: genre.colours[1] })[name] ?? text(`header: ${name}`);
  return {
    place: element('details', { class: 'headers' }, element('summary', {}, text('players and result')),
      element('div', { class: 'header-fields' }, ...Object.entries(fields).map(([name, field]) => labelled(label(name), field)))),
    show(headers) {
      for (const [name, field] of Object.entries(fields)) {
        if (document.activeElement === field) continue;
        if (field.tagName === 'SELECT' && ![...field.options].some(each => each.value === headers[name])) field.append(option(headers[name]));
        field.value = headers[name];
      }
    },
  };
}
