// The legend of a board: what its unusual men, traits and edges are.
import { element } from './dom.js';
import { pictureOfMan } from './urls.js';

/** The legend of a genre, as nothing or one element. */
export function legendOf(genre) {
  if (!genre.legend.length) return [];
  return [element('ul', { class: 'legend' }, ...genre.legend.map(({ picture, text }) =>
    element('li', {}, picture ? element('img', { src: pictureOfMan(picture), alt: '' }) : null, text)))];
}
