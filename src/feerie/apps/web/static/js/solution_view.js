// A solution as the server tells it: a tree that unfolds, and moves that lead to their positions.
import { ask } from './api.js';
import { element } from './dom.js';
import { language, text } from './texts.js';

const MANY = 12;

export class SolutionView {
  /** `reached(position, told)`: a move was chosen; `told`: the moves that lead there, as text. */
  constructor(place, reached) {
    Object.assign(this, { place, reached, steps: [], at: -1 });
    this.place.addEventListener('keydown', event => this.key(event));
  }

  /** Show a document of a job. */
  show(found, notation) {
    Object.assign(this, { found, notation, at: -1 });
    const opened = new Set([...this.place.querySelectorAll('details[open]')].map(each => each.dataset.key));
    this.place.replaceChildren(...found.results.map((result, part) => this.part(result, part)));
    if (opened.size)
      for (const each of this.place.querySelectorAll('details')) if (opened.has(each.dataset.key)) each.open = true;
    this.count();
  }

  clear() {
    this.found = null;
    this.place.replaceChildren();
    this.count();
  }

  part(result, part) {
    const shown = element('section', { class: 'part' });
    if (result.heading) shown.append(element('h3', {}, result.heading));
    if (result.error) shown.append(element('p', { class: 'problem' }, result.error));
    for (const section of result.sections || [])
      shown.append(section.heading ? element('h4', {}, section.heading) : '', this.rows(section.rows, { part, set: section.set }, 0));
    for (const list of result.lists || [])
      shown.append(list.heading ? element('h4', {}, list.heading) : '', this.lines(list, part));
    if (result.verdict) {
      const kind = result.sound === null ? 'open' : result.sound ? 'sound' : 'unsound';
      shown.append(element('p', { class: `verdict ${kind}` }, result.verdict, result.tested ? element('span', { class: 'tested' }, result.tested) : null));
      shown.append(...result.report.map(line => element('p', { class: 'report' }, line)));
      if (result.told && result.told !== result.tested) shown.append(element('p', { class: 'report' }, result.told));
    }
    return shown;
  }

  // ----------------------------------------------------------------------------------------------------- battles

  rows(rows, where, level) {
    return element('ul', { class: 'play' }, ...rows.map(row => this.row(row, where, level)));
  }

  row(row, where, level) {
    const line = this.items(row.items, where);
    if (!row.rows.length && !row.more) return element('li', {}, element('div', { class: 'row' }, ...line));
    const first = row.items.find(each => each.line);
    const details = element('details', { open: row.open, 'data-key': `${where.part} ${where.set} ${first?.line.join()}` },
      element('summary', {}, ...line));
    if (row.rows.length) details.append(this.rows(row.rows, where, level + 1));
    else details.addEventListener('toggle', () => this.fetch(details, row.more, where, level));
    return element('li', {}, details);
  }

  async fetch(details, line, where, level) {
    if (!details.open || details.querySelector('ul')) return;
    const rows = await ask(`/api/solutions/${this.found.id}/${where.part}/rows?line=${line}&set_play=${where.set}`
      + `&language=${language}&notation=${this.notation}`).catch(() => []);
    details.append(this.rows(rows, where, level + 1));
    this.count();
  }

  /** The pieces of a printed line; moves are buttons, each with its number so that no line break parts them. */
  items(items, where) {
    const shown = [];
    let group = null;
    for (const { kind, text: said, line } of items) {
      const piece = kind === 'move' ? this.move(said, line, where)
        : element('span', { class: kind }, said);
      if (group && (kind === 'mark' || group.dataset.open)) group.append(piece);
      else {
        group = element('span', { class: 'unbroken' }, piece);
        shown.push(group, ' ');
      }
      if (kind === 'number') group.dataset.open = 'yes';
      else delete group.dataset.open;
    }
    return shown;
  }

  move(said, line, where) {
    const button = element('button', { type: 'button', class: 'san', 'data-line': line.join(), 'data-part': where.part,
      'data-set': where.set ? 'yes' : '' }, said);
    button.addEventListener('click', event => {
      event.preventDefault();
      event.stopPropagation();
      this.go(this.steps.indexOf(button));
    });
    return button;
  }

  // ------------------------------------------------------------------------------------------------------- lines

  lines(list, part) {
    const where = { part, set: list.set };
    const place = element('div', {});
    const groups = [];
    for (const items of list.lines) {
      const first = items.find(each => each.line)?.line[0];
      if (!groups.length || groups.at(-1).first !== first) groups.push({ first, lines: [] });
      groups.at(-1).lines.push(items);
    }
    const plain = lines => element('ol', { class: 'lines' }, ...lines.map(items => element('li', {}, element('div', { class: 'row' }, ...this.items(items, where)))));
    if (list.lines.length <= MANY || groups.length === list.lines.length) place.append(plain(list.lines));
    else for (const group of groups)
      place.append(element('details', { open: groups.length === 1, 'data-key': `${part} ${list.set} ${group.first}` },
        element('summary', {}, ...this.items(group.lines[0].slice(0, group.lines[0].findIndex(each => each.line) + 1), where),
          element('span', { class: 'badge' }, text('lines', { count: group.lines.length }))), plain(group.lines)));
    if (list.more) {
      const button = element('button', { type: 'button' }, text('more lines'));
      button.addEventListener('click', async () => {
        const more = await ask(`/api/solutions/${this.found.id}/${part}/lines?offset=${list.offset + list.lines.length}`
          + `&set_play=${list.set}&language=${language}&notation=${this.notation}`);
        button.replaceWith(this.lines(more, part));
        this.count();
      });
      place.append(button);
    }
    return place;
  }

  // ------------------------------------------------------------------------------------------------------- moves

  count() {
    this.steps = [...this.place.querySelectorAll('.san')];
  }

  /** Show the position after a move, by its number among all moves that are printed. */
  async go(number) {
    const button = this.steps[number];
    if (!button) return;
    for (const each of this.steps) each.removeAttribute('aria-current');
    this.at = number;
    button.setAttribute('aria-current', 'true');
    for (let place = button.parentElement; place && place !== this.place; place = place.parentElement)
      if (place.tagName === 'DETAILS' && !place.querySelector(':scope > summary')?.contains(button)) place.open = true;
    const { line, part, set } = button.dataset;
    const position = await ask(`/api/solutions/${this.found.id}/${part}/position?line=${line}&set_play=${Boolean(set)}`);
    if (this.at === number) this.reached(position, button.textContent, this.found.results[part].genre);
    button.scrollIntoView({ block: 'nearest' });
  }

  key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || !this.steps.length || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const to = Math.max(0, Math.min(this.steps.length - 1, this.at + step));
    this.go(to);
    this.steps[to].focus({ preventScroll: true });
  }
}
