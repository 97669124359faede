// By whom, how strongly and how long a new game is played: the controls, which remember what was chosen for the last one.
import { ask, keepPlayerToken } from './api.js';
import { element } from './dom.js';
import { labelled, option } from './forms.js';
import { kept, keptInTab } from './storage.js';
import { language, text } from './texts.js';

const CLOCKS = [null, [60, 0], [180, 2], [300, 0], [600, 5], [900, 10], [1800, 20]];
const DAYS = [1, 2, 3, 7, 14];
const CHOICES = 'new game';      // the name under which the browser keeps what was chosen

/** What was chosen for the last game: values by the names of the controls, and the genre. */
export function keptChoices() {
  try { return JSON.parse(kept.getItem(CHOICES)) ?? {}; } catch { return {}; }
}

export class GameSettings {
  /** `levels`: the strengths of the engine; `changed()`: something else is chosen. */
  constructor(levels, changed = () => {}) {
    this.opponent = element('select', { id: 'opponent' }, ...['engine', 'board', 'link'].map(each => option(each, text(`opponent: ${each}`))));
    this.side = element('select', { id: 'side' }, ...['white', 'black', 'random'].map(each => option(each, text(`side: ${each}`))));
    this.level = element('select', { id: 'level' }, ...levels.map(({ key, elo }, index) =>
      option(key, text(`level: ${key}`) + (elo ? ` (${elo})` : ''), index === Math.floor(levels.length / 3))));
    this.seconds = element('select', { id: 'seconds' }, ...[0.1, 0.5, 1, 3, 10].map(each => option(each, each.toLocaleString(language), each === 1)));
    this.clock = element('select', { id: 'clock' }, ...CLOCKS.map((each, index) => option(index, each ? `${each[0] / 60} + ${each[1]}` : text('clock: none'))),
      ...DAYS.map(days => option(`days ${days}`, text(days === 1 ? 'clock: one day' : 'clock: days', { days }))));
    this.hasLevels = levels.length > 1;
    const last = keptChoices();
    for (const [name, control] of Object.entries(this.controls))
      if ([...control.options].some(one => one.value === last[name])) control.value = last[name];
    this.levelField = labelled(text('level'), this.level);
    this.secondsField = labelled(text('seconds'), this.seconds);
    this.sideField = labelled(text('side'), this.side);
    this.fields = [labelled(text('opponent'), this.opponent), this.levelField, this.sideField, labelled(text('clock'), this.clock), this.secondsField];
    for (const control of Object.values(this.controls)) control.addEventListener('change', () => { this.arrange(); changed(); });
    this.arrange();
  }

  get controls() {
    const { opponent, side, level, seconds, clock } = this;
    return { opponent, side, level, seconds, clock };
  }

  arrange() {
    const opponent = this.opponent.value;
    this.levelField.hidden = opponent !== 'engine' || !this.hasLevels;
    this.secondsField.hidden = opponent !== 'engine' || this.clock.value !== '0';
    this.sideField.hidden = opponent === 'board';
    for (const each of this.clock.options) each.hidden = each.disabled = each.value.startsWith('days') && opponent !== 'link';
    if (this.clock.selectedOptions[0]?.disabled) this.clock.value = '0';
  }

  /** What is chosen, in a line. */
  get said() {
    const chosen = control => control.selectedOptions[0].textContent, opponent = this.opponent.value;
    return [chosen(this.opponent), ...(opponent === 'engine' ? [chosen(this.level)] : []), ...(opponent === 'board' ? [] : [text('named', { name: text('side'), what: chosen(this.side) })]),
      chosen(this.clock)].join(' · ');
  }

  /** Open a game of a genre, from its game array (`addedMen`: with the men that it adds) or from what is given; gives the address of its page. */
  async open(genre, { fen = '', pgn = '', addedMen = false } = {}) {
    const { value } = this.clock, time = CLOCKS[value], opponent = this.opponent.value;
    const opened = await ask('/api/games', { body: { genre, language, opponent, side: opponent === 'board' ? 'white' : this.side.value,
      level: opponent === 'engine' ? this.level.value : 'full', seconds: Number(this.seconds.value),
      clock: time ? time[0] : null, increment: time ? time[1] : 0, days: value.startsWith('days') ? Number(value.slice(5)) : null, fen, pgn, added_men: addedMen } });
    keepPlayerToken(opened.id, opened.player_token);
    if (opened.invitation) keptInTab.setItem(`invitation ${opened.id}`, opened.invitation);
    kept.setItem(CHOICES, JSON.stringify({ genre, ...Object.fromEntries(Object.entries(this.controls).map(([name, each]) => [name, each.value])) }));
    return `/play/${opened.id}`;
  }
}
