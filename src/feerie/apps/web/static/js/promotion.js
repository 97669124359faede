// The question which of several moves between the same two squares is meant.
import { choose } from './dom.js';
import { kindOf, ofSide } from './men.js';
import { text } from './texts.js';
import { pictureOfMan } from './urls.js';

/** Ask which of several moves of a side is meant; null for none. What a man becomes by the move is asked first, then where the player
 *  has a man put, and what it becomes there. */
export async function whichMove(moves, genre, side) {
  const promotions = [...new Set(moves.map(move => move.promotion))];
  if (promotions.length > 1 && promotions.length < moves.length && moves.some(move => choiceOf(move))) {
    const first = await whichMove(promotions.map(man => moves.find(move => move.promotion === man)).map(move => ({ ...move, partner: null })), genre, side);
    const left = moves.filter(move => first && move.promotion === first.promotion);
    return left.length > 1 ? whichMove(left, genre, side) : left[0] || null;
  }
  const { names, men } = genre, chosen = promotions.length === 1;
  const choices = moves.map(move => {
    const partner = move.partner && new Set(moves.map(each => each.partner?.join())).size > 1
      ? ` ${text('with partner', { partner: move.partner.join('–') })}` : '';
    const shown = move.promotion && !(chosen && moves.length > 1);
    const man = shown ? names[kindOf(move.promotion)] : choiceOf(move) || move.uci;
    return { value: move.uci, label: man + partner,
      picture: shown && !partner ? pictureOfMan(men[ofSide(move.promotion, side)].picture) : null };
  });
  const uci = await choose(text('choose'), choices, text('cancel'));
  return moves.find(move => move.uci === uci) || null;
}

/** What the player chooses besides: "b1", "b1=N"; "" for nothing. */
function choiceOf(move) {
  return move.uci.split('@').slice(1).map(each => each.replace(/^([a-z]\d+)(.+)$/, (all, square, man) => `${square}=${man.toUpperCase()}`)).join(' · ');
}
