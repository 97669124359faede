// What is undone and redone: the states of a problem in the editor, each as a text.

const MOST = 200;
const AT_ONCE = 1000;   // milliseconds: what is typed without a pause is one change

/** Whether a key is to undo or to redo; in a field with text the browser does that itself. */
const isOurs = event => (event.ctrlKey || event.metaKey) && !event.altKey
  && !(event.target.tagName === 'TEXTAREA' || (event.target.tagName === 'INPUT' && event.target.type !== 'checkbox'));
export const isUndo = event => isOurs(event) && !event.shiftKey && event.key.toLowerCase() === 'z';
export const isRedo = event => isOurs(event)
  && (event.key.toLowerCase() === 'y' || (event.shiftKey && event.key.toLowerCase() === 'z'));

/** A state without what is not a change of the problem: which kept problem it is, its revision, where it is kept. */
const problemOf = state => JSON.stringify(JSON.parse(state).draft);
/** What is not typed letter by letter: the diagram and the genre with its elements. */
const diagramOf = state => { const { genre, fen } = JSON.parse(state).draft; return `${genre} ${fen}`; };

export class UndoHistory {
  constructor() { Object.assign(this, { list: [], at: -1, changed: 0 }); }

  /** There is a state, which may be the one that is shown already. */
  add(state) {
    const now = performance.now(), shown = this.list[this.at];
    if (shown && problemOf(shown) === problemOf(state)) {
      this.list[this.at] = state;
      return;
    }
    const isTyped = shown && diagramOf(shown) === diagramOf(state) && now - this.changed < AT_ONCE && this.at > 0;
    this.changed = now;
    this.list = [...this.list.slice(0, isTyped ? this.at : this.at + 1), state].slice(-MOST);
    this.at = this.list.length - 1;
  }

  has(by) { return this.at + by >= 0 && this.at + by < this.list.length; }

  /** The state before or after, which is the one that is shown from now on; null where there is none. */
  go(by) {
    if (!this.has(by)) return null;
    this.at += by;
    this.changed = 0;
    return this.list[this.at];
  }
}
