// The board: chessgroundx, shown what the server says. Which moves there are is not known here.
import { Chessground } from '../vendor/chessgroundx/chessground.js';
import * as drawing from '../vendor/chessgroundx/draw.js';
import { announce, element, mark } from './dom.js';
import { isNeutral, pieceOf, piecesOf, promoted, showPictures } from './men.js';
import { isSite, pictureOfBoard } from './urls.js';
import { Squares } from './squares.js';
import { text } from './texts.js';

const HOLE = '<rect width="100" height="100" fill="#5d4632"/>';
const calm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Arrows as shapes of the widget; a circled square goes from itself to itself. */
const shapesOf = arrows => arrows.map(([orig, dest, brush]) => (orig === dest ? { orig, brush } : { orig, dest, brush }));

export class Board {
  /** `tried(from, to, dragged)`: two squares have been entered; `waits(from, to)`: out of turn, or taken back (no squares).
   *  `drawn(arrows)`: the position has other arrows, [from, to, colour] each, which it keeps; null where what is drawn is not kept. */
  constructor(place, genre, tried, waits = null, drawn = null) {
    this.genre = genre;
    this.drawn = drawn;
    this.pen = null;        // the colour in which the board is drawn on, null where men are moved
    this.from = null;       // the square where the keyboard has begun an arrow
    this.pointed = null;    // the move that somebody points at
    this.picked = null;     // called with the square of a man that is picked up
    this.tried = tried;
    this.place = place;
    showPictures(genre);
    place.classList.add(`board-${genre.files}x${genre.ranks}`);
    place.style.setProperty('--files', genre.files);
    place.style.setProperty('--ranks', genre.ranks);
    this.widget = Chessground(place, {
      dimensions: { width: genre.files, height: genre.ranks },
      autoCastle: false, fen: Array(genre.ranks).fill(genre.files).join('/'), coordinates: true,
      animation: { enabled: !calm(), duration: 200 },
      highlight: { lastMove: true, check: true },
      premovable: { enabled: Boolean(waits), showDests: false, premoveFunc: () => this.squares(),
        events: { set: (from, to) => waits?.(from, to), unset: () => waits?.() } }, drawable: { enabled: true, eraseOnClick: !drawn, onChange: () => this.drawn?.(this.arrows) },
      movable: { free: true, color: undefined, showDests: true,
        events: { after: (from, to) => this.tried(from, to) } },
      events: { select: square => this.hint(square) },
    });
    this.squareGrid = new Squares(genre, square => this.enter(square), () => this.orientation === 'black');
    this.frame = element('div', { class: 'board-frame' });
    this.frame.style.setProperty('--files', genre.files);
    this.frame.style.setProperty('--ranks', genre.ranks);
    place.replaceWith(this.frame);
    this.frame.append(place, this.squareGrid.grid);
    for (const kind of ['mousedown', 'touchstart'])
      this.frame.addEventListener(kind, event => this.pressed(event), { capture: true, passive: false });
    this.paint();
  }

  /** The board is pressed while it is drawn on: no man is picked up. */
  pressed(event) {
    if (!this.pen || event.button || event.ctrlKey) return;
    drawing.start(this.widget.state, event);
    const { current } = this.widget.state.drawable;
    if (current) Object.assign(current, { brush: this.pen, mouseSq: current.orig });     // also if it is let go before the next frame
  }

  /** What is drawn over the position, as it keeps it. */
  get arrows() { return this.widget.state.drawable.shapes.filter(each => each.orig).map(({ orig, dest, brush }) => [orig, dest ?? orig, brush]); }

  /** An arrow is drawn by the keyboard, from one square to the next, or a square circled that is entered twice; once more removes it. */
  drawByKeys(square) {
    const from = this.from;
    this.from = from ? null : square;
    if (!from) return;
    const isSame = each => each[0] === from && each[1] === square;
    const was = this.arrows.find(isSame), others = this.arrows.filter(each => !isSame(each));
    this.draw(shapesOf(was?.[2] === this.pen ? others : [...others, [from, square, this.pen]]));
    this.drawn?.(this.arrows);
  }

  /** A square is entered by the keyboard. */
  enter(square) {
    if (this.pen) {
      this.drawByKeys(square);
      for (const [name, cell] of this.squareGrid.cells) mark(cell, 'aria-selected', name === this.from);
      return;
    }
    this.widget.selectSquare(square);
    const chosen = this.widget.state.selectable.selected;
    if (chosen === square) announce(text('chosen', { man: this.squareGrid.named(square) }));
    for (const [name, cell] of this.squareGrid.cells) mark(cell, 'aria-selected', name === chosen);
  }

  get orientation() { return this.widget.state.orientation; }

  paint() {
    const turned = this.orientation === 'black';
    this.place.querySelector('cg-board').style.backgroundImage = `url("${pictureOfBoard(this.genre, turned)}")`;
  }

  /** All squares but those of a hole. */
  squares() {
    const { files, ranks, walls } = this.genre, all = [];
    for (let file = 0; file < files; file++)
      for (let rank = 1; rank <= ranks; rank++) all.push(String.fromCharCode(97 + file) + rank);
    return all.filter(square => !walls.includes(square));
  }

  /** Show a position; `movable`: the side whose men may be moved now, null for none; `waiting`: the one that may enter a
   *  move to be played when its turn comes. */
  show(position, destinations, movable, waiting = null) {
    this.destinations = destinations;
    const reached = new Map();
    for (const { from, to } of destinations)
      if (to !== from && !(reached.get(from) || []).includes(to)) reached.set(from, [...(reached.get(from) || []), to]);
    this.shown = { position, destinations, movable };
    if (!movable && !waiting) this.widget.selectSquare(null);
    for (const piece of this.widget.state.boardState.pieces.values())
      if (isNeutral(piece.man ?? '')) piece.color = position.turn;      // the same man slides, whoever may move it now
    this.widget.setPieces(piecesOf(position.men, this.widget, this.genre, position.turn));
    this.widget.set({
      turnColor: position.turn, drawable: { shapes: this.drawn ? shapesOf(position.arrows) : [] }, lastMove: position.last.length ? position.last : undefined, check: position.check,
      movable: { color: movable || waiting || undefined, dests: movable ? reached : new Map() },
    });
    this.hint(this.widget.state.selectable.selected);
    this.squareGrid.show(position, destinations);
  }

  /** Point at a move of the position by an arrow; null at none. */
  point(move) {
    this.pointed = move && { orig: move.from, dest: move.to };
    this.hint(this.widget.state.selectable.selected);
  }

  /** Show the same position again, after a move that was not one. */
  restore() {
    if (this.shown) this.show(this.shown.position, this.shown.destinations, this.shown.movable);
  }

  /** Show the arrows and circled squares of the position and, where a man that is picked up could take a partner along,
   *  that partner. */
  hint(square) {
    if (square) this.picked?.(square);
    const { position, movable } = this.shown ?? {};
    const drawn = this.drawn ? [] : shapesOf(position?.arrows ?? []);
    const taking = movable ? this.destinations.filter(({ from, to, partner }) => from === square && partner && partner[0] !== to) : [];
    const partners = new Set(taking.map(({ partner }) => partner[0]));
    const holes = isSite && this.genre.name !== this.genre.conditions ? this.genre.walls.map(orig => ({ orig, customSvg: HOLE })) : [];
    const pointed = this.pointed ? [{ ...this.pointed, brush: 'paleBlue' }] : [];
    this.widget.setAutoShapes([...holes, ...drawn, ...pointed, ...[...partners].map(orig => ({ orig, brush: 'blue' }))]);
  }

  /** Show a move that has been entered at once, the partner included, until the server confirms it. */
  anticipate(move) {
    const pieces = new Map(), state = this.widget.state.boardState.pieces, before = this.shown.position.men;
    for (const square of state.keys()) pieces.set(square, undefined);
    const after = { ...before };
    const ways = [[move.from, move.to], ...(move.partner ? [move.partner] : [])];
    if (move.captured_on) delete after[move.captured_on];
    for (const [from] of ways) delete after[from];
    for (const [from, to] of ways) after[to] = before[from];
    if (move.promotion) {
      const at = move.partner ? move.partner[1] : move.to;
      after[at] = promoted(after[at], move.promotion);
    }
    for (const [square, man] of Object.entries(after)) pieces.set(square, pieceOf(man, this.genre, this.shown.position.turn));
    this.widget.setPieces(pieces);
    this.widget.set({ lastMove: ways.flat(), check: [], movable: { color: undefined } });
    this.widget.setAutoShapes(move.partner ? [{ orig: move.partner[0], dest: move.partner[1], brush: 'blue' }] : []);
  }

  /** Forget the move that waits for its turn. */
  forget() { this.widget.cancelPremove(); }

  /** Draw arrows and signs over the position, until it changes or the board is clicked. */
  draw(shapes) { this.widget.setShapes(shapes); }

  select(square) { this.widget.selectSquare(square); }

  turn(side) {
    this.widget.set({ orientation: side });
    this.squareGrid.arrange();
    this.paint();
  }

  flip() { this.turn(this.orientation === 'white' ? 'black' : 'white'); }

  close() { this.widget.destroy(); }
}
