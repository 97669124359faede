// A position that can be tried: a board on which both sides are moved, and the reason where a move is none.
import { ask } from './api.js';
import { Board } from './board.js';
import { announce, element } from './dom.js';
import { enterMove, sayWhy } from './entered_move.js';
import { legendOf } from './legend.js';
import { MoveEntry } from './move_entry.js';
import { notices, say, slot } from './notices.js';
import { language, text } from './texts.js';

const CROSS = '<path d="M28 28 72 72M72 28 28 72" fill="none" stroke="#c22" stroke-width="10" stroke-linecap="round"/>';

/** What explains a position, as shapes of the board. */
function shapes({ arrows = [], marks = {} }) {
  const drawn = arrows.map(([orig, dest, brush]) => ({ orig, dest, brush: brush || 'blue' }));
  for (const [orig, kind] of Object.entries(marks))
    drawn.push(kind === 'cross' ? { orig, customSvg: CROSS } : { orig, brush: kind === 'dot' ? 'green' : 'blue' });
  return drawn;
}

export class PracticeBoard {
  /** `spec`: genre, fen, line, caption, tried, arrows, marks; `shown`: the position after the line, if it is known. */
  constructor(place, spec) {
    Object.assign(this, { place, spec, line: [...spec.line], busy: false });
    this.said = element('p', { class: 'said', role: 'status' });
    this.problem = slot();
    this.moves = element('p', { class: 'tried-moves' });
    this.field = element('div', { class: 'board', 'aria-hidden': 'true' });
    const button = (key, act) => element('button', { type: 'button', 'data-action': key, onclick: act }, text(key));
    this.back = button('take back', () => this.show(this.line.slice(0, -1)));
    this.again = button('begin again', () => this.show([...spec.line]));
    this.entry = new MoveEntry(move => this.play(move), asked => this.board?.squareGrid.answer(asked) ?? '',
      {}, this.back, this.again, button('flip', () => this.board?.flip()));
    place.replaceChildren(
      ...(spec.caption ? [element('span', { class: 'caption' }, spec.caption)] : []), this.field, this.entry.place,
      notices(this.said, this.problem, this.entry.answered, this.moves));
  }

  /** Ask for the position and show it. */
  async begin() {
    if (this.spec.shown) this.update(this.spec.shown, true);
    else await this.show([...this.spec.line], true);
    if (this.spec.tried && this.document) await this.explain(this.spec.tried);
    return this;
  }

  body(more = {}) {
    return { genre: this.spec.genre, fen: this.spec.fen, line: this.line, language, notation: 'short', ...more };
  }

  /** Show the position after a line; false where it cannot be had. */
  async show(line, first = false) {
    try {
      this.update(await ask('/api/practice', { body: this.body({ line }) }), first);
    } catch (refusal) {
      say(this.problem, refusal.message);
    }
  }

  update(document, first = false) {
    if (this.closed) return;
    const grown = document.line.length > this.line.length;
    this.document = { ...document, text: document.texts.at(-1) };
    this.line = document.line;
    if (!this.board) {
      this.board = new Board(this.field, document.genre, (from, to) => this.tried(from, to));
      this.entry.place.before(...legendOf(document.genre));
    }
    this.board.show(this.document, document.destinations, document.over ? null : document.turn);
    if (this.line.length === this.spec.line.length) this.board.draw(shapes(this.spec));
    this.said.textContent = document.said;
    say(this.problem, '');
    this.moves.textContent = this.numbered();
    this.back.disabled = this.again.disabled = this.line.length <= this.spec.line.length;
    if (!first) announce([grown ? document.texts.at(-1) : '', document.said].filter(Boolean).join('. '));
  }

  /** The moves with their numbers. */
  numbered() {
    const { texts, first_turn: first, move_number: number } = this.document, offset = first === 'black' ? 1 : 0;
    return texts.map((move, index) => {
      const ply = index + offset, at = number + Math.floor(ply / 2);
      return ply % 2 === 0 ? `${at}. ${move}` : index === 0 ? `${at}… ${move}` : move;
    }).join(' ');
  }

  tried(from, to) {
    return enterMove(this.board, this.document.genre, this.document, from, to, { play: move => this.play(move.uci, move), explain: move => this.explain(move) });
  }

  /** Play a move; whether it was played. */
  async play(move, known = null) {
    if (this.busy) return false;
    this.busy = true;
    if (known) this.board.anticipate(known);
    try {
      this.update(await ask('/api/practice', { body: this.body({ move }) }));
      return true;
    } catch (refusal) {
      this.board.restore();
      say(this.problem, refusal.message);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Say why a move is legal or not. */
  async explain(move) {
    const { document } = this;
    await sayWhy(this.problem, ask('/api/practice/why', { body: this.body({ move }) }), () => document === this.document,
      why => (why.legal ? why.findings.map(([, said]) => said) : why.reasons));
  }

  close() {
    this.closed = true;
    this.board?.close();
  }
}
