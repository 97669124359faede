// A position set up by hand: the board editor, and what the rest of the FEN says. The server says what is possible.
import { ask } from './api.js';
import { ArrayField } from './array_field.js';
import { BoardEditor } from './board_editor.js';
import { element } from './dom.js';
import { labelled, option } from './forms.js';
import { legendOf } from './legend.js';
import { say, slot } from './notices.js';
import { language, text } from './texts.js';
import { isSite, versioned } from './urls.js';

/** The data of the check boxes that are, or are not, checked. */
const boxes = (place, name, isChecked) => [...place.querySelectorAll('input')].filter(each => each.checked === isChecked)
  .map(each => each.dataset[name]).join('');

const LONGEST_QUERY = 2000;

/** The setup that is asked for. That of a FEN stays what it is, and the browser keeps it. */
function askSetup(asked) {
  const query = String(new URLSearchParams({ language, ...asked }));
  return asked.men || isSite || query.length > LONGEST_QUERY ? ask(`/api/setups?language=${language}`, { body: asked }) : ask(versioned(`/api/setups?${query}`));
}

export class SetupForm {
  /** `chooser`: of the genre; `changed()`: there is another setup, or a FEN that is none. */
  constructor(chooser, changed) {
    Object.assign(this, { chooser, changed, setup: null, isSwapped: false, isTyped: false, asked: null, asking: null, refused: null });
    const button = (key, act, extra = {}) => element('button', { type: 'button', onclick: act, 'data-action': key, ...extra }, text(key));
    this.problem = slot({ id: 'setup-problem' });
    this.place = element('div', { class: 'editor', id: 'editor' });
    this.palette = element('div', { class: 'palette' });
    this.legend = element('div', {});
    this.fen = element('input', { id: 'fen', spellcheck: 'false', autocomplete: 'off', maxlength: 1500, 'aria-describedby': 'setup-problem',
      oninput: () => { this.isTyped = true; }, onchange: () => this.read(this.fen.value.trim()) });
    this.turn = element('select', { id: 'turn', onchange: () => this.edited() });
    this.rights = element('span', { class: 'rights' });
    this.flags = element('span', { class: 'rights' });
    this.passed = element('select', { id: 'passed', onchange: () => this.edited() });
    this.array = button('game array', () => this.read(this.setup.start));
    this.arrays = new ArrayField(() => this.read(this.arrays.fen));
    this.fields = element('div', { class: 'fields' }, labelled(text('turn'), this.turn, 'inline'), this.rights, this.flags,
      labelled(text('passed'), this.passed, 'inline'));
    this.tools = element('div', { class: 'tools' }, button('flip', () => this.board.flip()), button('clear board', () => this.edited({ men: {} })), this.array, this.arrays.place);
    this.more = element('details', { class: 'more', open: !matchMedia('(max-width: 44.99rem)').matches }, element('summary', {}, text('position details')),
      this.fields, labelled('FEN', this.fen), this.tools, element('small', {}, text('editor help')));
    this.parts = [this.legend, this.palette, this.more];
    this.more.style.visibility = 'hidden';       // until what stands above it is there
    this.board = new BoardEditor(this.place, this.palette, men => this.edited({ men }));
  }

  get hasMen() { return Object.keys(this.setup?.men || {}).length > 0; }

  /** The FEN of the setup; where another one is being asked for, or has not been understood, that one as it was given. */
  get given() { return (this.asking ? this.asked.fen : this.refused) ?? this.setup?.fen ?? ''; }

  /** Whether what was given has not been understood. */
  get isRefused() { return this.refused !== null; }

  /** Wait for the setup; gives whether it has been understood. */
  async settled() {
    while (this.asking) await this.asking.catch(() => {});
    return !this.isRefused;
  }

  /** Wait for the setup, what stands in the field of the FEN included; gives whether it has been understood. */
  ready() {
    if (this.isTyped) this.read(this.fen.value.trim());
    return this.settled();
  }

  /** Take a FEN of the genre that is chosen; "" for an empty board. */
  read(fen) {
    this.isTyped = false;
    return this.ask({ genre: this.chooser.value, fen });
  }

  /** Another genre has been chosen, which may understand a FEN that the last one did not. Men that it does not have are left out. */
  useGenre() {
    return this.isRefused ? this.read(this.fen.value.trim()) : this.edited({ fitting: true });
  }

  /** Another genre, from its game array if it has one. */
  begin() { return this.ask({ genre: this.chooser.value, begins: true }); }

  /** The diagram has been changed by hand: what the controls say now, changes that are still being asked for included. */
  edited(change = {}) {
    return this.ask({ genre: this.chooser.value, men: this.board.men, turn: this.swapped(this.turn.value || 'white'), denied: boxes(this.rights, 'right', false),
      flags: boxes(this.flags, 'flag', true), passed: this.passed.value, ...change });
  }

  /** Let the server say what a setup is. A FEN that is refused stays, and so does the reason, until there is another setup; what
   *  is refused of a change by hand is taken back. */
  async ask(asked) {
    this.asked = asked;
    const asking = this.asking = askSetup(asked);
    let setup = null, reason = '';
    try {
      setup = await asking;
    } catch (refusal) {
      reason = refusal.message;
    }
    if (asking !== this.asking) return;
    const empty = genre => askSetup({ genre, fen: '' });
    if (!setup && !this.setup) this.setup = await empty(asked.genre).catch(() => empty('orthodox')).catch(() => null);     // of a link, the genre may be none either
    if (asking !== this.asking) return;
    this.asking = null;
    this.more.style.visibility = '';
    say(this.problem, reason);
    if (setup) {
      Object.assign(this, { setup, refused: null });
      this.chooser.value = setup.genre.name;          // with the elements of the dictionary that a FEN needs
    }
    else if (!asked.men || asked.fitting) this.refused = asked.fen ?? this.given;
    if (this.setup) this.show();
    this.changed();
  }

  show() {
    const { setup } = this;
    this.use(setup.genre);
    this.board.show(setup.men);
    if (!this.isTyped) this.write(this.given);
    this.turn.replaceChildren(...['white', 'black'].map((side, index) => option(side, setup.genre.colours[index], side === this.swapped(setup.turn))));
    this.rights.replaceChildren(...setup.rights.map(right => element('label', { class: 'inline' },
      element('input', { type: 'checkbox', checked: right.held, 'data-right': right.letter, onchange: () => this.edited() }),
      text('castling right', { squares: right.squares.join('–') }))));
    this.flags.replaceChildren(...setup.flags.map((flag, index) => element('label', { class: 'inline' },
      element('input', { type: 'checkbox', checked: flag.set, 'data-flag': flag.letter, onchange: () => this.edited() }),
      text('run flag', { side: setup.genre.colours[index] ?? flag.letter }))));
    this.passed.replaceChildren(option('', '–'), ...setup.passable.map(square => option(square, square, square === setup.passed)));
    this.passed.parentElement.hidden = !setup.passable.length;
    this.arrays.use(setup.arrays, setup.array ?? '');
    this.array.hidden = !setup.start || setup.arrays > 0;
  }

  swapped(side) { return this.isSwapped ? { white: 'black', black: 'white' }[side] : side; }

  /** The side that begins by the stipulation: the FEN of a help problem has White to move, though Black does. */
  agree(first) {
    this.isSwapped = first !== this.setup.turn;
    this.turn.value = first;
  }

  /** Take the board and the men of a genre, and explain them. */
  use(genre) {
    this.board.use(genre);
    this.legend.replaceChildren(...legendOf(genre));
  }

  /** Put a FEN into its field; where all of it is selected, to be typed over, it stays so. */
  write(fen) {
    const { selectionStart: from, selectionEnd: to, value } = this.fen;
    const isSelected = document.activeElement === this.fen && value && from === 0 && to === value.length;
    this.fen.value = fen;
    if (isSelected) this.fen.select();
  }

  close() {
    this.asking = null;         // answers that are still coming change nothing any more
    this.board.close();
  }
}
