/**
 * A process that requests speech for several sentences from a speech service. Sends its parent process the number of
 * spoken sentences and the number of failures.
 */
import { SpeechService } from '#server/catalogue/narration/speech-service/speech-service.ts';
import { readConfig } from '#server/platform/config.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openFileStore } from '#server/platform/files/service.ts';

/** The process's command-line argument, which is passed as JSON. */
export interface SpeechServiceTask {
  /** The URL of the database. */
  database: string;
  /** The folder of the file store. */
  folder: string;
  endpoint: string;
  sentences: string[];
  /** The maximum number of characters that the service may speak in a month. */
  characters: number;
}

const { database, folder, endpoint, sentences, characters }: SpeechServiceTask = JSON.parse(
  process.argv[2]!,
);
const voice = { voice: 'af_heart', speed: 1 };
const service = new SpeechService(
  await openDatabase({ url: database }),
  await openFileStore(readConfig({}), folder),
  {
    access: { endpoint, model: 'kokoro' },
    limits: { characters, cost: 1, price: 0 },
    atOnce: 4,
    maxCacheBytes: 1e9,
  },
);
const outcomes = await Promise.allSettled(
  sentences.map((sentence) => service.speak(sentence, voice)),
);
const spoken = outcomes.filter(({ status }) => status === 'fulfilled').length;
process.send!({ spoken, failed: outcomes.length - spoken });
process.disconnect();
