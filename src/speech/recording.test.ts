import { MPEGDecoder } from 'mpg123-decoder';
import { expect, it } from 'vitest';
import type { SentenceTiming } from '#domain/timings.ts';
import { concatBytes } from './encoding/bytes.ts';
import { buildMp3File } from './encoding/mp3-file.ts';
import { openFlite } from './engines/flite.ts';
import {
  type RecordedPart,
  RecordingBuffer,
  type RecordingLength,
  recordScript,
} from './recording.ts';
import type { Script } from './script/script.ts';

const said = (text: string, start = 0) => ({ start, text, spoken: text });
/** A sentence without speakable words, as verbalization returns it. */
const SILENT = { start: 0, text: '…', spoken: '' };

const SCRIPT: Script = {
  sections: [
    {
      kind: 'opening',
      title: 'On waiting',
      passages: [
        { anchor: 'title', sentences: [said('On waiting.')] },
        { anchor: 'author', sentences: [said('By Potsherd.')] },
      ],
    },
    {
      kind: 'introduction',
      title: 'Introduction',
      passages: [
        { anchor: 'introduction.0', sentences: [SILENT] },
        {
          anchor: 'introduction.1',
          sentences: [said('Ask again.'), SILENT, said('And ask it slowly.', 13)],
        },
        { anchor: 'introduction.2', sentences: [SILENT] },
      ],
    },
    { kind: 'key-point', title: 'Nothing', passages: [{ anchor: 'a', sentences: [SILENT] }] },
    {
      kind: 'conclusion',
      title: 'Conclusion',
      passages: [{ anchor: 'conclusion.0', sentences: [said('Wait, watch, and keep still.')] }],
    },
  ],
};

async function recorded(script: Script) {
  const parts: RecordedPart[] = [];
  const take = new RecordingBuffer();
  const recording = recordScript(script, 'bf', await openFlite());
  let next = await recording.next();
  for (; !next.done; next = await recording.next()) {
    parts.push(next.value);
    take.add(next.value);
  }
  return { parts, recording: next.value, chapters: take.toAudio(next.value).timings.chapters };
}

async function secondsHeard(parts: RecordedPart[], { samples }: RecordingLength): Promise<number> {
  const tags = { title: '', author: '', narrator: '', chapters: [] };
  const decoder = new MPEGDecoder({ enableGapless: true });
  await decoder.ready;
  const file = buildMp3File(concatBytes(parts.map(({ frames }) => frames)), samples, tags);
  const heard = decoder.decode(file);
  decoder.free();
  return heard.samplesDecoded / heard.sampleRate;
}

const { parts, recording, chapters } = await recorded(SCRIPT);
const timings = parts.flatMap(({ sentence }) => sentence ?? []);
const pauseBefore = ({ from }: SentenceTiming) =>
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
  expect(Math.abs((await secondsHeard(parts, recording)) - seconds)).toBeLessThan(0.05);
  expect(seconds - timings.at(-1)!.to).toBeCloseTo(0.6, 3);
});

it('has short pauses between sentences, longer ones between sections, and one pause around a skipped sentence', () => {
  const [title, author, first, second, conclusion] = timings.map(pauseBefore);
  expect(title).toBeLessThan(0.3);
  for (const pause of [author!, second!]) {
    expect(pause).toBeGreaterThanOrEqual(0.25);
    expect(pause).toBeLessThanOrEqual(0.5);
  }
  for (const pause of [first!, conclusion!]) {
    expect(pause).toBeGreaterThanOrEqual(0.6);
    expect(pause).toBeLessThanOrEqual(1.2);
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
  const { recording, chapters } = await recorded({ sections: [] });
  expect(chapters).toEqual([]);
  expect(recording.samples / recording.sampleRate).toBeCloseTo(0.6, 3);
});
