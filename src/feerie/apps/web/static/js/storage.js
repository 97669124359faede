// What the browser keeps. Where it may keep nothing (settings, frames of other sites), this lasts as long as the page is open.

function storage(name) {
  try {
    window[name].getItem('');
    return window[name];
  } catch {
    const kept = new Map();
    return { getItem: key => kept.get(key) ?? null, setItem: (key, value) => { kept.set(key, String(value)); },
      removeItem: key => { kept.delete(key); } };
  }
}

/** A random name. */
function named() {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), each => each.toString(16).padStart(2, '0')).join('');
}

/** Kept between visits. */
export const kept = storage('localStorage');

/** Kept for one tab. */
export const keptInTab = storage('sessionStorage');

/** What this browser calls itself, so that the server can tell those behind one address apart. */
export const browserName = kept.getItem('browser') || named();
kept.setItem('browser', browserName);
