// Short sounds for moves, made here; there are none until somebody wants them.
import { kept } from './storage.js';

// Frequencies in hertz, one after another.
const TONES = { move: [440], capture: [330, 440], check: [660, 880], end: [523, 659, 784] };
const SECONDS = 0.09;

let context = null;

export const isSoundOn = () => kept.getItem('sound') === 'on';

/** Let there be sounds, or none. */
export function turnSound(isOn) {
  kept.setItem('sound', isOn ? 'on' : 'off');
  if (isOn) sound('move');
}

/** The sound of something that has happened; browsers allow none before the page has been clicked. */
export function sound(kind) {
  if (!isSoundOn()) return;
  context ??= new AudioContext();
  context.resume().catch(() => {});
  if (context.state === 'closed') return;
  for (const [index, frequency] of TONES[kind].entries()) {
    const tone = context.createOscillator(), volume = context.createGain(), begin = context.currentTime + index * SECONDS;
    tone.type = 'triangle';
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.25, begin);
    volume.gain.exponentialRampToValueAtTime(0.001, begin + SECONDS);
    tone.connect(volume).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + SECONDS);
  }
}
