// A job on the server that solves a problem: started, watched, stopped. It ends with this page.
import { ask } from './api.js';
import { browserName } from './storage.js';

export class Solving {
  /** `onState(state)`: how far the job is; `onFound({ job, question })`: there is something new to show. `question`: what the job
   *  answers, null before the first one. */
  constructor(onState, onFound) {
    Object.assign(this, { onState, onFound, job: null, question: null, shown: 0, turn: 0 });
  }

  /** Begin a job that answers a question, and stop the one before. */
  async begin(question, asked) {
    const turn = ++this.turn;
    this.stop();
    Object.assign(this, { job: null, question });
    const { id } = await ask(`/api/solutions?browser=${browserName}`, { body: asked });
    if (turn !== this.turn) {
      ask(`/api/solutions/${id}/stop`, { body: {} }).catch(() => {});
      return;
    }
    this.socket?.close();
    Object.assign(this, { job: id, shown: 0, runs: true, lastLook: performance.now() });
    const socket = this.socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/api/solutions/${id}/live`);
    let state = null;
    socket.addEventListener('message', event => {
      if (this.job !== id) return;
      state = JSON.parse(event.data);
      const ended = state.state !== 'running' && state.state !== 'waiting';
      this.runs = !ended;
      this.onState(state);
      if (ended || (state.found > this.shown && performance.now() - this.lastLook > 1000)) {
        Object.assign(this, { shown: state.found, lastLook: performance.now() });
        this.onFound({ job: id, question });
      }
    });
    socket.addEventListener('close', () => {
      if (this.job === id && this.runs) {
        this.runs = false;
        this.onState({ ...(state || { part: 0, parts: 1, progress: 0, found: 0, seconds: 0, error: '' }), state: 'stopped', resumed: false });
      }
    });
  }

  stop() {
    if (this.job && this.runs) ask(`/api/solutions/${this.job}/stop`, { body: {} }).catch(() => {});
  }

  close() {
    this.turn++;
    this.stop();
    this.job = null;
    this.socket?.close();
  }
}
