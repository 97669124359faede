// URLs of the page's files, which are at the root of the server, or anywhere in a built site.

/** Whether this is a built site, without a server. */
export const isSite = document.documentElement.hasAttribute('data-site');
export const base = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');

/** The address of a board without men. */
export const pictureOfBoard = (genre, turned) => isSite
  ? `${base}/pictures/boards/${encodeURIComponent(genre)}.${turned ? 'black' : 'white'}.svg`
  : `${base}/pictures/board.svg?genre=${encodeURIComponent(genre)}&turned=${turned}`;

/** The address of the picture of a man, "wK". */
export const pictureOfMan = name => `${base}/pictures/men/${name}.svg`;
