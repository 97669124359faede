// The squares of a board for those who use the keyboard or listen: a grid over the board, one cell a square.
import { announce, element } from './dom.js';
import { kindOf } from './men.js';
import { text } from './texts.js';

const DIAGONALS = [[1, 1], [-1, -1], [1, -1], [-1, 1]];

/** The square some files and ranks away, by name; it may be off the board. */
const beside = (square, files, ranks) => String.fromCharCode(square.charCodeAt(0) + files) + (Number(square.slice(1)) + ranks);

export class Squares {
  /** `select(square)`: a square is entered, as by a click; `turned()`: whether Black is below. */
  constructor(genre, select, turned) {
    Object.assign(this, { genre, select, turned, cells: new Map(), position: null, destinations: [], at: null });
    this.grid = element('div', { class: 'squares', role: 'grid', 'aria-label': text('board'), title: '',
      'aria-roledescription': text('board'), onkeydown: event => this.key(event),
      onfocusin: event => this.reach(event.target.dataset.square) });
    this.arrange();
  }

  /** Lay the cells out as the board is turned. */
  arrange() {
    const { files, ranks } = this.genre, black = this.turned();
    this.cells.clear();
    const rows = [];
    for (let row = 0; row < ranks; row++) {
      const cells = [];
      for (let column = 0; column < files; column++) {
        const square = beside('a1', black ? files - 1 - column : column, black ? row : ranks - 1 - row);
        const cell = element('div', { role: 'gridcell', tabindex: -1, 'data-square': square });
        this.cells.set(square, cell);
        cells.push(cell);
      }
      rows.push(element('div', { role: 'row' }, ...cells));
    }
    this.grid.replaceChildren(...rows);
    this.at = this.cells.has(this.at) ? this.at : beside('a1', 0, black ? ranks - 1 : 0);
    this.cells.get(this.at).tabIndex = 0;
    if (this.position) this.show(this.position, this.destinations);
  }

  /** Say of every square what stands there. */
  show(position, destinations) {
    Object.assign(this, { position, destinations });
    for (const [square, cell] of this.cells) cell.setAttribute('aria-label', this.named(square));
  }

  /** What stands on a square: "e4: knight, White". */
  named(square) {
    const what = this.man(square) || text(this.genre.walls.includes(square) ? 'hole' : 'empty square');
    return text('named', { name: square, what });
  }

  man(square) {
    const man = this.position?.men[square];
    return man && this.genre.men[man].name;
  }

  /** What stands on some squares, the empty ones left out. */
  read(title, squares) {
    const found = squares.filter(square => this.man(square)).map(square => this.named(square));
    return `${title}. ${found.join('. ') || text('empty square')}`;
  }

  rank(square) {
    const number = square.replace(/^[a-z]/, '');
    return this.read(text('rank', { rank: number }), [...Array(this.genre.files).keys()].map(file => beside('a1', file, 0)[0] + number));
  }

  file(square) {
    return this.read(text('file', { file: square[0] }), [...Array(this.genre.ranks).keys()].map(rank => square[0] + (rank + 1)));
  }

  diagonals(square) {
    const lines = DIAGONALS.map(([files, ranks]) => {
      const line = [];
      for (let at = beside(square, files, ranks); this.cells.has(at); at = beside(at, files, ranks)) line.push(at);
      return line;
    });
    const ordered = [[...lines[1]].reverse().concat(square, lines[0]), [...lines[3]].reverse().concat(square, lines[2])];
    return ordered.filter(line => line.length > 1).map(line => this.read(text('diagonal', { from: line[0], to: line.at(-1) }), line)).join('. ');
  }

  /** Where the man on a square can go. */
  moves(square) {
    const to = [...new Set(this.destinations.filter(move => move.from === square).map(move => move.to))];
    return `${this.named(square)}. ${text('goes to', { squares: to.join(', ') || '–' })}`;
  }

  /** All men of a kind, by the letter of a language. */
  kind(letter) {
    const own = Object.entries(this.genre.letters).find(([, written]) => written.toUpperCase() === letter.toUpperCase())?.[0];
    return own && this.read(this.genre.names[own], [...this.cells.keys()].filter(square => kindOf(this.position.men[square] ?? '') === own));
  }

  last() { return this.position.text || this.position.last.join(' ') || '–'; }

  /** The answer to what is asked with "?": a square, file, rank, both diagonals ("e4/"), moves ("e4>"), men of a kind ("N"). */
  answer(asked) {
    const words = asked.trim(), square = words.match(/^([a-z]\d{1,2})([/>])?$/);
    if (square && this.cells.has(square[1]))
      return square[2] === '/' ? this.diagonals(square[1]) : square[2] ? this.moves(square[1]) : this.named(square[1]);
    if (/^[a-z]$/.test(words) && this.cells.has(`${words}1`)) return this.file(words);
    if (/^\d{1,2}$/.test(words) && this.cells.has(`a${words}`)) return this.rank(words);
    return (/^\p{Lu}{1,2}$/u.test(words) && this.kind(words)) || text('read help');
  }

  go(square) { this.cells.get(square)?.focus(); }

  /** A square has the focus. */
  reach(square) {
    if (!this.cells.has(square)) return;
    this.cells.get(this.at).tabIndex = -1;
    this.at = square;
    this.cells.get(square).tabIndex = 0;
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const way = this.turned() ? -1 : 1, { files } = this.genre, at = this.at;
    const steps = { ArrowLeft: [-way, 0], ArrowRight: [way, 0], ArrowUp: [0, way], ArrowDown: [0, -way] }[event.key];
    const ends = { Home: way > 0 ? 0 : files - 1, End: way > 0 ? files - 1 : 0 }[event.key];
    const said = { r: () => this.rank(at), f: () => this.file(at), d: () => this.diagonals(at), m: () => this.moves(at),
      l: () => this.last(), '?': () => text('read help') }[event.key];
    if (steps) this.go(beside(at, ...steps));
    else if (ends !== undefined) this.go(beside('a1', ends, 0)[0] + at.slice(1));
    else if (event.key === 'Enter' || event.key === ' ') this.select(at);
    else if (said) announce(said());
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
