// The front page: genres to play at once, games that go on, the dictionary, and the ways to the other sections.
import { ask, keptPlayerTokens } from './api.js';
import { ArrayField } from './array_field.js';
import { drawing, element, link, single, stockOf } from './dom.js';
import { GameSettings } from './game_settings.js';
import { say, slot } from './notices.js';
import { language, text } from './texts.js';
import { versioned } from './urls.js';

const WAYS = [['solve', '/solve'], ['study', '/study'], ['compose', '/compose'], ['learn', '/learn']];
const SHOWN = 4;        // games with a board; the others are a list

/** Show the front page; `go(path)` opens another one. */
export async function showFront(main, go) {
  const [front, levels, games] = await Promise.all([ask(versioned(`/api/front?language=${language}`)), ask(versioned('/api/levels')), ownGames()]);
  const summary = element('summary', { id: 'settings' });
  const settings = new GameSettings(levels, () => { summary.lastChild.textContent = settings.said; });
  summary.append(element('strong', {}, text('your settings')), ' ', element('span', {}, settings.said));
  main.append(element('div', { class: 'front' }, stockOf(front.definitions), element('h1', {}, text('welcome')), ...(games.length ? [continued(games, go)] : []),
    element('nav', { class: 'ways', 'aria-label': text('sections') }, ...WAYS.map(([key, path]) => link(path, go, { class: 'way' },
      element('strong', {}, text(`way: ${key}`)), element('span', {}, text(`way help: ${key}`))))),
    element('section', {}, element('h2', {}, text('genres to play')),
      element('details', { class: 'settings' }, summary, element('div', { class: 'fields' }, ...settings.fields)),
      element('div', { class: 'cards' }, ...front.genres.map(genre => card(genre, settings, go)), ownMix(go))),
    dictionary(front.families, go)));
  return {};
}

/** A genre: its diagram, what is special about it, and a game of it at once. */
function card({ name, title, sentence, diagram, arrays: count, has_start: hasStart }, settings, go) {
  const problem = slot(), arrays = new ArrayField();
  arrays.use(count);
  const play = single(async () => {
    say(problem, '');
    if (!arrays.isValid) return;
    try {
      await go(hasStart ? await settings.open(name, { fen: arrays.fen }) : `/new?genre=${encodeURIComponent(name)}`);
    } catch (refusal) {
      say(problem, refusal.message);
    }
  });
  return element('article', { class: 'card', 'data-genre': name }, drawing(diagram, { 'aria-hidden': 'true' }), element('div', { class: 'about' },
    element('h3', {}, title), element('p', {}, sentence), count ? arrays.place : null, problem, element('div', { class: 'acts' },
      element('button', { type: 'button', class: 'main', 'data-action': 'play now', 'aria-label': text('play genre', { genre: title }), onclick: play }, text('play')),
      sentence ? link(`/learn/${name}`, go, { class: 'button', 'aria-label': text('rules: genre', { genre: title }) }, text('rules')) : null)));
}

/** The way to the form, where genres are mixed and positions given. */
const ownMix = go => element('article', { class: 'card mix' }, element('div', { class: 'about' }, element('h3', {}, text('own mix')), element('p', {}, text('own mix help')),
  element('div', { class: 'acts' }, link('/new', go, { class: 'button', 'data-action': 'own mix' }, text('choose')))));

/** The families of the dictionary; each entry leads to the form for a game with it. */
const dictionary = (families, go) => element('section', { class: 'dictionary' }, element('h2', {}, text('dictionary')), element('p', {}, text('dictionary help')),
  element('div', { class: 'families' }, ...families.map(({ title, elements }) => element('section', {}, element('h3', {}, title),
    element('p', {}, ...elements.flatMap(({ name, title: said }) => [link(`/new?genre=${encodeURIComponent(name)}`, go, { class: 'entry-link' }, said), ' ']))))));

/** The games that this browser plays in, those where it is to move first. */
async function ownGames() {
  const games = keptPlayerTokens().slice(0, 20);
  if (!games.length) return [];
  const ids = games.map(([game]) => game), playerTokens = games.map(([, token]) => token);
  const found = await ask(`/api/games?games=${ids.join()}&language=${language}`, { playerTokens }).catch(() => []);
  return [...found.filter(each => each.yours), ...found.filter(each => !each.yours && !each.over), ...found.filter(each => each.over)].slice(0, 10);
}

function continued(games, go) {
  const going = games.filter(each => each.diagram).slice(0, SHOWN);
  const said = each => `${text(`opponent: ${each.opponent}`)} · ${each.said}`;
  const rows = games.map(each => element('li', { class: going.includes(each) ? 'going' : null },
    ...(going.includes(each) ? [link(`/play/${each.id}`, go, { class: 'board-link', tabindex: -1, 'aria-hidden': 'true' }, drawing(each.diagram))] : []),
    element('span', {}, link(`/play/${each.id}`, go, {}, each.title), element('span', { class: 'how' }, ` · ${said(each)}`))));
  return element('section', { class: 'own' }, element('h2', {}, text('your games')), element('ul', {}, ...rows));
}
