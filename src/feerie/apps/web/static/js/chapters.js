// The chapters of a study.
import { element, link, mark } from './dom.js';
import { text } from './texts.js';

/** Links to the chapters, and to a new one; `go(path)` shows them. */
export function chaptersOf({ id, chapters }, go) {
  const named = (each, index) => `${index + 1}. ${each.title || each.genre_title}`;
  const list = element('ol', { class: 'chapters' }, ...chapters.map((each, index) => {
    const shown = link(`/study/${each.id}`, go, { 'data-chapter': each.id }, named(each, index));
    mark(shown, 'aria-current', each.id === id);
    return element('li', {}, shown);
  }));
  const added = link(`/study?chapter_of=${id}`, go, { class: 'new-chapter' }, text('new chapter'));
  return [element('nav', { class: 'chapter-list', 'aria-label': text('chapters') }, ...(chapters.length > 1 ? [list] : []), added)];
}
