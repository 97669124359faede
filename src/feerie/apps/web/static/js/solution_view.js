// A solution as the server tells it: a tree that unfolds, and moves that lead to their positions.
import { ask } from './api.js';
import { element } from './dom.js';
import { language, text } from './texts.js';

const MANY = 12;

export class SolutionView {
  /** `reached(position, said, genre)`: a move was chosen; `failed(refusal)`: its position cannot be had; `heading`: the element for those of
   *  tries, solution and set play. */
  constructor(place, reached, failed, heading = 'h4') {
    Object.assign(this, { place, reached, failed, heading, steps: [], at: -1 });
    this.place.addEventListener('keydown', event => this.key(event));
  }

  /** Show a document of a job. */
  show(found, notation) {
    Object.assign(this, { found, notation, at: -1 });
    const opened = new Set([...this.place.querySelectorAll('[aria-expanded=true]')].map(each => each.dataset.key));
    this.place.replaceChildren(...found.results.map((result, part) => this.part(result, part)));
    for (const each of this.place.querySelectorAll('[aria-expanded=false]')) if (opened.has(each.dataset.key)) each.click();
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
    for (const section of result.sections || [])
      shown.append(section.heading ? element(this.heading, {}, section.heading) : '', this.rows(section.rows, { part, set: section.set }, 0));
    for (const list of result.lists || [])
      shown.append(list.heading ? element(this.heading, {}, list.heading) : '', this.lines(list, part));
    if (result.verdict) {
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
    return this.folded(`${where.part} ${where.set} ${first?.line.join()}`, line, row.open,
      async () => this.rows(row.more ? await this.fetch(row.more, where) : row.rows, where, level + 1));
  }

  /** A line with what is folded below it, which `below` makes when it is first opened. */
  folded(key, line, isOpen, below) {
    const item = element('li', {});
    const open = async is => {
      fold.setAttribute('aria-expanded', String(is));
      fold.setAttribute('aria-label', text(is ? 'fold' : 'unfold'));
      if (is && !item.below) {
        item.below = true;
        try {
          item.append(await below());
        } catch (refusal) {             // it may be opened again
          item.below = false;
          fold.setAttribute('aria-expanded', 'false');
          this.failed(refusal);
        }
        this.count();
      }
      if (item.children[1]) item.children[1].hidden = fold.getAttribute('aria-expanded') === 'false';
    };
    const fold = element('button', { type: 'button', class: 'fold', 'data-key': key, onclick: () => open(fold.getAttribute('aria-expanded') === 'false') });
    item.append(element('div', { class: 'row' }, fold, ...line));
    open(isOpen);
    return item;
  }

  fetch(line, where) {
    return ask(`/api/solutions/${this.found.id}/${where.part}/rows?line=${line}&set_play=${where.set}`
      + `&language=${language}&notation=${this.notation}`);
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
    button.addEventListener('click', () => {
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
    else place.append(element('ul', { class: 'play' }, ...groups.map(group => this.folded(`${part} ${list.set} ${group.first}`,
      [...this.items(group.lines[0].slice(0, group.lines[0].findIndex(each => each.line) + 1), where),
        element('span', { class: 'badge' }, text('lines', { count: group.lines.length + (list.more && group === groups.at(-1) ? '+' : '') }))], groups.length === 1, async () => plain(group.lines)))));
    if (list.more) {
      const button = element('button', { type: 'button' }, text('more lines'));
      button.addEventListener('click', async () => {
        try {
          const more = await ask(`/api/solutions/${this.found.id}/${part}/lines?offset=${list.offset + list.lines.length}`
            + `&set_play=${list.set}&language=${language}&notation=${this.notation}`);
          button.replaceWith(this.lines(more, part));
          this.count();
        } catch (refusal) {
          this.failed(refusal);
        }
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
    for (let item = button.closest('li')?.parentElement.closest('li'); item; item = item.parentElement.closest('li'))
      item.querySelector(':scope > .row > [aria-expanded=false]')?.click();
    const { line, part, set } = button.dataset;
    const position = await ask(`/api/solutions/${this.found.id}/${part}/position?line=${line}&set_play=${Boolean(set)}`).catch(refusal => this.failed(refusal));
    if (position && this.at === number) this.reached(position, button.textContent, this.found.results[part].genre);
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
