// Studies: a position with the engine's lines, variations and comments.
import { ask } from './api.js';
import { Board } from './board.js';
import { announce, choose, element, link, single } from './dom.js';
import { EngineLines } from './engine_lines.js';
import { download, fileChooser } from './files.js';
import { genreChooser, keptNotation, labelled, notationChooser, option } from './forms.js';
import { MoveEntry } from './move_entry.js';
import { whichMove } from './promotion.js';
import { SetupForm } from './setup_form.js';
import { StudyTree } from './study_tree.js';
import { language, text } from './texts.js';

const MARKS = ['', '!', '?', '!!', '??', '!?', '?!'];

/** Where a study begins: a position set up, a FEN, a game; and the studies that are kept. */
export class StudyStart {
  static async open(main, go) {
    const [genres, kept] = await Promise.all([ask(`/api/genres?language=${language}`), ask('/api/studies')]);
    const page = new StudyStart(main, go, genres, kept);
    await page.form.begin();
    return page;
  }

  constructor(main, go, genres, kept) {
    this.go = go;
    this.begin = single(asked => this.began(asked));
    this.problem = element('p', { class: 'problem', id: 'problem', role: 'alert' });
    this.chooser = genreChooser(genres, () => this.form.begin());
    this.form = new SetupForm(this.chooser, () => {}, message => { this.problem.textContent = message; });
    this.pgn = element('textarea', { rows: 4, id: 'pgn', spellcheck: 'false', autocomplete: 'off' });
    const rows = kept.map(each => element('li', {}, link(`/study/${each.id}`, go, {}, element('span', {}, element('strong', {}, each.title || each.genre), each.title && each.genre !== 'orthodox' ? ` ${each.genre}` : '',
      element('small', {}, new Date(each.changed * 1000).toLocaleString(language))))));
    main.append(element('div', { class: 'composing' },
      element('section', { class: 'diagram', 'aria-label': text('board') }, this.form.place, ...this.form.parts),
      element('section', { class: 'panel' }, element('h1', {}, text('study')), element('div', { class: 'controls' }, ...this.chooser.fields,
        element('button', { type: 'button', class: 'main', 'data-action': 'study position', onclick: () => this.begin({ fen: this.form.setup.fen }) }, text('study position'))),
      this.problem, labelled(text('game as text'), this.pgn), element('div', { class: 'tools' },
        element('button', { type: 'button', 'data-action': 'study game', onclick: () => (this.pgn.value.trim() ? this.begin({ pgn: this.pgn.value }) : this.pgn.focus()) }, text('study game')),
        fileChooser(text('import file'), '.pgn,.txt', content => this.begin({ pgn: content }))),
      element('h2', {}, text('studies')), element('ul', { class: 'problems', id: 'studies' }, ...(rows.length ? rows : [element('li', { class: 'none' }, text('no studies'))])))));
  }

  async began(asked) {
    this.problem.textContent = '';
    try {
      const { id } = await ask('/api/studies', { body: { genre: this.chooser.value, language, ...asked } });
      await this.go(`/study/${id}`);
    } catch (refusal) {
      this.problem.textContent = refusal.message;
    }
  }

  close() { this.form.close(); }
}

export class StudyPage {
  static async open(main, id, go) {
    const notation = keptNotation();
    let study;
    try {
      study = await ask(`/api/studies/${id}?language=${language}&notation=${notation}`);
    } catch (refusal) {
      if (refusal.status === 0) throw refusal;     // no server: it may be tried again
      main.append(element('p', { class: 'problem', role: 'alert' }, refusal.message));
      return {};
    }
    const page = new StudyPage(main, study, notation, go);
    await page.go(0);
    return page;
  }

  constructor(main, study, notation, leave) {
    Object.assign(this, { study, notation, leave, at: 0, sequence: 0 });
    this.tree = new StudyTree(node => this.go(node));
    this.engine = new EngineLines(moves => this.line(moves));
    this.build(main);
    this.board = new Board(this.place, study.genre, (from, to) => this.tried(from, to));
    this.tree.show(study.nodes, 0);
    this.keys = event => this.key(event);
    document.addEventListener('keydown', this.keys);
  }

  close() {
    this.engine.stop();
    this.board.close();
    document.removeEventListener('keydown', this.keys);
  }

  build(main) {
    const button = (key, act, label = text(key)) => element('button', { type: 'button', onclick: act, 'data-action': key, 'aria-label': text(key), title: text(key) }, label);
    this.place = element('div', { class: 'board', 'aria-hidden': 'true' });
    this.said = element('p', { class: 'said', id: 'said' });
    this.problem = element('p', { class: 'problem', id: 'problem', role: 'alert' });
    this.entry = new MoveEntry(move => this.play(move), asked => this.complain(this.board.squareGrid.answer(asked)), { id: 'move' },
      element('button', { type: 'submit' }, text('enter move')));
    this.comment = element('textarea', { id: 'comment', rows: 2, maxlength: 4000, onchange: () => this.act('comment', { text: this.comment.value }) });
    this.marks = element('select', { id: 'mark', 'aria-label': text('mark'), onchange: () => this.act('mark', { mark: Number(this.marks.value) }) },
      ...MARKS.map((sign, index) => option(index, sign || '–')));
    this.title = element('input', { id: 'title', maxlength: 200, value: this.study.title, autocomplete: 'off', onchange: () => this.act('title', { text: this.title.value }) });
    const fen = this.fen = element('input', { id: 'fen', readonly: true, onfocus: () => fen.select() });
    const notation = notationChooser(chosen => this.write(chosen));
    const step = (sign, key, name) => button(key, () => this.go(this.tree.next(this.at, name)), sign);
    main.append(element('div', { class: 'composing' },
      element('section', { class: 'diagram', 'aria-label': text('board') }, element('div', { class: 'with-bar' }, this.engine.bar, this.place),
        element('div', { class: 'steps' }, step('«', 'first', 'Home'), step('‹', 'back', 'ArrowLeft'), step('›', 'forward', 'ArrowRight'), step('»', 'last', 'End')),
        labelled('FEN', fen)),
      element('section', { class: 'panel' }, element('h1', {}, this.study.genre.title), labelled(text('title of problem'), this.title), this.said, this.problem,
        this.engine.place, this.entry.place, this.tree.place, labelled(text('comment'), this.comment), element('div', { class: 'tools' }, this.marks,
          button('promote', () => this.act('promote')), button('delete line', () => this.act('delete'))),
        element('div', { class: 'tools' }, button('flip', () => this.flip()), labelled(text('notation'), notation, 'inline'),
          button('download', () => download(`/api/studies/${this.study.id}/pgn`).catch(refusal => this.complain(refusal.message))),
          button('remove study', () => this.remove())))));
  }

  complain(message) { this.problem.textContent = message; }

  flip() {
    this.board.flip();
    this.engine.turn(this.board.orientation === 'black');
  }

  /** Look at a node. What a change has made of the tree is shown together with it: a comment typed below a new move is that move's. */
  async go(node) {
    if (node === null || node === undefined) return;
    const number = ++this.sequence;
    try {
      const position = await ask(`/api/studies/${this.study.id}/nodes/${node}?language=${language}`);
      if (number !== this.sequence) return;
      Object.assign(this, { at: node, position });
    } catch (refusal) {
      this.complain(refusal.message);
      return;
    }
    const { position } = this, row = this.study.nodes[node];
    this.complain('');
    if (this.tree.nodes !== this.study.nodes) this.tree.show(this.study.nodes, node);
    this.board.show(position, position.destinations, position.is_over ? null : position.turn);
    this.said.textContent = position.said;
    this.fen.value = position.fen;
    this.comment.value = row.comment;
    this.marks.value = String(Math.max(0, MARKS.indexOf(row.marks.trim())));
    this.tree.mark(node);
    this.engine.look(this.study.genre.name, position.fen, position.is_valid && !position.is_over);
    if (row.text) announce(`${row.text}. ${position.said}`);
  }

  async changed(path, body) {
    this.study = await ask(`/api/studies/${this.study.id}/${path}?language=${language}&notation=${this.notation}`, { body: { revision: this.study.revision, ...body } });
    await this.go(this.study.at);
  }

  async act(act, more = {}) {
    try {
      await this.changed('acts', { act, node: this.at, ...more });
    } catch (refusal) {
      this.complain(refusal.message);
    }
  }

  /** Play a move; whether it was played. */
  async play(move) {
    try {
      await this.changed('moves', { node: this.at, move, language });
      return true;
    } catch (refusal) {
      this.board.restore();
      this.complain(refusal.message);
      return false;
    }
  }

  /** A line of the engine becomes a variation. */
  async line(moves) {
    for (const move of moves) if (!await this.play(move)) return;
  }

  /** Two squares were entered on the board. */
  async tried(from, to) {
    const moves = this.position.destinations.filter(move => move.from === from && move.to === to);
    if (moves.length) {
      const move = moves.length === 1 ? moves[0] : await whichMove(moves, this.study.genre, this.position.turn);
      if (move) await this.play(move.uci);
      else this.board.restore();
      return;
    }
    this.board.restore();
    const man = this.position.men[to];
    if (man && (man === man.toUpperCase()) === (this.position.turn === 'white') && !this.board.widget.state.stats.dragged) {
      this.board.select(to);
      return;
    }
    if (this.study.genre.walls.includes(to)) return;
    const why = await ask(`/api/studies/${this.study.id}/why?node=${this.at}&move=${from}${to}&language=${language}`).catch(refusal => ({ verdict: refusal.message, reasons: [] }));
    this.complain(`${why.verdict} ${why.reasons.join('; ')}`);
  }

  async write(notation) {
    this.notation = notation;
    const { at } = this;
    try {
      this.study = await ask(`/api/studies/${this.study.id}?language=${language}&notation=${notation}`);
      this.tree.show(this.study.nodes, at);
    } catch (refusal) {
      this.complain(refusal.message);
    }
  }

  async remove() {
    if (!await choose(text('remove sure'), [{ value: true, label: text('remove study') }], text('cancel'))) return;
    try {
      await ask(`/api/studies/${this.study.id}`, { method: 'DELETE' });
      await this.leave('/study');
    } catch (refusal) {
      this.complain(refusal.message);
    }
  }

  key(event) {
    const { target } = event;
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (target.tagName === 'SELECT' || target.tagName === 'TEXTAREA' || (target.tagName === 'INPUT' && (target.value || target.id !== 'move'))) return;
    const to = this.tree.next(this.at, event.key);
    if (to === null) return;
    event.preventDefault();
    if (to !== this.at) this.go(to);
  }
}
