// @ts-check
/** A few short sounds, made on the spot and off unless somebody wants them: your move, a roll, a loss, a refusal, the end. */
import { on } from "../dom.js";
import { NOTES, cuesOf, cuesOfChange } from "./soundLogic.js";
import { getSettings } from "./settings.js";

/** @typedef {import("../types.js").Store} Store */
/** @typedef {import("./soundLogic.js").Cue} Cue */

/** The same sound comes again after this many milliseconds at the earliest. */
const PAUSE = 400;

/** @type {AudioContext|null} */
let context = null;

/**
 * Make a sound, if the player wants sounds and the browser allows them: before anybody has touched the page nothing is heard.
 * @param {Cue} cue
 */
export function play(cue) {
  const { sounds, volume } = getSettings();
  if (!sounds || volume <= 0 || typeof AudioContext === "undefined" || !(navigator.userActivation?.hasBeenActive ?? true)) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    const out = context.createGain();
    out.gain.value = 0.35 * volume * volume;
    out.connect(context.destination);
    for (const note of NOTES[cue]) sound(context, out, note);
  } catch {
    // a computer without loudspeakers still plays
  }
}

/**
 * @param {AudioContext} audio
 * @param {GainNode} out
 * @param {import("./soundLogic.js").Note} note
 */
function sound(audio, out, note) {
  const begin = audio.currentTime + 0.02 + note.at;
  const end = begin + note.for;
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, begin);
  gain.gain.exponentialRampToValueAtTime(note.loud, begin + 0.012);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(out);
  if (note.shape === "noise") {
    const rattle = audio.createBufferSource();
    rattle.buffer = noise(audio);
    const filter = audio.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = note.pitch;
    filter.Q.value = 3;
    rattle.connect(filter).connect(gain);
    rattle.start(begin, 0, note.for);
    return;
  }
  const tone = audio.createOscillator();
  tone.type = note.shape;
  tone.frequency.setValueAtTime(note.pitch, begin);
  if (note.to) tone.frequency.exponentialRampToValueAtTime(note.to, end);
  tone.connect(gain);
  tone.start(begin);
  tone.stop(end + 0.02);
}

/** @type {AudioBuffer|null} */
let rustle = null;

/** @param {AudioContext} audio */
function noise(audio) {
  if (!rustle) {
    rustle = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
    const data = rustle.getChannelData(0);
    for (let index = 0; index < data.length; index += 1) data[index] = Math.random() * 2 - 1;
  }
  return rustle;
}

/** @param {Store} table */
export function createSounds(table) {
  /** When each sound was last made. @type {Map<Cue, number>} */
  const last = new Map();
  const standing = () => ({ ready: table.ready, over: Boolean(table.meta.ended || table.now.view.result), moment: table.now.moment });
  let before = standing();
  let heard = table.shown.moment;

  /** @param {Cue[]} cues */
  function make(cues) {
    for (const cue of cues) {
      const now = performance.now();
      if (now - (last.get(cue) ?? -Infinity) < PAUSE) continue;
      last.set(cue, now);
      play(cue);
    }
  }

  function look() {
    const now = standing();
    if (now.moment < before.moment) before = { ...before, moment: now.moment }; // undone: what comes next is new
    const cues = cuesOfChange(before, now);
    before = { ...now, moment: now.ready || now.over ? now.moment : before.moment };
    make(cues);
  }

  table.on("shown", (shown) => {
    if (!shown.live || table.covered !== null) return;
    if (shown.moment > heard) make(cuesOf(shown.events, table.lore.theme.events.lost));
    heard = shown.moment;
  });
  for (const kind of ["update", "playing", "meta"]) table.on(kind, look);
  table.on("refused", () => make(["no"]));
  table.on("reason", (reason) => {
    if (reason && !reason.tone) make(["no"]);
  });
  for (const kind of ["cover", "seat"]) {
    table.on(kind, () => {
      heard = table.shown.moment;
      before = standing();
    });
  }
  on(window, "pagehide", () => void context?.suspend());
}
