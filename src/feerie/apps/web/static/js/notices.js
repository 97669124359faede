// What a page says: a slot for each source, so that none hides another, in a place that is never higher or lower, so that
// no control moves when a text appears or goes.
import { element } from './dom.js';
import { text } from './texts.js';

/** The place of what one source says; `say` fills it. */
export const slot = (attributes = {}) => element('p', { class: 'problem', role: 'alert', ...attributes });

/** The place of all slots of a page. What does not fit into it is scrolled to. */
export const notices = (...slots) => element('div', { class: 'notices', role: 'group', tabindex: 0, 'aria-label': text('messages') }, ...slots);

/** Let a source say something, or ('') nothing any more. */
export function say(slot, message) {
  slot.textContent = message;
  const place = slot.closest('.notices');
  if (message && place) place.scrollTop = slot.offsetTop;
}
