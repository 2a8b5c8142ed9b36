import type { Database } from '#server/platform/db/database.ts';
import type { FileStore } from '#server/platform/files/service.ts';
import { type Narrations, storedNarrations } from './narrations.ts';
import { recorderInProcesses } from './recorder.ts';
import { type Samples, storedSamples } from './samples.ts';
import { readLexicon } from './script/service.ts';
import { FLITE_VERSION } from './speech/flite.ts';

export { isOfPreview, mediaTypeOf, NARRATION_FILES } from './narration-files.ts';
export type { Narrations } from './narrations.ts';
export type { Samples } from './samples.ts';

/** All there is to be heard, spoken by the voices that are built in. The lexicon is that of the library in `content`. */
export async function openAudio(
  database: Database,
  files: FileStore,
  content: string,
): Promise<{ narrations: Narrations; samples: Samples }> {
  const recorder = recorderInProcesses();
  const lexicon = await readLexicon(content);
  const made = { lexicon, voices: FLITE_VERSION };
  return {
    narrations: storedNarrations(database, files, recorder, made),
    samples: storedSamples(files, recorder, FLITE_VERSION),
  };
}
