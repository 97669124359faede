// The form for a new game: what is to be played, by whom, how long, from which position.
import { ask } from './api.js';
import { ArrayField } from './array_field.js';
import { element, link, single } from './dom.js';
import { genreChooser, labelled } from './forms.js';
import { GameSettings, keptChoices } from './game_settings.js';
import { notices, say, slot } from './notices.js';
import { language, text } from './texts.js';
import { versioned } from './urls.js';

/** Show the form for a new game; `go(path)` opens a game. */
export async function showLobby(main, go) {
  const [genres, elements, levels] = await Promise.all([...['genres', 'elements'].map(list => ask(versioned(`/api/${list}?language=${language}`))), ask(versioned('/api/levels'))]);
  const chooser = genreChooser(genres, elements, () => showRules());
  const chosen = () => genres.find(each => each.name === chooser.first);
  const wanted = new URLSearchParams(location.search).get('genre'), last = keptChoices();
  if (wanted && chooser.knows(wanted)) chooser.value = wanted;
  else if (last.genre && chooser.knows(last.genre)) chooser.value = last.genre;
  const rules = link('', go, {}), settings = new GameSettings(levels), arrays = new ArrayField();
  const start = element('textarea', { id: 'start', rows: 2, spellcheck: 'false', autocomplete: 'off' });
  const addedMen = element('input', { type: 'checkbox', id: 'added-men', checked: true, 'aria-describedby': 'added-men-help' });
  const added = element('div', { class: 'field' }, element('label', { class: 'inline' }, addedMen, element('span', {}, text('added men'))), element('small', { id: 'added-men-help' }, text('added men help')));
  const men = new Set(elements.filter(each => each.letter).map(each => each.name));
  const problem = slot();

  function showRules() {
    const { name, title, has_rules: hasRules } = chosen();
    rules.hidden = !hasRules;
    rules.href = `/learn/${name}`;
    rules.textContent = text('rules of genre', { genre: title });
    added.hidden = !chooser.value.split('+').some(part => [part, ...part.split('-')].some(name => men.has(name)));
    arrays.use(Math.max(...chooser.value.split('+').map(name => genres.find(each => each.name === name)?.arrays ?? 0)));
  }

  async function begin() {
    say(problem, '');
    const given = start.value.trim();
    const isFen = /^[^\s.[]+\/\S/.test(given) && !given.startsWith('1/2-1/2');
    if (!given && !chosen().has_start && !chooser.value.includes('+')) {
      say(problem, text('no start'));
      return;
    }
    if (!given && !arrays.isValid) return;
    try {
      await go(await settings.open(chooser.value, !given ? { fen: arrays.fen, addedMen: !added.hidden && addedMen.checked } : isFen ? { fen: given } : { pgn: given }));
    } catch (refusal) {
      say(problem, refusal.message);
    }
  }

  const begun = single(begin);
  showRules();
  const help = element('small', { id: 'start-help' }, text('position help'));
  start.setAttribute('aria-describedby', 'start-help');
  main.append(element('form', { class: 'lobby', onsubmit: event => { event.preventDefault(); begun(); } }, element('h1', {}, text('new game')),
    chooser.fields[0], rules, ...chooser.fields.slice(1), arrays.place, added, ...settings.fields,
    element('details', {}, element('summary', {}, text('position')), labelled(text('position'), start), help),
    element('button', { type: 'submit', class: 'main' }, text('start')), notices(problem)));
  return {};
}
