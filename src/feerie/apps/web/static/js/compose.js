// The desk of composers: the diagram, what is asked, the solution, and the collections.
import { ask } from './api.js';
import { BoardEditor } from './board_editor.js';
import { CollectionView } from './collection_view.js';
import { announce, element } from './dom.js';
import { download } from './files.js';
import { genreChooser, labelled, option, tabs } from './forms.js';
import { SolutionView } from './solution_view.js';
import { Solving } from './solving.js';
import { language, text } from './texts.js';

const STIPULATIONS = ['#2', '#3', '#4', 's#2', 's#3', 'r#2', 'h#2', 'h#2.5', 'h#3', 'h=2', 'hs#3', 'ser-h#4', 'ser-#3', 'ser-r=3', 'dia 5.5', 'a=>b 4'];
const SWITCHES = ['set_play', 'duplex', 'post_key_play', 'quodlibet', 'null_moves', 'no_white_king', 'no_black_king'];
const NUMBERS = ['max_solutions', 'threat', 'max_flights'];
const KEPT = 'draft';
const FRESH = { draft: { genre: 'orthodox', fen: '', stipulation: '#2', options: {}, twins: [], author: [], keywords: [], remarks: [] },
  id: null, revision: 0, collection: 1 };

const kept = () => {
  try { return JSON.parse(sessionStorage.getItem(KEPT) || localStorage.getItem(KEPT)) || FRESH; } catch { return FRESH; }
};

export class ComposePage {
  /** Show the desk; `id`: of a kept problem. */
  static async open(main, id, go) {
    const genres = await ask(`/api/genres?language=${language}`);
    const page = new ComposePage(main, genres, go);
    try {
      if (id && kept().id !== id) await page.load(id);
      else await page.take(kept());
    } catch (refusal) {
      await page.take(FRESH);
      page.complain(refusal.message);
    }
    return page;
  }

  constructor(main, genres, go) {
    Object.assign(this, { genres, go, notation: localStorage.getItem('printed notation') || 'short', denied: '', sequence: 0 });
    this.build(main);
    this.board = new BoardEditor(this.place, this.palette, men => this.edited({ men }));
    this.view = new SolutionView(this.play, (position, said, genre) => this.step(position, said, genre));
    this.solving = new Solving(state => this.told(state), document => this.solved(document));
    this.keys = event => { if (event.key === 'Escape' && this.stepping) this.back(); };
    document.addEventListener('keydown', this.keys);
  }

  close() {
    clearTimeout(this.waiting);
    this.solving.close();
    this.board.close();
    document.removeEventListener('keydown', this.keys);
  }

  // -------------------------------------------------------------------------------------------------- the page's parts

  build(main) {
    const button = (key, act, extra = {}) => element('button', { type: 'button', onclick: act, 'data-act': key, ...extra }, text(key));
    this.place = element('div', { class: 'editor', id: 'editor' });
    this.palette = element('div', { class: 'palette' });
    this.fen = element('input', { id: 'fen', spellcheck: 'false', autocomplete: 'off', maxlength: 400, 'aria-label': 'FEN', onchange: () => this.typed() });
    this.turn = element('select', { id: 'turn', onchange: () => this.edited({ turn: this.turn.value }) });
    this.rights = element('span', { class: 'rights' });
    this.flags = element('span', { class: 'rights' });
    this.passed = element('select', { id: 'passed', onchange: () => this.edited({ passed: this.passed.value }) });
    this.stepBar = element('p', { class: 'stepping', hidden: true });
    this.caption = element('p', { class: 'caption' });
    this.problem = element('p', { class: 'problem', id: 'problem', role: 'alert' });
    this.chooser = genreChooser(this.genres, () => this.edited({ genre: this.chooser.value }));
    this.stipulation = element('input', { id: 'stipulation', list: 'stipulations', spellcheck: 'false', autocomplete: 'off', maxlength: 100, oninput: () => this.changed() });
    this.solveButton = button('solve', () => this.solve(), { class: 'main', type: 'submit' });
    this.stopButton = button('stop', () => this.solving.stop(), { hidden: true });
    this.triesButton = button('tries', () => this.solve({ tries: 1 }));
    this.setButton = button('set play', () => this.solve({ set_play: true }));
    this.auto = element('input', { type: 'checkbox', id: 'auto', checked: localStorage.getItem('auto') !== 'no', onchange: () => {
      localStorage.setItem('auto', this.auto.checked ? 'yes' : 'no');
      if (this.auto.checked) this.check(true);
    } });
    this.bar = element('progress', { max: 1, hidden: true, 'aria-label': text('solving') });
    this.state = element('p', { class: 'state', role: 'status', id: 'state' });
    this.play = element('div', { class: 'solution', id: 'solution' });
    const notation = element('select', { id: 'notation', onchange: event => this.write(event.target.value) },
      ...['short', 'long', 'figurine'].map(each => option(each, text(`notation: ${each}`), each === this.notation)));
    this.collections = new CollectionView({ go: this.go, save: asNew => this.save(asNew), complain: message => this.complain(message),
      export: format => this.export(format) });
    const desk = element('form', { class: 'desk', onsubmit: event => { event.preventDefault(); this.solve(); } },
      ...this.chooser.fields, labelled(text('stipulation'), this.stipulation),
      element('datalist', { id: 'stipulations' }, ...STIPULATIONS.map(each => option(each))), this.solveButton, this.stopButton);
    const tools = element('div', { class: 'tools' }, button('flip', () => this.board.flip()),
      button('clear board', () => this.edited({ men: {} })),
      button('game array', () => this.setFen(this.setup.start), { id: 'array' }), button('new problem', () => this.fresh()));
    const solution = element('div', {}, element('div', { class: 'tools' }, this.triesButton, this.setButton,
      labelled(text('notation'), notation, 'inline'), element('label', { class: 'inline' }, this.auto, text('solve at once'))),
    this.play);
    this.tabs = tabs([['solution', solution], ['problem', this.form()], ['collection', this.collections.place]]);
    main.append(element('div', { class: 'composing' },
      element('section', { class: 'diagram', 'aria-label': text('board') }, this.place, this.stepBar, this.caption, this.palette,
        element('div', { class: 'fields' }, labelled(text('turn'), this.turn, 'inline'), this.rights, this.flags, labelled(text('passed'), this.passed, 'inline')),
        labelled('FEN', this.fen), tools, element('small', {}, text('editor help'))),
      element('section', { class: 'panel' }, element('h1', {}, text('compose')), desk, this.problem, this.bar, this.state, this.tabs)));
  }

  /** The form of everything else that is said of a problem. */
  form() {
    const field = (name, control) => { this.inputs[name] = control; return labelled(text(name), control); };
    const line = () => element('input', { autocomplete: 'off', maxlength: 500, oninput: () => this.changed() });
    const area = rows => element('textarea', { rows, spellcheck: 'false', oninput: () => this.changed() });
    this.inputs = {};
    this.switches = Object.fromEntries(SWITCHES.map(name => [name, element('input', { type: 'checkbox', onchange: () => this.changed() })]));
    this.numbers = Object.fromEntries(NUMBERS.map(name => [name, element('input', { type: 'number', min: 1, max: 99999, oninput: () => this.changed() })]));
    this.others = element('p', { class: 'others' });
    return element('div', { class: 'about' },
      field('twins', area(2)), element('small', {}, text('twins help')), field('target', line()),
      element('fieldset', {}, element('legend', {}, text('options')),
        ...SWITCHES.map(name => element('label', { class: 'inline' }, this.switches[name], text(`option: ${name}`))),
        ...NUMBERS.map(name => labelled(text(`option: ${name}`), this.numbers[name], 'inline')), this.others),
      field('intended', line()), field('authors', line()), element('small', {}, text('authors help')), field('title of problem', line()),
      field('source', line()), field('award', line()), field('themes', line()), field('remarks', area(3)));
  }

  complain(message) { this.problem.textContent = message; }

  // ----------------------------------------------------------------------------------------------------- the diagram

  /** Take a stored draft to the desk. */
  async take({ draft, id = null, revision = 0, collection = 1 }) {
    Object.assign(this, { id, revision, collection, given: { ...FRESH.draft, ...draft } });
    const { given } = this;
    this.chooser.value = given.genre;
    this.stipulation.value = given.stipulation;
    const { inputs } = this;
    inputs.twins.value = given.twins.map((twin, index) => `${String.fromCharCode(given.zeroposition ? 97 + index : 98 + index)}) ${twin}`).join('\n');
    inputs.target.value = given.target || '';
    inputs.intended.value = given.intended || '';
    inputs.authors.value = given.author.join('; ');
    inputs['title of problem'].value = given.title || '';
    inputs.source.value = given.source || '';
    inputs.award.value = given.award || '';
    inputs.themes.value = given.keywords.join(', ');
    inputs.remarks.value = given.remarks.join('\n');
    for (const name of SWITCHES) this.switches[name].checked = Boolean(given.options[name]);
    for (const name of NUMBERS) this.numbers[name].value = given.options[name] ?? '';
    const others = Object.keys(given.options).filter(name => !SWITCHES.includes(name) && !NUMBERS.includes(name));
    this.others.textContent = others.length ? `${text('other options')}: ${others.join(', ')}` : '';
    this.collections.current(id, collection);
    await this.ask({ genre: given.genre, fen: given.fen });
  }

  async load(id) {
    const found = await ask(`/api/problems/${id}?language=${language}`);
    await this.take({ draft: found.draft, id, revision: found.revision, collection: found.collection });
  }

  fresh() {
    const genre = this.chooser.value;
    history.pushState(null, '', '/compose');
    this.take({ ...FRESH, draft: { ...FRESH.draft, genre } });
  }

  typed() { this.setFen(this.fen.value.trim()); }

  setFen(fen) { return this.ask({ genre: this.chooser.value, fen }); }

  /** The diagram has been changed by hand. */
  edited(change) {
    const { setup } = this;
    if (change.denied === undefined && setup) change.denied = this.denied;
    const asked = { genre: change.genre ?? this.chooser.value, men: change.men ?? setup?.men ?? {}, turn: change.turn ?? setup?.turn ?? 'white',
      denied: change.denied ?? '', flags: change.flags ?? (setup?.flags || []).filter(each => each.set).map(each => each.letter).join(''),
      passed: change.passed ?? setup?.passed ?? '' };
    this.denied = asked.denied;
    return this.ask(asked, change.genre !== undefined);
  }

  /** Let the server say what a setup is; men that a new genre does not have are left out. */
  async ask(asked, isOtherGenre = false) {
    const number = ++this.sequence;
    this.complain('');
    let setup;
    try {
      setup = await ask(`/api/setups?language=${language}`, { body: asked });
    } catch (refusal) {
      if (number !== this.sequence) return;
      if (isOtherGenre) return this.ask({ genre: asked.genre, men: {} });
      this.complain(refusal.message);
      if (this.setup) this.board.show(this.setup.men);
      return;
    }
    if (number !== this.sequence) return;
    this.setup = setup;
    this.denied = setup.rights.filter(right => !right.held).map(right => right.letter).join('');
    this.showSetup();
    this.changed();
  }

  showSetup() {
    const { setup } = this;
    this.back();
    this.board.use(setup.genre, setup.palette);
    this.board.show(setup.men);
    this.fen.value = setup.fen;
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
    document.getElementById('array').hidden = !setup.start;
  }

  // ----------------------------------------------------------------------------------------------------- the problem

  draft() {
    const { inputs, given } = this;
    const options = { ...given.options };
    for (const name of SWITCHES) if (this.switches[name].checked) options[name] = true; else delete options[name];
    for (const name of NUMBERS) if (this.numbers[name].value) options[name] = Number(this.numbers[name].value); else delete options[name];
    const list = (value, sign) => value.split(sign).map(each => each.trim()).filter(Boolean);
    return { genre: this.chooser.value, fen: this.setup?.fen || '', stipulation: this.stipulation.value.trim(), target: inputs.target.value.trim(),
      options, twins: list(inputs.twins.value, '\n'), zeroposition: Boolean(given.zeroposition), author: list(inputs.authors.value, ';'),
      source: inputs.source.value, title: inputs['title of problem'].value, award: inputs.award.value, keywords: list(inputs.themes.value, ','),
      remarks: list(inputs.remarks.value, '\n'), intended: inputs.intended.value.trim(), solution_text: given.solution_text || '',
      metadata: given.metadata || {}, unread: given.unread || [] };
  }

  /** Something has changed: keep it, check it, and solve it if that is wanted. */
  changed() {
    const state = JSON.stringify({ draft: this.draft(), id: this.id, revision: this.revision, collection: this.collection });
    sessionStorage.setItem(KEPT, state);
    localStorage.setItem(KEPT, state);
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.check(this.auto.checked), 350);
  }

  async check(solves) {
    const draft = this.draft();
    try {
      const told = await ask(`/api/problems/check?language=${language}`, { body: draft });
      this.complain('');
      this.caption.textContent = [told.caption, told.begins].join(' · ');
      this.warnings = told.warnings;
      if (solves) this.solve({ quick: true });
      else this.stale();
    } catch (refusal) {
      this.caption.textContent = '';
      if (this.hasKings()) this.complain(refusal.message);
      this.stale();
    }
  }

  hasKings() { return Object.keys(this.setup?.men || {}).length > 0; }

  /** The solution that is shown is not that of the diagram any more. */
  stale() {
    this.play.classList.add('stale');
  }

  // ----------------------------------------------------------------------------------------------------------- solving

  async solve(wishes = {}) {
    clearTimeout(this.waiting);
    if (!this.setup || (wishes.quick && !this.hasKings())) return;
    this.quick = Boolean(wishes.quick);
    try {
      await this.solving.begin({ draft: this.draft(), ...wishes });
      if (!wishes.quick) {
        this.complain('');
        this.tabs.choose('solution');
      }
    } catch (refusal) {
      if (!wishes.quick) this.complain(refusal.message);
      this.stale();
    }
  }

  told(state) {
    const runs = state.state === 'running' || state.state === 'waiting';
    this.solveButton.hidden = runs && !this.quick;
    this.stopButton.hidden = !runs || this.quick;
    this.bar.hidden = !runs;
    if (state.progress > 0) this.bar.value = state.progress;
    else this.bar.removeAttribute('value');
    const part = state.parts > 1 ? `${text('part', { number: Math.min(state.part + 1, state.parts), count: state.parts })} · ` : '';
    const found = state.found ? ` · ${text('lines', { count: state.found })}` : '';
    const seconds = state.seconds.toLocaleString(language, { minimumFractionDigits: 1 });
    const share = runs && state.progress > 0 ? ` · ${Math.round(100 * state.progress)} %` : '';
    this.state.textContent = `${part}${text(this.quick && state.state === 'stopped' ? 'state: too long' : `state: ${state.state}`)}${share}${found} · ${text('seconds short', { seconds })}`
      + (state.resumed && runs ? ` · ${text('resumed')}` : '') + (state.error ? ` · ${state.error}` : '');
    this.solveButton.textContent = text(state.state === 'stopped' && !this.quick ? 'resume' : 'solve');
  }

  async solved(job) {
    try {
      const found = await ask(`/api/solutions/${job}?language=${language}&notation=${this.notation}`);
      if (job !== this.solving.job) return;
      this.solution = job;
      this.play.classList.remove('stale');
      this.view.show(found, this.notation);
      if (found.state !== 'running') announce(found.results.map(each => each.verdict || each.error).join(' '));
    } catch (refusal) {
      this.complain(refusal.message);
    }
  }

  write(notation) {
    this.notation = notation;
    localStorage.setItem('printed notation', notation);
    if (this.solution) this.solved(this.solution);
  }

  /** A move of the solution was chosen: the board shows the position after it. */
  step(position, said, genre) {
    this.stepping = true;
    this.board.lock(true);
    this.board.use(genre, this.setup.palette);
    this.board.show(position.men, position);
    this.stepBar.hidden = false;
    this.caption.hidden = true;
    this.stepBar.replaceChildren(element('span', {}, text('after move', { move: said })),
      element('button', { type: 'button', 'data-act': 'back to diagram', onclick: () => this.back() }, text('back to diagram')));
    announce(said);
  }

  back() {
    if (!this.stepping) return;
    this.stepping = false;
    this.stepBar.hidden = true;
    this.caption.hidden = false;
    this.board.use(this.setup.genre, this.setup.palette);
    this.board.lock(false);
    this.board.show(this.setup.men);
    for (const each of this.play.querySelectorAll('[aria-current]')) each.removeAttribute('aria-current');
  }

  // ---------------------------------------------------------------------------------------------------------- keeping

  async save(asNew) {
    const body = { draft: this.draft(), collection: this.collections.collection, revision: this.revision, language,
      solution: this.solution && !this.play.classList.contains('stale') ? this.solution : '' };
    try {
      const isNew = asNew || !this.id;
      const saved = await ask(isNew ? '/api/problems' : `/api/problems/${this.id}`, { body, method: isNew ? 'POST' : 'PUT' });
      Object.assign(this, { id: saved.id, revision: saved.revision, collection: body.collection });
      history.replaceState(null, '', `/compose/${saved.id}`);
      this.collections.current(saved.id, body.collection);
      this.collections.tell(text('saved') + (saved.tested ? ` · ${saved.tested}` : ''));
      this.changed();
      await this.collections.refresh();
    } catch (refusal) {
      this.complain(refusal.message);
    }
  }

  async export(format) {
    try {
      const lost = await download('/api/problems/export', { draft: this.draft(), format, language, notation: this.notation,
        solution: this.solution && !this.play.classList.contains('stale') ? this.solution : '' });
      this.collections.tell(lost.length ? text('lost', { fields: lost.join(', ') }) : '');
    } catch (refusal) {
      this.complain(refusal.message);
    }
  }
}
