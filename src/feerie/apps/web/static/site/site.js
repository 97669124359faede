// The built site: its pages, and where their questions go: to files, or to Python in a worker.
import { Refusal, ask, reach, through } from '../js/api.js';
import { announce, element } from '../js/dom.js';
import { LessonPage, showLessons } from '../js/lesson.js';
import { showPage } from '../js/pages.js';
import { base } from '../js/urls.js';
import { speak } from '../js/speaking.js';
import { language, text } from '../js/texts.js';
import { PracticeBoard } from '../js/practice_board.js';

// -------------------------------------------------------------------------------------------------- questions

let worker = null, number = 0;
const waiting = new Map();
const notice = (...words) => document.getElementById('python').replaceChildren(...words);

function start() {
  worker = new Worker(new URL('worker.js', import.meta.url), { type: 'module' });
  const bar = element('progress', { max: 100, 'aria-label': text('python comes') }), share = element('span', { 'aria-hidden': 'true' });
  notice(element('span', {}, text('python comes')), ' ', bar, ' ', share);
  worker.addEventListener('error', ({ message }) => failed(message));     // files that are missing, or of the wrong kind
  worker.addEventListener('message', ({ data }) => {
    if (data.ready) notice();
    else if (data.here) {
      bar.value = data.here;
      share.textContent = `${data.here} %`;
    }
    else if (data.failed) failed(data.failed);
    else {
      const { resolve, reject } = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.status === 200) resolve(data.answer);
      else reject(new Refusal(data.answer.error, data.status, data.answer.code));
    }
  });
}

/** Python could not be loaded. */
function failed(why) {
  end(text('python failed'));
  notice(text('python failed') + (why ? ` (${why})` : ''));
}

/** End Python, and refuse what waits for it with a reason; the next question starts it again. */
function end(reason) {
  worker?.terminate();
  worker = null;
  notice();
  for (const { reject } of waiting.values()) reject(new Refusal(reason, 0, ''));
  waiting.clear();
}

const FILES = [[/^\/api\/texts\/(\w\w)$/, 'texts/$1'], [/^\/api\/genres\?language=(\w\w)$/, 'genres/$1'],
  [/^\/api\/lessons\?language=(\w\w)$/, 'lessons/$1'], [/^\/api\/lessons\/([\w-]+)\?language=(\w\w)$/, 'lessons/$2/$1']];

through(async (path, { body } = {}) => {
  for (const [pattern, name] of FILES)
    if (pattern.test(path)) {
      const response = await reach(`${base}/data/${path.replace(pattern, name)}.json`);
      if (!response.ok) throw new Refusal(response.statusText, response.status, '');
      return response.json();
    }
  if (!worker) start();
  return new Promise((resolve, reject) => {
    waiting.set(++number, { resolve, reject });
    worker.postMessage({ id: number, path, body });
  });
});

// ------------------------------------------------------------------------------------------------------ pages

function offer(name, kind, content) {
  const link = element('a', { href: URL.createObjectURL(new Blob([content], { type: kind })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

const field = (label, control) => element('label', { class: 'field' }, element('span', {}, label), control);

/** A choice of a genre and of one to combine it with. */
async function genreChoice() {
  const genres = await ask(`/api/genres?language=${language}`);
  const option = each => element('option', { value: each.name }, each.title);
  const first = element('select', { id: 'genre' }, ...genres.map(option)), second = element('select', { id: 'second' });
  const combine = () => second.replaceChildren(element('option', { value: '' }, text('nothing')), ...genres.filter(each =>
    each.combines.includes(first.value) || genres.find(one => one.name === first.value).combines.includes(each.name)).map(option));
  first.addEventListener('change', combine);
  combine();
  const elements = element('input', { id: 'elements', maxlength: 250, spellcheck: 'false', autocomplete: 'off', placeholder: text('elements help') });
  return { fields: [field(text('genre'), first), field(text('with genre'), second), field(text('elements'), elements)],
    get name() { return [first.value, second.value, elements.value.trim()].filter(Boolean).join('+'); } };
}

/** Two players at one board, from any position; why a move is none; diagram and game to take away. */
async function showBoard(main) {
  const genre = await genreChoice();
  const fen = element('input', { id: 'fen', maxlength: 1500, spellcheck: 'false', autocomplete: 'off' });
  const place = element('div', { class: 'practice large' });
  let board = null;
  const begin = async event => {
    event?.preventDefault();
    board?.close();
    board = new PracticeBoard(place, { genre: genre.name, fen: fen.value.trim() || null, line: [] });
    await board.begin();
  };
  const take = (key, act) => element('button', { type: 'button', 'data-action': key, onclick: async () => {
    try { await act(); } catch (refusal) { board.problem.textContent = refusal.message; }
  } }, text(key));
  main.append(element('div', { class: 'game' }, place, element('form', { class: 'panel', onsubmit: begin },
    element('h1', {}, text('board')), ...genre.fields, field('FEN', fen),
    element('p', {}, element('button', { type: 'submit', class: 'main' }, text('start'))),
    element('p', { class: 'tools' },
      take('diagram', async () => offer('diagram.svg', 'image/svg+xml',
        (await ask('/api/practice/svg', { body: { genre: board.spec.genre, fen: board.document.fen } })).text)),
      take('download', async () => offer('game.pgn', 'application/x-chess-pgn',
        (await ask('/api/practice/pgn', { body: board.body() })).text))))));
  await begin();
  return { close: () => board?.close() };
}

/** A small problem, solved here. */
async function showProblem(main) {
  const genre = await genreChoice();
  const fen = element('input', { id: 'fen', required: true, maxlength: 1500, spellcheck: 'false', autocomplete: 'off' });
  const stipulation = element('input', { id: 'stipulation', required: true, maxlength: 40, value: '#2', autocomplete: 'off' });
  const problem = element('p', { class: 'problem', role: 'alert' }), answer = element('pre', { tabindex: 0, id: 'solution', hidden: true });
  const ending = element('button', { type: 'button', 'data-action': 'stop', disabled: true, onclick: () => end(text('stopped')) }, text('stop'));
  const place = element('div', { class: 'practice' });
  let solves = 0;
  const solve = async event => {
    event.preventDefault();
    const asked = { genre: genre.name, fen: fen.value.trim(), stipulation: stipulation.value.trim(), language };
    const number = ++solves;
    problem.textContent = '';
    answer.hidden = true;
    answer.classList.remove('stale');
    ending.disabled = false;
    try {
      new PracticeBoard(place, { genre: asked.genre, fen: asked.fen, line: [] }).begin();
      const { text: found } = await ask('/api/solutions', { body: asked });
      if (number !== solves) return;            // something else has been asked meanwhile
      answer.textContent = found;
      answer.hidden = false;
    } catch (refusal) {
      if (number === solves) problem.textContent = refusal.message;
    } finally {
      if (number === solves) ending.disabled = true;
    }
  };
  main.append(element('form', { class: 'lobby', onsubmit: solve, oninput: () => { answer.classList.add('stale'); } }, element('h1', {}, text('problem to solve')),
    element('p', {}, text('small problems')), ...genre.fields, field('FEN', fen), field(text('stipulation'), stipulation),
    element('p', { class: 'tools' }, element('button', { type: 'submit', class: 'main' }, text('solve')), ending), problem, answer, place));
  return {};
}

// ------------------------------------------------------------------------------------------------------ going

const go = path => { location.hash = path; };

async function show() {
  const path = location.hash.slice(1) || '/learn';
  const lesson = path.match(/^\/learn\/([\w-]+)$/);
  const open = async main => (lesson ? await LessonPage.open(main, lesson[1], go)
    : path === '/board' ? await showBoard(main)
    : path === '/problems' ? await showProblem(main)
    : await showLessons(main, go));
  const main = await showPage(open, show);
  if (!main) return;
  for (const link of main.querySelectorAll('a[href^="/"]')) link.setAttribute('href', `#${link.getAttribute('href')}`);
  for (const link of main.querySelectorAll('a[data-lesson]')) link.setAttribute('href', `#/learn/${link.dataset.lesson}`);
  scrollTo(0, 0);
}

await speak();
const select = document.getElementById('language');
select.value = language;
select.addEventListener('change', async () => {
  await speak(select.value).then(show).catch(refusal => {
    select.value = language;
    announce(refusal.message);
  });
});
addEventListener('hashchange', show);
await show();
