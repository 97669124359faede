// Which men have been captured, found by comparing positions: whoever does not move loses a man to a capture only.

import { belongsTo, isNeutral, kindOf } from './men.js';

const menOf = (position, side) => Object.values(position.men).filter(man => !isNeutral(man) && belongsTo(man, side));

/** The man that a move from a position to the next one has captured; null for none. */
export function capturedBetween(before, after) {
  for (const side of ['white', 'black']) {
    const left = menOf(after, side), had = menOf(before, side);
    if (left.length < had.length) return had.find(man => had.filter(each => each === man).length > left.filter(each => each === man).length);
  }
  return null;
}

/** The men of both sides that have been captured up to a position, in the order of the genre's `letters`. */
export function capturedUpTo(history, at, letters) {
  const found = [];
  for (let ply = 1; ply <= at; ply++) {
    const man = capturedBetween(history[ply - 1], history[ply]);
    if (man) found.push(man);
  }
  const order = Object.keys(letters);
  return found.sort((one, other) => order.indexOf(kindOf(one)) - order.indexOf(kindOf(other)));
}
