import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { parseArticleFile } from '#server/catalogue/library/article-file.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { openBuiltInVoices } from './engines/built-in-voices.ts';
import { estimateNarration, RecordingBuffer, synthesizeScript } from './recording.ts';
import { buildScript, type NarrationScript } from './script/narration-script.ts';

const ARTICLE = `${SHIPPED_LIBRARY_FOLDER}/articles/potsherd/absent-brewing-beer.md`;

async function recordTimings(script: NarrationScript, narrator: NarratorId) {
  const buffer = new RecordingBuffer();
  const recording = synthesizeScript(script, narrator, await openBuiltInVoices());
  let next = await recording.next();
  for (; !next.done; next = await recording.next()) buffer.add(next.value);
  return buffer.toAudio(next.value).timings;
}

it.runIf(isRunOfAllTests()).each(Object.keys(NARRATORS_BY_ID) as NarratorId[])(
  'estimates the length of a narration by %s within three percent, and its chapters',
  async (narrator) => {
    const { title, body } = parseArticleFile(readFileSync(ARTICLE, 'utf8'));
    const script = buildScript({ title, body }, 'Potsherd');
    const { seconds, chapters } = await recordTimings(script, narrator);
    const estimate = estimateNarration(script, narrator);
    expect(Math.abs(estimate.seconds / seconds - 1)).toBeLessThan(0.03);
    expect(estimate.outline).toEqual(chapters.map((chapter) => chapter.title));
  },
  120_000,
);
