// The built site: its pages, and where their questions go: to files, or to Python in a worker.
import { Refusal, ask, reach, through } from '../js/api.js';
import { announce, element, single } from '../js/dom.js';
import { ExercisePage } from '../js/exercise.js';
import { ExerciseList } from '../js/exercises.js';
import { genreChooser, labelled } from '../js/forms.js';
import { LessonPage, showLessons } from '../js/lesson.js';
import { notices, say, slot } from '../js/notices.js';
import { showPage } from '../js/pages.js';
import { PracticeBoard } from '../js/practice_board.js';
import { SetupForm } from '../js/setup_form.js';
import { SolutionView } from '../js/solution_view.js';
import { base } from '../js/urls.js';
import { speak } from '../js/speaking.js';
import { language, text } from '../js/texts.js';

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

const FILES = [[/^\/api\/texts\/(\w\w)$/, 'texts/$1'], [/^\/api\/(genres|elements|lessons)\?language=(\w\w)$/, '$1/$2'],
  [/^\/api\/lessons\/([\w-]+)\?language=(\w\w)$/, 'lessons/$2/$1'], [/^\/api\/exercises\?language=(\w\w)&.*$/, 'exercises/$1/list'],
  [/^\/api\/exercises\/diagrams\?language=(\w\w)&.*$/, 'exercises/$1/diagrams'], [/^\/api\/exercises\/(\w+)\?language=(\w\w)&.*$/, 'exercises/$2/$1'],
  [/^\/api\/rules\?genre=([^&]+)&language=(\w\w)$/, 'exercises/$2/rules/$1']];

/** The genres that the site has files of, and the positions of lessons that have come with them. */
const genres = new Set(), positions = new Map();
const positionOf = ({ genre, fen, line }) => JSON.stringify([genre, fen, line]);

async function file(name) {
  const response = await reach(`${base}/data/${name}.json`);
  if (!response.ok) throw new Refusal(response.statusText, response.status, '');
  return response.json();
}

/** What the site knows without Python: the name of a file, an answer, or null. */
function known(path, body) {
  if (path === '/api/collections') return [];
  for (const [pattern, name] of FILES) if (pattern.test(path)) return path.replace(pattern, name);
  if (path === '/api/practice' && body.move === undefined) {
    if (positions.has(positionOf(body))) return positions.get(positionOf(body));
    if (!body.fen && !body.line.length && genres.has(body.genre)) return `boards/${language}/${body.genre}`;
  }
  const isEmpty = path.startsWith('/api/setups') && !body.fen && !body.men && !body.begins;
  return isEmpty && genres.has(body.genre) ? `setups/${language}/${body.genre}` : null;
}

through(async (path, { body } = {}) => {
  const answer = known(path, body);
  if (typeof answer === 'string') {
    const found = await file(answer);
    if (path.startsWith('/api/genres')) for (const { name } of found) genres.add(name);
    for (const board of found.boards ?? []) positions.set(positionOf(board), board.shown);
    return found;
  }
  if (answer) return answer;
  if (!worker) start();
  return new Promise((resolve, reject) => {
    waiting.set(++number, { resolve, reject });
    worker.postMessage({ id: number, path, body });
  });
});

/** Let Python come while the board is looked at: it is needed for the first move. */
function prepare() { if (!worker) start(); }

// ------------------------------------------------------------------------------------------------------ pages

function offer(name, kind, content) {
  const link = element('a', { href: URL.createObjectURL(new Blob([content], { type: kind })), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}

const button = (key, act, extra = {}) => element('button', { type: 'button', 'data-action': key, onclick: act, ...extra }, text(key));

/** The choice of a genre and of elements of the dictionary, and the editor of positions of it. */
async function setup(changed) {
  const lists = await Promise.all(['genres', 'elements'].map(list => ask(`/api/${list}?language=${language}`)));
  const chooser = genreChooser(...lists, () => form.useGenre());
  const form = new SetupForm(chooser, changed);
  return { chooser, form };
}

/** Two players at one board, from any position; why a move is none; diagram and game to take away. */
async function showBoard(main) {
  const { chooser, form } = await setup(() => {});
  const place = element('div', { class: 'practice large' }), editor = element('div', { class: 'diagram', hidden: true }, form.place, ...form.parts);
  const problem = slot();
  let board = null;
  const begin = async event => {
    event?.preventDefault();
    const isEdited = !editor.hidden;
    if (isEdited && !await form.ready()) return;
    editor.hidden = true;
    place.hidden = false;
    board?.close();
    board = new PracticeBoard(place, { genre: chooser.value, fen: isEdited ? form.given : null, line: [] });
    await board.begin();
  };
  const edit = async () => {
    const fen = board?.document?.fen ?? '';
    editor.hidden = false;
    place.hidden = true;
    await form.read(fen);
  };
  const take = (key, act) => button(key, single(async () => {
    try {
      await act();
      say(problem, '');
    } catch (refusal) { say(problem, refusal.message); }
  }));
  main.append(element('div', { class: 'composing' }, element('section', { class: 'diagram', 'aria-label': text('board') }, place, editor), element('form', { class: 'panel', onsubmit: begin },
    element('h1', {}, text('board')), element('div', { class: 'controls' }, ...chooser.fields),
    element('p', { class: 'tools' }, element('button', { type: 'submit', class: 'main' }, text('start')), button('edit position', single(edit)),
      take('diagram', async () => offer('diagram.svg', 'image/svg+xml',
        (await ask('/api/practice/svg', { body: { genre: board.spec.genre, fen: board.document.fen } })).text)),
      take('download', async () => offer('game.pgn', 'application/x-chess-pgn',
        (await ask('/api/practice/pgn', { body: board.body() })).text))), notices(form.problem, problem))));
  await begin();
  prepare();
  return { close: () => { board?.close(); form.close(); } };
}

/** A small problem on an editor, solved here; the moves of the solution are shown on the board. */
async function showProblem(main) {
  const { chooser, form } = await setup(() => compare());
  const stipulation = element('input', { id: 'stipulation', required: true, maxlength: 40, value: '#2', autocomplete: 'off', oninput: () => compare() });
  const problem = slot(), verdict = element('div', { class: 'verdicts', id: 'verdict', role: 'status' }), play = element('div', { class: 'solution', id: 'solution' });
  const stepBar = element('p', { class: 'stepping', hidden: true });
  const ending = button('stop', () => end(text('stopped')), { disabled: true });
  let solves = 0, answered = null;
  const asked = () => ({ genre: chooser.value, fen: form.given, stipulation: stipulation.value.trim(), language, notation: 'short' });
  const back = () => {
    if (stepBar.hidden) return;
    stepBar.hidden = true;
    form.board.lock(false);
    form.show();
  };
  const compare = () => {
    back();
    for (const each of [play, verdict]) each.classList.toggle('stale', answered !== null && answered !== JSON.stringify(asked()));
  };
  const view = new SolutionView(play, (position, said, genre) => {
    form.board.lock(true);
    form.use(genre);
    form.board.show(position.men, position);
    stepBar.hidden = false;
    const to = (sign, key, by) => element('button', { type: 'button', 'aria-label': text(key), title: text(key), 'data-action': key, onclick: () => view.go(view.at + by) }, sign);
    stepBar.replaceChildren(element('span', {}, text('after move', { move: said })), to('‹', 'back', -1), to('›', 'forward', 1), button('back to diagram', back));
    announce(said);
  }, refusal => say(problem, refusal.message));
  const solve = async event => {
    event.preventDefault();
    if (!await form.ready()) return;
    const question = asked(), count = ++solves;
    say(problem, '');
    ending.disabled = false;
    try {
      const found = await ask('/api/solutions', { body: question });
      if (count !== solves) return;            // something else has been asked meanwhile
      answered = JSON.stringify(question);
      view.show(found, 'short');
      verdict.replaceChildren(...found.results.map(({ verdict: said, error, sound }) => element('p', { class: `verdict ${sound ? 'sound' : 'unsound'}` }, said || error)));
    } catch (refusal) {
      if (count === solves) {
        answered = '';                          // what is shown is the solution of something else
        say(problem, refusal.message);
      }
    } finally {
      if (count === solves) ending.disabled = true;
      compare();
    }
  };
  main.append(element('div', { class: 'composing' }, element('section', { class: 'diagram', 'aria-label': text('board') }, form.place, element('div', { class: 'under-board' }, stepBar), ...form.parts),
    element('form', { class: 'panel', onsubmit: solve }, element('h1', {}, text('problem to solve')), element('p', { id: 'limits' }, text('small problems')),
      element('div', { class: 'controls' }, ...chooser.fields, labelled(text('stipulation'), stipulation)),
      element('p', { class: 'tools' }, element('button', { type: 'submit', class: 'main' }, text('solve')), ending), notices(form.problem, problem), verdict, play)));
  await form.read('');
  prepare();
  return { close: () => form.close() };
}

// ------------------------------------------------------------------------------------------------------ going

const go = path => { location.hash = path; };

async function show() {
  const path = location.hash.slice(1) || '/learn';
  const lesson = path.match(/^\/learn\/([\w-]+)$/), exercise = path.match(/^\/solve\/(\w+)$/);
  if (lesson || exercise) prepare();
  const open = async main => (exercise ? await ExercisePage.open(main, exercise[1], go)
    : path === '/solve' ? await ExerciseList.open(main, go)
    : lesson ? await LessonPage.open(main, lesson[1], go)
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
