// The engine's lines on a position, live, with an evaluation bar.
import { element } from './dom.js';
import { option } from './forms.js';
import { browserName, kept } from './storage.js';
import { hasText, language, text } from './texts.js';

const address = (genre, fen, count) => `${location.origin.replace(/^http/, 'ws')}/api/analysis?genre=${encodeURIComponent(genre)}`
  + `&fen=${encodeURIComponent(fen)}&lines=${count}&language=${language}&browser=${browserName}`;

/** What the engine has found about a position after some milliseconds, or at its first answer if that comes later. */
export function firstLine(genre, fen, milliseconds) {
  return new Promise(resolve => {
    const socket = new WebSocket(address(genre, fen, 1));
    let found = null, isTime = false;
    const end = () => { socket.close(); resolve(found ?? {}); };
    setTimeout(() => { isTime = true; if (found) end(); }, milliseconds);
    socket.addEventListener('message', event => {
      const told = JSON.parse(event.data);
      if (told.lines?.length || !found) found = told;
      if (isTime || told.error) end();
    });
    socket.addEventListener('close', end);
  });
}

export class EngineLines {
  /** `chosen(moves)`: a line was chosen up to a move, in UCI; `best(move)`: the move that is thought best now, '' for none. */
  constructor(chosen, best) {
    Object.assign(this, { chosen, best, isOn: kept.getItem('engine') === 'on', count: Number(kept.getItem('engine lines')) || 2 });
    this.bar = element('div', { class: 'evaluation', role: 'img', hidden: true }, element('span', {}));
    this.list = element('ol', { class: 'engine', id: 'engine-lines' });
    this.state = element('span', { class: 'state', id: 'engine-state' });
    this.button = element('button', { type: 'button', 'data-action': 'engine', 'aria-pressed': String(this.isOn), onclick: () => this.toggle() }, text('engine'));
    this.number = element('select', { id: 'engine-count', 'aria-label': text('number of lines'), onchange: () => {
      this.count = Number(this.number.value);
      kept.setItem('engine lines', this.count);
      this.begin();
    } }, ...[1, 2, 3, 4, 5].map(each => option(each, text('number of lines short', { count: each }), each === this.count)));
    this.place = element('div', { class: 'engine-place' }, element('div', { class: 'tools' }, this.button, this.number, this.state), this.list);
  }

  toggle() {
    this.isOn = !this.isOn;
    kept.setItem('engine', this.isOn ? 'on' : 'off');
    this.button.setAttribute('aria-pressed', String(this.isOn));
    this.begin();
  }

  /** Another position is looked at; none where it is over or illegal. */
  look(genre, fen, isPlayable) {
    if (this.socket && genre === this.genre && fen === this.fen) return;
    Object.assign(this, { genre, fen: isPlayable ? fen : null });
    this.begin();
  }

  begin() {
    this.stop();
    this.best('');
    this.bar.hidden = !this.isOn;
    this.list.style.setProperty('--lines', this.isOn ? this.count : 0);      // the place of its lines, before they are there
    if (!this.isOn || !this.fen) {
      this.list.replaceChildren();
      this.state.textContent = '';
      return;
    }
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.connect(), 150);
  }

  connect() {
    const socket = this.socket = new WebSocket(address(this.genre, this.fen, this.count));
    this.state.textContent = text('thinking');
    let isAnswered = false;
    socket.addEventListener('message', event => {
      isAnswered = true;
      if (this.socket === socket) this.show(JSON.parse(event.data));
    });
    socket.addEventListener('close', () => {
      if (this.socket === socket && !isAnswered) this.show({ error: text('no server') });
    });
  }

  show(found) {
    if (found.error) {
      this.list.replaceChildren();
      this.state.textContent = hasText(found.code) ? text(found.code) : found.error;
      return;
    }
    this.state.textContent = text('depth', { depth: found.depth, nodes: Math.round(found.nodes / 1000).toLocaleString(language) });
    if (found.share !== null) {
      this.bar.firstChild.style.height = `${100 * found.share}%`;
      this.bar.setAttribute('aria-label', text('evaluation', { score: found.lines[0].score }));
    }
    this.best(found.lines[0]?.moves[0]?.uci ?? '');
    this.list.replaceChildren(...found.lines.map(line => element('li', {}, element('strong', { class: 'score' }, line.score), ...(line.table ? [element('span', { class: 'known' }, line.table), ' '] : []), ...line.moves.flatMap((move, at) => [
      element('span', { class: 'unbroken' }, move.number ? element('span', { class: 'number' }, move.number) : '',
        element('button', { type: 'button', class: 'san', onclick: () => this.chosen(line.moves.slice(0, at + 1).map(each => each.uci)) }, move.text)), ' ']))));
  }

  stop() {
    clearTimeout(this.waiting);
    const { socket } = this;
    this.socket = null;
    socket?.close();
  }

  turn(isTurned) { this.bar.classList.toggle('turned', isTurned); }
}
