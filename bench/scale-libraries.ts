import { hash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { articlePath } from '#domain/paths.ts';
import type { ContentCacheKey } from '#server/platform/db/content-changes.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { CONTENT_HASH_HEADER } from '#server/platform/http/content-hash.ts';
import { SERVER_COMMAND_ARGUMENTS } from '#server/testing/server-command.ts';
import { linkCachedPictures } from '../tests/support/picture-cache.ts';
import {
  type DatabaseServer,
  runStatements,
  withConnectionWithoutTimeLimits,
} from './databases.ts';
import { type HelperProcess, startHelperProcess } from './processes.ts';
import { getSessionToken } from './readers.ts';
import {
  enlargeShippedLibrary,
  PUBLISHABLE_DRAFT_COUNT,
  SCALE_ACCOUNT_NUMBER_BY_KIND,
} from './scale-data.ts';
import type { ServerCommand } from './server-under-test.ts';
import { startServer } from './start-up.ts';
import type { ProcessUsage } from './usage.ts';

/** Options that `npm start` passes to Node.js, such as the maximum size of the heap. */
const NODE_OPTIONS = SERVER_COMMAND_ARGUMENTS.slice(0, -1);
/** Number of starts over which Octavo's start time is measured. */
const STARTS = 3;
/**
 * A waiting time, in milliseconds, that is long enough for the notification of a change to reach the server's caches.
 */
const NOTIFICATION_DELAY = 100;

/** A PostgreSQL database with an enlarged library, and a server that uses it. */
export interface EnlargedLibraryServer {
  size: number;
  database: Database;
  server: HelperProcess<ServerCommand, ProcessUsage>;
  origin: string;
  start: StartMetrics;
  /** A published article from the middle of the library, and the time of its publication in ISO 8601 format. */
  article: { id: string; path: string; publishedAt: string };
  /** IDs of drafts that can be published. The benchmark removes the ID of each draft that it publishes. */
  drafts: string[];
  /** The alias of an author. The benchmark searches for this author, and creates articles in the author's name. */
  alias: string;
}

/**
 * Measurements of Octavo's starts with a database into which an earlier start has already imported the articles that
 * ship with Octavo.
 */
export interface StartMetrics {
  /** For each start of the server, the time in milliseconds until it served its first page. */
  milliseconds: number[];
  /** For each start of the server, the resident memory in bytes after the first page. */
  memory: number[];
}

/**
 * Opens a database with `size` articles, and fills it if necessary. Measures how long Octavo takes to start with this
 * database. Then starts a server for further measurements.
 */
export async function measureStartAndServeEnlargedLibrary(
  postgres: DatabaseServer,
  size: number,
): Promise<EnlargedLibraryServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'octavo-bench-scale-'));
  try {
    await linkCachedPictures(folder);
    const url = await postgres.open(`scale_${size}`, async (empty) => {
      await (await startServer(folder, empty)).stop();
      await withConnectionWithoutTimeLimits(empty, (queries) =>
        enlargeShippedLibrary(queries, size),
      );
      await runStatements(empty, ['VACUUM (ANALYZE)', 'CHECKPOINT']);
    });
    const start = await measureStart(folder, url);
    const database = await openDatabase({ url });
    const server = await startHelperProcess<ServerCommand, ProcessUsage, number>(
      'server-under-test',
      { DATA_SET_DATABASE_URL: url, DATA_SET_ARTICLE_COUNT: String(size) },
      NODE_OPTIONS,
    );
    const subjects = await findSubjects(database);
    return {
      size,
      database,
      server,
      origin: `http://127.0.0.1:${server.ready}`,
      start,
      ...subjects,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function closeEnlargedLibraryServer({
  database,
  server,
}: EnlargedLibraryServer): Promise<void> {
  await server.stop();
  await database.close();
}

async function measureStart(folder: string, url: string): Promise<StartMetrics> {
  const figures: StartMetrics = { milliseconds: [], memory: [] };
  for (let start = 0; start < STARTS; start++) {
    const server = await startServer(folder, url);
    figures.milliseconds.push(server.milliseconds);
    figures.memory.push(await server.measureMemory());
    await server.stop();
  }
  return figures;
}

async function findSubjects({ queries }: Database) {
  const [article] = await queryRows<{
    id: string;
    alias: string;
    slug: string;
    publishedAt: string;
  }>(
    queries,
    sql`
    SELECT articles.id, alias, slug, to_json(published_at)#>>'{}' AS "publishedAt"
    FROM articles JOIN authors ON authors.id = author_id
    WHERE articles.status = 'published' AND published_at <= (
      SELECT min(published_at) + (max(published_at) - min(published_at)) / 2 FROM articles WHERE status = 'published')
    ORDER BY published_at DESC LIMIT 1`,
  );
  const drafts = await queryRows<{ id: string }>(
    queries,
    sql`SELECT id FROM articles WHERE status = 'draft' AND slug NOT LIKE '~%' LIMIT ${PUBLISHABLE_DRAFT_COUNT}`,
  );
  const { id, alias, slug, publishedAt } = article!;
  return {
    article: { id, path: articlePath(alias, slug), publishedAt },
    drafts: drafts.map((draft) => draft.id),
    alias,
  };
}

/** Removes all responses with the given cache keys from the server's caches, as a content change does. */
export async function invalidateCacheKeys(
  { server }: EnlargedLibraryServer,
  keys: readonly ContentCacheKey[],
): Promise<void> {
  await server.request({ changed: keys });
  await new Promise((resolve) => setTimeout(resolve, NOTIFICATION_DELAY));
}

/** A response with its complete body. */
export interface ResponseWithBody {
  status: number;
  /** Size of the body in bytes, after decompression. */
  bytes: number;
  text: string;
}

/** Sends a request with the session of the given reader, or without a session. Rejects if the response is an error. */
export async function requestOrThrow(
  library: EnlargedLibraryServer,
  target: string,
  reader?: number,
): Promise<ResponseWithBody> {
  const response = await requestWithAnyStatus(library, target, { reader });
  if (response.status >= 400)
    throw new Error(`${target} gave ${response.status}: ${response.text.slice(0, 300)}`);
  return response;
}

/** Sends a request with an optional JSON body. Returns the response, even if it is an error. */
export async function requestWithAnyStatus(
  { origin }: EnlargedLibraryServer,
  target: string,
  { reader, body }: { reader?: number | undefined; body?: unknown } = {},
): Promise<ResponseWithBody> {
  const headers = new Headers({ accept: 'text/html' });
  if (reader !== undefined) headers.set('cookie', `session=${getSessionToken(reader)}`);
  const json = body === undefined ? undefined : JSON.stringify(body);
  if (json !== undefined) {
    headers.set('content-type', 'application/json');
    headers.set(CONTENT_HASH_HEADER, hash('sha256', json));
  }
  const response = await fetch(origin + target, {
    headers,
    redirect: 'manual',
    ...(json !== undefined && { method: 'POST', body: json }),
  });
  const text = await response.text();
  return { status: response.status, bytes: Buffer.byteLength(text), text };
}

/** Calls an API endpoint of the studio as an editor. */
export function callStudioApi(
  library: EnlargedLibraryServer,
  target: string,
  body?: unknown,
): Promise<ResponseWithBody> {
  return requestWithAnyStatus(library, `/api/v1/studio${target}`, {
    reader: SCALE_ACCOUNT_NUMBER_BY_KIND.editor,
    body,
  });
}
