// A game that is over, looked at by the engine: how it stood after each move, where it was lost, and what would have been better.
import { element } from './dom.js';
import { firstLine } from './engine_lines.js';
import { say, slot } from './notices.js';
import { hasText, text } from './texts.js';

const MILLISECONDS = 250;       // for a position
const MISTAKE = 0.15;           // what a mistake loses, as a share of the expected result

const shape = (name, attributes) => {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
};

export class Review {
  /** `history`: the positions of a game; `go(ply, better)`: show one, perhaps with the move (UCI) that would have been better. */
  constructor(genre, history, written, go) {
    Object.assign(this, { genre, history, written, go, found: [] });
    this.said = slot({ class: 'said-of-review', role: 'status' });
    this.graph = element('div', { class: 'graph', role: 'img', 'aria-label': text('graph'), onclick: event => {
      const box = this.graph.getBoundingClientRect();
      this.go(Math.round((event.clientX - box.left) / box.width * (this.history.length - 1)));
    } });
    this.list = element('ol', { class: 'mistakes' });
    this.place = element('section', { class: 'review' }, this.graph, this.said, this.list);
  }

  /** Look at every position in turn; what has been found is shown at once. */
  async begin() {
    const count = this.history.length - 1;
    for (const [ply, position] of this.history.entries()) {
      if (this.closed) return;
      say(this.said, text('reviewing', { number: ply, count }));
      const isOver = ply === count && this.isEnd;
      const found = isOver ? { share: this.isEnd.share } : await firstLine(this.genre.name, position.fen, MILLISECONDS);
      if (found.error) {
        say(this.said, hasText(found.code) ? text(found.code) : found.error);
        return;
      }
      this.found.push(found);
      this.draw(count);
      this.judge(ply);
    }
    say(this.said, this.list.children.length ? '' : text('mistakes: none'));
  }

  draw(count) {
    const points = this.found.map(({ share }, ply) => `${(100 * ply / Math.max(1, count)).toFixed(2)},${(100 - 100 * (share ?? 0.5)).toFixed(1)}`);
    const svg = shape('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'none' });
    svg.append(shape('rect', { width: 100, height: 100, fill: '#4a4038' }),
      shape('polygon', { points: `0,100 ${points.join(' ')} ${points.at(-1).split(',')[0]},100`, fill: '#f4ead8' }),
      shape('path', { d: 'M0 50H100', stroke: '#1a6b3c', 'stroke-width': 1, 'vector-effect': 'non-scaling-stroke' }));
    this.graph.replaceChildren(svg);
  }

  /** Whether the move that led to a position was a mistake, and what the engine would have played. */
  judge(ply) {
    const [before, after] = [this.found[ply - 1], this.found[ply]];
    if (!before || before.share == null || after.share == null) return;
    const lost = (before.share - after.share) * (this.history[ply - 1].turn === 'white' ? 1 : -1);
    const better = before.lines?.[0]?.moves?.[0];
    if (lost < MISTAKE || !better || better.uci === this.history[ply].uci) return;
    this.list.append(element('li', {}, element('button', { type: 'button', class: 'mistake', onclick: () => this.go(ply - 1, better.uci) },
      text('mistake', { move: this.written(ply), better: better.text }))));
  }

  close() { this.closed = true; }
}
