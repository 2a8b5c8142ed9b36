/**
 * Entry point of the command `npm run narrate [-- --narrator af]`, which records all missing narrations. If the command
 * is interrupted, the next run continues where it stopped. With the embedded database, the server must not run at the
 * same time, because only one process can open this database.
 */

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { narratorIdSchema } from '#domain/narrator-id-schema.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { createPictureService } from '#server/catalogue/pictures/service.ts';
import { ConfigError, readConfig } from '#server/platform/config.ts';
import { createDataFolder, lockDataFolder } from '#server/platform/db/data-folder.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { getErrorMessage } from '#server/platform/get-error-message.ts';
import { createProgressBar } from '#server/platform/progress.ts';
import { StartError } from '#server/platform/start-error.ts';
import { createNarrationServices } from './create-narration-services.ts';
import { recordMissingNarrations } from './missing-narrations.ts';

const CONTENT = path.join(fileURLToPath(import.meta.url), '../../../../../content');

try {
  process.exitCode = await narrate(parseNarrators());
} catch (error) {
  if (!(error instanceof ConfigError || error instanceof StartError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

/** Records the missing narrations of all articles by the given narrators. Returns the exit code of the process. */
async function narrate(narrators: readonly NarratorId[]): Promise<number> {
  const config = readConfig(process.env);
  const { DATABASE_URL, DATA_DIR, ALLOW_NEWER_SCHEMA: allowNewerSchema } = config;
  createDataFolder(DATA_DIR);
  const folder = DATABASE_URL ? undefined : await lockDataFolder(DATA_DIR);
  const database = await openDatabase(folder ? { folder } : { url: DATABASE_URL! }, {
    allowNewerSchema,
  });
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  try {
    const files = await openFileStore(config, path.join(DATA_DIR, 'files'));
    const pictures = createPictureService(database, files, console);
    const { narrations, speech } = await createNarrationServices({
      database,
      files,
      pictures,
      content: CONTENT,
      config,
    });
    const { recorded, existing, failed } = await recordMissingNarrations(
      database.queries,
      narrations,
      {
        narrators,
        atOnce: speech.atOnce,
        signal: stop.signal,
        onProgress: createProgressBar('Narrating'),
        onFailure: (articleId, narrator, error) =>
          console.error(
            `Failed to narrate ${articleId} with ${narrator}: ${getErrorMessage(error)}`,
          ),
      },
    );
    console.log(`${recorded} narrations recorded, ${existing} already existed, ${failed} failed.`);
    return failed || stop.signal.aborted ? 1 : 0;
  } finally {
    await database.close();
    await folder?.release();
  }
}

/**
 * Returns the narrator named on the command line, or all narrators if none is named. Throws {@link StartError} for an
 * unknown narrator.
 */
function parseNarrators(): readonly NarratorId[] {
  const { values } = parseArgs({ options: { narrator: { type: 'string' } } });
  const narrators = Object.keys(NARRATORS_BY_ID) as NarratorId[];
  if (values.narrator === undefined) return narrators;
  const parsed = narratorIdSchema.safeParse(values.narrator);
  if (!parsed.success) throw new StartError(`--narrator must be one of: ${narrators.join(', ')}.`);
  return [parsed.data];
}
