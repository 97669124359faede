// Requests to the server.
import { kept } from './storage.js';
import { hasText, language, text } from './texts.js';

/** An error that the server reports. */
export class Refusal extends Error {
  constructor(message, status, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The Refusal in an answer of the server. */
export const refusal = (response, answer) =>
  new Refusal(answer.code && hasText(answer.code) ? text(answer.code) : String(answer.error || response.statusText),
    response.status, answer.code);

/** The most bytes of a request; the server breaks off larger ones, which looks as if it did not answer. */
export const LARGEST_BODY = 256 * 1024;

/** The most bytes of a text that is imported, of the request that does it, and of a file. */
const LARGEST_IMPORT = 32 * 1024 * 1024, LARGEST_IMPORT_BODY = 44 * 1024 * 1024;
export const LARGEST_SENT_FILE = 1024 * 1024 * 1024;

export const tooLarge = most => new Refusal(text('too large', { most: most / 1024 }), 413, 'too large');

let instead = null;

/** Let a function `(path, { body }) => answer` answer instead of a server. */
export function through(other) { instead = other; }

/** `fetch`, with a Refusal where the server cannot be reached. */
export const reach = (path, how) => fetch(path, how).catch(() => { throw new Refusal(text('no server'), 0, ''); });

/** Ask the server; returns its answer, throws Refusal if it declines. `playerToken`: the secret that lets a player move. */
export async function ask(path, { body, playerToken, playerTokens, method } = {}) {
  if (instead) return instead(path, { body });
  const headers = { 'Accept-Language': language };
  if (playerTokens) headers['X-Player-Tokens'] = playerTokens.join();
  if (playerToken) headers['X-Player-Token'] = playerToken;
  if (body) headers['Content-Type'] = 'application/json';
  const sent = body && JSON.stringify(body);
  const imports = path === '/api/problems/import';
  if (sent?.length > (imports ? LARGEST_IMPORT_BODY : LARGEST_BODY)) throw tooLarge(imports ? LARGEST_IMPORT : LARGEST_BODY);
  const response = await reach(path, { method: method || (body ? 'POST' : 'GET'), headers, body: sent });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw refusal(response, answer);
  return answer;
}

const KEPT = 'seats';   // the name under which browsers have kept the tokens since the first version
const playerTokens = () => JSON.parse(kept.getItem(KEPT) || '{}');

/** Remember the player token of a game; the last 200 games are remembered. */
export function keepPlayerToken(game, token) {
  const entries = Object.entries({ ...playerTokens(), [game]: token }).slice(-200);
  kept.setItem(KEPT, JSON.stringify(Object.fromEntries(entries)));
}

/** The games that this browser plays in, the last first: [game, token], ... */
export const keptPlayerTokens = () => Object.entries(playerTokens()).reverse();

/** This browser's player token in a game, '' where it has none. */
export const playerTokenOf = game => playerTokens()[game] || '';
