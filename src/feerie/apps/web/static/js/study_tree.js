// The moves of a study as a tree: the main line with its variations below the move they replace.
import { element } from './dom.js';
import { text } from './texts.js';

/** The moves that lead to a node: they stay the same when nodes get other numbers. */
export function lineOf(nodes, id) {
  const line = [];
  for (let node = nodes[id]; node.parent !== null; node = nodes[node.parent]) line.unshift(node.uci);
  return line;
}

/** The node at the end of a line of moves; undefined if it is there no more. */
export function nodeAfter(nodes, line) {
  let found = nodes[0];
  for (const uci of line) found = found && nodes.find(each => each.parent === found.id && each.uci === uci);
  return found?.id;
}

/** The node at the end of the part of a line that is there. */
export function nearest(nodes, line) {
  let found = 0;
  for (const uci of line) {
    const next = nodes.find(each => each.parent === found && each.uci === uci);
    if (!next) break;
    found = next.id;
  }
  return found;
}

export class StudyTree {
  /** `chosen(node)`: a move was chosen. */
  constructor(chosen) {
    this.chosen = chosen;
    this.place = element('div', { class: 'tree', id: 'tree', role: 'group', 'aria-label': text('moves') });
  }

  show(nodes, at) {
    this.nodes = nodes;
    this.children = nodes.map(() => []);
    for (const node of nodes) if (node.parent !== null) this.children[node.parent].push(node.id);
    const root = nodes[0], shown = [];
    if (root.comment) shown.push(this.comment(root.comment));
    shown.push(...this.line(0, true));
    if (nodes.length === 1) shown.push(element('p', { class: 'none' }, text('no moves')));
    this.place.replaceChildren(...shown);
    this.mark(at);
  }

  comment(said) { return element('span', { class: 'comment' }, said, ' '); }

  /** What follows a node: the moves of its main line, each with the variations beside it. */
  line(from, isFirst) {
    const shown = [];
    let node = from, needsNumber = isFirst;
    while (this.children[node].length) {
      const [main, ...others] = this.children[node];
      shown.push(...this.move(main, needsNumber));
      needsNumber = Boolean(this.nodes[main].comment) || others.length > 0;
      for (const other of others) shown.push(element('div', { class: 'variation' }, ...this.move(other, true), ...this.line(other, Boolean(this.nodes[other].comment))));
      node = main;
    }
    return shown;
  }

  move(id, needsNumber) {
    const node = this.nodes[id];
    const number = node.is_numbered || needsNumber ? element('span', { class: 'number' }, node.number) : '';
    return [node.before ? this.comment(node.before) : '', element('span', { class: 'unbroken' }, number,
      element('button', { type: 'button', class: 'san', 'data-node': id, onclick: () => this.chosen(id) }, node.text + node.marks)), ' ',
    node.comment ? this.comment(node.comment) : ''];
  }

  mark(at) {
    for (const each of this.place.querySelectorAll('[aria-current]')) each.removeAttribute('aria-current');
    const current = this.place.querySelector(`[data-node="${at}"]`);
    current?.setAttribute('aria-current', 'true');
    current?.scrollIntoView({ block: 'nearest' });
  }

  /** The node that a key leads to: forward, back, or to the variation beside. */
  next(at, key) {
    const beside = this.nodes[at].parent === null ? [at] : this.children[this.nodes[at].parent];
    if (key === 'ArrowLeft') return this.nodes[at].parent ?? at;
    if (key === 'ArrowRight') return this.children[at][0] ?? at;
    if (key === 'Home') return 0;
    if (key === 'End') {
      let node = at;
      while (this.children[node].length) [node] = this.children[node];
      return node;
    }
    const step = { ArrowUp: -1, ArrowDown: 1 }[key];
    return step ? beside[beside.indexOf(at) + step] ?? at : null;
  }
}
