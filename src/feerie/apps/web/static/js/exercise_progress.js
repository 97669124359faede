// What this browser knows about problems to solve: which are solved, and what was chosen from the list.
import { kept } from './storage.js';

const PROGRESS = 'exercises', CHOICE = 'exercise choice', MOST = 5000;

const read = name => {
  try { return JSON.parse(kept.getItem(name)) ?? {}; } catch { return {}; }
};

/** How far somebody has come with a problem: `state` "", "begun", "hinted" (solved so), "shown" or "solved"; `found`: solutions as lines. */
export const progressOf = id => ({ state: '', found: [], ...read(PROGRESS)[id] });

/** All that is known, by id. */
export const allProgress = () => read(PROGRESS);

/** Whether a problem need not be offered again. */
export const isDone = progress => ['solved', 'hinted', 'shown'].includes(progress?.state);

/** Keep how far somebody has come with a problem. */
export function keepProgress(id, progress) {
  const { [id]: _, ...others } = read(PROGRESS);
  kept.setItem(PROGRESS, JSON.stringify(Object.fromEntries([...Object.entries(others), [id, progress]].slice(-MOST))));
}

/** What was chosen from the list. */
export const keptChoice = () => ({ collection: '0', genre: '', kind: '', moves: '', grade: '', open: false, helped: false, ...read(CHOICE) });

export const keepChoice = choice => kept.setItem(CHOICE, JSON.stringify(choice));

/** The problems that fit what was chosen. */
export const fitting = (exercises, { genre, kind, moves, grade }) => exercises.filter(each =>
  (!genre || each.genre === genre) && (!kind || each.kind === kind) && (!moves || String(each.moves) === moves) && (!grade || String(each.grade) === grade));

/** The next problem that is not done, after one of the list and then from its beginning; null for none. */
export function nextOpen(exercises, after) {
  const at = exercises.findIndex(each => each.id === after), progress = allProgress();
  return [...exercises.slice(at + 1), ...exercises.slice(0, at + 1)].find(each => each.id !== after && !isDone(progress[each.id])) ?? null;
}
