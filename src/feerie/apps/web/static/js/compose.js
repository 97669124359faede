// The problem editor: the diagram, what is asked, the solution, and the collections.
import { ask } from './api.js';
import { CollectionView } from './collection_view.js';
import { copyImage, diagramText, draftOfLink, linkOf } from './diagram_sharing.js';
import { announce, copy, element, single } from './dom.js';
import { download } from './files.js';
import { finder } from './finder.js';
import { genreChooser, labelled, option, tabs } from './forms.js';
import { draftOfEntry, keepDraft, lastDraft } from './kept_drafts.js';
import { notices, say, slot } from './notices.js';
import { SetupForm } from './setup_form.js';
import { SolutionView } from './solution_view.js';
import { Solving } from './solving.js';
import { kept } from './storage.js';
import { isRedo, isUndo, UndoHistory } from './undo_history.js';
import { language, text } from './texts.js';
import { versioned } from './urls.js';

const STIPULATIONS = ['#2', '=2', 's#2', 'r#2', 'h#2', 'h#2.5', 'h=2', 'hs#3', 'ser-#3', 'ser-h#4', 'ser-s#3', 'dia 5.5', 'a=>b 4'];
const SWITCHES = ['set_play', 'duplex', 'post_key_play', 'quodlibet', 'no_white_king', 'no_black_king'];
const NUMBERS = ['max_solutions', 'threat', 'max_flights'];
const TOLD = ['author', 'source', 'title', 'award', 'keywords', 'remarks'];
const EMPTY = /^[\d/*]+ w - - 0 1$/;       // asked for without its FEN, as on the first visit: the browser has that answer
const FRESH = { draft: { genre: 'orthodox', fen: '', stipulation: '#2', options: {}, twins: [], author: [], keywords: [], remarks: [] },
  id: null, revision: 0, collection: 1 };

export class ComposePage {
  /** Show the editor; `id`: of a kept problem. */
  static async open(main, id, go) {
    const { genres, elements } = await ask(versioned(`/api/catalogue?language=${language}`)), given = draftOfLink();
    const page = new ComposePage(main, genres, elements, go);
    try {
      const last = lastDraft();
      if (given) {
        history.replaceState(null, '', '/compose');
        await page.take({ ...FRESH, draft: { ...FRESH.draft, ...given } });
      }
      else if (id && last?.id !== id) await page.load(id);
      else await page.take((!id && draftOfEntry()) || last || FRESH);
      if (!id && page.id && main.isConnected) history.replaceState(history.state, '', `/compose/${page.id}`);
    } catch (refusal) {
      await page.take(FRESH);
      say(page.kept, refusal.message);
    }
    return page;
  }

  constructor(main, genres, elements, go) {
    Object.assign(this, { main, genres, elements, go, notation: kept.getItem('printed notation') || 'short', checks: 0, checked: null, shown: null,
      coming: null, states: new UndoHistory() });
    this.build(main);
    this.view = new SolutionView(this.play, (position, said, genre) => this.step(position, said, genre), refusal => say(this.unseen, refusal.message));
    this.solving = new Solving(state => this.showProgress(state), found => this.solved(found));
    this.keys = event => {
      if (event.key === 'Escape' && this.stepping) this.back();
      else if (isUndo(event) || isRedo(event)) {
        event.preventDefault();
        this.restore(isRedo(event) ? 1 : -1);
      }
    };
    document.addEventListener('keydown', this.keys);
  }

  close() {
    clearTimeout(this.waiting);
    this.solving.close();
    this.form.close();
    document.removeEventListener('keydown', this.keys);
  }

  // -------------------------------------------------------------------------------------------------- the page's parts

  build(main) {
    const button = (key, act, extra = {}) => element('button', { type: 'button', onclick: act, 'data-action': key, ...extra }, text(key));
    this.chooser = genreChooser(this.genres, this.elements, () => this.form.useGenre());
    this.form = new SetupForm(this.chooser, () => { this.back(); this.changed(); });
    this.stepBar = element('p', { class: 'stepping', hidden: true });
    this.named = element('div', { class: 'printed named', id: 'named' });
    this.caption = element('p', { class: 'printed caption' });
    this.begins = element('p', { class: 'begins' });
    this.verdict = element('div', { class: 'verdicts', id: 'verdict' });
    this.problem = slot({ id: 'problem' });            // the question is none
    this.unsolved = slot({ id: 'unsolved' });
    this.unseen = slot({ id: 'unseen' });              // a position or a line of the solution cannot be had
    this.unkept = slot({ id: 'unkept' });                // saving, files and studies
    this.stipulation = element('input', { id: 'stipulation', spellcheck: 'false', autocomplete: 'off', maxlength: 202, oninput: () => this.changed() });
    const stipulations = finder(this.stipulation, STIPULATIONS.map(each => ({ name: each, title: each, letter: text(`stipulation: ${each}`), family: text('stipulation'), words: `${each} ${text(`stipulation: ${each}`)}` })),
      { name: 'stipulations', taken: () => this.changed() });
    this.solveButton = element('button', { type: 'submit', class: 'main', 'data-action': 'solve' }, text('solve'));
    this.stopButton = button('stop', () => this.solving.stop(), { hidden: true });
    this.triesButton = button('tries', () => this.solve({ tries: 1 }));
    this.studyButton = button('study solution', single(() => this.study()));
    this.setButton = button('set play', () => this.solve({ set_play: true }));
    this.auto = element('input', { type: 'checkbox', id: 'auto', checked: kept.getItem('auto') !== 'no', onchange: () => {
      kept.setItem('auto', this.auto.checked ? 'yes' : 'no');
      if (this.auto.checked) this.check(true);
    } });
    this.bar = element('progress', { max: 1, hidden: true, 'aria-label': text('solving') });
    this.state = element('p', { class: 'state', role: 'status', id: 'state' });
    this.play = element('div', { class: 'solution', id: 'solution' });
    const notation = element('select', { id: 'notation', onchange: event => this.write(event.target.value) },
      ...['short', 'long', 'figurine'].map(each => option(each, text(`notation: ${each}`), each === this.notation)));
    this.collections = new CollectionView({ go: this.go, save: single(asNew => this.save(asNew)), complain: message => say(this.unkept, message), fen: () => this.form.given.split(' ')[0],
      export: single(format => this.export(format)),
      titleOf: name => name.split('+').map(each => [...this.genres, ...this.elements].find(genre => genre.name === each)?.title || each).join(' + ') });
    const controls = element('form', { class: 'controls', onsubmit: event => { event.preventDefault(); this.solve(); } },
      ...this.chooser.fields, element('div', { class: 'finding stipulating' }, labelled(text('stipulation'), this.stipulation), stipulations), this.solveButton, this.stopButton);
    this.undoButton = button('undo', () => this.restore(-1), { disabled: true });
    this.redoButton = button('redo', () => this.restore(1), { disabled: true });
    this.form.tools.prepend(this.undoButton, this.redoButton);
    this.form.tools.append(button('new problem', () => this.fresh()));
    const solution = element('div', {}, element('div', { class: 'tools' }, this.triesButton, this.setButton, this.studyButton,
      labelled(text('notation'), notation, 'inline'), element('label', { class: 'inline' }, this.auto, text('solve at once'))),
    this.play);
    const sharing = element('div', { class: 'tools sharing' }, button('copy link', single(() => this.copied(copy(linkOf(this.draft(), FRESH.draft))))),
      button('copy image', single(() => this.copied(copyImage(this.draft())))), button('copy text', single(() => this.copied(copy(this.asText())))));
    this.tabs = tabs([['solution', solution], ['problem', this.about()], ['collection', this.collections.place]]);
    this.tabs.addEventListener('chosen', event => { if (event.detail === 'collection') this.collections.open(); });
    main.append(element('div', { class: 'composing' },
      element('section', { class: 'diagram', 'aria-label': text('board') }, this.named, this.form.place,
        element('div', { class: 'under-board' }, this.stepBar, this.caption, this.begins), ...this.form.parts, sharing),
      element('section', { class: 'panel' }, element('h1', {}, text('compose')), controls, this.verdict,
        notices(this.state, this.bar, this.form.problem, this.problem, this.unsolved, this.unseen, this.unkept), this.tabs)));
  }

  /** The form of everything else that is said of a problem. */
  about() {
    const field = (name, control) => {
      this.inputs[name] = control;
      control.id = `about-${name.replaceAll(' ', '-')}`;
      return labelled(text(name), control);
    };
    const line = () => element('input', { autocomplete: 'off', maxlength: 500, oninput: () => this.changed() });
    const area = rows => element('textarea', { rows, spellcheck: 'false', oninput: () => this.changed() });
    this.inputs = {};
    this.switches = Object.fromEntries(SWITCHES.map(name => [name, element('input', { type: 'checkbox', onchange: () => this.changed() })]));
    this.numbers = Object.fromEntries(NUMBERS.map(name => [name, element('input', { type: 'number', min: 1, max: 99999, oninput: () => this.changed() })]));
    this.required = element('input', { type: 'checkbox', id: 'required', onchange: () => this.changed() });
    this.others = element('p', { class: 'others' });
    const folded = (key, ...parts) => element('details', {}, element('summary', {}, text(key)), ...parts);
    return element('div', { class: 'about' },
      field('authors', line()), element('small', {}, text('authors help')), field('title of problem', line()), field('source', line()), field('award', line()),
      folded('twins and proof games', field('twins', area(2)), element('small', {}, text('twins help')), field('target', line()),
      element('div', { class: 'tools' }, element('button', { type: 'button', 'data-action': 'take board', onclick: () => this.takeBoard() }, text('take board'))),
      field('constraints', area(2)), element('small', {}, text('constraints help'))),
      folded('options', element('fieldset', { 'aria-label': text('options') },
        ...SWITCHES.map(name => element('label', { class: 'inline' }, this.switches[name], text(`option: ${name}`))),
        ...NUMBERS.map(name => labelled(text(`option: ${name}`), this.numbers[name], 'inline')),
        element('label', { class: 'inline' }, this.required, text('required')), this.others)),
      folded('themes and remarks', field('themes', line()), field('remarks', area(3)), field('intended', line())));
  }

  /** Take the diagram as the target of `a=>b`. */
  async takeBoard() {
    if (!await this.ready(this.problem)) return;
    this.inputs.target.value = this.form.given.split(' ')[0];
    this.changed();
  }

  // ----------------------------------------------------------------------------------------------------- the diagram

  /** Take a stored draft into the editor. */
  async take({ draft, id = null, revision = 0, collection = 1 }) {
    Object.assign(this, { id, revision, collection, given: { ...FRESH.draft, ...draft } });
    const { given } = this;
    this.chooser.value = given.genre;
    this.stipulation.value = given.stipulation;
    const { inputs } = this;
    inputs.twins.value = given.twins.map((twin, index) => `${String.fromCharCode(given.zeroposition ? 97 + index : 98 + index)}) ${twin}`).join('\n');
    inputs.target.value = given.target || '';
    inputs.constraints.value = (given.constraints || []).join('\n');
    this.required.checked = Boolean(given.required);
    inputs.intended.value = given.intended || '';
    inputs.authors.value = given.author.join('; ');
    inputs['title of problem'].value = given.title || '';
    inputs.source.value = given.source || '';
    inputs.award.value = given.award || '';
    inputs.themes.value = given.keywords.join(', ');
    inputs.remarks.value = given.remarks.join('\n');
    for (const name of SWITCHES) this.switches[name].checked = Boolean(given.options[name]);
    for (const name of NUMBERS) this.numbers[name].value = given.options[name] ?? '';
    for (const part of this.main.querySelectorAll('.about details'))
      part.open = [...part.querySelectorAll('input, textarea')].some(each => (each.type === 'checkbox' ? each.checked : each.value));
    this.others.textContent = '';
    this.collections.current(id, collection);
    const reading = this.form.read(given.fen.replace(EMPTY, ''));
    this.compare();
    await reading;
    if (this.main.isConnected) this.check(this.auto.checked);        // at once: nobody is typing
  }

  /** Take a kept problem, with the changes to it that belong to the entry of the history and have not been saved. */
  async load(id) {
    const found = await ask(`/api/problems/${id}?language=${language}`), changed = draftOfEntry();
    await this.take(changed?.id === id && changed.revision === found.revision ? changed
      : { draft: found.draft, id, revision: found.revision, collection: found.collection });
  }

  fresh() {
    const genre = this.chooser.value;
    history.pushState(null, '', '/compose');
    this.take({ ...FRESH, draft: { ...FRESH.draft, genre } });
  }

  // ----------------------------------------------------------------------------------------------------- the problem

  draft() {
    const { inputs, given } = this;
    const options = { ...given.options };
    for (const name of SWITCHES) if (this.switches[name].checked) options[name] = true; else delete options[name];
    for (const name of NUMBERS) if (this.numbers[name].value) options[name] = Number(this.numbers[name].value); else delete options[name];
    const list = (value, sign) => value.split(sign).map(each => each.trim()).filter(Boolean);
    return { genre: this.chooser.value, fen: this.form.given, stipulation: this.stipulation.value.trim(), target: inputs.target.value.trim(),
      constraints: list(inputs.constraints.value, '\n'), required: this.required.checked,
      options, twins: list(inputs.twins.value, '\n'), zeroposition: Boolean(given.zeroposition), author: list(inputs.authors.value, ';'),
      source: inputs.source.value, title: inputs['title of problem'].value, award: inputs.award.value, keywords: list(inputs.themes.value, ','),
      remarks: list(inputs.remarks.value, '\n'), intended: inputs.intended.value.trim(), solution_text: given.solution_text || '',
      metadata: given.metadata || {}, unread: given.unread || [] };
  }

  /** Something has changed: keep it, check it, and solve it if that is wanted. */
  changed() {
    if (!this.main.isConnected) return;       // another page is shown
    const state = JSON.stringify({ draft: this.draft(), id: this.id, revision: this.revision, collection: this.collection });
    keepDraft(state);
    const { isRefused } = this.form;
    if (!isRefused) this.states.add(state);
    this.undoButton.disabled = !this.states.has(isRefused ? 0 : -1);
    this.redoButton.disabled = !this.states.has(1);
    this.compare();
    this.form.board.offerSigns(/dia|pg/i.test(this.stipulation.value) || Boolean(this.form.setup?.unfinished));
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.check(this.auto.checked), 350);
  }

  /** Undo (-1) or redo (1) a change of the problem. A setup that was refused is no state: undoing leads from it to the last one. */
  async restore(by) {
    const state = this.states.go(by < 0 && this.form.isRefused ? 0 : by);
    if (!state) return;
    const found = JSON.parse(state), revision = found.id === this.id ? this.revision : found.revision;
    history.replaceState(history.state, '', found.id ? `/compose/${found.id}` : '/compose');
    await this.take({ ...found, revision });
    announce(text(by < 0 ? 'undo' : 'redo'));
  }

  /** Wait for the diagram before an act; gives whether it is understood, and says in the act's slot where it is not. */
  async ready(slot) {
    const isUnderstood = await this.form.ready();
    say(slot, isUnderstood ? '' : text('mend position'));
    return isUnderstood;
  }

  /** Let the server say what the problem is, and solve it if that is wanted and not done, or being done, already. */
  async check(solves) {
    clearTimeout(this.waiting);
    const number = ++this.checks, isUnderstood = await this.form.settled();
    if (number !== this.checks) return;
    const question = this.question();
    let told = null, reason = '';
    try {
      if (isUnderstood) told = await ask(`/api/problems/check?language=${language}`, { body: this.draft() });
    } catch (refusal) {
      reason = this.form.hasMen ? refusal.message : '';
    }
    if (number !== this.checks) return;
    say(this.problem, reason);
    this.checked = question;
    this.tell(told);
    const others = Object.keys(told?.options ?? {}).filter(name => !SWITCHES.includes(name) && !NUMBERS.includes(name));
    if (told) this.others.textContent = others.length ? text('named', { name: text('other options'), what: others.map(name => told.options[name]).join(', ') }) : '';
    this.compare();
    if (told && solves && this.solving.question !== question && this.question() === question) this.solve({ quick: true });
  }

  /** Show the problem as it is printed: authors, source and title above the diagram, stipulation, rules and number of men below it. */
  tell(told) {
    const { authors = '', source = '', title = '' } = told?.named ?? {};
    this.named.replaceChildren(element('strong', {}, authors), element('span', {}, source), element('em', {}, title));
    this.caption.replaceChildren(...(told?.under ?? []).map((each, index) => element(index ? 'span' : 'strong', {}, each)));
    this.begins.textContent = told?.begins ?? '';
    if (told) this.form.agree(told.first);
  }

  asText() {
    return [...[...this.named.children].map(each => each.textContent), diagramText(this.form.setup),
      [...this.caption.children].map(each => each.textContent).join('  '), this.form.given].filter(Boolean).join('\n');
  }

  /** Say whether something has been copied. */
  async copied(copying) {
    if (!await this.ready(this.unkept)) return;
    try {
      const is = await copying;
      say(this.unkept, is ? '' : text('not copied'));
      if (is) this.state.textContent = text('copied');
    } catch (refusal) {
      say(this.unkept, refusal.message);
    }
  }

  /** Show of everything that is said whether it is said of the question that is asked now. */
  compare() {
    const question = this.question(), { solving } = this;
    this.play.classList.toggle('stale', this.shown?.question !== question);
    this.caption.classList.toggle('stale', this.checked !== question);
    this.verdict.classList.toggle('stale', this.shown?.question !== question);
    this.state.classList.toggle('stale', solving.question !== question);
    this.solveButton.textContent = text(this.isHalted && solving.question === question ? 'resume' : 'solve');
  }

  /** What is asked: the draft without what is only told of the problem. A solution stays one when the author's name is added. */
  question() {
    return JSON.stringify(this.draft(), (name, value) => (TOLD.includes(name) ? undefined : value));
  }

  /** The job that has solved what is asked now; '' where the solution that is shown is that of something else. */
  get solution() { return this.shown?.question === this.question() ? this.shown.job : ''; }

  // ----------------------------------------------------------------------------------------------------------- solving

  async solve(wishes = {}) {
    clearTimeout(this.waiting);
    if (wishes.quick ? !this.form.hasMen : !await this.ready(this.unsolved)) return;
    this.quick = Boolean(wishes.quick);
    const question = this.question();
    if (!wishes.quick) this.check(false);
    try {
      await this.solving.begin(question, { draft: this.draft(), ...wishes });
      say(this.unsolved, '');
      if (!wishes.quick) this.tabs.choose('solution');
    } catch (refusal) {
      if (!wishes.quick) say(this.unsolved, refusal.message);
      if (this.solving.question === question) this.solving.question = null;
    }
    this.compare();
  }

  showProgress(state) {
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
    this.isHalted = state.state === 'stopped' && !this.quick;
    this.compare();
  }

  /** Show what a job has found, with the question that it answers. */
  async solved({ job, question }) {
    const found = this.coming = { job, question };
    try {
      const document = await ask(`/api/solutions/${job}?language=${language}&notation=${this.notation}`);
      if (found !== this.coming) return;
      this.shown = found;
      this.compare();
      this.view.show(document, this.notation);
      this.showVerdicts(document);
      if (document.state !== 'running' && this.solution) announce(document.results.map(each => each.verdict || each.error).join(' '));
    } catch (refusal) {
      say(this.unsolved, refusal.message);
    }
  }

  /** What has been found, before the play: of each part whether it is sound, or why it is no problem. */
  showVerdicts({ results }) {
    this.verdict.replaceChildren(...results.filter(each => each.verdict || each.error).map(each => element('p', { class: `verdict ${each.sound ? 'sound' : each.sound === false || each.error ? 'unsound' : 'open'}` },
      results.length > 1 && each.heading ? `${each.heading} ` : '', each.verdict || each.error, each.tested ? element('span', { class: 'tested' }, each.tested) : null)));
  }

  write(notation) {
    this.notation = notation;
    kept.setItem('printed notation', notation);
    if (this.coming) this.solved(this.coming);
  }

  /** A move of the solution was chosen: the board shows the position after it. */
  step(position, said, genre) {
    this.stepping = true;
    const { board } = this.form;
    board.lock(true);
    this.form.use(genre);
    board.show(position.men, position);
    this.stepBar.hidden = false;
    this.caption.hidden = this.begins.hidden = true;
    const to = (sign, key, by) => element('button', { type: 'button', 'aria-label': text(key), title: text(key), 'data-action': key,
      onclick: () => this.view.go(this.view.at + by) }, sign);
    this.stepBar.replaceChildren(element('span', {}, text('after move', { move: said })), to('‹', 'back', -1), to('›', 'forward', 1),
      element('button', { type: 'button', 'data-action': 'back to diagram', onclick: () => this.back() }, text('back to diagram')));
    announce(said);
  }

  /** Go on with the play of the solution as a study. */
  async study() {
    if (!await this.ready(this.unkept)) return;
    try {
      const { id } = await ask('/api/studies', { body: { solution: this.solution, language, genre: this.chooser.value, fen: this.form.given } });
      await this.go(`/study/${id}`);
    } catch (refusal) {
      say(this.unkept, refusal.message);
    }
  }

  back() {
    if (!this.stepping) return;
    this.stepping = false;
    this.stepBar.hidden = true;
    this.caption.hidden = this.begins.hidden = false;
    this.form.board.lock(false);
    this.form.show();
    for (const each of this.play.querySelectorAll('[aria-current]')) each.removeAttribute('aria-current');
  }

  // ---------------------------------------------------------------------------------------------------------- keeping

  async save(asNew) {
    if (!await this.ready(this.unkept)) return;
    const body = { draft: this.draft(), collection: this.collections.collection, revision: this.revision, language, solution: this.solution };
    const isNew = asNew || !this.id, entry = history.state?.draft;
    try {
      const saved = await ask(isNew ? '/api/problems' : `/api/problems/${this.id}`, { body, method: isNew ? 'POST' : 'PUT' });
      if (entry === history.state?.draft) {         // it is still the one in the editor
        Object.assign(this, { id: saved.id, revision: saved.revision, collection: body.collection });
        history.replaceState(history.state, '', `/compose/${saved.id}`);
        this.collections.current(saved.id, body.collection);
        this.changed();
      }
      this.collections.tell(text('saved') + (saved.tested ? ` · ${saved.tested}` : ''));
      await this.collections.refresh();
    } catch (refusal) {
      say(this.unkept, refusal.message);
    }
  }

  async export(format) {
    if (!await this.ready(this.unkept)) return;
    try {
      const lost = await download('/api/problems/export', { draft: this.draft(), format, language, notation: this.notation, solution: this.solution });
      this.collections.tell(lost.length ? text('lost', { fields: lost.join(', ') }) : '');
    } catch (refusal) {
      say(this.unkept, refusal.message);
    }
  }
}
