import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { listAudioEnabledArticleIds } from '#server/catalogue/articles/repository.ts';
import { NarrationService } from '#server/catalogue/narration/narration-service.ts';
import { findNarrationJobsByRecording } from '#server/catalogue/narration/repository.ts';
import { narrationJobs } from '#server/catalogue/narration/schema.ts';
import { readConfig } from '#server/platform/config.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { findPostgresTestEngine, getTestDatabaseUrl } from '#server/testing/databases.ts';
import {
  createVoicesWithFingerprint,
  recordScriptAsHum,
} from '#server/testing/humming-recorder.ts';
import { buildLexicon } from '#speech/script/lexicon.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { START_TIMEOUT } from '../support/octavo.ts';

const RECORDING_PROCESS = new URL('../support/narrating-process.ts', import.meta.url);

const postgres = await findPostgresTestEngine();

it.runIf(postgres && isRunOfAllTests())(
  'a narration whose process is killed is completed by another process that also received the request',
  { timeout: 2 * START_TIMEOUT },
  async () => {
    const database = await postgres!.openFilled();
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-takeover-'));
    onTestFinished(async () => {
      await database.close();
      rmSync(folder, { recursive: true });
    });
    const [id] = await listAudioEnabledArticleIds(database.queries);
    const recordSpy = vi.fn(recordScriptAsHum);
    const narrations = new NarrationService(
      database,
      await openFileStore(readConfig({}), folder),
      { record: recordSpy },
      {
        pictures: { read: async () => undefined },
        lexicon: buildLexicon({}),
        voices: createVoicesWithFingerprint('hum'),
      },
    );
    const child = fork(RECORDING_PROCESS, [await getTestDatabaseUrl(database), folder, id!]);
    expect(await once(child, 'message')).toEqual(['recording', undefined]);
    // The test's own process does not start to record, because the child process has already recorded a preview, which
    // can be played.
    await narrations.requestRecording(id!, 'af', 'whole', async () => {});
    const narration = narrations.record(id!, 'af');
    child.kill('SIGKILL');
    await once(child, 'exit');
    const recording = (await narrations.findRecordingName(id!, 'af'))!;
    expect(await findNarrationJobsByRecording(database.queries, [recording])).toMatchObject([
      { state: 'preview_ready', isClaimed: true },
    ]);
    expect(recordSpy).not.toHaveBeenCalled();

    await database.queries
      .update(narrationJobs)
      .set({ claimedUntil: sql`now() - interval '1 second'` })
      .where(eq(narrationJobs.recording, recording));
    expect(await narration).toMatchObject({ recording });
    expect(recordSpy).toHaveBeenCalledTimes(1);
    expect(await findNarrationJobsByRecording(database.queries, [recording])).toMatchObject([
      { state: 'ready', isClaimed: false },
    ]);
  },
);
