/**
 * The Octavo server process that a benchmark measures. It consists of the same parts as `main.ts`, but uses the
 * PostgreSQL database at `DATA_SET_DATABASE_URL`, which already contains a data set. If this variable is empty, it uses
 * an embedded database in memory, and fills it with a generated data set of `DATA_SET_ARTICLE_COUNT` articles. If that
 * variable is empty too, it fills the database with the authors and articles that ship with Octavo.
 */
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { listAudioEnabledArticleIds } from '#server/catalogue/articles/repository.ts';
import { syncLibrary } from '#server/catalogue/library/sync-library.ts';
import { createNarrationServices } from '#server/catalogue/narration/create-narration-services.ts';
import { createPictureService } from '#server/catalogue/pictures/service.ts';
import { CONTENT_CHANGE_JOB_DEFINITIONS } from '#server/catalogue/publication/publish-article.ts';
import { readConfig } from '#server/platform/config.ts';
import {
  announceContentChange,
  type ContentCacheKey,
} from '#server/platform/db/content-changes.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import { IdentityProviders } from '#server/readers/sign-in/providers.ts';
import { buildApp } from '../src/server/app.ts';
import { loadWebBuild } from '../src/server/pages/web-build.ts';
import { fillDataSet } from './data-set.ts';
import { handleMessages } from './processes.ts';
import { addReaders } from './readers.ts';
import {
  measureUsageAfterGarbageCollection,
  type ProcessUsage,
  readProcessUsage,
} from './usage.ts';

/**
 * A message to the server that a benchmark measures. `usage` requests its resource usage, and `usageAfterGc` requests
 * the usage after a garbage collection. `deleteNarrations` deletes all narrations. `changed` publishes a notification
 * that the content with the given cache keys has changed.
 */
export type ServerCommand =
  | 'usage'
  | 'usageAfterGc'
  | 'deleteNarrations'
  | { changed: readonly ContentCacheKey[] };

const CONTENT = fileURLToPath(new URL('../content', import.meta.url));

const { DATA_SET_DATABASE_URL, DATA_SET_ARTICLE_COUNT } = process.env;
const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bench-'));

const database = await openDatabase(
  DATA_SET_DATABASE_URL ? { url: DATA_SET_DATABASE_URL } : 'memory',
);
const config = readConfig({ PORT: '0', DATA_DIR: folder });
const log = pino({ level: config.LOG_LEVEL });
const files = await openFileStore(config, path.join(folder, 'files'));
const pictures = createPictureService(database, files, log);
if (!DATA_SET_ARTICLE_COUNT) await fillWithLibrary();
else if (!DATA_SET_DATABASE_URL)
  await fillDataSet(database.queries, Number(DATA_SET_ARTICLE_COUNT));
const app = await buildApp({
  config,
  database,
  pictures,
  audio: await createNarrationServices({ database, files, pictures, content: CONTENT, config }),
  web: await loadWebBuild(),
  signIn: { providers: new IdentityProviders([]) },
  log,
  // The limits per IP address are disabled, because the benchmark sends all its requests from one IP address.
  limits: {
    search: Number.MAX_SAFE_INTEGER,
    uncachedResponse: Number.MAX_SAFE_INTEGER,
    narrationRequest: Number.MAX_SAFE_INTEGER,
  },
});
await app.listen({ host: config.HOST, port: config.PORT });

handleMessages(
  async (message: ServerCommand): Promise<ProcessUsage> => {
    if (message === 'usageAfterGc') return measureUsageAfterGarbageCollection();
    if (message === 'deleteNarrations')
      await rm(path.join(folder, 'files/narrations'), { recursive: true });
    else if (message !== 'usage')
      await database.queries.transaction((transaction) =>
        announceContentChange(transaction, message.changed),
      );
    return readProcessUsage();
  },
  async () => {
    await app.close();
    await database.close();
  },
);
process.send!((app.server.address() as AddressInfo).port);

async function fillWithLibrary(): Promise<void> {
  await createOrUpdateQueues(database, CONTENT_CHANGE_JOB_DEFINITIONS);
  await syncLibrary(database, pictures, CONTENT, { allowOlderEdition: true });
  const { length } = await listAudioEnabledArticleIds(database.queries);
  await addReaders(database.queries, length);
}
