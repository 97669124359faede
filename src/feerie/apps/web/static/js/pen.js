// The pen: what is pressed on the board draws arrows and circles instead of moving men. With a mouse the right button does so without it.
import { element } from './dom.js';
import { option } from './forms.js';
import { kept } from './storage.js';
import { text } from './texts.js';

const COLOURS = ['green', 'red', 'blue', 'yellow'];

export class Pen {
  /** `taken(colour)`: the pen is taken, or (null) put away; `erase()`: nothing is to be drawn any more. */
  constructor(taken, erase) {
    Object.assign(this, { taken, isOn: false });
    this.button = element('button', { type: 'button', 'data-action': 'draw arrows', 'aria-pressed': 'false', title: text('draw help'), onclick: () => {
      this.isOn = !this.isOn;
      this.tell();
    } }, text('draw arrows'));
    this.colour = element('select', { id: 'pen', 'aria-label': text('colour of arrows'), onchange: () => {
      kept.setItem('pen', this.colour.value);
      this.tell();
    } }, ...COLOURS.map(each => option(each, text(`colour: ${each}`), each === kept.getItem('pen'))));
    this.place = element('div', { class: 'tools' }, this.button, this.colour,
      element('button', { type: 'button', 'data-action': 'erase arrows', onclick: erase }, text('erase arrows')));
  }

  tell() {
    this.button.setAttribute('aria-pressed', String(this.isOn));
    this.taken(this.isOn ? this.colour.value : null);
  }
}
