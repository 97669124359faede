// Which of the game arrays of a genre that has several is meant: one by its number, or any.
import { element } from './dom.js';
import { text } from './texts.js';

const drawn = count => String(Math.floor(Math.random() * count));

export class ArrayField {
  /** `chosen()`: one has been chosen, where that is to be known at once; a button then draws another one. */
  constructor(chosen = null) {
    this.field = element('input', { type: 'number', min: 0, step: 1, class: 'array', placeholder: text('random'), autocomplete: 'off',
      onchange: () => { if (this.field.value && this.field.checkValidity()) chosen?.(); else this.field.reportValidity(); } });
    this.label = element('span', {});
    const draw = element('button', { type: 'button', 'data-action': 'random array', onclick: () => {
      this.field.value = drawn(this.count);
      chosen();
    } }, text('random array'));
    this.place = element('span', { class: 'arrays', hidden: true }, element('label', { class: chosen ? 'inline' : 'field' }, this.label, this.field), chosen ? draw : null);
  }

  /** Take the number of arrays of a genre, 0 where there are not several, and of the one to be shown. */
  use(count, number = this.field.value) {
    Object.assign(this, { count });
    Object.assign(this.field, { max: count - 1, value: number });
    this.label.textContent = text('array number', { most: count - 1 });
    this.place.hidden = !count;
  }

  /** Whether what stands there is the number of an array, or nothing; otherwise the browser says so. */
  get isValid() { return !this.count || this.field.reportValidity(); }

  /** The array that is chosen, as a FEN is given; "" where there are not several. */
  get fen() { return this.count ? this.field.value || drawn(this.count) : ''; }
}
