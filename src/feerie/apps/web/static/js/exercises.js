// The problems to solve oneself: what is to be shown of them, how far one has come, and the next one.
import { ask } from './api.js';
import { announce, element, link } from './dom.js';
import { allProgress, fitting, isDone, keepChoice, keptChoice, nextOpen } from './exercise_progress.js';
import { labelled, option } from './forms.js';
import { say, slot } from './notices.js';
import { language, text } from './texts.js';
import { isSite, versioned } from './urls.js';

const SHOWN = 24;       // diagrams that are asked for at a time
const MOST = 1000;      // problems of a collection that are looked at

/** The address of something about problems: what is said of the set of our own stays as it is. */
export const lasting = (isOwn, path) => (isOwn ? versioned(path) : path);
const isOwnSet = collection => String(collection) === '0';

/** All problems of the set of our own (collection "0"), or those among the first of a collection that can be solved here. */
export async function listed(collection) {
  const found = [];
  for (let offset = 0; offset !== null && offset < MOST;) {
    const { exercises, next } = await ask(lasting(isOwnSet(collection), `/api/exercises?language=${language}&collection=${collection}&offset=${offset}`));
    found.push(...exercises);
    offset = next;
  }
  return found;
}

/** A difficulty as signs, with its words for those who listen. */
export const stars = grade => (grade ? element('span', { class: 'stars', role: 'img', 'aria-label': text('named', { name: text('difficulty'), what: text(`difficulty: ${grade}`) }),
  title: text(`difficulty: ${grade}`) }, '●'.repeat(grade), element('span', {}, '○'.repeat(5 - grade))) : null);

export class ExerciseList {
  /** Show the list; `go(path)` opens a problem. */
  static async open(main, go) {
    const choice = keptChoice(), genre = new URLSearchParams(location.search).get('of');
    if (genre) Object.assign(choice, { collection: '0', genre, kind: '', moves: '', grade: '' });
    const collections = ask('/api/collections').catch(() => []);      // the set of our own does not wait for them
    if (!isOwnSet(choice.collection) && !(await collections).some(each => String(each.id) === choice.collection)) choice.collection = '0';
    const exercises = await listed(choice.collection).catch(() => null);
    if (!exercises) choice.collection = '0';
    const list = new ExerciseList(main, go, choice, exercises || await listed('0'));
    collections.then(found => list.offerCollections(found));
    return list;
  }

  constructor(main, go, choice, exercises) {
    Object.assign(this, { go, choice, exercises, shown: SHOWN, diagrams: {} });
    this.count = element('p', { class: 'counted', role: 'status' });
    this.refused = slot();
    this.cards = element('ul', { class: 'exercises' });
    this.stock = element('div', { class: 'stock' });
    this.next = element('button', { type: 'button', class: 'main', 'data-action': 'next problem', onclick: () => this.goOn() }, text('next problem'));
    this.more = element('button', { type: 'button', 'data-action': 'more problems', onclick: () => { this.shown += SHOWN; this.show(); } }, text('more problems'));
    this.from = element('select', { id: 'from', onchange: () => this.take() }, option('0', text('own set'), true));
    this.selects = Object.fromEntries(['genre', 'kind', 'moves', 'grade'].map(name => [name, element('select', { id: `chosen-${name}`, onchange: () => this.chosen() })]));
    this.open = element('input', { type: 'checkbox', id: 'open-only', checked: choice.open, onchange: () => this.chosen() });
    const { genre, kind, moves, grade } = this.selects;
    main.append(element('div', { class: 'solving-list' }, this.stock, element('h1', {}, text('problems to solve')), element('p', {}, text(isSite ? 'problems to solve here' : 'problems to solve help')),
      element('div', { class: 'choosing' }, isSite ? null : labelled(text('from'), this.from), labelled(text('genre'), genre), labelled(text('kind of play'), kind),
        labelled(text('number of moves'), moves), labelled(text('difficulty'), grade),
        element('label', { class: 'inline' }, this.open, element('span', {}, text('only open')))),
      element('div', { class: 'going' }, this.next, this.count), this.refused, this.cards, this.more));
    this.offer();
    this.show();
  }

  /** Offer what there is to choose from. */
  offer() {
    const values = { genre: each => [each.genre, each.title], kind: each => [each.kind, text(`kind: ${each.kind}`)], moves: each => [each.moves, each.moves],
      grade: each => [each.grade, text(`difficulty: ${each.grade}`)] };
    for (const [name, select] of Object.entries(this.selects)) {
      const found = [...new Map(this.exercises.map(values[name]))];
      if (name === 'moves' || name === 'grade') found.sort(([one], [other]) => one - other);
      if (!found.some(([value]) => String(value) === this.choice[name])) this.choice[name] = '';
      select.replaceChildren(option('', text('any')), ...found.map(([value, said]) => option(value, said, String(value) === this.choice[name])));
    }
  }

  /** Offer those collections that hold something. */
  offerCollections(found) {
    this.from.append(...found.filter(each => each.count).map(each => option(each.id, each.name || text('first collection'), String(each.id) === this.choice.collection)));
  }

  /** Take the problems of another collection. */
  async take() {
    say(this.refused, '');
    try {
      this.exercises = await listed(this.from.value);
      this.choice.collection = this.from.value;
      this.offer();
      this.chosen();
    } catch (refusal) {
      say(this.refused, refusal.message);
    }
  }

  chosen() {
    for (const [name, select] of Object.entries(this.selects)) this.choice[name] = select.value;
    this.choice.open = this.open.checked;
    this.shown = SHOWN;
    keepChoice(this.choice);
    this.show();
    announce(this.count.textContent);
  }

  goOn() {
    const found = nextOpen(this.fit, null);
    if (found) this.leave(found);
  }

  leave(exercise) {
    keepChoice(this.choice);
    this.go(`/solve/${exercise.id}`);
  }

  show() {
    const progress = allProgress();
    this.fit = fitting(this.exercises, this.choice);
    const rows = this.choice.open ? this.fit.filter(each => !isDone(progress[each.id])) : this.fit;
    const done = this.fit.filter(each => isDone(progress[each.id])).length;
    this.count.textContent = this.fit.length ? text('solved of', { solved: done, count: this.fit.length }) : '';
    this.next.disabled = done === this.fit.length;
    this.cards.replaceChildren(...rows.slice(0, this.shown).map(each => this.card(each, progress[each.id]?.state)));
    if (!rows.length) this.cards.append(element('li', { class: 'none' }, text(this.fit.length ? 'all done' : 'none fit')));
    this.more.hidden = rows.length <= this.shown;
    this.draw(rows.slice(0, this.shown)).catch(refusal => say(this.refused, refusal.message));
  }

  card(exercise, state) {
    const place = element('div', { class: 'diagram', 'data-exercise': exercise.id, 'aria-hidden': 'true' });
    const by = exercise.author || exercise.source;
    return element('li', { class: 'exercise-card', 'data-state': state || null }, link(`/solve/${exercise.id}`, () => this.leave(exercise), {},
      place, element('span', { class: 'about' }, element('strong', {}, `${exercise.stipulation} · ${exercise.title}`), by ? element('span', {}, by) : null,
        stars(exercise.grade), state ? element('span', { class: 'state' }, `${isDone({ state }) ? '✓ ' : ''}${text(`progress: ${state}`)}`) : null)));
  }

  /** Draw the diagrams that are shown, and ask for those that have not been. */
  async draw(rows) {
    const lacking = rows.filter(each => !(each.id in this.diagrams)).map(each => each.id);
    for (let at = 0; at < lacking.length; at += SHOWN) {
      const path = `/api/exercises/diagrams?language=${language}&ids=${lacking.slice(at, at + SHOWN)}`;
      const { definitions, diagrams } = await ask(lasting(isOwnSet(this.choice.collection), path));
      Object.assign(this.diagrams, diagrams);
      this.stock.insertAdjacentHTML('beforeend', `<svg width="0" height="0" aria-hidden="true">${definitions}</svg>`);
    }
    for (const place of this.cards.querySelectorAll('[data-exercise]'))
      if (!place.firstChild && this.diagrams[place.dataset.exercise]) place.innerHTML = this.diagrams[place.dataset.exercise];
  }

  close() { this.closed = true; }
}
