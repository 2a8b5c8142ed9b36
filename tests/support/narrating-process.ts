/**
 * A process that begins to record an article's narration, and never finishes. Sends `recording` to its parent process
 * when the preview can be played.
 */
import { NarrationService } from '#server/catalogue/narration/narration-service.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import {
  createVoicesWithFingerprint,
  recordScriptAsHum,
} from '#server/testing/humming-recorder.ts';
import { MAX_PREVIEW_SECONDS } from '#speech/recording.ts';
import { buildLexicon } from '#speech/script/lexicon.ts';

const [url, folder, articleId] = process.argv.slice(2);

const narrations = new NarrationService(
  await openDatabase({ url: url! }),
  await openFileStore(readConfig({}), folder!),
  {
    async *record(...args) {
      const recording = recordScriptAsHum(...args);
      let part = await recording.next();
      for (; !part.done; part = await recording.next()) {
        yield part.value;
        if (part.value.sentence!.from > MAX_PREVIEW_SECONDS) await new Promise(() => {});
      }
      return part.value;
    },
  },
  {
    pictures: { read: async () => undefined },
    lexicon: buildLexicon({}),
    voices: createVoicesWithFingerprint('hum'),
  },
);
await narrations.requestRecording(articleId!, 'af', 'whole', async () => {});
process.send!('recording');
