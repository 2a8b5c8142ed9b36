import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ArticleMeta } from '#domain/article.ts';
import { listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import { NarrationService } from '#server/catalogue/narration/narration-service.ts';
import { createNarratorSampleService } from '#server/catalogue/narration/narrator-sample-service.ts';
import type { Recorder } from '#server/catalogue/narration/recorder.ts';
import { VoiceTrialService } from '#server/catalogue/narration/voice-trial-service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { EMPTY_LEXICON } from '#speech/script/lexicon.ts';
import { createTestApp, type TestApp } from './app.ts';
import {
  createHummingSpeechEngine,
  createVoicesWithFingerprint,
  recordScriptAsHum,
} from './humming-recorder.ts';

/** An application whose narrations are a generated hum instead of speech. */
export interface NarrationTestApp extends TestApp {
  narrations: NarrationService;
  /** The application's articles, newest first. */
  library: ArticleMeta[];
  /** Returns the number of recordings that have been started so far. */
  countRecordings(): number;
  /** Makes the application use different voices for later recordings, as an editor can do in the studio. */
  changeVoices(): void;
}

/** Creates the complete application on a database with articles. None of the articles has a recording. */
export async function createNarrationTestApp(
  database: Database,
  options: Pick<NonNullable<Parameters<typeof createTestApp>[4]>, 'limits' | 'log'> = {},
): Promise<NarrationTestApp> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-narrated-'));
  const files = await openFileStore(readConfig({}), folder);
  let recordings = 0;
  const recorder: Recorder = {
    record(...args) {
      recordings++;
      return recordScriptAsHum(...args);
    },
  };
  const voices = createVoicesWithFingerprint('humming');
  const narrations = new NarrationService(database, files, recorder, {
    pictures: { read: async () => undefined },
    lexicon: EMPTY_LEXICON,
    voices,
  });
  const samples = createNarratorSampleService(database, files, recorder, { voices });
  const speech = createHummingSpeechEngine();
  const trials = new VoiceTrialService(speech, EMPTY_LEXICON);
  const audio = { narrations, samples, speech, trials };
  const test = await createTestApp(database, {}, undefined, undefined, { ...options, audio });
  const { metas } = await listPublishedArticles(database.queries, {}, 50);
  return {
    ...test,
    narrations,
    library: metas,
    countRecordings: () => recordings,
    changeVoices() {
      Object.assign(voices, createVoicesWithFingerprint('humming again'), { former: ['humming'] });
      narrations.switchVoices(1);
    },
    async close() {
      await test.close();
      rmSync(folder, { recursive: true });
    },
  };
}
