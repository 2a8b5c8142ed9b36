import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { MPEGDecoder } from 'mpg123-decoder';
import { afterEach, expect, it, vi } from 'vitest';
import type { RecordingTimings } from '#domain/timings.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import { readLibrary } from '#server/catalogue/library/library.ts';
import { CONTENT_CHANGE_JOB_DEFINITIONS } from '#server/catalogue/publication/publish-article.ts';
import { lockDataFolder } from '#server/platform/db/data-folder.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import { TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { START_TIMEOUT } from '../support/octavo.ts';

const PROGRAM = 'src/server/catalogue/narration/narrate.ts';
const ARTICLES = 2;
const KILLING_MODULE = fileURLToPath(
  new URL('../support/killed-while-writing.ts', import.meta.url),
);
/**
 * In each run, the process is killed while it writes the file with one of these numbers, counted from 1. The files are
 * a preview's audio, a preview's timings, and a full recording's timings. A process that did not write files atomically
 * would leave an incomplete file.
 */
const KILLED_AT = [1, 3, 6];

vi.setConfig({ testTimeout: 5 * START_TIMEOUT });

let folder = '';
let child: ChildProcess | undefined;
afterEach(async () => {
  if (child?.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'close');
  }
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
});

it.runIf(isRunOfAllTests())(
  'narrations can be killed at any moment: stored files are complete, and missing ones are recorded on the next request',
  async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-narrate-'));
    await fillLibrary();
    for (const killedAt of KILLED_AT) {
      const { signal } = await narrate(killedAt).exit;
      expect([killedAt, signal]).toEqual([killedAt, 'SIGKILL']);
      await expectCompleteRecordings();
    }
    const { code, output } = await narrate().exit;
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/ recorded, \d already existed, 0 failed\./),
    ]);
    await expectCompleteRecordings();
    expect(listRecordings('')).toHaveLength(ARTICLES);
  },
);

/** Creates articles with a few sentences. The narration of each article is about as long as two previews. */
async function fillLibrary(): Promise<void> {
  const lockedFolder = await lockDataFolder(folder);
  const database = await openDatabase({ folder: lockedFolder });
  await createOrUpdateQueues(database, CONTENT_CHANGE_JOB_DEFINITIONS);
  const library = await readLibrary(TEST_LIBRARY_FOLDER);
  const articles = library.articles.slice(0, ARTICLES).map(({ article, ...source }) => {
    const { keyPoints, ...body } = article.body;
    return {
      ...source,
      article: { ...article, body: { ...body, keyPoints: keyPoints.slice(0, 1) } },
    };
  });
  await importLibrary(database.queries, { ...library, articles });
  await database.close();
  await lockedFolder.release();
}

function narrate(killedAt?: number) {
  const killOptions = killedAt ? ['--import', KILLING_MODULE] : [];
  const narration = spawn(process.execPath, [...killOptions, PROGRAM, '--narrator', 'am'], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, KILLED_AT: String(killedAt) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = narration;
  let output = '';
  narration.stdout.on('data', (chunk) => (output += chunk));
  narration.stderr.on('data', (chunk) => (output += chunk));
  const exit = once(narration, 'close').then(([code, signal]) => ({ code, signal, output }));
  return { exit };
}

/**
 * Returns the names of the recordings or previews that have a file with timings. Only these can be played, because a
 * player requests the timings before the audio.
 */
function listRecordings(suffix: '' | '.preview'): string[] {
  const narrationsFolder = path.join(folder, 'files/narrations');
  if (!existsSync(narrationsFolder)) return [];
  const extension = `${suffix}.json`;
  return readdirSync(narrationsFolder)
    .filter((name) => /^[0-9a-f]{32}$/.test(name.replace(extension, '')))
    .map((name) => name.replace('.json', ''));
}

/** Expects that the audio of every recording with timings is complete. */
async function expectCompleteRecordings(): Promise<void> {
  const decoder = new MPEGDecoder({ enableGapless: true });
  await decoder.ready;
  for (const name of [...listRecordings(''), ...listRecordings('.preview')]) {
    const readRecordingFile = (kind: string) =>
      readFileSync(path.join(folder, `files/narrations/${name}.${kind}`));
    const { seconds, sentences } = JSON.parse(
      String(readRecordingFile('json')),
    ) as RecordingTimings;
    await decoder.reset();
    const { samplesDecoded, sampleRate, errors } = decoder.decode(readRecordingFile('mp3'));
    expect([name, errors]).toEqual([name, []]);
    expect(Math.abs(samplesDecoded / sampleRate - seconds), name).toBeLessThan(0.05);
    expect(String(readRecordingFile('vtt')).match(/-->/g), name).toHaveLength(sentences.length);
  }
  decoder.free();
}
