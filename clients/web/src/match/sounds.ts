/** Optional sounds of a match: a knock for each move, two tones for the end. */
import { keep, kept } from "../shell/storage.js";

const STORED = "referee.sounds";
const VOLUME = 0.12;

/** Pitch of each tone in hertz, and its start in seconds. */
const TONES = {
  move: [[220, 0]],
  end: [
    [330, 0],
    [440, 0.16],
  ],
} as const;

let context: AudioContext | undefined;

export const hasSounds = (): boolean => kept(STORED) === "on";

export function toggleSounds(): void {
  keep(STORED, hasSounds() ? "off" : "on");
  sound("move");
}

export function sound(kind: keyof typeof TONES): void {
  if (!hasSounds() || document.visibilityState !== "visible") return;
  context ??= new AudioContext();
  for (const [pitch, after] of TONES[kind]) tone(context, pitch, context.currentTime + after);
}

function tone(audio: AudioContext, pitch: number, at: number): void {
  const [source, volume] = [audio.createOscillator(), audio.createGain()];
  source.type = "triangle";
  source.frequency.setValueAtTime(pitch, at);
  volume.gain.setValueAtTime(VOLUME, at);
  volume.gain.exponentialRampToValueAtTime(0.001, at + 0.14);
  source.connect(volume).connect(audio.destination);
  source.start(at);
  source.stop(at + 0.15);
}
