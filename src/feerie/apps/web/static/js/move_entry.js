// The field for typed moves. A move leaves it when it is entered, and comes back if it is refused and nothing else is typed.
import { element } from './dom.js';
import { text } from './texts.js';

export class MoveEntry {
  /** `play(move)`: whether it was played. `answer(question)`: to "?e4", without the sign. `attributes`: of the field. */
  constructor(play, answer, attributes, ...buttons) {
    Object.assign(this, { play, answer });
    this.input = element('input', { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 64,
      'aria-label': text('your move'), placeholder: text('your move'), ...attributes });
    this.place = element('form', { class: 'entry', onsubmit: event => this.entered(event) }, this.input, ...buttons);
  }

  async entered(event) {
    event.preventDefault();
    this.input.focus();
    const said = this.input.value.trim();
    this.input.value = '';
    if (said.startsWith('?')) this.answer(said.slice(1));
    else if (said && !await this.play(said) && !this.input.value) this.input.value = said;
  }
}
