import type { Pictures } from '#server/catalogue/pictures/service.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { FileStore } from '#server/platform/files/service.ts';
import { type Narrations, storedNarrations } from './narrations.ts';
import { recorderInProcesses } from './recorder.ts';
import { type Samples, storedSamples } from './samples.ts';
import { readLexicon } from './script/service.ts';
import { FLITE_VERSION } from './speech/flite.ts';

export { makeMissing } from './missing-narrations.ts';
export { isOfPreview, mediaTypeOf, NARRATION_FILES } from './narration-files.ts';
export type { Narrations } from './narrations.ts';
export type { Samples } from './samples.ts';

/** All there is to be heard, spoken by the voices that are built in. The lexicon is that of the library in `content`; `ending` stops what is being made. */
export async function openAudio(
  database: Database,
  files: FileStore,
  pictures: Pick<Pictures, 'read'>,
  content: string,
  ending?: AbortSignal,
): Promise<{ narrations: Narrations; samples: Samples }> {
  const recorder = recorderInProcesses();
  const lexicon = await readLexicon(content);
  const made = { pictures, lexicon, voices: FLITE_VERSION, ...(ending && { ending }) };
  return {
    narrations: storedNarrations(database, files, recorder, made),
    samples: storedSamples(files, recorder, FLITE_VERSION),
  };
}
