// The question which of several moves between the same two squares is meant.
import { choose } from './dom.js';
import { text } from './texts.js';

/** Ask which of several moves is meant; null for none. `picture(name)`: the address of a man's picture. */
export async function whichMove(moves, genre, white, picture) {
  const { names, letters } = genre, prefix = white ? 'w' : 'b';
  const choices = moves.map(move => {
    const partner = move.partner && new Set(moves.map(each => each.partner?.join())).size > 1
      ? ` ${text('with partner', { partner: move.partner.join('–') })}` : '';
    const man = move.promotion ? names[move.promotion.toUpperCase()] ?? letters[move.promotion.toUpperCase()] : move.uci;
    return { value: move.uci, label: man + partner,
      picture: move.promotion && !partner ? picture(prefix + move.promotion.toUpperCase()) : null };
  });
  const uci = await choose(text('choose'), choices, text('cancel'));
  return moves.find(move => move.uci === uci) || null;
}
