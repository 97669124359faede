// The page begins here: what the address names is shown.
import { ComposePage } from './compose.js';
import { announce, mark } from './dom.js';
import { ExercisePage } from './exercise.js';
import { ExerciseList } from './exercises.js';
import { showFront } from './front.js';
import { GamePage } from './game.js';
import { LessonPage, showLessons } from './lesson.js';
import { showLobby } from './lobby.js';
import { showPage } from './pages.js';
import { speak } from './speaking.js';
import { StudyPage, StudyStart } from './study.js';
import { language, text } from './texts.js';

async function show() {
  const game = location.pathname.match(/^\/play\/([\w-]+)$/);
  const lesson = location.pathname.match(/^\/learn(?:\/([\w-]*))?$/);
  const study = location.pathname.match(/^\/study(?:\/([\w-]+))?$/);
  const exercise = location.pathname.match(/^\/solve(?:\/([\w-]+))?$/);
  const problem = location.pathname.match(/^\/compose(?:\/([\w-]+))?$/);
  const section = location.pathname.split('/')[1].replace(/^(play|new)$/, '');
  for (const link of document.querySelectorAll('.sections a:not(.brand)')) mark(link, 'aria-current', link.pathname === `/${section}`);
  const open = async main => (game ? await GamePage.open(main, game[1], go)
    : lesson ? await (lesson[1] ? LessonPage.open(main, lesson[1], go) : showLessons(main, go))
    : study ? await (study[1] ? StudyPage.open(main, study[1], go) : StudyStart.open(main, go))
    : exercise ? await (exercise[1] ? ExercisePage.open(main, exercise[1], go) : ExerciseList.open(main, go))
    : problem ? await ComposePage.open(main, problem[1], go)
    : location.pathname === '/new' || new URLSearchParams(location.search).has('genre') ? await showLobby(main, go)
    : await showFront(main, go));
  const main = await showPage(open, show);
  if (!main) return;
  const heading = main.querySelector('h1')?.textContent;
  document.title = heading ? `${heading} – Féerie` : text('title');
}

async function go(path) {
  history.pushState(null, '', path);
  await show();
  scrollTo(0, 0);
  announce(document.title);
}

await speak();
const select = document.getElementById('language');
select.value = language;
select.addEventListener('change', async () => {
  await speak(select.value).then(show).catch(refusal => {
    select.value = language;
    announce(refusal.message);
  });
});
window.addEventListener('popstate', show);
// Men are placed by pixels: a board is printed in the size that it has on the screen.
window.addEventListener('beforeprint', () => {
  for (const board of document.querySelectorAll('.board')) board.style.width = `${board.clientWidth}px`;
});
window.addEventListener('afterprint', () => {
  for (const board of document.querySelectorAll('.board')) board.style.width = '';
});
await show();
