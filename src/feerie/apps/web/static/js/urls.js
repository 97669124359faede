// URLs of the page's files, which are at the root of the server, or anywhere in a built site.

/** Whether this is a built site, without a server. */
export const isSite = document.documentElement.hasAttribute('data-site');
export const base = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');

/** The address of a board without men. A built site has those of genres without holes of the dictionary. */
export const pictureOfBoard = (genre, turned) => isSite
  ? `${base}/pictures/boards/${encodeURIComponent(genre.conditions)}.${turned ? 'black' : 'white'}.svg`
  : `${base}/pictures/board.svg?genre=${encodeURIComponent(genre.name)}&turned=${turned}`;

/** The address of the picture of a man, "wK", "nQ-180". */
export const pictureOfMan = name => `${base}/pictures/men/${name}.svg`;
