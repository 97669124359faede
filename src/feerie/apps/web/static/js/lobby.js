// The lobby: what is to be played, by whom, how long.
import { ask, keepPlayerToken, keptPlayerTokens } from './api.js';
import { element, link, single } from './dom.js';
import { genreChooser, labelled, option } from './forms.js';
import { notices, say, slot } from './notices.js';
import { kept, keptInTab } from './storage.js';
import { language, text } from './texts.js';

const CLOCKS = [null, [60, 0], [180, 2], [300, 0], [600, 5], [900, 10], [1800, 20]];
const DAYS = [1, 2, 3, 7, 14];

const CHOICES = 'new game';      // the name under which the browser keeps what was chosen for the last one

function keptChoices() {
  try { return JSON.parse(kept.getItem(CHOICES)) ?? {}; } catch { return {}; }
}

/** Show the form for a new game; `go(path)` opens a game. */
export async function showLobby(main, go) {
  const [genres, elements, levels] = await Promise.all([...['genres', 'elements'].map(list => ask(`/api/${list}?language=${language}`)), ask('/api/levels')]);
  const chooser = genreChooser(genres, elements, () => showRules());
  const chosen = () => genres.find(each => each.name === chooser.first);
  const wanted = new URLSearchParams(location.search).get('genre');
  if (wanted && chooser.knows(wanted)) chooser.value = wanted;
  const rules = link('', go, {});
  const opponent = element('select', { id: 'opponent' },
    ...['engine', 'board', 'link'].map(each => option(each, text(`opponent: ${each}`))));
  const side = element('select', { id: 'side' },
    ...['white', 'black', 'random'].map(each => option(each, text(`side: ${each}`))));
  const level = element('select', { id: 'level' }, ...levels.map(({ key, elo }, index) =>
    option(key, text(`level: ${key}`) + (elo ? ` (${elo})` : ''), index === Math.floor(levels.length / 3))));
  const seconds = element('select', { id: 'seconds' }, ...[0.1, 0.5, 1, 3, 10].map(each =>
    option(each, each.toLocaleString(language), each === 1)));
  const clock = element('select', { id: 'clock' }, ...CLOCKS.map((each, index) =>
    option(index, each ? `${each[0] / 60} + ${each[1]}` : text('clock: none'))),
    ...DAYS.map(days => option(`days ${days}`, text(days === 1 ? 'clock: one day' : 'clock: days', { days }))));
  const remembered = { opponent, side, level, seconds, clock };
  const last = keptChoices();
  for (const [name, each] of Object.entries(remembered))
    if ([...each.options].some(one => one.value === last[name])) each.value = last[name];
  if (!wanted && last.genre && chooser.knows(last.genre)) chooser.value = last.genre;
  const start = element('textarea', { id: 'start', rows: 2, spellcheck: 'false', autocomplete: 'off' });
  const problem = slot();
  const levelField = labelled(text('level'), level), secondsField = labelled(text('seconds'), seconds);
  const sideField = labelled(text('side'), side);

  function showRules() {
    const { name, title, has_rules: hasRules } = chosen();
    rules.hidden = !hasRules;
    rules.href = `/learn/${name}`;
    rules.textContent = text('rules of genre', { genre: title });
  }

  function arrange() {
    levelField.hidden = opponent.value !== 'engine' || levels.length < 2;
    secondsField.hidden = opponent.value !== 'engine' || clock.value !== '0';
    sideField.hidden = opponent.value === 'board';
    for (const each of clock.options) each.hidden = each.disabled = each.value.startsWith('days') && opponent.value !== 'link';
    if (clock.selectedOptions[0]?.disabled) clock.value = '0';
  }

  async function begin() {
    say(problem, '');
    const given = start.value.trim();
    const isFen = /^[^\s.[]+\/\S/.test(given) && !given.startsWith('1/2-1/2');
    if (!given && !chosen().has_start && !chooser.value.includes('+')) {
      say(problem, text('no start'));
      return;
    }
    const time = CLOCKS[clock.value], days = clock.value.startsWith('days') ? Number(clock.value.slice(5)) : null;
    const asked = { genre: chooser.value, language,
      opponent: opponent.value, side: opponent.value === 'board' ? 'white' : side.value,
      level: opponent.value === 'engine' ? level.value : 'full',
      seconds: Number(seconds.value), clock: time && time[0], increment: time ? time[1] : 0, days,
      fen: isFen ? given : '', pgn: isFen ? '' : given };
    try {
      const opened = await ask('/api/games', { body: asked });
      keepPlayerToken(opened.id, opened.player_token);
      if (opened.invitation) keptInTab.setItem(`invitation ${opened.id}`, opened.invitation);
      kept.setItem(CHOICES, JSON.stringify({ genre: chooser.value, ...Object.fromEntries(Object.entries(remembered).map(([name, each]) => [name, each.value])) }));
      await go(`/play/${opened.id}`);
    } catch (refusal) {
      say(problem, refusal.message);
    }
  }

  const begun = single(begin);
  for (const each of [opponent, clock]) each.addEventListener('change', arrange);
  showRules();
  arrange();
  const help = element('small', { id: 'start-help' }, text('position help'));
  start.setAttribute('aria-describedby', 'start-help');
  main.append(element('form', { class: 'lobby', onsubmit: event => { event.preventDefault(); begun(); } }, element('h1', {}, text('new game')),
    chooser.fields[0], rules, ...chooser.fields.slice(1), labelled(text('opponent'), opponent), levelField, sideField,
    labelled(text('clock'), clock), secondsField,
    element('details', {}, element('summary', {}, text('position')), labelled(text('position'), start), help),
    element('button', { type: 'submit', class: 'main' }, text('start')), notices(problem)));
  const own = await ownGames(go);
  if (own) main.append(own);
  return {};
}

/** The games that this browser plays in, those where it is to move first; null where there are none. */
async function ownGames(go) {
  const games = keptPlayerTokens().slice(0, 20);
  if (!games.length) return null;
  const ids = games.map(([game]) => game), playerTokens = games.map(([, token]) => token);
  const found = await ask(`/api/games?games=${ids.join()}&language=${language}`, { playerTokens }).catch(() => []);
  const sorted = [...found.filter(each => each.yours), ...found.filter(each => !each.yours && !each.over), ...found.filter(each => each.over)];
  const rows = sorted.slice(0, 10).map(each => element('li', {}, link(`/play/${each.id}`, go, {}, each.title),
    ` · ${text(`opponent: ${each.opponent}`)} · ${each.said}`));
  return rows.length ? element('section', { class: 'lobby own' }, element('h2', {}, text('your games')), element('ul', {}, ...rows)) : null;
}
