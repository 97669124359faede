// Pages: one at a time is shown in the main part of the document.
import { element } from './dom.js';
import { text } from './texts.js';

let page = null, shows = 0;

/** Close the page that is shown, and show what `open` puts into an element; if it fails, why, and a button for `again`.
 *  Resolves to the element, or to null if another page has been asked for in the meantime. */
export async function showPage(open, again) {
  page?.close?.();
  page = null;
  const number = ++shows, main = element('div');
  document.getElementById('main').replaceChildren(main);
  const shown = await open(main).catch(refusal => {
    if (refusal.status === 401) location.reload();      // the server then asks for its token
    main.append(element('p', { class: 'problem', role: 'alert' }, refusal.message),
      element('button', { type: 'button', onclick: again }, text('try again')));
    return {};
  });
  if (number !== shows) {
    shown.close?.();
    return null;
  }
  page = shown;
  return main;
}
