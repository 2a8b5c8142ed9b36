/**
 * One of the sine waves that form the cue. Its level falls to 1/e every `decay` seconds. Higher frequencies fade
 * faster, as in the sound of a xylophone.
 */
interface SineWave {
  frequency: number;
  level: number;
  decay: number;
}

/** The notes G4, D5 and G5. This open fifth is neither major nor minor, so it suits every topic. */
const WAVES: readonly SineWave[] = [
  { frequency: 392, level: 1, decay: 0.2 },
  { frequency: 587.33, level: 0.45, decay: 0.15 },
  { frequency: 784, level: 0.12, decay: 0.1 },
];

/** The length, in seconds, of the cue: the sound that announces a new section of a narration. */
export const SECTION_CUE_SECONDS = 0.55;
/** The loudness, in LUFS, of the cue between sections. It is 14 LU softer than the speech. */
export const SECTION_CUE_LOUDNESS_IN_LUFS = -30;
/**
 * The time, in seconds, that the cue takes to reach its full level. A faster attack would startle a listener after the
 * silence.
 */
const ATTACK = 0.06;
/** The time, in seconds, over which the end of the cue fades to silence. */
const RELEASE = 0.1;
/** The gain that brings the cue to {@link SECTION_CUE_LOUDNESS_IN_LUFS}. */
const LEVEL = 0.126;

/**
 * Synthesizes the cue that announces a new section: a soft tone that fades. Its frequencies are below 1 kHz, so it
 * sounds the same at every sample rate.
 */
export function createSectionCue(sampleRate: number): Float32Array {
  const length = Math.round(SECTION_CUE_SECONDS * sampleRate);
  return Float32Array.from({ length }, (_, at) => {
    const seconds = at / sampleRate;
    const sum = WAVES.reduce(
      (total, { frequency, level, decay }) =>
        total + level * Math.exp(-seconds / decay) * Math.sin(2 * Math.PI * frequency * seconds),
      0,
    );
    const remaining = (length - 1 - at) / sampleRate;
    return LEVEL * riseTo(seconds / ATTACK) * riseTo(remaining / RELEASE) * sum;
  });
}

/**
 * Returns a value that rises from 0 to 1 along half a cosine wave as `share` rises from 0 to 1. Returns 1 for larger
 * values of `share`.
 */
function riseTo(share: number): number {
  return share >= 1 ? 1 : 0.5 - 0.5 * Math.cos(Math.PI * share);
}
