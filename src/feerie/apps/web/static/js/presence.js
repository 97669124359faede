// Who of the players of a game by a link has it open. That somebody leaves is said when it lasts: pages are loaded again.
const LASTS = 4000;     // milliseconds

export class Presence {
  /** `said(side, isHere)`: a player has joined or left. */
  constructor(said) {
    Object.assign(this, { said, here: null, leaving: new Map() });
  }

  /** These sides are here now; those of the first call have been before. */
  update(sides) {
    const isFirst = this.here === null;
    this.here ??= new Set(sides);
    for (const side of ['white', 'black']) {
      const is = sides.includes(side);
      if (is) {
        clearTimeout(this.leaving.get(side));
        this.leaving.delete(side);
      }
      if (isFirst || is === this.here.has(side)) continue;
      if (is) this.change(side, true);
      else if (!this.leaving.has(side)) this.leaving.set(side, setTimeout(() => this.change(side, false), LASTS));
    }
  }

  change(side, isHere) {
    this.leaving.delete(side);
    if (isHere) this.here.add(side);
    else this.here.delete(side);
    this.said(side, isHere);
  }

  close() { for (const each of this.leaving.values()) clearTimeout(each); }
}
