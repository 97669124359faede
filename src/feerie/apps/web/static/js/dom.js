// Elements of the page.
import { isSite } from './urls.js';

/** An element with attributes (on...: listeners; text: its text) and children. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, '');
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}

/** A link to another place of the page, which `go(path)` shows; with Ctrl or Shift the browser opens it by itself. */
export function link(path, go, attributes, ...children) {
  return element('a', { href: isSite ? `#${path}` : path, ...attributes, onclick: event => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(event.currentTarget.getAttribute('href'));
  } }, ...children);
}

/** A drawing that the server has made. */
export function drawing(svg, attributes = {}) {
  const place = element('div', { class: 'diagram', ...attributes });
  place.innerHTML = svg;
  return place;
}

/** What drawings refer to. */
export const stockOf = definitions => drawing(`<svg width="0" height="0" aria-hidden="true">${definitions}</svg>`, { class: 'stock' });

/** Give an element an attribute with the value "true", or take it away. */
export function mark(place, attribute, isSo) {
  if (isSo) place.setAttribute(attribute, 'true');
  else place.removeAttribute(attribute);
}

/** Say something to those who listen to the page instead of looking at it. */
export function announce(text) {
  const announcer = document.getElementById('announcer');
  announcer.textContent = '';
  setTimeout(() => { announcer.textContent = text; }, 30);
}

/** The same function, but called again before its last call has ended it does nothing: a double click is one click. */
export function single(act) {
  let running = null;
  return (...given) => {
    running ??= Promise.resolve(act(...given)).finally(() => { running = null; });
    return running;
  };
}

/** A function that makes changes one after another, each when the one before has been made or refused, and gives its result. */
export function inTurn() {
  let last = Promise.resolve();
  return change => {
    const made = last.then(change);
    last = made.catch(() => {});
    return made;
  };
}

/** Copy a text, also where the browser keeps the clipboard from pages without TLS; gives whether that was possible. */
export async function copy(content) {
  try {
    await navigator.clipboard.writeText(content);
    return true;
  } catch {
    const focused = document.activeElement, field = element('textarea', { class: 'unseen', readonly: true }, content);
    document.body.append(field);
    field.select();
    const isCopied = document.execCommand('copy');
    field.remove();
    focused?.focus({ preventScroll: true });
    return isCopied;
  }
}

/** Ask for a choice: a dialog of buttons; gives the value of the one chosen, null where none is. */
export function choose(question, choices, cancel) {
  return new Promise(resolve => {
    const dialog = element('dialog', { 'aria-label': question }, element('p', {}, question));
    const row = element('div', { class: 'choices' });
    for (const { value, label, picture } of choices)
      row.append(element('button', { type: 'button', 'data-value': String(value), 'aria-label': label, title: label,
        onclick: () => { dialog.returnValue = 'chosen'; dialog.chosen = value; dialog.close(); } },
        picture ? element('img', { src: picture, alt: '', width: 56, height: 56 }) : label));
    dialog.append(row, element('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, cancel));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.chosen === undefined ? null : dialog.chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** Ask for a text: a dialog with a field; gives what was entered, null where nothing was. */
export function enter(question, value, most, accept, cancel) {
  return new Promise(resolve => {
    const field = element('input', { value, maxlength: most, autocomplete: 'off', 'aria-label': question });
    const dialog = element('dialog', { 'aria-label': question }, element('form', { method: 'dialog', onsubmit: () => { dialog.entered = field.value.trim(); } },
      element('p', {}, question), field, element('div', { class: 'choices' }, element('button', { type: 'submit', class: 'main' }, accept),
        element('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, cancel))));
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.entered ?? null);
    });
    document.body.append(dialog);
    dialog.showModal();
    field.select();
  });
}
