// The question which of several moves between the same two squares is meant.
import { choose } from './dom.js';
import { kindOf, ofSide } from './men.js';
import { text } from './texts.js';
import { pictureOfMan } from './urls.js';

/** Ask which of several moves of a side is meant; null for none. */
export async function whichMove(moves, genre, side) {
  const { names, men } = genre;
  const choices = moves.map(move => {
    const partner = move.partner && new Set(moves.map(each => each.partner?.join())).size > 1
      ? ` ${text('with partner', { partner: move.partner.join('–') })}` : '';
    const man = move.promotion ? names[kindOf(move.promotion)] : move.uci;
    return { value: move.uci, label: man + partner,
      picture: move.promotion && !partner ? pictureOfMan(men[ofSide(move.promotion, side)].picture) : null };
  });
  const uci = await choose(text('choose'), choices, text('cancel'));
  return moves.find(move => move.uci === uci) || null;
}
