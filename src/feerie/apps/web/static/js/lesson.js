// The lessons: the rules pages of the documentation, with boards in place of diagrams.
import { ask } from './api.js';
import { drawing, element, link, stockOf } from './dom.js';
import { isSite, versioned } from './urls.js';
import { language, text } from './texts.js';
import { PracticeBoard } from './practice_board.js';

/** Show the lessons, each with a diagram and its rule in a sentence; on a site, which has no such diagrams, a list. `go(path)` opens one. */
export async function showLessons(main, go) {
  if (!isSite) {
    const { definitions, genres } = await ask(versioned(`/api/front?language=${language}`));
    main.append(element('div', { class: 'front' }, stockOf(definitions), element('h1', {}, text('rules of')), element('p', {}, text('learn help')),
      element('div', { class: 'cards lessons' }, ...genres.filter(each => each.sentence).map(({ name, title, sentence, diagram }) => link(`/learn/${name}`, go, { class: 'card' },
        drawing(diagram, { 'aria-hidden': 'true' }), element('span', { class: 'about' }, element('strong', {}, title), element('span', {}, sentence)))))));
    return {};
  }
  const lessons = await ask(versioned(`/api/lessons?language=${language}`));
  main.append(element('div', { class: 'lobby' }, element('h1', {}, text('rules of')), element('p', {}, text('learn help')),
    element('ul', { class: 'lessons' }, ...lessons.map(({ name, title }) => element('li', {}, element('a', { href: `/learn/${name}`,
      onclick: event => { event.preventDefault(); go(`/learn/${name}`); } }, title))))));
  return {};
}

export class LessonPage {
  /** Show the lesson of a genre. */
  static async open(main, genre, go) {
    try {
      return new LessonPage(main, genre, await ask(versioned(`/api/lessons/${genre}?language=${language}`)), go);
    } catch (refusal) {
      if (refusal.status === 0) throw refusal;     // no server: it may be tried again
      main.append(element('p', { class: 'problem', role: 'alert' }, refusal.status === 422 || refusal.status === 404 ? text('no lesson') : refusal.message));
      return {};
    }
  }

  constructor(main, genre, lesson, go) {
    this.boards = [];
    const article = element('article', { class: 'lesson', lang: lesson.language });
    article.innerHTML = lesson.html;        // made by the server from the documentation's own pages
    for (const other of article.querySelectorAll('a[data-lesson]'))
      other.addEventListener('click', event => { event.preventDefault(); go(`/learn/${other.dataset.lesson}`); });
    for (const place of article.querySelectorAll('a[href^="#"]'))
      place.addEventListener('click', event => {
        event.preventDefault();
        article.querySelector(`[id="${CSS.escape(place.hash.slice(1))}"]`)?.scrollIntoView();
      });
    this.watcher = new IntersectionObserver(seen => {
      for (const { isIntersecting, target } of seen)
        if (isIntersecting) this.awake(target, lesson.boards[target.dataset.practice]);
    }, { rootMargin: '300px' });
    this.arrange(article, lesson, genre, go);
    main.append(article);
    for (const place of article.querySelectorAll('[data-practice]')) {
      const isShown = place.offsetParent && place.getBoundingClientRect().top < innerHeight;
      if (isShown) this.awake(place, lesson.boards[place.dataset.practice]);      // before it is painted
      else this.watcher.observe(place);
    }
  }

  /** The rule and a board come first; names and sources, with which the pages of the documentation begin, come last, and then
   *  the way to a game. */
  arrange(article, lesson, genre, go) {
    const heading = article.querySelector('h1'), sources = article.querySelector('h1 + table'), first = article.querySelector('[data-practice]');
    const paragraphs = [...article.querySelectorAll(':scope > p')], rule = paragraphs.find(each => !each.querySelector('[data-practice]'));
    if (heading && rule) heading.after(rule);
    if (rule && first) rule.after(this.firstBoards(article, first));
    if (sources) article.append(element('details', { class: 'sources' }, element('summary', {}, text('sources')), sources));
    if (isSite) return;
    const play = () => link(`/new?genre=${genre}`, go, { class: 'button main', 'data-action': 'play' }, text('play this'));
    heading?.after(element('p', { class: 'to-game' }, play()));
    article.append(element('p', { class: 'to-game' }, play(), ' ', link(`/solve?of=${genre}`, go, { class: 'button', 'data-action': 'solve one' }, text('solve one')), ' ', link('/learn', go, { class: 'button' }, text('rules of'))));
  }

  /** The paragraph of the first board: its own with the boards beside it, unless that has words, or a new one. */
  firstBoards(article, first) {
    const own = first.parentElement;
    if (own.parentElement !== article || [...own.childNodes].some(each => !each.dataset?.practice && each.textContent.trim()))
      return element('p', { class: 'first-board' }, first);
    own.classList.add('first-board');
    return own;
  }

  /** Put a board where it has come into view. */
  awake(place, spec) {
    this.watcher.unobserve(place);
    const board = new PracticeBoard(place, spec);
    this.boards.push(board);
    board.begin();
  }

  close() {
    this.watcher.disconnect();
    for (const board of this.boards) board.close();
  }
}
