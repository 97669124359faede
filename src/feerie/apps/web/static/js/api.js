// Questions to the server.
import { hasText, language, text } from './texts.js';

/** What the server says against a request. */
export class Refusal extends Error {
  constructor(message, status, code) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The Refusal that an answer of the server stands for. */
export const refusal = (response, answer) =>
  new Refusal(answer.code && hasText(answer.code) ? text(answer.code) : String(answer.error || response.statusText),
    response.status, answer.code);

let instead = null;

/** Let a function `(path, { body }) => answer` answer in place of a server. */
export function through(other) { instead = other; }

/** `fetch`, with a Refusal where the server cannot be reached. */
export const reach = (path, how) => fetch(path, how).catch(() => { throw new Refusal(text('no server'), 0, ''); });

/** Ask the server; gives its answer, Refusal where it declines. `seat`: the player's secret. */
export async function ask(path, { body, seat, seats, method } = {}) {
  if (instead) return instead(path, { body });
  const headers = { 'Accept-Language': language };
  if (seats) headers['X-Seats'] = seats.join();
  if (seat) headers['X-Seat'] = seat;
  if (body) headers['Content-Type'] = 'application/json';
  const response = await reach(path, { method: method || (body ? 'POST' : 'GET'), headers, body: body && JSON.stringify(body) });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw refusal(response, answer);
  return answer;
}

const KEPT = 'seats';
const seats = () => JSON.parse(localStorage.getItem(KEPT) || '{}');

/** Remember the secret of a seat in a game; the last 200 games are remembered. */
export function keepSeat(game, seat) {
  const entries = Object.entries({ ...seats(), [game]: seat }).slice(-200);
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(entries)));
}

/** The games in which this browser has a seat, the last first: [game, seat], ... */
export const keptSeats = () => Object.entries(seats()).reverse();

/** The secret of this browser's seat in a game, '' where it has none. */
export const seatOf = game => seats()[game] || '';
