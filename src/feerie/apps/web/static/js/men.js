// Men by their texts: "N" and "n", ".LI" with a letter of two characters, "=N" a neutral one, "(royal)G" with another trait.
import { pictureOfMan } from './urls.js';

const SIGNS = { '?': 'sign-unknown', '~': 'sign-man', '+': 'sign-white', '-': 'sign-black' };

/** The signs of unfinished diagrams, with the keys of their texts, which are their classes as well. */
export const signs = SIGNS;

const parts = man => man.match(/^(=?)((?:\([a-z,]+\))?)(\.?)(.*)$/);

/** The letter of the kind, in capitals. */
export const kindOf = man => parts(man)[4].toUpperCase();

/** What stands before the letter of the kind: "=", "(royal)", "" without traits. */
export const traitsOf = man => parts(man).slice(1, 3).join('');

export const isNeutral = man => man.startsWith('=');

/** Whether a side may move a man: a neutral one belongs to both. */
export const belongsTo = (man, side) => isNeutral(man) || (side === 'white') === (parts(man)[4] === kindOf(man));

/** The man in the colour of a side. */
export function ofSide(man, side) {
  const [, equals, traits, dot, letter] = parts(man);
  return equals + traits + dot + (side === 'white' || equals ? letter.toUpperCase() : letter.toLowerCase());
}

/** A white kind with traits, "*" standing for any kind: `withTraits('.LI', '(royal)*')` is "(royal).LI". */
export const withTraits = (kind, traits) => traits.replace('*', kind);

/** The white men of a genre without traits, the strongest first. */
export const kindsOf = genre => Object.keys(genre.letters).reverse().map(letter => (letter.length > 1 ? `.${letter}` : letter));

/** What a man becomes that promotes to a kind: it keeps its traits and its side. */
export const promoted = (man, kind) => ofSide(traitsOf(man) + kind, belongsTo(man, 'white') ? 'white' : 'black');

// ------------------------------------------------------------------------------------------------- as pieces of the widget

const sheet = new CSSStyleSheet(), shown = new Set();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** Give the men of a genre their pictures on boards. */
export function showPictures(genre) {
  for (const { picture } of Object.values(genre.men)) {
    if (shown.has(picture)) continue;
    shown.add(picture);
    sheet.insertRule(`.cg-wrap piece.picture-${picture} { background-image: url("${pictureOfMan(picture)}") }`);
  }
}

/** The piece of the widget for a man or a sign. A neutral man has the colour of the side that may move it. */
export function pieceOf(man, genre, turn = 'white') {
  if (SIGNS[man]) return { role: SIGNS[man], color: 'white' };
  const kind = kindOf(man).toLowerCase();
  return { role: `${kind}-piece picture-${genre.men[man].picture}`, color: isNeutral(man) ? turn : belongsTo(man, 'white') ? 'white' : 'black', man };
}

/** The man or sign of a piece. */
export const manOf = piece => piece.man ?? Object.keys(SIGNS).find(sign => SIGNS[sign] === piece.role);

/** All pieces of a position as a change of the widget's. */
export function piecesOf(men, widget, genre, turn) {
  const pieces = new Map();
  for (const square of widget.state.boardState.pieces.keys()) if (square !== 'a0') pieces.set(square, undefined);
  for (const [square, man] of Object.entries(men)) pieces.set(square, pieceOf(man, genre, turn));
  return pieces;
}
