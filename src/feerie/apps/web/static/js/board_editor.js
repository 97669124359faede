// A board on which men are put: by dragging from the palette, by clicking, or by the keyboard. It knows no rules.
import { Chessground } from '../vendor/chessgroundx/chessground.js';
import { announce, element } from './dom.js';
import { isNeutral, kindOf, kindsOf, manOf, ofSide, pieceOf, piecesOf, showPictures, signs, traitsOf, withTraits } from './men.js';
import { text } from './texts.js';
import { pictureOfBoard, pictureOfMan } from './urls.js';

const HAND = '', ERASER = ' ', PLAIN = '*';

export class BoardEditor {
  /** `changed(men)`: the men have been changed here; `place`: of the board; `palette`: of the men to choose from. */
  constructor(place, palette, changed) {
    Object.assign(this, { place, palette, changed, men: {}, brush: HAND, traits: PLAIN, isLocked: false, cursor: null, turned: false });
    this.place.tabIndex = 0;
    this.place.setAttribute('role', 'application');
    this.place.addEventListener('keydown', event => this.key(event));
    this.place.addEventListener('focus', () => this.mark());
    this.place.addEventListener('blur', () => this.widget?.setAutoShapes([]));
    for (const kind of ['mousedown', 'touchstart'])
      this.place.addEventListener(kind, event => this.pressed(event), { capture: true, passive: false });
  }

  /** Take the board and the men of a genre. */
  use(genre) {
    if (this.genre?.name === genre.name && JSON.stringify(this.genre) === JSON.stringify(genre)) return;
    this.genre = genre;
    this.kinds = kindsOf(genre);
    if (!genre.traits.some(each => each.text === this.traits)) this.traits = PLAIN;
    showPictures(genre);
    this.widget?.destroy();
    this.board = element('div', { class: 'board' });
    this.place.replaceChildren(this.board);
    for (const place of [this.place, this.board]) {
      place.style.setProperty('--files', genre.files);
      place.style.setProperty('--ranks', genre.ranks);
    }
    this.widget = Chessground(this.board, {
      dimensions: { width: genre.files, height: genre.ranks }, fen: this.empty(), coordinates: true, autoCastle: false,
      orientation: this.turned ? 'black' : 'white',
      animation: { enabled: !matchMedia('(prefers-reduced-motion: reduce)').matches, duration: 200 },
      highlight: { lastMove: true, check: true }, premovable: { enabled: false },
      draggable: { deleteOnDropOff: true }, drawable: { enabled: true, eraseOnClick: true },
      movable: { free: true, color: 'both', showDests: false }, events: { change: () => this.read() },
    });
    this.place.setAttribute('aria-label', text('board editor'));
    this.paint();
    this.offer();
    this.lock(this.isLocked);
  }

  empty() { return Array(this.genre.ranks).fill(this.genre.files).join('/'); }

  paint() {
    this.board.querySelector('cg-board').style.backgroundImage = `url("${pictureOfBoard(this.genre, this.turned)}")`;
  }

  /** The palette: the traits that the men of the palette may have, hand, eraser, and the men of both sides. */
  offer() {
    const tool = (brush, label, content) => element('button', { type: 'button', class: typeof content === 'string' ? 'tool word' : 'tool', 'data-brush': brush, title: label,
      'aria-label': label, 'aria-pressed': 'false', onclick: () => this.take(brush),
      onpointerdown: event => this.drag(event, brush) }, content);
    const row = side => element('div', { class: `men ${side}` }, ...this.kinds.map(kind => {
      const man = ofSide(withTraits(kind, this.traits), side);
      return tool(man, this.name(man), element('img', { src: this.picture(man), alt: '', draggable: 'false' }));
    }));
    const trait = ({ text: traits, name }) => element('button', { type: 'button', class: 'tool word', 'data-traits': traits, 'aria-pressed': String(traits === this.traits),
      onclick: () => this.giveTraits(traits) }, name);
    const sides = isNeutral(this.traits) ? ['white'] : ['white', 'black'];
    this.palette.setAttribute('role', 'toolbar');
    this.palette.setAttribute('aria-label', text('palette'));
    this.palette.replaceChildren(element('div', { class: 'men traits', hidden: !this.genre.traits.length }, ...this.genre.traits.map(trait)),
      ...sides.map(row), element('div', { class: 'men' },
      tool(HAND, text('move men'), text('move men')), tool(ERASER, text('erase'), text('erase'))),
    element('div', { class: 'men signs', hidden: !this.isUnfinished }, ...Object.keys(signs).map(sign => tool(sign, text(signs[sign]), sign))));
    this.take(HAND);
  }

  /** Give the men of the palette traits, or take them away where they have these. A man that is taken stays, with the traits. */
  giveTraits(traits) {
    this.traits = traits === this.traits ? PLAIN : traits;
    const taken = this.brush !== HAND && this.brush !== ERASER && !signs[this.brush] && this.brush;
    this.offer();
    this.palette.querySelector(`[data-traits="${traits}"]`).focus();
    if (taken) this.take(ofSide(withTraits(taken.slice(traitsOf(taken).length), this.traits), this.side(taken)));
  }

  /** The side of a man; White's for a neutral one. */
  side(man) { return isNeutral(man) || man === ofSide(man, 'white') ? 'white' : 'black'; }

  picture(man) { return pictureOfMan(this.genre.men[man].picture); }

  /** Offer the signs of unfinished diagrams, or not. */
  offerSigns(are) {
    this.isUnfinished = are;
    const row = this.palette.querySelector('.signs');
    if (row) row.hidden = !are;
  }

  name(man) { return signs[man] ? text(signs[man]) : this.genre.men[man].name; }

  take(brush) {
    this.brush = brush;
    for (const button of this.palette.querySelectorAll('[data-brush]'))
      button.setAttribute('aria-pressed', String(button.dataset.brush === brush));
    this.lock(this.isLocked);
  }

  /** A man is dragged from the palette. */
  drag(event, brush) {
    if (brush === HAND || brush === ERASER || signs[brush] || event.button || this.isLocked) return;
    const image = element('img', { src: this.picture(brush), alt: '', class: 'dragged-man' });
    const size = this.board.clientWidth / this.genre.files;
    const from = [event.clientX, event.clientY];
    let moved = false;
    const move = at => {
      if (!moved && Math.hypot(at.clientX - from[0], at.clientY - from[1]) < 5) return;
      if (!moved) document.body.append(image);
      moved = true;
      Object.assign(image.style, { width: `${size}px`, left: `${at.clientX - size / 2}px`, top: `${at.clientY - size / 2}px` });
    };
    const end = at => {
      for (const [kind, act] of [['pointermove', move], ['pointerup', end], ['pointercancel', end]]) document.removeEventListener(kind, act);
      image.remove();
      const square = moved && at.type === 'pointerup' && this.square(at.clientX, at.clientY);
      if (square) this.put(square, brush);
    };
    event.target.releasePointerCapture?.(event.pointerId);
    for (const [kind, act] of [['pointermove', move], ['pointerup', end], ['pointercancel', end]]) document.addEventListener(kind, act);
  }

  square(x, y) {
    this.widget.state.dom.bounds.clear();
    const found = this.widget.getKeyAtDomPos([x, y]);
    return found && !this.genre.walls.includes(found) ? found : null;
  }

  /** The board is pressed while a man or the eraser is taken: nothing is picked up. */
  pressed(event) {
    if (this.brush === HAND || this.isLocked || event.button) return;
    event.preventDefault();
    event.stopPropagation();
    const at = event.touches ? event.touches[0] : event;
    const square = this.square(at.clientX, at.clientY);
    if (!square) return;
    this.put(square, this.men[square] === this.brush || this.brush === ERASER ? null : this.brush);
  }

  /** Put a man on a square; null removes. */
  put(square, man) {
    if (this.genre.walls.includes(square)) return;
    this.widget.setPieces(new Map([[square, man ? pieceOf(man, this.genre) : undefined]]));
    this.read();
  }

  /** The men have changed on the board. */
  read() {
    const men = {};
    for (const [square, piece] of this.widget.state.boardState.pieces)
      if (square !== 'a0' && !this.genre.walls.includes(square)) men[square] = manOf(piece);
    if (JSON.stringify(Object.entries(men).sort()) === JSON.stringify(Object.entries(this.men).sort())) {
      this.show(this.men);
      return;
    }
    this.men = men;
    this.changed(men);
  }

  /** Show men; `position`: with its last move and checks. */
  show(men, position = null) {
    const pieces = piecesOf(men, this.widget, this.genre);
    this.men = { ...men };
    this.widget.set({ lastMove: position?.last.length ? position.last : undefined, check: position?.check || [] });
    this.widget.setPieces(pieces);
    this.mark();
  }

  /** Lock the board while it shows something else than what is edited. */
  lock(isLocked) {
    this.isLocked = isLocked;
    if (!this.widget) return;
    const isFree = !isLocked && this.brush === HAND;
    this.widget.set({ movable: { color: isFree ? 'both' : undefined, free: true }, selectable: { enabled: isFree },
      draggable: { enabled: isFree } });
    this.place.classList.toggle('locked', isLocked);
  }

  flip() {
    this.turned = !this.turned;
    this.widget.set({ orientation: this.turned ? 'black' : 'white' });
    this.paint();
  }

  // ------------------------------------------------------------------------------------------------------- keyboard

  mark() {
    const isHere = document.activeElement === this.place && this.cursor && this.place.matches(':focus-visible');
    this.widget.setAutoShapes(isHere ? [{ orig: this.cursor, brush: 'blue' }] : []);
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target !== this.place) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) this.step(...step.map(each => (this.turned ? -each : each)));
    else if (!this.isLocked && this.cursor && ['Delete', 'Backspace', ' ', '.'].includes(event.key)) this.put(this.cursor, null);
    else if (!this.isLocked && this.cursor && this.letter(event.key)) this.put(this.cursor, this.letter(event.key));
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.mark();
    announce(this.describe(this.cursor));
  }

  /** The man that a key means: the letters of the language, capital ones for White, with the traits of the palette. Enter
   *  means the man that is taken in the palette. */
  letter(key) {
    if (key === 'Enter') return this.brush === HAND || this.brush === ERASER ? null : this.brush;
    if (key.length !== 1) return null;
    const found = Object.entries(this.genre.letters).find(([, letter]) => letter === key.toUpperCase());
    const kind = found && this.kinds.find(each => kindOf(each) === found[0]);
    return kind ? ofSide(withTraits(kind, this.traits), key === key.toUpperCase() ? 'white' : 'black') : null;
  }

  step(files, ranks) {
    let [file, rank] = this.cursor ? [this.cursor.charCodeAt(0) - 97, Number(this.cursor.slice(1)) - 1] : [-files, -ranks];
    do {
      file += files;
      rank += ranks;
    } while (this.genre.walls.includes(`${String.fromCharCode(97 + file)}${rank + 1}`));
    if (file >= 0 && rank >= 0 && file < this.genre.files && rank < this.genre.ranks)
      this.cursor = `${String.fromCharCode(97 + file)}${rank + 1}`;
  }

  describe(square) {
    const letter = this.men[square];
    return text('named', { name: square, what: letter ? this.name(letter) : text('empty square') });
  }

  close() { this.widget?.destroy(); }
}
