/** How much of a narration is understood: of some passages, since the recogniser takes its time. */

import type { Timings } from '#domain/timings.ts';
import { concatSamples } from '#speech/encoding/bytes.ts';
import type { Script } from '#speech/script/script.ts';
import type { Mp3Sound } from './mp3-file.ts';
import { wordErrors } from './recogniser.ts';

/** Words of an article that are listened to, at least: some forty seconds. */
const WORDS = 100;
/** Passages from one that is listened to to the next: from all over the article. */
const STRIDE = 5;
/** Seconds before and after a passage that are heard with it: half of the pause there. */
const MARGIN = 0.2;

type Passage = Script['sections'][number]['passages'][number];

/** The share of wrong words in passages of a narration: the same ones whoever reads it. */
export function wordErrorsIn(
  { samples, sampleRate }: Mp3Sound,
  { sentences }: Timings,
  script: Script,
): number {
  const passages = passagesToHear(script);
  const parts = passages.map(({ anchor }) => {
    const times = sentences.filter((sentence) => sentence.anchor === anchor);
    const from = Math.max(0, times[0]!.from - MARGIN);
    const to = times.at(-1)!.to + MARGIN;
    return samples.subarray(Math.round(from * sampleRate), Math.round(to * sampleRate));
  });
  return wordErrors(concatSamples(parts), sampleRate, passages.map(spokenIn).join(' '));
}

function passagesToHear({ sections }: Script): Passage[] {
  const all = sections.slice(1).flatMap(({ passages }) => passages);
  const heard: Passage[] = [];
  let words = 0;
  for (let at = 0; at < all.length && words < WORDS; at += STRIDE) {
    heard.push(all[at]!);
    words += spokenIn(all[at]!).split(' ').length;
  }
  return heard;
}

function spokenIn({ sentences }: Passage): string {
  return sentences.map(({ spoken }) => spoken).join(' ');
}
