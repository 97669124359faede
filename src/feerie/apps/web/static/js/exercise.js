// A problem to solve: the board answers as the defence, tries are refuted, hints come in steps. What a move is worth the server says.
import { ask } from './api.js';
import { Board } from './board.js';
import { announce, element, link, single } from './dom.js';
import { enterMove, sayWhy } from './entered_move.js';
import { fitting, isDone, keepChoice, keepProgress, keptChoice, nextOpen, progressOf } from './exercise_progress.js';
import { lasting, listed, stars } from './exercises.js';
import { keptNotation } from './forms.js';
import { icon } from './icons.js';
import { legendOf } from './legend.js';
import { belongsTo } from './men.js';
import { MoveEntry } from './move_entry.js';
import { notices, say, slot } from './notices.js';
import { RulesPanel } from './rules_panel.js';
import { SolutionView } from './solution_view.js';
import { Solving } from './solving.js';
import { language, text } from './texts.js';
import { isSite } from './urls.js';

const SEEN = 400;       // milliseconds for which one's own move is seen before it is answered
const STEPS = 3;
const OF_OUR_OWN = /^[0-9a-f]{8}$/;      // the ids of the set that comes with the page

export class ExercisePage {
  /** Show a problem; `go(path)` leaves it. */
  static async open(main, id, go) {
    try {
      return new ExercisePage(main, await ask(lasting(OF_OUR_OWN.test(id), `/api/exercises/${encodeURIComponent(id)}?language=${language}&notation=${keptNotation()}`)), go);
    } catch (refusal) {
      if (refusal.status === 0) throw refusal;     // no server: it may be tried again
      main.append(element('div', { class: 'lobby' }, element('p', { class: 'problem', role: 'alert' }, refusal.message), link('/solve', go, { class: 'button' }, text('all problems'))));
      return {};
    }
  }

  constructor(main, exercise, go) {
    Object.assign(this, { go, exercise, id: exercise.id, genre: exercise.genre_document, choice: keptChoice(), progress: progressOf(exercise.id), states: [], step: 0, hinted: false });
    this.build(main);
    this.board = new Board(this.field, this.genre, (from, to) => this.tried(from, to));
    this.board.picked = square => {
      if (this.document?.state === 'wrong') setTimeout(() => this.retry(square));      // after the click has been handled
      const man = this.document?.men[square];
      if (man) this.rulebook?.pick(man);
    };
    this.column.append(...legendOf(this.genre));
    if (exercise.below === 'black') this.board.turn('black');
    this.solving = new Solving(() => {}, found => this.solved(found));
    if (this.isHelped && this.progress.found.length) this.start();
    else this.take(exercise.begun[this.isHelped ? 1 : 0], true);
  }

  // -------------------------------------------------------------------------------------------- the page's parts

  build(main) {
    const { exercise, go } = this;
    const iconed = (key, act) => element('button', { type: 'button', onclick: act, 'data-action': key, title: text(key), class: 'icon' }, icon(key), element('span', { class: 'unseen' }, text(key)));
    const button = (key, act, extra = {}) => element('button', { type: 'button', onclick: act, 'data-action': key, ...extra }, text(key));
    this.field = element('div', { class: 'board', 'aria-hidden': 'true' });
    this.column = element('div', { class: 'board-column' }, this.field);
    this.said = element('p', { class: 'said', id: 'said', role: 'status' });
    this.problem = slot({ id: 'problem' });
    this.hint = slot({ id: 'hinted', class: 'hinted' });
    this.undone = slot({ id: 'undone' });
    this.counted = element('p', { class: 'counted' });
    this.moves = element('ol', { class: 'moves', 'aria-label': text('moves'), tabindex: 0 });
    this.entry = new MoveEntry(move => this.play(move), asked => this.board.squareGrid.answer(asked), { id: 'move', 'aria-describedby': 'problem' },
      element('button', { type: 'submit' }, text('enter move')));
    this.back = iconed('take back', () => this.takeBack());
    this.hintButton = iconed('hint', single(() => this.help()));
    this.again = button('begin again', () => this.start(), { class: 'quiet' });
    this.nextButton = button('next problem', single(() => this.goOn()));
    this.showButton = button('show solution', single(() => this.giveUp()), { class: 'quiet' });
    this.others = button('look for others', () => this.start(), { hidden: true });
    const query = new URLSearchParams({ genre: exercise.genre, fen: exercise.draft.fen, stipulation: exercise.stipulation, ...(exercise.draft.intended ? { intended: exercise.draft.intended } : {}) });
    this.ways = element('div', { class: 'acts ways-on', hidden: true }, this.others, ...(isSite ? [] : [link(exercise.grade ? `/compose?${query}` : `/compose/${exercise.id}`, go, { class: 'button', 'data-action': 'compose this' }, text('compose this')),
      button('study position', single(() => this.study()))]));
    this.helpedBox = element('input', { type: 'checkbox', id: 'helped', checked: this.choice.helped, onchange: () => this.turnHelp() });
    this.solution = element('div', { class: 'solution' });
    this.rules = element('details', { class: 'rules-of', ontoggle: single(() => this.showRules()) }, element('summary', {}, text('rules')));
    this.whole = element('section', { class: 'whole', hidden: true }, element('h2', {}, text('whole solution')), this.solution);
    this.view = new SolutionView(this.solution, (position, said) => this.look(position, said), refusal => say(this.undone, refusal.message), 'h3');
    main.append(element('div', { class: 'game exercise' }, this.column, element('div', { class: 'panel' },
      element('div', { class: 'heading' }, element('h1', {}, `${exercise.stipulation} · ${exercise.title}`), stars(exercise.grade)),
      ...exercise.named.map(line => element('p', { class: 'named' }, line)), element('p', { class: 'task' }, exercise.task), this.said, this.counted,
      element('div', { class: 'bar' }, this.back, this.hintButton, iconed('flip', () => this.board.flip()), this.nextButton),
      notices(this.problem, this.hint, this.undone, this.entry.answered), this.moves, this.entry.place,
      exercise.helps ? element('label', { class: 'inline' }, this.helpedBox, element('span', {}, text('helped'))) : null,
      element('div', { class: 'acts' }, this.again, this.showButton, link('/solve', go, { class: 'button quiet' }, text('all problems'))), this.rules, this.ways, this.whole)));
  }

  get isHelped() { return this.exercise.helps && this.choice.helped; }

  body(more = {}) {
    return { line: this.line, helped: this.isHelped, found: this.progress.found, language, notation: keptNotation(), ...more };
  }

  // ------------------------------------------------------------------------------------------------ what is shown

  /** Begin the problem anew. */
  async start() {
    for (const each of [this.problem, this.hint, this.undone]) say(each, '');
    this.line = [];
    try {
      const document = await ask(`/api/exercises/${this.id}/line`, { body: this.body({ line: [] }) });
      this.states = [];
      this.take(document, true);
    } catch (refusal) {
      say(this.undone, refusal.message);
    }
  }

  /** Take what the server says about a line. */
  take(document, isFirst = false) {
    if (this.closed) return;
    this.document = document;
    this.step = 0;
    if (document.state !== 'wrong') {
      this.states.push(document);
      this.line = document.line;
    }
    this.show(document);
    say(this.problem, document.said);
    if (document.state === 'solved') this.succeed(document);
    else if (document.state === 'right' && !isFirst) this.said.textContent = `${text('trial: right')} ${document.to_move}`;
    if (!isFirst) announce([document.text, document.said || this.said.textContent].filter(Boolean).join('. '));
  }

  show(document) {
    const goesOn = document.state !== 'wrong' && document.state !== 'solved';
    this.board.show(document, document.destinations, goesOn ? document.turn : null);
    this.said.classList.toggle('over', document.state === 'solved');
    this.said.textContent = document.to_move || (document.state === 'wrong' ? text('trial: failed') : '');
    this.moves.replaceChildren(...document.moves.map(({ number, text: said }, index) => element('li', {},
      number ? element('span', { class: 'number' }, number) : '', element('span', { class: 'san', 'data-current': index === document.moves.length - 1 ? 'yes' : null }, said))));
    if (!document.moves.length) this.moves.append(element('li', { class: 'none' }, text('exercise help')));
    this.back.disabled = goesOn && this.states.length < 2;
    this.back.classList.toggle('main', document.state === 'wrong');
    this.hintButton.disabled = !goesOn;
    this.again.disabled = document.line.length === 0;
    this.count();
  }

  count() {
    const { count } = this.exercise, found = this.progress.found.length;
    this.counted.textContent = count > 1 ? text('trial: others', { found: Math.min(found, count), count }) : '';
    this.others.hidden = count < 2 || found >= count;
    this.nextButton.classList.toggle('main', isDone(this.progress));
  }

  /** A position of the whole solution. */
  look(position, said) {
    this.document = null;
    this.board.show(position, [], null);
    this.said.textContent = text('after move', { move: said });
    this.back.disabled = this.hintButton.disabled = true;
    this.again.disabled = false;
    announce(said);
  }

  takeBack() {
    const { document } = this;
    say(this.hint, '');
    if (document.state !== 'wrong') {
      if (this.states.length < 2) return;
      this.states.pop();
      say(this.problem, '');
    }
    this.document = this.states.at(-1);
    this.line = this.document.line;
    this.step = 0;
    this.show(this.document);
    announce(this.document.to_move);
  }

  /** A man is picked up while a refutation is shown: the try is taken back, and the man is picked up. */
  retry(square) {
    if (this.document?.state !== 'wrong') return;
    this.takeBack();
    const man = this.document.men[square];
    if (man && belongsTo(man, this.document.turn)) this.board.select(square);
  }

  // -------------------------------------------------------------------------------------------------- what is done

  tried(from, to) {
    return enterMove(this.board, this.genre, this.document, from, to, { play: move => this.play(move.uci, move), explain: move => this.explain(move) });
  }

  /** Play a move; whether it was played. */
  async play(move, known = null) {
    if (!known && this.document?.state === 'wrong') this.takeBack();      // a typed move is meant instead of the one that fails
    if (this.busy || !this.document?.destinations.length) return false;
    this.busy = true;
    for (const each of [this.problem, this.hint, this.undone]) say(each, '');
    if (known) this.board.anticipate(known);
    try {
      const seen = new Promise(resolve => setTimeout(resolve, known ? SEEN : 0));
      const document = await ask(`/api/exercises/${this.id}/line`, { body: this.body({ move }) });
      await seen;
      if (!this.progress.state) this.keep('begun');
      this.take(document);
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
    await sayWhy(this.problem, ask(`/api/exercises/${this.id}/why`, { body: { line: this.line, move, language } }), () => document === this.document);
  }

  /** The next step of a hint: the man, the square, the move. */
  async help() {
    const { document } = this, step = Math.min(STEPS, this.step + 1);
    try {
      const { square, target, said } = await ask(`/api/exercises/${this.id}/hint`, { body: { line: this.line, step, found: this.progress.found, language, notation: keptNotation() } });
      if (this.closed || document !== this.document) return;
      this.step = step;
      this.hinted = true;
      this.board.draw(target ? [{ orig: square, dest: target, brush: 'green' }] : square ? [{ orig: square, brush: 'green' }] : []);
      say(this.hint, said);
    } catch (refusal) {
      say(this.undone, refusal.message);
    }
  }

  /** The rules of the genre, asked for when they are wanted. */
  async showRules() {
    if (this.rules.children.length > 1) return;
    try {
      this.rulebook = new RulesPanel(await ask(`/api/rules?genre=${encodeURIComponent(this.exercise.genre)}&language=${language}`), true);
      this.rules.append(this.rulebook.place);
    } catch (refusal) {
      say(this.undone, refusal.message);
    }
  }

  keep(state) {
    this.progress = { ...this.progress, state };
    keepProgress(this.id, this.progress);
  }

  succeed(document) {
    const { progress } = this;
    if (document.is_new) progress.found.push(document.solution);
    if (!isDone(progress) || progress.state === 'hinted' && !this.hinted) this.keep(this.hinted ? 'hinted' : 'solved');
    else this.keep(progress.state);
    this.said.textContent = text(document.is_new ? 'trial: solved' : 'trial: known');
    this.count();
    if (progress.found.length >= this.exercise.count) this.reveal();
    else this.ways.hidden = false;
    this.nextButton.focus({ preventScroll: true });
  }

  /** Show the whole solution, which then counts as shown unless it was found before. */
  async giveUp() {
    if (!isDone(this.progress)) this.keep('shown');
    this.count();
    await this.reveal();
  }

  async reveal() {
    this.ways.hidden = false;
    this.showButton.disabled = true;
    if (!this.whole.hidden) return;
    this.whole.hidden = false;
    try {
      if (isSite) await this.solveHere();
      else await this.solving.begin(this.id, { draft: this.exercise.draft, tries: 1, seconds: 5, quick: true });
    } catch (refusal) {
      say(this.undone, refusal.message);
    }
  }

  /** Solve it where there is no server. */
  async solveHere() {
    const { genre, stipulation, draft } = this.exercise, notation = keptNotation();
    const found = await ask('/api/solutions', { body: { genre, fen: draft.fen, stipulation, language, notation } });
    if (!this.closed) this.view.show(found, notation);
  }

  /** The solver has solved it. */
  async solved({ job }) {
    try {
      const found = await ask(`/api/solutions/${job}?language=${language}&notation=${keptNotation()}`);
      if (!this.closed) this.view.show(found, keptNotation());
    } catch (refusal) {
      say(this.undone, refusal.message);
    }
  }

  turnHelp() {
    this.choice = { ...keptChoice(), helped: this.helpedBox.checked };
    keepChoice(this.choice);
    this.start();
  }

  /** The next problem of what was chosen from the list. */
  async goOn() {
    try {
      const next = nextOpen(fitting(await listed(this.choice.collection), this.choice), this.id);
      await this.go(next ? `/solve/${next.id}` : '/solve');
    } catch (refusal) {
      say(this.undone, refusal.message);
    }
  }

  async study() {
    try {
      const { id } = await ask('/api/studies', { body: { genre: this.exercise.genre, fen: this.states[0].fen, language } });
      await this.go(`/study/${id}`);
    } catch (refusal) {
      say(this.undone, refusal.message);
    }
  }

  close() {
    this.closed = true;
    this.solving.close();
    this.board.close();
  }
}
