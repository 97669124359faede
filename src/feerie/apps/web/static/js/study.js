// Studies: a position with the engine's lines, variations and comments.
import { ask, Refusal } from './api.js';
import { Board } from './board.js';
import { announce, choose, element, inTurn, link, single } from './dom.js';
import { EngineLines } from './engine_lines.js';
import { enterMove, sayWhy } from './entered_move.js';
import { chaptersOf } from './chapters.js';
import { download, fileChooser } from './files.js';
import { genreChooser, keptNotation, labelled, notationChooser, option } from './forms.js';
import { headersOf, playersOf } from './headers.js';
import { legendOf } from './legend.js';
import { MoveEntry } from './move_entry.js';
import { notices, say, slot } from './notices.js';
import { Pen } from './pen.js';
import { ReconnectingWebSocket } from './reconnecting_websocket.js';
import { SetupForm } from './setup_form.js';
import { lineOf, nearest, nodeAfter, StudyTree } from './study_tree.js';
import { language, text } from './texts.js';
import { versioned } from './urls.js';
import { isRedo, isUndo } from './undo_history.js';

const positionAfter = (study, line) => `/api/studies/${study}/position?line=${line}&language=${language}`;
const MARKS = ['', '!', '?', '!!', '??', '!?', '?!'];

/** Where a study begins: a position set up, a FEN, a game; and the studies that are kept. */
export class StudyStart {
  static async open(main, go) {
    const coming = ask(`/api/studies?language=${language}`), { genres, elements } = await ask(versioned(`/api/catalogue?language=${language}`));
    main.style.visibility = 'hidden';       // until the form is filled, which would move what is below
    try {
      const page = new StudyStart(main, go, genres, elements), [kept] = await Promise.all([coming, page.form.begin()]);
      page.list(kept);
      return page;
    } finally {
      main.style.visibility = '';
    }
  }

  constructor(main, go, genres, elements) {
    this.go = go;
    this.chapterOf = new URLSearchParams(location.search).get('chapter_of') ?? '';
    this.begin = single(asked => this.began(asked));
    this.problem = slot({ id: 'problem' });
    this.chooser = genreChooser(genres, elements, are => (are ? this.form.useGenre() : this.form.begin()));
    this.form = new SetupForm(this.chooser, () => {});
    this.pgn = element('textarea', { rows: 4, id: 'pgn', spellcheck: 'false', autocomplete: 'off' });
    this.kept = element('ul', { class: 'problems', id: 'studies' });
    main.append(element('div', { class: 'composing' },
      element('section', { class: 'diagram', 'aria-label': text('board') }, this.form.place, ...this.form.parts),
      element('section', { class: 'panel' }, element('h1', {}, text(this.chapterOf ? 'new chapter' : 'study')), element('div', { class: 'controls' }, ...this.chooser.fields,
        element('button', { type: 'button', class: 'main', 'data-action': 'study position', onclick: () => this.begin(null) }, text('study position'))),
      notices(this.form.problem, this.problem), labelled(text('game as text'), this.pgn), element('div', { class: 'tools' },
        element('button', { type: 'button', 'data-action': 'study game', onclick: () => (this.pgn.value.trim() ? this.begin({ pgn: this.pgn.value }) : this.pgn.focus()) }, text('study game')),
        fileChooser(text('import file'), '.pgn,.txt', content => this.begin({ pgn: content }))),
      ...(this.chapterOf ? [link(`/study/${this.chapterOf}`, go, { class: 'back' }, text('back to the study'))]
        : [element('h2', {}, text('studies')), this.kept]))));
  }

  /** List the studies that are kept. */
  list(kept) {
    const rows = kept.map(each => element('li', {}, link(`/study/${each.id}`, this.go, {}, element('span', {}, element('strong', {}, each.title || each.genre_title), each.title && each.genre !== 'orthodox' ? ` ${each.genre_title}` : '',
      each.chapters > 1 ? ` · ${text('number of chapters', { count: each.chapters })}` : '', element('small', {}, new Date(each.changed * 1000).toLocaleString(language))))));
    this.kept.replaceChildren(...(rows.length ? rows : [element('li', { class: 'none' }, text('no studies'))]));
  }

  /** Begin a study of a game, or (null) of the diagram. */
  async began(game) {
    const isReady = game || await this.form.ready();
    say(this.problem, isReady ? '' : text('mend position'));
    if (!isReady) return;
    try {
      const { id } = await ask('/api/studies', { body: { genre: this.chooser.value, language, chapter_of: this.chapterOf, ...game ?? { fen: this.form.given } } });
      await this.go(`/study/${id}`);
    } catch (refusal) {
      say(this.problem, refusal.message);
    }
  }

  close() { this.form.close(); }
}

export class StudyPage {
  static async open(main, id, go) {
    const notation = keptNotation();
    let study, first;
    try {
      [study, first] = await Promise.all([ask(`/api/studies/${id}?language=${language}&notation=${notation}`), ask(positionAfter(id, []))]);
    } catch (refusal) {
      if (refusal.status === 0) throw refusal;     // no server: it may be tried again
      main.append(element('p', { class: 'problem', role: 'alert' }, refusal.message));
      return {};
    }
    const page = new StudyPage(main, study, notation, go);
    await page.go(0, false, first);
    return page;
  }

  constructor(main, study, notation, leave) {
    Object.assign(this, { study, notation, leave, at: 0, sequence: 0, drawings: 0, inTurn: inTurn() });
    this.tree = new StudyTree(node => this.go(node));
    this.engine = new EngineLines(moves => this.add(moves), uci => this.board?.point(this.position?.destinations.find(move => move.uci === uci) ?? null));
    this.pen = new Pen(colour => { this.board.pen = colour; }, () => {
      this.board.draw([]);
      this.drew([]);
    });
    this.build(main);
    this.board = new Board(this.place, study.genre, (from, to) => this.tried(from, to), null, arrows => this.drew(arrows));
    this.tree.show(study.nodes, 0);
    this.told();
    this.socket = new ReconnectingWebSocket(`/api/studies/${study.id}/live`, told => this.heard(told), () => {});
    this.keys = event => this.key(event);
    document.addEventListener('keydown', this.keys);
  }

  close() {
    this.isClosed = true;
    this.socket.close();
    this.engine.stop();
    this.board.close();
    document.removeEventListener('keydown', this.keys);
  }

  build(main) {
    const button = (key, act, label = text(key)) => element('button', { type: 'button', onclick: act, 'data-action': key, 'aria-label': text(key), title: text(key) }, label);
    this.place = element('div', { class: 'board', 'aria-hidden': 'true' });
    this.said = element('p', { class: 'said', id: 'said' });
    this.problem = slot({ id: 'problem' });         // a move, or why it is none
    this.unchanged = slot({ id: 'unchanged' });     // anything else that has been refused
    this.entry = new MoveEntry(move => this.play(move), asked => this.board.squareGrid.answer(asked), { id: 'move' },
      element('button', { type: 'submit' }, text('enter move')));
    this.comment = element('textarea', { id: 'comment', rows: 2, maxlength: 4000, onchange: () => this.act('comment', { text: this.comment.value }) });
    this.marks = element('select', { id: 'mark', 'aria-label': text('mark'), onchange: () => this.act('mark', { mark: Number(this.marks.value) }) },
      ...MARKS.map((sign, index) => option(index, sign || '–')));
    this.title = element('input', { id: 'title', maxlength: 200, value: this.study.title, autocomplete: 'off', onchange: () => this.act('title', { text: this.title.value }) });
    const fen = this.fen = element('input', { id: 'fen', readonly: true, onfocus: () => fen.select() });
    const notation = notationChooser(chosen => this.write(chosen));
    const step = (sign, key, name) => button(key, () => this.go(this.tree.next(this.at, name)), sign);
    this.players = element('div', { class: 'printed named', id: 'players' });
    this.chapters = element('div', {});
    this.order = element('div', { class: 'chapter-order' }, ...[['earlier', '↑'], ['later', '↓']].map(([act, sign]) => button(act, () => this.act(act), sign)));
    this.headers = headersOf(this.study.genre, (header, said) => this.act('header', { header, text: said }));
    this.undoButton = button('undo', () => this.restore('undo'));
    this.redoButton = button('redo', () => this.restore('redo'));
    main.append(element('div', { class: 'composing' },
      element('section', { class: 'diagram', 'aria-label': text('board') }, this.players, element('div', { class: 'with-bar' }, this.engine.bar, this.place), ...legendOf(this.study.genre),
        element('div', { class: 'steps' }, step('«', 'first', 'Home'), step('‹', 'back', 'ArrowLeft'), step('›', 'forward', 'ArrowRight'), step('»', 'last', 'End')),
        this.pen.place, labelled('FEN', fen)),
      element('section', { class: 'panel' }, element('h1', {}, this.study.genre.title), labelled(text('title of problem'), this.title), element('div', { class: 'chapter-row' }, this.chapters, this.order), notices(this.said, this.problem, this.entry.answered, this.unchanged),
        this.engine.place, this.entry.place, this.tree.place, labelled(text('comment'), this.comment), element('div', { class: 'tools' }, this.marks,
          button('promote', () => this.act('promote')), button('delete line', () => this.cut())),
        this.headers.place,
        element('div', { class: 'tools' }, this.undoButton, this.redoButton, button('flip', () => this.flip()), labelled(text('notation'), notation, 'inline'),
          button('download', () => download(`/api/studies/${this.study.id}/pgn`).catch(refusal => say(this.unchanged, refusal.message))),
          button('remove study', () => this.remove())))));
  }

  flip() {
    this.board.flip();
    this.engine.turn(this.board.orientation === 'black');
  }

  /** Look at a node; `known`: its position, if it is there already. What a change has made of the tree is shown together with it: a comment typed below a new move is that move's. */
  async go(node, isSame = false, known = null) {
    if (node === null || node === undefined) return;
    const number = ++this.sequence;
    try {
      const position = known ?? await ask(positionAfter(this.study.id, lineOf(this.study.nodes, node)));
      if (number !== this.sequence) return;
      if (isSame && this.drawings) position.arrows = this.board.arrows;       // what is being saved
      Object.assign(this, { at: node, position });
    } catch (refusal) {
      say(this.unchanged, refusal.message);
      return;
    }
    const { position } = this, row = this.study.nodes[node];
    if (!isSame) for (const each of [this.problem, this.unchanged]) say(each, '');
    if (this.tree.nodes !== this.study.nodes) this.tree.show(this.study.nodes, node);
    this.board.show(position, position.destinations, position.is_over ? null : position.turn);
    this.said.textContent = [position.said, position.table].filter(Boolean).join(' · ');
    this.fen.value = position.fen;
    if (!isSame || document.activeElement !== this.comment) this.comment.value = row.comment;
    this.marks.value = String(Math.max(0, MARKS.indexOf(row.marks.trim())));
    this.tree.mark(node);
    this.engine.look(this.study.genre.name, position.fen, position.is_valid && !position.is_over);
    if (row.text && !isSame) announce(`${row.text}. ${position.said}`);
  }

  /** Show what is said of the study as a whole. */
  told() {
    const { study } = this;
    if (document.activeElement !== this.title) this.title.value = study.title;
    this.players.replaceChildren(...playersOf(study.headers));
    this.headers.show(study.headers);
    this.chapters.replaceChildren(...chaptersOf(study, this.leave));
    const ids = study.chapters.map(each => each.id), [earlier, later] = this.order.children;
    this.order.hidden = ids.length < 2;
    for (const [each, other, isLast] of [[earlier, later, ids[0] === study.id], [later, earlier, ids.at(-1) === study.id]]) {
      const had = document.activeElement === each;
      each.disabled = isLast;
      if (isLast && had) other.focus();
    }
    this.undoButton.disabled = !study.can_undo;
    this.redoButton.disabled = !study.can_redo;
  }

  /** Take the study as the server has it now; `line`: the moves to the node that is looked at, as far as they are still there. */
  async take(study, line) {
    if (this.isClosed) return;
    this.study = study;
    this.told();
    const at = line ? nearest(study.nodes, line) : study.at;
    await this.go(at, Boolean(line) && lineOf(study.nodes, at).length === line.length);
  }

  /** Change the study when all changes before this one have been made; `line`: the moves that lead to the node that is meant,
   *  null for the node that is shown then. Others may change it in the meantime. `stays`: the same node is looked at afterwards. */
  change(path, line, body, stays = false) {
    return this.inTurn(async () => {
      const { line: shown } = this;
      if (line && nodeAfter(this.study.nodes, line) === undefined) throw new Refusal(text('no such move'), 404, 'no such move');
      const study = await ask(`/api/studies/${this.study.id}/${path}?language=${language}&notation=${this.notation}`, { body: { line: line ?? shown, ...body } });
      await this.take(study, stays ? this.line : null);
    });
  }

  /** The study has another revision, or other chapters: somebody else has changed it, unless it was here. */
  heard({ revision, chapters }) {
    this.inTurn(async () => {
      if (this.isClosed || (revision === this.study.revision && !chapters)) return;
      await this.take(await ask(`/api/studies/${this.study.id}?language=${language}&notation=${this.notation}`), this.line);
    }).catch(refusal => say(this.unchanged, refusal.message));
  }

  /** Undo or redo a change of the study, whoever made it. */
  async restore(act) {
    await this.act(act);
    announce(text(act));
  }

  /** The board has been drawn on. */
  async drew(arrows) {
    this.drawings++;
    await this.act('arrows', { arrows });
    this.drawings--;
  }

  /** The moves that lead to the position that is shown. */
  get line() { return lineOf(this.study.nodes, this.at); }

  async act(act, more = {}, line = this.line) {
    try {
      await this.change('acts', line, { act, ...more }, ['comment', 'mark', 'arrows', 'title', 'header', 'earlier', 'later'].includes(act));
    } catch (refusal) {
      say(this.unchanged, refusal.message);
    }
  }

  /** Delete the move that is shown with all that follows. */
  async cut() {
    const { line } = this, { text: move } = this.study.nodes[this.at];
    if (line.length && await choose(text('delete line sure', { move }), [{ value: true, label: text('delete line') }], text('cancel')))
      await this.act('delete', {}, line);
  }

  /** Play a move after a line, or where the moves before have led to; whether it was played. */
  async play(move, line = null) {
    try {
      await this.change('moves', line, { move, language });
      return true;
    } catch (refusal) {
      this.board.restore();
      say(this.problem, refusal.message);
      return false;
    }
  }

  /** A line of the engine becomes a variation. */
  async add(moves) {
    let { line } = this;
    for (const move of moves) {
      if (!await this.play(move, line)) return;
      line = [...line, move];
    }
  }

  /** Two squares were entered on the board. */
  async tried(from, to) {
    const { line, position } = this;
    await enterMove(this.board, this.study.genre, position, from, to, { play: move => this.play(move.uci, line), explain: move => sayWhy(this.problem,
      ask(`/api/studies/${this.study.id}/why?line=${line}&move=${move}&language=${language}`), () => position === this.position) });
  }

  async write(notation) {
    this.notation = notation;
    try {
      await this.inTurn(async () => {
        this.study = await ask(`/api/studies/${this.study.id}?language=${language}&notation=${notation}`);
        this.tree.show(this.study.nodes, this.at);
      });
    } catch (refusal) {
      say(this.unchanged, refusal.message);
    }
  }

  async remove() {
    const isWhole = this.study.chapters.length === 1;
    const whole = await choose(text('remove sure'), [...(isWhole ? [] : [{ value: false, label: text('remove chapter') }]), { value: true, label: text('remove study') }], text('cancel'));
    if (whole === null) return;
    try {
      const { id } = await ask(`/api/studies/${this.study.id}?whole=${whole}`, { method: 'DELETE' });
      await this.leave(id ? `/study/${id}` : '/study');
    } catch (refusal) {
      say(this.unchanged, refusal.message);
    }
  }

  key(event) {
    const { target } = event;
    if (isUndo(event) || isRedo(event)) {
      event.preventDefault();
      this.restore(isRedo(event) ? 'redo' : 'undo');
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (target.tagName === 'SELECT' || target.tagName === 'TEXTAREA' || (target.tagName === 'INPUT' && (target.value || target.id !== 'move'))) return;
    const to = this.tree.next(this.at, event.key);
    if (to === null) return;
    event.preventDefault();
    if (to !== this.at) this.go(to);
  }
}
