// URLs of the page's files, which are at the root of the server, or anywhere in a built site.

/** Whether this is a built site, without a server. */
export const isSite = document.documentElement.hasAttribute('data-site');
export const base = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');

const { version } = document.documentElement.dataset;

/** Whether the server gives its files addresses with a version. */
export const hasVersion = Boolean(version);

/** An address whose answer stays what it is as long as the server is the same: the browser keeps it, and asks once. Without a version
 *  (of the sources as they are, and of a built site) it is asked for as usual. */
export const versioned = path => (version ? `${path}${path.includes('?') ? '&' : '?'}v=${version}` : path);

/** The address of a board without men. A built site has those of genres without holes of the dictionary. */
export const pictureOfBoard = (genre, turned) => isSite
  ? `${base}/pictures/boards/${encodeURIComponent(genre.conditions)}.${turned ? 'black' : 'white'}.svg`
  : versioned(`${base}/pictures/board.svg?genre=${encodeURIComponent(genre.name)}&turned=${turned}`);

/** The address of the picture of a man, "wK", "nQ-180". Those of the orthodox men are views of one picture. */
export const pictureOfMan = name => (version && /^[wb][KQRBNP]$/.test(name)
  ? `${versioned(`${base}/pictures/men.svg`)}#${name}` : versioned(`${base}/pictures/men/${name}.svg`));
