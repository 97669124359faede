// The field for typed moves. What is typed while a move is being played waits for its turn. A move that is refused comes back,
// if nothing else has been typed; those that were typed after it were meant for another position and are not played.
import { element } from './dom.js';
import { say, slot } from './notices.js';
import { text } from './texts.js';

export class MoveEntry {
  /** `play(move)`: whether it was played. `answer(question)`: the answer to "?e4", without the sign. `attributes`: of the field. */
  constructor(play, answer, attributes, ...buttons) {
    Object.assign(this, { play, answer, waiting: [], isPlaying: false });
    this.answered = slot({ class: 'answer' });
    this.input = element('input', { autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', maxlength: 64,
      'aria-label': text('your move'), placeholder: text('your move'), ...attributes });
    this.place = element('form', { class: 'entry', onsubmit: event => this.entered(event) }, this.input, ...buttons);
  }

  entered(event) {
    event.preventDefault();
    this.input.focus();
    const said = this.input.value.trim();
    this.input.value = '';
    say(this.answered, said.startsWith('?') ? this.answer(said.slice(1)) : '');
    if (!said || said.startsWith('?')) return;
    this.waiting.push(said);
    if (!this.isPlaying) this.playWaiting();
  }

  async playWaiting() {
    this.isPlaying = true;
    while (this.waiting.length) {
      const said = this.waiting.shift();
      if (await this.play(said)) continue;
      const others = this.waiting.splice(0);
      if (!this.input.value) this.input.value = said;
      if (others.length) say(this.answered, text('not played', { moves: others.join(' ') }));
    }
    this.isPlaying = false;
  }
}
