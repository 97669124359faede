// The question which of several moves between the same two squares is meant.
import { choose } from './dom.js';
import { text } from './texts.js';
import { pictureOfMan } from './urls.js';

/** Ask which of several moves of a side is meant; null for none. */
export async function whichMove(moves, genre, side) {
  const { names, letters } = genre, prefix = side[0];
  const choices = moves.map(move => {
    const partner = move.partner && new Set(moves.map(each => each.partner?.join())).size > 1
      ? ` ${text('with partner', { partner: move.partner.join('–') })}` : '';
    const man = move.promotion ? names[move.promotion.toUpperCase()] ?? letters[move.promotion.toUpperCase()] : move.uci;
    return { value: move.uci, label: man + partner,
      picture: move.promotion && !partner ? pictureOfMan(prefix + move.promotion.toUpperCase()) : null };
  });
  const uci = await choose(text('choose'), choices, text('cancel'));
  return moves.find(move => move.uci === uci) || null;
}
