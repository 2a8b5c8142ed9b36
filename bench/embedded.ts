import type { Worker } from 'node:worker_threads';
import { sql } from 'drizzle-orm';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import { readLibrary } from '#server/catalogue/library/library.ts';
import { CONTENT_CHANGE_JOB_DEFINITIONS } from '#server/catalogue/publication/publish-article.ts';
import { searchCatalogue } from '#server/catalogue/search/service.ts';
import { SLOW_QUERIES } from '#server/catalogue/search/testing/slow-queries.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import { TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import type { MeasurementResult } from './measurement-result.ts';
import { formatThreeSignificantDigits } from './report.ts';

/** A typical search query, which contains a typo. */
const TYPICAL_SEARCH = 'the brigde that fell';
/**
 * The maximum duration of a search that an attacker has designed to be expensive, as a multiple of the duration of a
 * typical search.
 */
const MAX_TIME_RATIO = 8;
const ROUNDS = 5;
/** The number of query results in the memory measurement, and the size of each result in bytes. */
const [RESULT_COUNT, RESULT_BYTES] = [4000, 20_000];
/**
 * The maximum memory that the embedded database's thread may retain after the queries, as a share of the total size of
 * their results.
 */
const MAX_RETAINED_SHARE = 0.5;

/**
 * Measures two properties of the embedded database: the duration of searches that an attacker has designed to be
 * expensive, and the memory that the database's thread retains after many queries.
 */
export async function measureEmbeddedSearchAndMemory(): Promise<MeasurementResult> {
  const threads: Worker[] = [];
  const addThread = (thread: Worker) => void threads.push(thread);
  process.on('worker', addThread);
  const database = await openDatabase('memory');
  process.off('worker', addThread);
  try {
    await createOrUpdateQueues(database, CONTENT_CHANGE_JOB_DEFINITIONS);
    await importLibrary(database.queries, await readLibrary(TEST_LIBRARY_FOLDER));
    const searches = await timeSearches(database);
    const retainedShare = await measureRetainedShare(database, threads[0]!);
    const slowest = Math.max(...searches.map(({ times }) => times));
    return {
      tables: [
        {
          title: 'Searches that are made to take long, in the embedded database',
          columns: ['× an ordinary one'],
          rows: searches.map(({ name, times }) => ({
            name,
            cells: [formatThreeSignificantDigits(times)],
          })),
        },
      ],
      limits: [
        {
          name: 'the slowest search over an ordinary one',
          measured: slowest,
          limit: MAX_TIME_RATIO,
          bound: 'at most',
          unit: ' ×',
        },
        {
          name: 'kept by the embedded database of what it answered',
          measured: 100 * retainedShare,
          limit: 100 * MAX_RETAINED_SHARE,
          bound: 'at most',
          unit: ' %',
        },
      ],
    };
  } finally {
    await database.close();
  }
}

async function timeSearches(database: Database) {
  const measureMinTime = async (query: string) => {
    let minTime = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      await searchCatalogue(database.queries, query, 10);
      minTime = Math.min(minTime, performance.now() - started);
    }
    return minTime;
  };
  const searches = [];
  for (const [name, query] of SLOW_QUERIES)
    searches.push({
      name,
      times: (await measureMinTime(query)) / (await measureMinTime(TYPICAL_SEARCH)),
    });
  return searches;
}

/**
 * Returns the memory that the embedded database's thread retains after many queries, as a share of the total size of
 * their results.
 */
async function measureRetainedShare(database: Database, thread: Worker): Promise<number> {
  const readUsedHeapSize = async () => (await thread.getHeapStatistics()).used_heap_size;
  const before = await readUsedHeapSize();
  for (let index = 0; index < RESULT_COUNT; index++)
    await database.queries.execute(sql`SELECT repeat('x', ${RESULT_BYTES}::int)`);
  return ((await readUsedHeapSize()) - before) / (RESULT_COUNT * RESULT_BYTES);
}
