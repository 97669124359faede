// A position set up by hand: the board editor, and what the rest of the FEN says. The server says what is possible.
import { ask } from './api.js';
import { BoardEditor } from './board_editor.js';
import { element } from './dom.js';
import { labelled, option } from './forms.js';
import { language, text } from './texts.js';

export class SetupForm {
  /** `chooser`: of the genre; `changed()`: there is another setup; `complain(message)`: something cannot be. */
  constructor(chooser, changed, complain) {
    Object.assign(this, { chooser, changed, complain, denied: '', sequence: 0, setup: null, isTyped: false });
    const button = (key, act, extra = {}) => element('button', { type: 'button', onclick: act, 'data-action': key, ...extra }, text(key));
    this.place = element('div', { class: 'editor', id: 'editor' });
    this.palette = element('div', { class: 'palette' });
    this.fen = element('input', { id: 'fen', spellcheck: 'false', autocomplete: 'off', maxlength: 400,
      oninput: () => { this.isTyped = true; }, onchange: () => this.read(this.fen.value.trim()) });
    this.turn = element('select', { id: 'turn', onchange: () => this.edited({ turn: this.turn.value }) });
    this.rights = element('span', { class: 'rights' });
    this.flags = element('span', { class: 'rights' });
    this.passed = element('select', { id: 'passed', onchange: () => this.edited({ passed: this.passed.value }) });
    this.array = button('game array', () => this.read(this.setup.start));
    this.fields = element('div', { class: 'fields' }, labelled(text('turn'), this.turn, 'inline'), this.rights, this.flags,
      labelled(text('passed'), this.passed, 'inline'));
    this.tools = element('div', { class: 'tools' }, button('flip', () => this.board.flip()), button('clear board', () => this.edited({ men: {} })), this.array);
    const more = element('details', { class: 'more', open: !matchMedia('(max-width: 60rem)').matches }, element('summary', {}, text('position details')),
      this.fields, labelled('FEN', this.fen), this.tools, element('small', {}, text('editor help')));
    this.parts = [this.palette, more];
    this.board = new BoardEditor(this.place, this.palette, men => this.edited({ men }));
  }

  get hasMen() { return Object.keys(this.setup?.men || {}).length > 0; }

  /** Take a FEN of the genre that is chosen; "" for an empty board. */
  read(fen) {
    this.isTyped = false;
    return this.ask({ genre: this.chooser.value, fen });
  }

  /** Another genre has been chosen. */
  useGenre() { return this.edited({ genre: this.chooser.value }); }

  /** The diagram has been changed by hand. */
  edited(change) {
    const { setup } = this;
    const asked = { genre: this.chooser.value, men: setup?.men ?? {}, turn: setup?.turn ?? 'white', denied: this.denied,
      flags: (setup?.flags || []).filter(each => each.set).map(each => each.letter).join(''), passed: setup?.passed ?? '', ...change };
    return this.ask(asked, change.genre !== undefined);
  }

  /** Another genre, from its game array if it has one, unless a FEN has been typed in the meantime. */
  async begin() {
    if (await this.ask({ genre: this.chooser.value }) && this.setup.start && !this.isTyped) await this.read(this.setup.start);
  }

  /** Let the server say what a setup is; gives whether it is shown. Men that a new genre does not have are left out. */
  async ask(asked, isOtherGenre = false) {
    const number = ++this.sequence;
    let setup;
    try {
      setup = await ask(`/api/setups?language=${language}`, { body: asked });
    } catch (refusal) {
      if (number !== this.sequence) return false;
      if (isOtherGenre) return this.ask({ genre: asked.genre });
      this.complain(refusal.message);
      if (this.setup) this.board.show(this.setup.men);
      return false;
    }
    if (number !== this.sequence) return false;
    this.setup = setup;
    this.denied = setup.rights.filter(right => !right.held).map(right => right.letter).join('');
    this.complain('');
    this.show();
    this.changed();
    return true;
  }

  show() {
    const { setup } = this;
    this.board.use(setup.genre, setup.palette);
    this.board.show(setup.men);
    if (!this.isTyped) this.write(setup.fen);
    this.turn.replaceChildren(...['white', 'black'].map((side, index) => option(side, setup.genre.colours[index], side === setup.turn)));
    this.rights.replaceChildren(...setup.rights.map(right => element('label', { class: 'inline' },
      element('input', { type: 'checkbox', checked: right.held, 'data-right': right.letter, onchange: event => this.edited({
        denied: event.target.checked ? this.denied.replace(right.letter, '') : this.denied + right.letter }) }),
      text('castling right', { squares: right.squares.join('–') }))));
    this.flags.replaceChildren(...setup.flags.map((flag, index) => element('label', { class: 'inline' },
      element('input', { type: 'checkbox', checked: flag.set, 'data-flag': flag.letter, onchange: event => this.edited({
        flags: setup.flags.filter(each => (each === flag ? event.target.checked : each.set)).map(each => each.letter).join('') }) }),
      text('run flag', { side: setup.genre.colours[index] ?? flag.letter }))));
    this.passed.replaceChildren(option('', '–'), ...setup.passable.map(square => option(square, square, square === setup.passed)));
    this.passed.parentElement.hidden = !setup.passable.length;
    this.array.hidden = !setup.start;
  }

  /** Put a FEN into its field; where all of it is selected, to be typed over, it stays so. */
  write(fen) {
    const { selectionStart: from, selectionEnd: to, value } = this.fen;
    const isSelected = document.activeElement === this.fen && value && from === 0 && to === value.length;
    this.fen.value = fen;
    if (isSelected) this.fen.select();
  }

  close() {
    this.sequence++;        // answers that are still coming change nothing any more
    this.board.close();
  }
}
