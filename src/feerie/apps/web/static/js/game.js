// A game: its board, moves, clocks, and what the players may do.
import { ask, keepPlayerToken, reach, refusal, playerTokenOf } from './api.js';
import { Board } from './board.js';
import { capturedBetween, capturedUpTo } from './captured.js';
import { announce, choose, copy, element, enter, mark, single } from './dom.js';
import { firstLine } from './engine_lines.js';
import { enterMove, sayWhy } from './entered_move.js';
import { keptNotation, notationChooser } from './forms.js';
import { ReconnectingWebSocket } from './reconnecting_websocket.js';
import { icon } from './icons.js';
import { legendOf } from './legend.js';
import { belongsTo, kindOf } from './men.js';
import { MoveEntry } from './move_entry.js';
import { notices, say, slot } from './notices.js';
import { Presence } from './presence.js';
import { Review } from './review.js';
import { RulesPanel } from './rules_panel.js';
import { isSoundOn, sound, turnSound } from './sound.js';
import { kept, keptInTab } from './storage.js';
import { hasText, language, text } from './texts.js';
import { pictureOfMan } from './urls.js';

const SIDES = ['white', 'black'];

function time(seconds) {
  if (seconds >= 86400) {
    const unit = name => new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'narrow' });
    return `${unit('day').format(Math.floor(seconds / 86400))} ${unit('hour').format(Math.floor(seconds / 3600) % 24)}`;
  }
  const whole = Math.ceil(seconds - 0.001);
  if (seconds < 10) return seconds.toFixed(1);
  const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60, rest = String(whole % 60).padStart(2, '0');
  return hours ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

export class GamePage {
  /** Show a game on the page; `go(path)` leaves it. */
  static async open(main, id, go) {
    if (location.hash.length > 1) {
      keepPlayerToken(id, location.hash.slice(1));
      history.replaceState(null, '', location.pathname);
    }
    const notation = keptNotation();
    let game, rulebook;
    try {
      [game, rulebook] = await Promise.all([ask(`/api/games/${id}?language=${language}&notation=${notation}`, { playerToken: playerTokenOf(id) }),
        ask(`/api/games/${id}/rules?language=${language}`)]);
    } catch (refusal) {
      if (refusal.status === 0) throw refusal;     // no server: it may be tried again
      main.append(element('p', { class: 'problem', role: 'alert' }, refusal.message));
      return {};
    }
    return new GamePage(main, game, rulebook, notation, go);
  }

  constructor(main, game, rulebook, notation, leave) {
    Object.assign(this, { leave, game, notation, rulebook: new RulesPanel(rulebook, !game.is_guest), history: game.history, sides: game.sides, playerToken: playerTokenOf(game.id), sending: null, updates: 0,
      address: location.origin + game.link, isGuest: game.is_guest });
    this.at = this.history.length - 1;
    this.presence = new Presence((side, isHere) => this.come(side, isHere));
    this.build(main);
    this.premove = null;
    this.board = new Board(this.place, game.genre, (from, to) => this.tried(from, to), (from, to) => this.wait(from && { from, to }));
    this.board.picked = square => {
      const man = this.history[this.at].men[square];
      if (man) this.rulebook.pick(man);
    };
    const turned = keptInTab.getItem(`turned ${game.id}`) ?? (this.sides.length === 1 ? this.sides[0] : null);
    if (turned === 'black') this.board.turn('black');
    this.keys = event => this.key(event);
    document.addEventListener('keydown', this.keys);
    this.ticking = setInterval(() => this.tick(), 100);
    this.update(game, true);
    this.connect();
    if (game.opponent === 'link' && this.sides.length && !game.names[this.sides[0]] && !game.outcome && kept.getItem('name')) this.call(kept.getItem('name'));
  }

  connect() {
    this.live?.close();
    this.live = new ReconnectingWebSocket(`/api/games/${this.game.id}/live?language=${language}&notation=${this.notation}`,
      document => this.update(document), lost => { this.lost.hidden = !lost; }, this.playerToken);
  }

  close() {
    this.closed = true;
    this.presence.close();
    this.review?.close();
    this.updated?.();
    this.live.close();
    this.board.close();
    clearInterval(this.ticking);
    document.removeEventListener('keydown', this.keys);
    document.removeEventListener('pointerdown', this.clicks);
  }

  // -------------------------------------------------------------------------------------------- the page's parts

  build(main) {
    const button = (key, act, extra = {}) => element('button', { type: 'button', onclick: act, 'data-action': key, ...extra }, text(key));
    const iconed = (key, act, extra = {}) => element('button', { type: 'button', onclick: act, 'data-action': key, title: text(key), class: 'icon', ...extra },
      icon(key), element('span', { class: 'unseen' }, text(key)));
    const step = (sign, key, to) => element('button', { type: 'button', 'aria-label': text(key), title: text(key),
      'data-action': key, onclick: () => this.go(to()) }, sign);
    this.place = element('div', { class: 'board', 'aria-hidden': 'true' });
    this.players = SIDES.map(side => element('div', { class: `player ${side}` }));
    this.said = element('p', { class: 'said', id: 'said' });
    this.problem = slot({ id: 'problem' });         // a move, or why it is none
    this.undone = slot({ id: 'undone' });           // anything else that has been refused
    this.hinted = slot({ id: 'hinted', class: 'hinted' });
    this.copied = element('p', { id: 'copied', role: 'status' });
    this.came = element('p', { id: 'came', role: 'status' });
    this.lost = slot({ id: 'lost', hidden: true });
    say(this.lost, text('disconnected'));
    this.flags = element('p', { class: 'flags' });
    this.offers = element('div', { class: 'offers' });
    this.moves = element('ol', { class: 'moves', 'aria-label': text('moves'), tabindex: 0 });
    this.entry = new MoveEntry(move => this.typed(move), asked => this.board.squareGrid.answer(asked),
      { id: 'move', 'aria-describedby': 'move-help problem' }, element('button', { type: 'submit' }, text('enter move')));
    const notation = notationChooser(chosen => this.write(chosen));
    const act = single(kind => this.act(kind));
    this.rulesButton = iconed('rules', () => {
      this.showRules(!this.areRulesShown);
      if (this.areRulesShown) this.rulebook.place.scrollIntoView({ block: 'nearest' });      // on a phone they are below the fold
    }, { 'aria-controls': 'rules-panel' });
    this.acts = element('div', { class: 'acts' }, iconed('take back', () => act('takeback')), iconed('draw', () => act('draw')), iconed('resign', () => this.resign()));
    this.hintButton = iconed('hint', single(() => this.hint()));
    this.reviewButton = button('review', single(() => this.lookForMistakes()));
    this.studyButton = button('study this game', single(() => this.study()));
    this.again = element('button', { type: 'button', class: 'main', 'data-action': 'new game', onclick: () => this.leave(`/new?genre=${encodeURIComponent(this.game.genre.name)}`) }, text('new game'));
    this.rematchButton = button('rematch', single(() => this.rematch()));
    this.otherArray = button('new array', single(() => this.rematch(true)));
    const sounds = button('sound', () => {
      turnSound(!isSoundOn());
      sounds.setAttribute('aria-pressed', String(isSoundOn()));
    }, { 'aria-pressed': String(isSoundOn()) });
    const more = element('details', { class: 'menu' }, element('summary', { class: 'button icon', title: text('more acts') }, icon('more'), element('span', { class: 'unseen' }, text('more acts'))),
      element('div', { class: 'menu-list' }, element('a', { class: 'button', href: `/api/games/${this.game.id}/pgn`, download: '' }, text('download')),
      button('share', () => this.copy(this.address)),
      this.playerToken ? button('own link', () => this.copy(`${this.address}#${this.playerToken}`)) : null,
      this.sides.length === 1 ? button('your name', single(() => this.rename())) : null,
      sounds, element('label', { class: 'inline' }, text('notation'), notation),
      element('details', { class: 'keyboard' }, element('summary', {}, text('keyboard')), element('small', {}, text('read help')))));
    this.menu = more;
    this.clicks = event => { if (!more.contains(event.target)) more.open = false; };
    document.addEventListener('pointerdown', this.clicks);
    more.addEventListener('keydown', event => {
      if (event.key !== 'Escape' || !more.open) return;
      more.open = false;
      more.firstChild.focus();
    });
    const bar = element('div', { class: 'bar' }, this.acts, this.hintButton, iconed('flip', () => this.flip()), this.rulesButton, more);
    const steps = element('div', { class: 'steps' }, step('«', 'first', () => 0), step('‹', 'back', () => this.at - 1),
      step('›', 'forward', () => this.at + 1), step('»', 'last', () => this.history.length - 1));
    main.append(element('div', { class: 'game' },
      element('section', { class: 'board-column', 'aria-label': text('board') }, this.players[1], this.place, this.players[0], ...legendOf(this.game.genre)),
      element('section', { class: 'panel' }, element('div', { class: 'heading' }, element('h1', {}, this.title), this.said), this.reviewed = element('div', { class: 'reviewed' }),
        element('div', { class: 'main-part' }, this.moves, this.rulebook.place), steps, bar, this.entry.place,
        this.entryHelp = element('small', { id: 'move-help' }, text('your move help', { example: this.example() })),
        notices(this.lost, this.came, this.ended = element('div', { class: 'ended' }, this.rematchButton, this.otherArray, this.reviewButton, this.studyButton, this.again), this.offers, this.problem,
          this.moving = slot({ class: 'moving', role: 'status' }), this.entry.answered, this.undone, this.hinted, this.copied, this.flags, this.invited = this.invitation()))));
    this.showRules(kept.getItem('rules shown') === 'yes');
  }

  /** The genre, and which of its arrays it is if it has several. */
  get title() { return this.game.array === null ? this.game.genre.title : text('array of genre', { genre: this.game.genre.title, number: this.game.array }); }

  get areRulesShown() { return this.rulesButton.getAttribute('aria-expanded') === 'true'; }

  /** Show the rules in place of the moves; where there is room they are always beside them. */
  showRules(are) {
    this.rulesButton.setAttribute('aria-expanded', String(are));
    this.rulebook.place.parentNode.classList.toggle('with-rules', are);
    kept.setItem('rules shown', are ? 'yes' : 'no');
  }

  example() {
    const move = this.game.destinations[0];
    return move ? move.uci : '';
  }

  invitation() {
    const path = keptInTab.getItem(`invitation ${this.game.id}`);
    if (!path) return null;
    const address = location.origin + path;
    return element('div', { class: 'invitation' }, element('span', {}, text('invite')),
      element('input', { readonly: true, value: address, id: 'invitation', 'aria-label': text('invite'), onfocus: event => event.target.select() }),
      element('button', { type: 'button', onclick: () => this.copy(address) }, text('copy')));
  }

  /** Copy an address; where the browser does not allow that, show it. */
  async copy(address) {
    if (await copy(address)) {
      this.copied.textContent = '';
      say(this.copied, text('copied'));
    } else {
      const field = element('input', { readonly: true, value: address, 'aria-label': text('copy') });
      say(this.copied, ' ');
      this.copied.replaceChildren(field);
      field.select();
    }
  }

  // --------------------------------------------------------------------------------------------- what is shown

  /** The server says how the game is now. */
  update(document, silent = false) {
    const wasLast = this.at >= this.history.length - 1;
    const before = this.history.length;
    if (document.since > this.history.length) {
      this.connect();
      return;
    }
    const over = this.game.outcome, { rematch } = this.game;
    this.history = this.history.slice(0, document.since).concat(document.history);
    this.game = document;
    this.received = performance.now();
    this.updates++;
    this.updated?.();
    const changed = silent || document.history.length > 1 || this.history.length !== before;
    if (wasLast || this.at >= this.history.length) this.at = this.history.length - 1;
    if (document.opponent === 'link') this.presence.update(document.present);
    this.list();
    this.show();
    if (changed) for (const each of [this.problem, this.moving, this.undone, this.hinted]) say(each, '');
    this.playWaiting();
    const last = this.history.at(-1);
    if (!silent && document.rematch && !rematch) announce(this.offers.textContent);
    if (!silent && (this.history.length > before || (document.outcome && !over))) {
      const side = this.colour(last.turn === 'white' ? 'black' : 'white'), previous = this.history.at(-2);
      sound(document.outcome ? 'end' : last.check.length ? 'check' : previous && capturedBetween(previous, last) ? 'capture' : 'move');
      announce([last.text && this.history.length > before ? text('played', { side, move: last.text }) : '', document.said]
        .filter(Boolean).join('. '));
    }
  }

  /** How a side is called: by its name, if it has one, else by its colour. */
  called(side) { return this.game.names[side] || this.colour(side); }

  /** A player has joined, or has left. */
  come(side, isHere) {
    if (this.closed) return;
    this.showPlayers();
    if (this.sides.includes(side)) return;
    say(this.came, text(isHere ? 'has joined' : 'has left', { name: this.called(side) }));
    announce(this.came.textContent);
  }

  /** Take a name in this game, and in those that come. */
  async rename() {
    const name = await enter(text('your name'), this.game.names[this.sides[0]] || kept.getItem('name') || '', 40, text('accept name'), text('cancel'));
    if (name === null) return;
    kept.setItem('name', name);
    await this.call(name);
  }

  async call(name) {
    try {
      await ask(`/api/games/${this.game.id}/name`, { playerToken: this.playerToken, body: { name } });
    } catch (refusal) {
      this.complain(this.undone, refusal);
    }
  }

  colour(side) { return this.game.genre.colours[SIDES.indexOf(side)]; }

  get isNow() { return this.at === this.history.length - 1; }

  /** The side whose men this browser may move now. */
  get movable() {
    return this.isNow && !this.game.outcome && this.sides.includes(this.game.turn) && this.game.turn !== this.game.engine_side
      ? this.game.turn : null;
  }

  /** The side that this browser plays while the other one is to move; it may enter a move that waits for its turn. */
  get waiting() {
    const [side] = this.sides;
    return this.isNow && !this.game.outcome && this.sides.length === 1 && this.game.turn !== side ? side : null;
  }

  show() {
    const position = this.history[this.at], game = this.game;
    this.board.show(position, this.movable ? game.destinations : [], this.movable, this.waiting);
    const thinking = game.engine_side === game.turn && !game.outcome;
    this.said.textContent = game.said + (thinking ? ` · ${text('thinking')}` : '')
      + (this.sides.length ? '' : ` · ${text('watching')}`);
    this.said.classList.toggle('over', Boolean(game.outcome));
    this.flags.textContent = position.flags.map(side => text('run: begun', { side: this.colour(side) })).join(' · ');
    this.entry.place.hidden = this.entryHelp.hidden = !this.sides.length || Boolean(game.outcome);
    this.acts.hidden = !this.sides.length;
    this.ended.hidden = !game.outcome;
    this.rematchButton.hidden = this.again.hidden = !this.sides.length;
    this.otherArray.hidden = !this.sides.length || game.array === null || Boolean(game.rematch);
    this.hintButton.hidden = this.isGuest || game.opponent === 'link' || !this.sides.length || Boolean(game.outcome);
    this.hintButton.disabled = !this.movable;
    this.studyButton.hidden = this.isGuest || game.opponent === 'link' && !game.outcome;
    this.reviewButton.hidden = this.isGuest || !game.outcome || this.history.length < 2 || Boolean(this.review);
    if (!game.outcome === (this.studyButton.parentNode === this.ended)) (game.outcome ? this.reviewButton : this.menu.lastChild.firstChild).after(this.studyButton);
    if (this.invited) this.invited.hidden = Boolean(game.outcome) || this.history.some((each, ply) => ply > 0 && each.turn === this.sides[0]);
    for (const act of this.acts.children)
      if (act.dataset.action === 'take back') act.disabled = this.history.length < 2;
      else act.hidden = Boolean(game.outcome);
    const draw = this.acts.querySelector('[data-action=draw]');
    draw.title = draw.lastChild.textContent = text(game.claimable ? 'claim draw' : 'draw');
    this.offer();
    this.showPlayers();
    this.mark();
  }

  offer() {
    const { offer, declined } = this.game;
    this.offers.replaceChildren();
    if (this.game.rematch && this.game.outcome && this.sides.length)
      this.offers.append(element('span', { role: 'status' }, text(this.game.opponent === 'link' ? 'offer: rematch' : 'asked: rematch')));
    else if (offer && this.sides.length && !this.sides.includes(offer.side))
      this.offers.append(element('span', { role: 'status' }, text(`offer: ${offer.kind}`)),
        element('button', { type: 'button', 'data-action': 'accept', onclick: single(() => this.act(offer.kind)) }, text('accept')),
        element('button', { type: 'button', 'data-action': 'decline', onclick: single(() => this.act('decline')) }, text('decline')));
    else if (offer && this.sides.length) this.offers.append(text(`asked: ${offer.kind}`));
    else if (this.premove) this.offers.append(
      element('span', { role: 'status' }, text('premove', { move: this.premove.text ?? `${this.premove.from}–${this.premove.to}` })),
      element('button', { type: 'button', 'data-action': 'forget', onclick: () => this.wait(null) }, text('cancel')));
    else if (declined) this.offers.append(text(`declined: ${declined}`));
  }

  showPlayers() {
    const below = this.board.orientation;
    for (const [index, side] of SIDES.entries()) {
      const bar = this.players[index];
      bar.style.order = side === below ? 3 : 1;
      const engine = side === this.game.engine_side;
      bar.replaceChildren(element('span', { class: 'name' }, ...this.sign(side), (this.game.names[side] ? `${this.game.names[side]} · ` : '') + this.colour(side)
        + (engine ? ` · ${text('opponent: engine')} (${text(`level: ${this.game.level}`)})` : '')
        + (this.sides.length === 1 && side === this.sides[0] ? ` · ${text('you')}` : '')), ...this.captured(side));
      if (this.game.clock) bar.append(element('time', { class: 'clock' }));
    }
    this.tick();
  }

  /** Whether a player has the game open, in games by a link. */
  sign(side) {
    if (this.game.opponent !== 'link') return [];
    const isHere = Boolean(this.presence.here?.has(side)), said = text(isHere ? 'is here' : 'is not here');
    return [element('span', { class: `presence ${isHere ? 'here' : 'away'}`, role: 'img', 'aria-label': said, title: said })];
  }

  /** The picture of the men that a side has captured, if there are any. */
  captured(side) {
    const { letters, men, names } = this.game.genre, taken = capturedUpTo(this.history, this.at, letters)
      .filter(man => !belongsTo(man, side));
    if (!taken.length) return [];
    return [element('span', { class: 'captured', role: 'img', 'aria-label': text('captured', { men: taken.map(man => names[kindOf(man)]).join(', ') }) },
      ...taken.map((man, index) => element('img', { src: pictureOfMan(men[man].picture), alt: '',
        class: man === taken[index - 1] ? 'same' : null })))];
  }

  tick() {
    const clock = this.game.clock;
    if (!clock) return;
    for (const [index, side] of SIDES.entries()) {
      const passed = clock.running === side && !this.game.outcome ? (performance.now() - this.received) / 1000 : 0;
      const left = Math.max(0, clock[side] - passed), face = this.players[index].querySelector('.clock');
      if (!face) continue;
      face.textContent = time(left);
      face.classList.toggle('running', clock.running === side);
      face.classList.toggle('low', left < 20);
    }
  }

  list() {
    const offset = this.game.first_turn === 'black' ? 1 : 0;
    this.moves.replaceChildren(...this.history.slice(1).map((position, index) => {
      const ply = index + offset, number = this.game.move_number + Math.floor(ply / 2);
      const numbered = ply % 2 === 0 ? `${number}.` : index === 0 ? `${number}…` : '';
      return element('li', { class: ply % 2 ? 'black' : 'white' }, numbered ? element('span', { class: 'number' }, numbered) : '',
        element('button', { type: 'button', class: 'san', onclick: () => this.go(index + 1) }, position.text));
    }));
  }

  mark() {
    for (const [index, row] of [...this.moves.children].entries()) {
      const current = index + 1 === this.at;
      mark(row.querySelector('button'), 'aria-current', current);
      if (current) this.moves.scrollTop = row.offsetTop - this.moves.offsetTop - this.moves.clientHeight / 2;
    }
  }

  go(ply) {
    const to = Math.max(0, Math.min(this.history.length - 1, ply));
    if (to === this.at) return;
    this.at = to;
    this.show();
    if (this.history[to].text) announce(this.history[to].text);
  }

  // ----------------------------------------------------------------------------------------------- what is done

  /** Two squares were entered on the board. */
  async tried(from, to) {
    const position = { ...this.history[this.at], destinations: this.game.destinations, turn: this.game.turn };
    await enterMove(this.board, this.game.genre, position, from, to, { play: move => this.play(move.uci, move), explain: move => this.explain(move, position) });
  }

  /** Say why a move is not legal, and how that man moves. */
  async explain(move, { men }) {
    const { length } = this.history;
    const isSaid = await sayWhy(this.problem, ask(`/api/games/${this.game.id}/why?move=${move}&language=${language}`), () => this.history.length === length && this.lost.hidden);
    if (isSaid) say(this.moving, this.rulebook.movement(men[move.slice(0, 2)] ?? ''));
  }

  /** A move is to be played when the turn comes; null: it is not. */
  wait(move) {
    this.premove = move || null;
    if (!move?.from && this.board.widget.state.premovable.current) this.board.forget();
    this.offer();
  }

  /** Play the move that has waited, if the turn has come. */
  playWaiting() {
    const move = this.premove;
    if (!move || !(this.movable || this.game.outcome)) return;
    this.wait(null);
    if (!this.movable) return;
    if (move.text) this.play(move.text);
    else this.tried(move.from, move.to);
  }

  /** Play a move in the position that is shown; whether it was played. None is played while another one is being sent. */
  async play(move, known = null) {
    if (this.sending) {
      this.board.restore();
      return false;
    }
    for (const each of [this.problem, this.moving]) say(each, '');
    if (known) this.board.anticipate(known);
    this.sending = this.send(move);
    const isPlayed = await this.sending;
    this.sending = null;
    return isPlayed;
  }

  /** Send a move, and wait until the game is shown with it. */
  async send(move) {
    const ply = this.history.length - 1, { updates } = this;
    try {
      await ask(`/api/games/${this.game.id}/moves`, { playerToken: this.playerToken, body: { move, language, ply } });
      if (this.updates === updates && !this.closed) await new Promise(resolve => { this.updated = resolve; });
      return true;
    } catch (refusal) {
      this.board.restore();
      this.complain(this.problem, refusal);
      return false;
    }
  }

  async act(act) {
    say(this.undone, '');
    try {
      await ask(`/api/games/${this.game.id}/acts`, { playerToken: this.playerToken, body: { act } });
    } catch (refusal) {
      this.complain(this.undone, refusal);
    }
  }

  /** Turn the board, also for when it is shown again: after a reload, in another language. */
  flip() {
    this.board.flip();
    keptInTab.setItem(`turned ${this.game.id}`, this.board.orientation);
    this.showPlayers();
  }

  /** Another game with the sides exchanged, from the same position or a new array; the second player who asks comes into the same game. */
  async rematch(isNewArray = false) {
    try {
      const opened = await ask(`/api/games/${this.game.id}/rematch`, { playerToken: this.playerToken, body: { new_array: isNewArray } });
      keepPlayerToken(opened.id, opened.player_token);
      await this.leave(`/play/${opened.id}`);
    } catch (refusal) {
      this.complain(this.undone, refusal);
    }
  }

  async resign() {
    if (await choose(text('resign sure'), [{ value: true, label: text('resign') }], text('cancel'))) await this.act('resign');
  }

  complain(slot, refusal) {
    if (this.lost.hidden || refusal.status !== 0) say(slot, refusal.message);     // that the server is gone is said once
  }

  /** Ask the engine what it would play here: an arrow, and the move. */
  async hint() {
    const { fen } = this.history.at(-1), { length } = this.history;
    say(this.hinted, text('thinking'));
    const found = await firstLine(this.game.genre.name, fen, 1000);
    if (this.closed || this.history.length !== length) return;
    const [move] = found.lines?.[0]?.moves ?? [];
    const meant = move && this.game.destinations.find(each => each.uci === move.uci);
    if (!meant) {
      say(this.hinted, hasText(found.code) ? text(found.code) : found.error || text('no server'));
      return;
    }
    this.go(length - 1);
    this.board.draw([{ orig: meant.from, dest: meant.to, brush: 'green' }]);
    this.place.scrollIntoView({ block: 'nearest' });
    say(this.hinted, text('hinted', { move: move.text }));
  }

  /** Let the engine look for mistakes in the game that is over. */
  async lookForMistakes() {
    const { history } = this, offset = this.game.first_turn === 'black' ? 1 : 0;
    const written = ply => `${this.game.move_number + Math.floor((ply - 1 + offset) / 2)}${(ply + offset) % 2 ? '.' : '…'} ${history[ply].text}`;
    this.review = new Review(this.game.genre, history, written, (ply, better) => this.goBack(ply, better));
    const { winner, result } = this.game.outcome;
    this.review.isEnd = { share: winner ? Number(winner === 'white') : result === '1/2-1/2' ? 0.5 : null };
    this.reviewed.replaceChildren(this.review.place);
    this.reviewButton.hidden = true;
    await this.review.begin();
  }

  /** Show a position of the game, with what would have been better there. */
  async goBack(ply, better) {
    this.go(ply);
    if (better) this.board.draw([{ orig: better.slice(0, 2), dest: better.slice(2, 4), brush: 'green' }]);
  }

  /** Look at the game with the engine, as a study. */
  async study() {
    try {
      const response = await reach(`/api/games/${this.game.id}/pgn`);
      if (!response.ok) throw refusal(response, await response.json().catch(() => ({})));
      const { id } = await ask('/api/studies', { body: { genre: this.game.genre.name, pgn: await response.text(), language } });
      await this.leave(`/study/${id}`);
    } catch (error) {
      this.complain(this.undone, error);
    }
  }

  write(notation) {
    this.notation = notation;
    this.connect();
  }

  // -------------------------------------------------------------------------------------------------- keyboard

  /** A move was typed: played when the one before has been, or when the turn comes. */
  async typed(move) {
    await this.sending;
    if (!this.waiting) return this.play(move);
    this.wait({ text: move });
    return true;
  }

  key(event) {
    const target = event.target, name = target.tagName;
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return;
    if (name === 'SELECT' || name === 'TEXTAREA' || (name === 'INPUT' && target.value)) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, ArrowUp: 0, ArrowDown: this.history.length - 1,
      Home: 0, End: this.history.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.go(to);
  }
}
