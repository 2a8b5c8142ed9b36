import type { NarratorId } from '#domain/narrators.ts';
import type { ChapterTiming, RecordingTimings, SentenceTiming } from '#domain/timings.ts';
import { concatBytes } from './encoding/bytes.ts';
import { ENCODER_DELAY_IN_SAMPLES, openMp3Encoder, parseMp3FrameHeader } from './encoding/mp3.ts';
import type { SpeechEngine } from './engines/engine.ts';
import { masterSentenceAudio } from './mastering/sentence.ts';
import type { NarrationScript } from './script/narration-script.ts';
import { createSectionCue } from './section-cue.ts';

/**
 * The version of the recording format. Increase it when the pauses, mastering or encoding change, so that all articles
 * and voice samples are recorded again.
 */
export const RECORDING_FORMAT_VERSION = 5;

/**
 * Pauses in a recording, in seconds. The pause between two sections contains a sound, the cue. All other pauses are
 * silent.
 */
export const PAUSES_IN_SECONDS = {
  /** The pause between two sentences. */
  sentence: 0.35,
  /**
   * The pause between two paragraphs. It is twice as long as the pause between sentences, so that listeners notice a
   * new paragraph.
   */
  passage: 0.7,
  /** The pause between two sections of an article, including the cue that announces the next section. */
  section: 1.2,
  /** The silence before the first word, during which the player fades the sound in. */
  start: 0.15,
  /** The silence after the last word. */
  end: 0.6,
} as const;

/**
 * The silence, in seconds, between the last word of a section and the cue, the sound that announces the next section.
 * It is longer than the silence at the end of a preview, so that a preview never ends within a cue.
 */
export const SECONDS_BEFORE_SECTION_CUE = 0.3;

/**
 * The length, in seconds, of the silence that is encoded together with a sentence. It completes the
 * MP3 frames that contain the end of the sentence. It is shorter than the pause after the sentence,
 * and ends no later than the beginning of a cue.
 */
const SECONDS_WITH_SENTENCE = 0.3;

/** A part of a recording: one sentence with the pause before it, or the silence at the end. */
export interface RecordingChunk {
  /** MP3 frames that follow the frames of the previous part. */
  frames: Uint8Array;
  /**
   * The sentence's position on the page, and its start and end in the recording. Omitted in the last part, which
   * contains only silence.
   */
  sentence?: SentenceTiming;
  /** The title of the chapter that begins with this sentence, if any. */
  chapter?: string;
}

/** The length of a complete recording. */
export interface RecordingLength {
  /** The sample rate in samples per second. */
  sampleRate: number;
  /** The total number of samples. */
  samples: number;
}

/**
 * Records a script sentence by sentence. Yields each part as soon as it is recorded, so that it can be played while the
 * next part is recorded. Returns the length of the complete recording. Throws the engine's errors.
 */
export async function* synthesizeScript(
  script: NarrationScript,
  narrator: NarratorId,
  engine: SpeechEngine,
): AsyncGenerator<RecordingChunk, RecordingLength> {
  const { sampleRate } = engine;
  const encoder = await openMp3Encoder(sampleRate);
  let samples = 0;
  const encode = (audio: Float32Array) => {
    samples += audio.length;
    return encoder.encode(audio);
  };
  const pauses = createPauses(sampleRate);
  const getTime = () => samples / sampleRate;
  const speechQueue = new SpeechQueue(script, narrator, engine);
  const afterSentence = new Float32Array(Math.round(SECONDS_WITH_SENTENCE * sampleRate));
  let encodedPauseLength = 0;
  let pause: keyof typeof PAUSES_IN_SECONDS = 'start';
  for (const { title, passages } of script.sections) {
    let isFirst = true;
    for (const { anchor, sentences } of passages) {
      for (const { start, text, spoken } of sentences) {
        if (!isSpeakable(spoken)) continue;
        const before = encode(pauses[pause].subarray(encodedPauseLength));
        const from = getTime();
        const [gain, speech] = await Promise.all([engine.gainOf(narrator), speechQueue.takeNext()]);
        const sound = encode(masterSentenceAudio(speech, sampleRate, gain));
        const to = getTime();
        const after = encode(afterSentence);
        encodedPauseLength = afterSentence.length;
        yield {
          frames: concatBytes([before, sound, after]),
          sentence: { anchor, start, length: text.length, from, to },
          ...(isFirst && { chapter: title }),
        };
        isFirst = false;
        pause = 'sentence';
      }
      if (pause === 'sentence') pause = 'passage';
    }
    if (pause === 'passage') pause = 'section';
  }
  yield {
    frames: concatBytes([encode(pauses.end.subarray(encodedPauseLength)), encoder.finish()]),
  };
  return { sampleRate, samples };
}

/**
 * Creates the audio of each kind of pause. The pause between sections contains the cue, and all other pauses are
 * silent.
 */
function createPauses(sampleRate: number): Record<keyof typeof PAUSES_IN_SECONDS, Float32Array> {
  const silence = (seconds: number) => new Float32Array(Math.round(seconds * sampleRate));
  const section = silence(PAUSES_IN_SECONDS.section);
  section.set(createSectionCue(sampleRate), Math.round(SECONDS_BEFORE_SECTION_CUE * sampleRate));
  return {
    sentence: silence(PAUSES_IN_SECONDS.sentence),
    passage: silence(PAUSES_IN_SECONDS.passage),
    section,
    start: silence(PAUSES_IN_SECONDS.start),
    end: silence(PAUSES_IN_SECONDS.end),
  };
}

/**
 * A queue that requests the sentences of a script from a speech engine, in order. If the engine defines `lookAhead`,
 * the queue requests that many sentences in advance.
 */
class SpeechQueue {
  readonly #narrator: NarratorId;
  readonly #engine: SpeechEngine;
  readonly #words: Iterator<string, undefined>;
  readonly #pendingSpeeches: ReturnType<SpeechEngine['speak']>[] = [];

  constructor(script: NarrationScript, narrator: NarratorId, engine: SpeechEngine) {
    this.#narrator = narrator;
    this.#engine = engine;
    this.#words = listSpeakableWords(script);
  }

  /** Returns the audio of the next sentence. Throws or rejects with the engine's error. */
  takeNext(): ReturnType<SpeechEngine['speak']> {
    const { lookAhead = 0 } = this.#engine;
    while (this.#pendingSpeeches.length <= lookAhead) {
      const { value: words } = this.#words.next();
      if (words === undefined) break;
      const speech = this.#engine.speak(words, this.#narrator);
      // If a sentence that was requested in advance fails, the error is thrown when the sentence is taken from the
      // queue. Until then, this empty handler prevents an unhandled rejection.
      if (speech instanceof Promise) speech.catch(() => {});
      this.#pendingSpeeches.push(speech);
    }
    return this.#pendingSpeeches.shift()!;
  }
}

function* listSpeakableWords({ sections }: NarrationScript): Generator<string, undefined> {
  for (const { passages } of sections)
    for (const { sentences } of passages)
      for (const { spoken } of sentences) if (isSpeakable(spoken)) yield spoken;
  return undefined;
}

/** The maximum length of the free preview, in seconds. */
export const MAX_PREVIEW_SECONDS = 30;
/** Encoded audio: MP3 frames, the number of samples in them, and the timings of their sentences and chapters. */
export interface EncodedAudio {
  frames: Uint8Array;
  samples: number;
  timings: RecordingTimings;
}

/** Collects the MP3 frames, sentences and chapters of a recording while the recording is in progress. */
export class RecordingBuffer {
  readonly #frames: Uint8Array[] = [];
  readonly #sentences: SentenceTiming[] = [];
  readonly #chapters: ChapterTiming[] = [];

  add({ frames, sentence, chapter }: RecordingChunk): void {
    this.#frames.push(frames);
    if (!sentence) return;
    const { from, to } = sentence;
    this.#sentences.push(sentence);
    if (chapter !== undefined) this.#chapters.push({ title: chapter, from, to });
    else this.#chapters.at(-1)!.to = to;
  }

  /** True once the recording is long enough for a complete preview. */
  get hasPreview(): boolean {
    const last = this.#sentences.at(-1);
    return last !== undefined && last.from >= MAX_PREVIEW_SECONDS;
  }

  toPreview(): EncodedAudio {
    return cutPreview(concatBytes(this.#frames), this.#timings(this.seconds));
  }

  /** The number of sentences added so far. */
  get sentenceCount(): number {
    return this.#sentences.length;
  }

  /** The time at which the last sentence ends, in seconds. */
  get seconds(): number {
    return this.#sentences.at(-1)?.to ?? 0;
  }

  /** Returns the audio recorded so far, up to the end of its last sentence. */
  toBeginning(): EncodedAudio {
    const { seconds } = this;
    return cutToLength(
      concatBytes(this.#frames),
      this.#timings(seconds),
      seconds + BEGINNING_TAIL_SECONDS,
    );
  }

  /** Returns the complete recording. Must be called after the last part has been added. */
  toAudio({ samples, sampleRate }: RecordingLength): EncodedAudio {
    return {
      frames: concatBytes(this.#frames),
      samples,
      timings: this.#timings(samples / sampleRate),
    };
  }

  #timings(seconds: number): RecordingTimings {
    return { seconds, chapters: this.#chapters, sentences: this.#sentences };
  }
}

/**
 * The minimum length, in seconds, of a preview that ends after a complete sentence. If the preview would be shorter, it
 * is cut at {@link MAX_PREVIEW_SECONDS} within the next sentence.
 */
const MIN_PREVIEW_SECONDS = 18;
/**
 * The length, in seconds, of the silence after the last complete sentence of a preview. It prevents the last sound from
 * being cut off.
 */
const PREVIEW_TAIL_SECONDS = 0.2;

/**
 * The length, in seconds, of the silence after the last sentence of an unfinished recording. The player switches to a
 * longer version of the recording before this silence ends.
 */
const BEGINNING_TAIL_SECONDS = 0.1;

/**
 * Returns a recording's preview: the beginning of the recording.
 *
 * @param whole the timings of the whole recording, or of at least its first {@link MAX_PREVIEW_SECONDS} seconds
 */
export function cutPreview(frames: Uint8Array, whole: RecordingTimings): EncodedAudio {
  const limit = Math.min(MAX_PREVIEW_SECONDS, whole.seconds);
  const end = whole.sentences.findLast(({ to }) => to + PREVIEW_TAIL_SECONDS <= limit);
  const seconds = end && end.to >= MIN_PREVIEW_SECONDS ? end.to + PREVIEW_TAIL_SECONDS : limit;
  return cutToLength(frames, whole, seconds);
}

/** Returns the first `seconds` seconds of a recording. Omits sentences and chapters that begin later. */
function cutToLength(frames: Uint8Array, whole: RecordingTimings, seconds: number): EncodedAudio {
  const { sampleRate } = parseMp3FrameHeader(frames);
  const samples = Math.round(seconds * sampleRate);
  const isWithin = ({ from }: { from: number }) => from < seconds;
  const cutParts = <Part extends { from: number; to: number }>(parts: readonly Part[]) =>
    parts.filter(isWithin).map((part) => ({ ...part, to: Math.min(part.to, seconds) }));
  const timings: RecordingTimings = {
    seconds,
    chapters: cutParts(whole.chapters),
    sentences: cutParts(whole.sentences),
  };
  return { frames: sliceFrames(frames, samples), samples, timings };
}

/** Returns the MP3 frames that contain the encoder's delay and the first `samples` samples of the audio. */
function sliceFrames(frames: Uint8Array, samples: number): Uint8Array {
  let sampleCount = -ENCODER_DELAY_IN_SAMPLES;
  let offset = 0;
  while (sampleCount < samples && offset < frames.length) {
    const header = parseMp3FrameHeader(frames.subarray(offset));
    sampleCount += header.samples;
    offset += header.size;
  }
  return frames.subarray(0, offset);
}

/** The estimated length and the chapters of a narration that has not been recorded yet. */
export interface NarrationEstimate {
  seconds: number;
  /** The narration's chapter titles in order. */
  outline: string[];
}

/**
 * A narrator's pace, in seconds of speech. The estimated length of a sentence is the sum of these values for each of
 * its characters, words and clause marks (`,;:`), and for the sentence itself. The value for a word is negative,
 * because a character takes less time in a short word than in a long word. The values were fitted by least squares to
 * the built-in voices' recordings of ten or more articles.
 */
interface Pace {
  character: number;
  word: number;
  clauseMark: number;
  sentence: number;
}

const PACES_BY_NARRATOR: Readonly<Record<NarratorId, Pace>> = {
  af: { character: 0.0768, word: -0.1323, clauseMark: 0.3832, sentence: 0.4557 },
  am: { character: 0.0737, word: -0.1019, clauseMark: 0.2449, sentence: 0.4694 },
  bf: { character: 0.0781, word: -0.0985, clauseMark: 0.33, sentence: 0.0885 },
  bm: { character: 0.0778, word: -0.1533, clauseMark: 0.4099, sentence: 0.7185 },
};

/** Estimates the length of a narration, and lists its chapters. */
export function estimateNarration(
  { sections }: NarrationScript,
  narrator: NarratorId,
): NarrationEstimate {
  const pace = PACES_BY_NARRATOR[narrator];
  let seconds = PAUSES_IN_SECONDS.start + PAUSES_IN_SECONDS.end - PAUSES_IN_SECONDS.section;
  const outline: string[] = [];
  for (const { title, passages } of sections) {
    const spoken = passages
      .map(({ sentences }) => sentences.filter((each) => isSpeakable(each.spoken)))
      .filter((sentences) => sentences.length > 0);
    if (!spoken.length) continue;
    outline.push(title);
    seconds += PAUSES_IN_SECONDS.section + (spoken.length - 1) * PAUSES_IN_SECONDS.passage;
    for (const sentences of spoken) {
      seconds += (sentences.length - 1) * PAUSES_IN_SECONDS.sentence;
      for (const each of sentences) seconds += estimateSentence(each.spoken, pace);
    }
  }
  return { seconds: Math.round(seconds), outline };
}

/** Estimates the length of a sentence in seconds. */
function estimateSentence(spoken: string, { character, word, clauseMark, sentence }: Pace): number {
  const words = spoken.trim().split(/\s+/).length;
  const clauseMarks = spoken.match(/[,;:]/g)?.length ?? 0;
  const seconds = sentence + character * spoken.length + word * words + clauseMark * clauseMarks;
  return Math.max(sentence, seconds);
}

/**
 * Returns false for a sentence without letters, such as "…". Recordings skip such a sentence and the pause after it.
 */
function isSpeakable(spoken: string): boolean {
  return /[a-z]/i.test(spoken);
}
