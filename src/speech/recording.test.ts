import { describe, expect, it, vi } from 'vitest';
import type { SentenceTiming } from '#domain/timings.ts';
import { decodeMp3 } from '../../bench/mp3-file.ts';
import { concatBytes } from './encoding/bytes.ts';
import { buildMp3File } from './encoding/mp3-file.ts';
import { openBuiltInVoices } from './engines/built-in-voices.ts';
import type { SpeechEngine } from './engines/engine.ts';
import {
  RecordingBuffer,
  type RecordingChunk,
  type RecordingLength,
  synthesizeScript,
} from './recording.ts';
import type { NarrationScript } from './script/narration-script.ts';

const createSentence = (text: string, start = 0) => ({ start, text, spoken: text });
/** A sentence without speakable words. Its spoken form is empty. */
const SILENT = { start: 0, text: '…', spoken: '' };

const SCRIPT: NarrationScript = {
  sections: [
    {
      kind: 'opening',
      title: 'On waiting',
      passages: [
        { anchor: 'title', sentences: [createSentence('On waiting.')] },
        { anchor: 'author', sentences: [createSentence('By Potsherd.')] },
      ],
    },
    {
      kind: 'introduction',
      title: 'Introduction',
      passages: [
        { anchor: 'introduction.0', sentences: [SILENT] },
        {
          anchor: 'introduction.1',
          sentences: [
            createSentence('Ask again.'),
            SILENT,
            createSentence('And ask it slowly.', 13),
          ],
        },
        { anchor: 'introduction.2', sentences: [SILENT] },
      ],
    },
    { kind: 'key-point', title: 'Nothing', passages: [{ anchor: 'a', sentences: [SILENT] }] },
    {
      kind: 'conclusion',
      title: 'Conclusion',
      passages: [
        { anchor: 'conclusion.0', sentences: [createSentence('Wait, watch, and keep still.')] },
      ],
    },
  ],
};

async function record(script: NarrationScript) {
  const parts: RecordingChunk[] = [];
  const buffer = new RecordingBuffer();
  const recording = synthesizeScript(script, 'bf', await openBuiltInVoices());
  let next = await recording.next();
  for (; !next.done; next = await recording.next()) {
    parts.push(next.value);
    buffer.add(next.value);
  }
  return { parts, recording: next.value, chapters: buffer.toAudio(next.value).timings.chapters };
}

async function decode(parts: RecordingChunk[], { samples }: RecordingLength) {
  const tags = { title: '', author: '', narrator: '', chapters: [] };
  const frames = concatBytes(parts.map(({ frames }) => frames));
  return decodeMp3(buildMp3File(frames, samples, tags));
}

const { parts, recording, chapters } = await record(SCRIPT);
const timings = parts.flatMap(({ sentence }) => sentence ?? []);
const getPauseBefore = ({ from }: SentenceTiming) =>
  from - (timings.findLast(({ to }) => to <= from)?.to ?? 0);

it('contains all speakable sentences in order', () => {
  expect(timings.map(({ anchor, start, length }) => [anchor, start, length])).toEqual([
    ['title', 0, 11],
    ['author', 0, 12],
    ['introduction.1', 0, 10],
    ['introduction.1', 13, 18],
    ['conclusion.0', 0, 28],
  ]);
});

it('returns timings of sentences that do not overlap', () => {
  let end = 0;
  for (const { from, to } of timings) {
    expect(from).toBeGreaterThan(end);
    expect(to - from).toBeGreaterThan(0.3);
    end = to;
  }
});

it('returns the length of its audio', async () => {
  const seconds = recording.samples / recording.sampleRate;
  const decoded = await decode(parts, recording);
  expect(Math.abs(decoded.samples.length / decoded.sampleRate - seconds)).toBeLessThan(0.05);
  expect(seconds - timings.at(-1)!.to).toBeCloseTo(0.6, 3);
});

it('has a short pause between sentences, a longer one between paragraphs, and the longest between sections', () => {
  const [title, author, first, second, conclusion] = timings.map(getPauseBefore);
  expect(title).toBeCloseTo(0.15, 3);
  expect(author).toBeCloseTo(0.7, 3);
  expect(second).toBeCloseTo(0.35, 3);
  for (const pause of [first!, conclusion!]) expect(pause).toBeCloseTo(1.2, 3);
});

it('has frames with whole sentences, so that its beginning can be played', async () => {
  const buffer = new RecordingBuffer();
  const whole = await decode(parts, recording);
  for (const part of parts.slice(0, -1)) {
    buffer.add(part);
    const { frames, samples, timings: cut } = buffer.toBeginning();
    const end = part.sentence!.to;
    expect(cut.seconds).toBeGreaterThan(end);
    expect(cut.sentences.at(-1)).toEqual(part.sentence);
    const tags = { title: '', author: '', narrator: '', chapters: [] };
    const decoded = await decodeMp3(buildMp3File(frames, samples, tags));
    expect(Math.abs(decoded.samples.length / decoded.sampleRate - cut.seconds)).toBeLessThan(0.05);
    const last = Math.floor(end * decoded.sampleRate);
    expect(decoded.samples.slice(last - 800, last)).toEqual(whole.samples.slice(last - 800, last));
  }
});

it('plays a soft cue in the middle of the pause before each section but the first, and is silent otherwise', async () => {
  const { samples, sampleRate } = await decode(parts, recording);
  const findPeak = (from: number, to: number) =>
    samples
      .subarray(Math.round(from * sampleRate), Math.round(to * sampleRate))
      .reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
  const silence = 0.003;
  for (const sentence of timings) {
    const pause = getPauseBefore(sentence);
    const to = sentence.from;
    const from = to - pause;
    if (pause < 1) {
      expect(findPeak(from + 0.03, to - 0.03)).toBeLessThan(silence);
      continue;
    }
    expect(findPeak(from + 0.03, from + 0.27)).toBeLessThan(silence);
    expect(findPeak(from + 0.3, from + 0.5)).toBeGreaterThan(0.05);
    expect(findPeak(from + 0.3, from + 0.85)).toBeLessThan(0.2);
    expect(findPeak(from + 0.9, to - 0.03)).toBeLessThan(silence);
  }
});

it('has a chapter for each section with speech, from its first word to its last', () => {
  const [title, author, first, second, conclusion] = timings;
  expect(chapters).toEqual([
    { title: 'On waiting', from: title!.from, to: author!.to },
    { title: 'Introduction', from: first!.from, to: second!.to },
    { title: 'Conclusion', from: conclusion!.from, to: conclusion!.to },
  ]);
});

it('records a short silence for an empty script', async () => {
  const { recording, chapters } = await record({ sections: [] });
  expect(chapters).toEqual([]);
  expect(recording.samples / recording.sampleRate).toBeCloseTo(0.6, 3);
});

describe('an engine that returns promises', () => {
  /** A script of one passage whose sentences are the given words. */
  const createScript = (...words: string[]): NarrationScript => ({
    sections: [
      {
        kind: 'opening',
        title: 'Title',
        passages: [{ anchor: 'title', sentences: words.map((each) => createSentence(each)) }],
      },
    ],
  });
  /** Returns a tone of at least half a second. The tone is longer for sentences with more letters. */
  const createTone = (words: string) =>
    Float32Array.from({ length: 8000 + 100 * words.length }, (_, at) => 0.3 * Math.sin(at / 8));

  function openSlowEngine(lookAhead: number) {
    const pending = new Map<string, PromiseWithResolvers<Float32Array>>();
    const engine: SpeechEngine = {
      version: 'slow',
      sampleRate: 16_000,
      lookAhead,
      gainOf: async () => 0,
      speak(words) {
        const speech = Promise.withResolvers<Float32Array>();
        pending.set(words, speech);
        return speech.promise;
      },
    };
    return { engine, pending };
  }

  it('is asked for a number of sentences ahead, and records them in order', async () => {
    const { engine, pending } = openSlowEngine(2);
    const parts = synthesizeScript(
      createScript('One.', 'Two a.', '…', 'Three b c.', 'Four.'),
      'af',
      engine,
    );
    const first = parts.next();
    await vi.waitFor(() => expect([...pending.keys()]).toEqual(['One.', 'Two a.', 'Three b c.']));
    for (const words of ['Three b c.', 'Two a.', 'One.'])
      pending.get(words)!.resolve(createTone(words));
    const lengths = [(await first).value, (await parts.next()).value, (await parts.next()).value];
    expect(lengths.map((part) => (part as RecordingChunk).sentence!.length)).toEqual([4, 6, 10]);
    expect([...pending.keys()].at(-1)).toBe('Four.');
    pending.get('Four.')!.resolve(createTone('Four.'));
    expect((await parts.next()).value).toMatchObject({ sentence: { length: 5 } });
    expect(await parts.next()).toMatchObject({ value: { frames: expect.anything() } });
    expect(await parts.next()).toMatchObject({ done: true });
  });

  it('fails the recording at the sentence that it cannot speak', async () => {
    const { engine, pending } = openSlowEngine(3);
    const parts = synthesizeScript(createScript('One.', 'Two.', 'Three.'), 'af', engine);
    const first = parts.next();
    await vi.waitFor(() => expect(pending.size).toBe(3));
    pending.get('Two.')!.reject(new Error('No more.'));
    pending.get('Three.')!.reject(new Error('No more either.'));
    pending.get('One.')!.resolve(createTone('One.'));
    expect((await first).value).toMatchObject({ sentence: { length: 4 } });
    await expect(parts.next()).rejects.toThrow('No more.');
  });
});
