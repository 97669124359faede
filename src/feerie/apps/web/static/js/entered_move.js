// What two squares mean that are entered on a board, and why two squares are no move.
import { choose } from './dom.js';
import { belongsTo } from './men.js';
import { say } from './notices.js';
import { whichMove } from './promotion.js';
import { text } from './texts.js';

/** Let `act.play(move)` play the move that two squares of a position mean, a castling by king and partner included, pick up another man
 *  of the side to move, or let `act.explain(squares)` say why there is no such move. */
export async function enterMove(board, genre, { destinations, men, turn }, from, to, act) {
  const { dragged } = board.widget.state.stats, own = men[to] && belongsTo(men[to], turn) && !dragged;
  const moves = destinations.filter(move => move.from === from && move.to === to);
  if (moves.length) {
    const move = moves.length === 1 ? moves[0] : await whichMove(moves, genre, turn);
    if (move) await act.play(move);
    else board.restore();
    return;
  }
  board.restore();
  const all = destinations.filter(move => move.from === from && move.partner), castlings = all.filter(move => move.partner[0] === to);
  const move = castlings.length === 1 && (dragged || all.length < 3) ? castlings[0] : castlings.length ? await whichCastling(castlings) : null;
  if (move) await act.play(move);
  else if (own) board.select(to);
  else if (!castlings.length && !genre.walls.includes(to)) await act.explain(from + to);
}

/** Ask which castling is meant, if any: the king has been put on its partner. */
async function whichCastling(castlings) {
  const uci = await choose(text('castle how'), castlings.map(({ uci, to, partner }) => ({ value: uci, label: `${to} · ${partner.join('–')}` })), text('cancel'));
  return castlings.find(each => each.uci === uci);
}

/** Say why a move is none, unless something else is shown when the server has answered; `asked`: what it is asked for. `told(why)`: what
 *  speaks for or against it, the reasons if it is not given. What an endgame table says of the position follows. */
export async function sayWhy(slot, asked, isShown, told = why => why.reasons) {
  try {
    const why = await asked;
    if (isShown()) say(slot, [`${why.verdict} ${told(why).join('; ')}`, why.table].filter(Boolean).join(' · '));
    return isShown();
  } catch (refusal) {
    if (isShown()) say(slot, refusal.message);
    return false;
  }
}
