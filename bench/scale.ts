import { sql } from 'drizzle-orm';
import { articlePath } from '#domain/paths.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { median } from './benchmark-processes.ts';
import type { DatabaseServer } from './databases.ts';
import { formatCount, type MeasurementResult } from './measurement-result.ts';
import {
  formatMegabytes,
  formatThreeSignificantDigits,
  type LimitCheck,
  type ReportTable,
} from './report.ts';
import { SHIPPED_ARTICLE_COUNT } from './scale-data.ts';
import {
  callStudioApi,
  closeEnlargedLibraryServer,
  type EnlargedLibraryServer,
  measureStartAndServeEnlargedLibrary,
  type ResponseWithBody,
  requestOrThrow,
} from './scale-libraries.ts';
import { SCALE_OPERATIONS, type ScaleOperation } from './scale-operations.ts';

/** Number of measurements of each operation, after the warm-up rounds ({@link WARM_UP_ROUNDS}). */
const ROUNDS = 21;
const WARM_UP_ROUNDS = 3;
const PUBLICATIONS = 15;
/** Number of articles that are published by concurrent requests. */
const CONCURRENT_PUBLICATIONS = 50;
/** Number of articles that are created by concurrent requests. */
const CONCURRENT_CREATIONS = 4;
/** Number of article pages that are requested before the server's memory is measured. */
const CRAWLED_PAGES = 2000;
const CRAWLER_CONNECTIONS = 8;
/** Maximum growth of a duration: the duration with the large library divided by the duration with the small library. */
const GROWTH_LIMIT = 1.5;
/** Maximum size, in KB (1,000 bytes), that publishing one article may add to PostgreSQL's write-ahead log. */
const WAL_LIMIT = 200;
/**
 * Limits for the server: the seconds from its start until its first page, and its resident memory in MB after the start
 * and after many requests.
 */
const START_LIMIT = 3;
const MEMORY_LIMITS = { ready: 350, crawled: 500 };

/**
 * Measures whether Octavo's response times grow with the number of articles. Compares the library that ships with
 * Octavo with a library of `size` articles, which also has more readers and bookmarks.
 */
export async function measureScalability(
  postgres: DatabaseServer | undefined,
  size: number,
): Promise<MeasurementResult> {
  if (!postgres)
    return {
      tables: [],
      limits: [createUnmeasuredCheck(`growth to ${formatCount(size)} articles`)],
    };
  const libraries: EnlargedLibraryServer[] = [];
  try {
    for (const articleCount of [SHIPPED_ARTICLE_COUNT, size])
      libraries.push(await measureStartAndServeEnlargedLibrary(postgres, articleCount));
    return await measure(libraries);
  } finally {
    for (const library of libraries) await closeEnlargedLibraryServer(library);
  }
}

function createUnmeasuredCheck(name: string): LimitCheck {
  return { name, measured: undefined, limit: GROWTH_LIMIT, bound: 'at most', unit: ' ×' };
}

async function measure(libraries: readonly EnlargedLibraryServer[]): Promise<MeasurementResult> {
  const operations: { operation: ScaleOperation; figures: OperationFigures[] }[] = [];
  for (const operation of SCALE_OPERATIONS)
    operations.push({ operation, figures: await measureOperation(operation, libraries) });
  const publications = await measurePublications(libraries);
  const large = libraries.at(-1)!;
  const publishResponses = await publishConcurrently(large);
  const beginResponses = await beginConcurrently(large);
  const crawledMemory = await measureCrawl(large);
  const title = `${formatCount(large.size)} articles`;
  const timeRows = [
    ...operations.map(({ operation: { name }, figures }) => toTimeRow(name, figures)),
    toTimeRow('publish an article', publications),
    toTimeRow(
      'start until the first page',
      libraries.map(({ start }) => ({ milliseconds: median(start.milliseconds) })),
    ),
  ];
  return {
    tables: [
      {
        title: 'Milliseconds (KB of the page)',
        columns: [...libraries.map(({ size }) => formatCount(size)), 'growth'],
        rows: timeRows,
      },
      {
        title: 'Other figures',
        columns: libraries.map(({ size }) => formatCount(size)),
        rows: [
          toRow(
            'KB of write-ahead log to publish an article',
            publications.map(({ wal }) => wal / 1000),
          ),
          toRow(
            'MB of memory after the start',
            libraries.map(({ start }) => median(start.memory) / 1024 ** 2),
          ),
          {
            name: `MB of memory after ${formatCount(CRAWLED_PAGES)} pages`,
            cells: ['', formatMegabytes(crawledMemory)],
          },
          {
            name: `statuses of ${CONCURRENT_PUBLICATIONS} publications at once`,
            cells: ['', countStatuses(publishResponses)],
          },
          {
            name: `statuses of ${CONCURRENT_CREATIONS} articles begun at once`,
            cells: ['', countStatuses(beginResponses)],
          },
        ],
      },
    ],
    limits: [
      ...operations.map(({ operation, figures }) =>
        createGrowthCheck(operation.name, figures, operation.limit),
      ),
      createGrowthCheck('publish an article', publications, GROWTH_LIMIT),
      createCheck(
        `write-ahead log of a publication, ${title}`,
        publications.at(-1)!.wal / 1000,
        WAL_LIMIT,
        ' KB',
      ),
      createCheck(
        `errors of ${CONCURRENT_PUBLICATIONS} publications at once`,
        countErrors(publishResponses),
        0,
        '',
      ),
      createCheck(
        `errors of ${CONCURRENT_CREATIONS} articles begun at once`,
        countErrors(beginResponses),
        0,
        '',
      ),
      createCheck(`start, ${title}`, median(large.start.milliseconds) / 1000, START_LIMIT, ' s'),
      createCheck(
        `memory after the start, ${title}`,
        median(large.start.memory) / 1024 ** 2,
        MEMORY_LIMITS.ready,
        ' MB',
      ),
      createCheck(
        `memory after ${formatCount(CRAWLED_PAGES)} pages, ${title}`,
        crawledMemory / 1024 ** 2,
        MEMORY_LIMITS.crawled,
        ' MB',
      ),
    ],
  };
}

interface OperationFigures {
  milliseconds: number;
  bytes?: number | undefined;
}

/**
 * Measures an operation with each library in turn, round by round, so that other load on the machine affects all of
 * them equally.
 */
async function measureOperation(
  operation: ScaleOperation,
  libraries: readonly EnlargedLibraryServer[],
): Promise<OperationFigures[]> {
  const times: number[][] = libraries.map(() => []);
  const sizes: (number | undefined)[] = [];
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++)
    for (const [index, library] of libraries.entries()) {
      await operation.prepare?.(library);
      const started = performance.now();
      sizes[index] = await operation.run(library);
      if (round >= 0) times[index]!.push(performance.now() - started);
    }
  return times.map((each, at) => ({ milliseconds: median(each), bytes: sizes[at] }));
}

/**
 * Measures the publication of drafts, one after another. In the result, `wal` is the number of bytes that one
 * publication adds to PostgreSQL's write-ahead log.
 */
async function measurePublications(
  libraries: readonly EnlargedLibraryServer[],
): Promise<(OperationFigures & { wal: number })[]> {
  const figures = libraries.map(() => ({ times: [] as number[], wal: [] as number[] }));
  for (let round = -WARM_UP_ROUNDS; round < PUBLICATIONS; round++)
    for (const [index, library] of libraries.entries()) {
      const before = await readWalPosition(library);
      const started = performance.now();
      const { status, text } = await publishDraft(library);
      const milliseconds = performance.now() - started;
      if (status !== 200) throw new Error(`A publication gave ${status}: ${text.slice(0, 300)}`);
      if (round < 0) continue;
      figures[index]!.times.push(milliseconds);
      figures[index]!.wal.push((await readWalPosition(library)) - before);
    }
  // Other databases of the PostgreSQL server write to the same log. A measured size may therefore be too large, but
  // never too small, so the lower quartile is used.
  return figures.map(({ times, wal }) => ({
    milliseconds: median(times),
    wal: lowerQuartile(wal),
  }));
}

async function publishDraft(library: EnlargedLibraryServer): Promise<ResponseWithBody> {
  const id = library.drafts.pop();
  if (!id) throw new Error('No drafts are left. Fill the database again.');
  return callStudioApi(library, `/articles/${id}/moves`, { event: 'publish', version: 0 });
}

function publishConcurrently(library: EnlargedLibraryServer): Promise<ResponseWithBody[]> {
  return Promise.all(Array.from({ length: CONCURRENT_PUBLICATIONS }, () => publishDraft(library)));
}

function beginConcurrently(library: EnlargedLibraryServer): Promise<ResponseWithBody[]> {
  return Promise.all(
    Array.from({ length: CONCURRENT_CREATIONS }, () =>
      callStudioApi(library, '/articles', { author: library.alias, title: 'A new article' }),
    ),
  );
}

/** Requests many article pages, and returns the server's resident memory afterwards. */
async function measureCrawl(library: EnlargedLibraryServer): Promise<number> {
  const rows = await queryRows<{ alias: string; slug: string }>(
    library.database.queries,
    sql`
    SELECT alias, slug FROM articles JOIN authors ON authors.id = author_id
    WHERE articles.status = 'published' ORDER BY articles.id LIMIT ${CRAWLED_PAGES}`,
  );
  const targets = rows.map(({ alias, slug }) => articlePath(alias, slug)).values();
  const crawl = async () => {
    for (const target of targets) await requestOrThrow(library, target);
  };
  await Promise.all(Array.from({ length: CRAWLER_CONNECTIONS }, crawl));
  return (await library.server.request('usage')).memory;
}

async function readWalPosition({ database }: EnlargedLibraryServer): Promise<number> {
  const [row] = await queryRows<{ position: string }>(
    database.queries,
    sql`SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text AS position`,
  );
  return Number(row!.position);
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 2]!;
}

function toTimeRow(
  name: string,
  figures: readonly OperationFigures[],
): ReportTable['rows'][number] {
  const cells = figures.map(({ milliseconds, bytes }) => {
    const size = bytes === undefined ? '' : ` (${formatThreeSignificantDigits(bytes / 1000)})`;
    return formatThreeSignificantDigits(milliseconds) + size;
  });
  return { name, cells: [...cells, `× ${formatThreeSignificantDigits(calculateGrowth(figures))}`] };
}

function toRow(name: string, values: readonly number[]): ReportTable['rows'][number] {
  return { name, cells: values.map(formatThreeSignificantDigits) };
}

function calculateGrowth(figures: readonly OperationFigures[]): number {
  return figures.at(-1)!.milliseconds / figures[0]!.milliseconds;
}

function createGrowthCheck(
  name: string,
  figures: readonly OperationFigures[],
  limit: number,
): LimitCheck {
  return createCheck(`${name}, growth`, calculateGrowth(figures), limit, ' ×');
}

function createCheck(name: string, measured: number, limit: number, unit: string): LimitCheck {
  return { name, measured, limit, bound: 'at most', unit };
}

/** Returns the number of responses with each status, such as `48 × 200, 2 × 503`. */
function countStatuses(responses: readonly ResponseWithBody[]): string {
  const byStatus = Object.entries(Object.groupBy(responses, ({ status }) => status));
  return byStatus.map(([status, each]) => `${each!.length} × ${status}`).join(', ');
}

/**
 * Returns the number of error responses. A 503 response, which asks the client to retry, counts as an error only if no
 * request has succeeded.
 */
function countErrors(responses: readonly ResponseWithBody[]): number {
  const errors = responses.filter(({ status }) => status >= 400);
  if (errors.length === responses.length) return errors.length;
  return errors.filter(({ status }) => status !== 503).length;
}
