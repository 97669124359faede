// The drafts of the problem editor that the browser keeps: the last of all, and that of each entry of the tab's history.
import { kept, keptInTab } from './storage.js';

const LAST = 'draft', COUNT = 'drafts';
const MOST = 20;        // entries of the history whose drafts are kept

const read = state => { try { return JSON.parse(state); } catch { return null; } };

/** The draft that was changed last, in this tab or else in any; null for none. */
export const lastDraft = () => read(keptInTab.getItem(LAST)) || read(kept.getItem(LAST));

/** The draft of the entry of the history that is shown; null where it has none yet. */
export const draftOfEntry = () => (history.state?.draft ? read(keptInTab.getItem(`draft ${history.state.draft}`)) : null);

/** Keep a draft, written as JSON, as the last one and as that of the entry that is shown. */
export function keepDraft(state) {
  if (!history.state?.draft) {
    const number = Number(keptInTab.getItem(COUNT) || 0) + 1;
    keptInTab.setItem(COUNT, number);
    keptInTab.removeItem(`draft ${number - MOST}`);
    history.replaceState({ draft: number }, '');
  }
  for (const [place, name] of [[keptInTab, `draft ${history.state.draft}`], [keptInTab, LAST], [kept, LAST]]) place.setItem(name, state);
}
