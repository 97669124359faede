// The rules of what is played, beside the board: what the genre is, how the man moves that was picked up last, what the signs mean.
import { element } from './dom.js';
import { kindOf } from './men.js';
import { text } from './texts.js';
import { isSite, pictureOfMan } from './urls.js';

export class RulesPanel {
  /** `isLinked`: whether the rules pages may be opened from here. */
  constructor(rulebook, isLinked) {
    Object.assign(this, { rulebook, rows: new Map() });
    for (const [letter, { name, picture, text: said }] of Object.entries(rulebook.men))
      this.rows.set(letter, element('li', {}, element('img', { src: pictureOfMan(picture), alt: '' }), element('span', {}, element('strong', {}, name), ' ', said)));
    const pages = isLinked ? rulebook.parts.filter(each => each.lesson) : [];
    this.place = element('section', { class: 'rules-panel', id: 'rules-panel', 'aria-label': text('rules'), tabindex: 0 },
      ...rulebook.parts.flatMap(({ title, text: said }) => [element('h2', {}, title), element('p', {}, said)]),
      ...pages.map(({ lesson }) => element('p', { class: 'whole' }, element('a', { href: `${isSite ? '#' : ''}/learn/${lesson}`, target: '_blank' }, text('all rules')))),
      ...(this.rows.size ? [element('h2', {}, text('how men move')), element('ul', { class: 'men' }, ...this.rows.values())] : []),
      element('h2', {}, text('signs on the board')), element('ul', {}, ...rulebook.signs.map(each => element('li', {}, text(`sign: ${each}`)))));
  }

  /** A man has been picked up: how it moves comes first. */
  pick(man) {
    const picked = this.rows.get(kindOf(man));
    for (const row of this.rows.values()) row.classList.toggle('picked', row === picked);
    picked?.parentNode.prepend(picked);
  }

  /** How a man moves, in a sentence; '' where that is not known. */
  movement(man) {
    const known = this.rulebook.men[kindOf(man)];
    return known ? text('named', { name: known.name, what: known.text }) : '';
  }
}
