import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ArticleBody } from '#domain/article.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import { type LibraryArticle, readLibrary } from '#server/catalogue/library/library.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import type { Database } from '#server/platform/db/database.ts';
import { startTestBucket, TEST_BUCKET_CREDENTIALS } from '#server/platform/files/testing/bucket.ts';
import { findPostgresTestEngine, getTestDatabaseUrl } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { startCdnStandIn } from '../support/cdn-stand-in.ts';
import {
  createDataFolderWithPictures,
  killStartedProcesses,
  START_TIMEOUT,
  startOctavo,
  startOctavoAndWait,
} from '../support/octavo.ts';

vi.setConfig({ testTimeout: 3 * START_TIMEOUT });
afterEach(killStartedProcesses);

const postgres = await findPostgresTestEngine();

describe.runIf(postgres && isRunOfAllTests())('a worker process', () => {
  it('runs the jobs of a web process, and serves only its own health', async () => {
    const database = await postgres!.open();
    const cdn = await startCdnStandIn();
    const env = { DATABASE_URL: await getTestDatabaseUrl(database), CDN_PURGE_URL: cdn.url };
    const readPurgeJobs = () => readJobStates(database, 'cdn-purge');

    const web = await startOctavoAndWait({
      ...env,
      ROLE: 'web',
      DATA_DIR: await createDataFolderWithPictures(),
    });
    expect(web.output()).toContain('in worker processes');
    // The import of the library has enqueued one job that purges the CDN.
    expect(await readPurgeJobs()).toEqual(['created']);
    expect(cdn.purges).toEqual([]);

    const worker = await startOctavo({ ...env, ROLE: 'worker' });
    await expect.poll(readPurgeJobs, { timeout: START_TIMEOUT }).toEqual(['completed']);
    expect(cdn.purges).toHaveLength(1);
    const requestFromWorker = (path: string) => fetch(`${worker.origin}${path}`);
    for (const [path, status] of [
      ['/health', 'healthy'],
      ['/health/live', 'alive'],
      ['/health/ready', 'ready'],
    ] as const)
      expect(await (await requestFromWorker(path)).json()).toMatchObject({ status });
    expect(await (await requestFromWorker('/metrics')).text()).toContain(
      'octavo_job_attempts_total{job="cdn-purge",ending="done"} 1',
    );
    expect((await requestFromWorker('/articles')).status).toBe(404);

    for (const { process } of [worker, web]) process.kill('SIGTERM');
    expect(await Promise.all([worker.exitCode, web.exitCode])).toEqual([0, 0]);
    cdn.close();
    await database.close();
  });

  it('records narrations only if it shares the file store', async () => {
    const database = await postgres!.open();
    const bucket = await startTestBucket();
    const env = { DATABASE_URL: await getTestDatabaseUrl(database), ROLE: 'worker' };
    const bucketVariables = {
      FILES_S3_BUCKET: bucket.name,
      FILES_S3_ENDPOINT: bucket.endpoint,
      FILES_S3_REGION: 'us-east-1',
      FILES_S3_KEY_ID: TEST_BUCKET_CREDENTIALS.keyId,
      FILES_S3_SECRET: TEST_BUCKET_CREDENTIALS.secret,
    };
    const cdn = await startCdnStandIn();
    const cdnVariables = { CDN_PURGE_URL: cdn.url };
    const web = await startOctavoAndWait({
      ...env,
      ...cdnVariables,
      ROLE: 'web',
      DATA_DIR: await createDataFolderWithPictures(),
    });
    // The first import of the library must enqueue a job that purges the CDN, but no jobs that record narrations.
    expect(await readJobStates(database, 'narrate')).toEqual([]);
    expect(await readJobStates(database, 'cdn-purge')).toEqual(['created']);
    web.process.kill('SIGTERM');
    expect(await web.exitCode).toBe(0);
    await publish(database, [shortenArticle((await readNewestArticles())[0]!)]);
    expect(await readJobStates(database, 'cdn-purge')).toEqual(['created', 'created']);
    const workerWithoutFiles = await startOctavo({ ...env, ...cdnVariables });
    await expect
      .poll(workerWithoutFiles.output, { timeout: START_TIMEOUT })
      .toContain('narrations and pictures  created by web processes');
    // A worker without access to the file store must run the jobs that purge the CDN, but not record the narration.
    await expect
      .poll(() => readJobStates(database, 'cdn-purge'), { timeout: START_TIMEOUT })
      .toEqual(['completed', 'completed']);
    expect(await readJobStates(database, 'narrate')).toEqual(['created']);

    const worker = await startOctavo({ ...env, ...bucketVariables });
    await expect
      .poll(() => readJobStates(database, 'narrate'), { timeout: START_TIMEOUT })
      .toEqual(['completed']);
    expect(worker.output()).toContain('created here, stored in bucket octavo');
    const storedNames = [...bucket.objects.keys()].map((key) => key.replace(/^narrations.\w+/, ''));
    expect(storedNames).toEqual(expect.arrayContaining(['.mp3', '.json', '.preview.mp3']));

    for (const { process } of [workerWithoutFiles, worker]) process.kill('SIGTERM');
    expect(await Promise.all([workerWithoutFiles.exitCode, worker.exitCode])).toEqual([0, 0]);
    cdn.close();
    await bucket.close();
    await database.close();
  });
});

it.runIf(postgres && isRunOfAllTests())(
  'a process with both roles also records narrations',
  async () => {
    const database = await postgres!.open();
    const octavo = await startOctavoAndWait({
      DATABASE_URL: await getTestDatabaseUrl(database),
      DATA_DIR: await createDataFolderWithPictures(),
    });
    const [first, second] = await readNewestArticles();
    await publish(database, [shortenArticle(first!)]);
    await expect
      .poll(() => readJobStates(database, 'narrate'), { timeout: START_TIMEOUT })
      .toEqual(['completed']);
    // The second article is long, so that the process is stopped while it records the narration. The job must then be
    // marked for a retry, so that the next process runs it again.
    await publish(database, [shortenArticle(first!), { ...second!, hash: 'corrected' }]);
    await expect
      .poll(() => readJobStates(database, 'narrate'), { timeout: START_TIMEOUT })
      .toContain('active');
    octavo.process.kill('SIGTERM');
    expect(await octavo.exitCode).toBe(0);
    expect(await readJobStates(database, 'narrate')).toEqual(['completed', 'retry']);
    await database.close();
  },
);

/** Returns the states of the jobs in a task's queue, oldest job first. */
async function readJobStates({ queries }: Database, task: string): Promise<string[]> {
  const result = await queries.execute(
    sql`SELECT state FROM pgboss.job WHERE name = ${task} ORDER BY created_on`,
  );
  return (result as unknown as { rows: { state: string }[] }).rows.map(({ state }) => state);
}

/** Returns the articles of the shipped library, newest first. */
async function readNewestArticles(): Promise<LibraryArticle[]> {
  const { articles } = await readLibrary(SHIPPED_LIBRARY_FOLDER);
  return articles.sort((a, b) => b.article.published.localeCompare(a.article.published));
}

/**
 * Returns a copy of an article in which each section has only one sentence, so that the recording takes a second of
 * processor time. A recording of the complete article could take minutes, because recording has the lowest priority and
 * the first start also draws all covers.
 */
function shortenArticle({ article, ...source }: LibraryArticle): LibraryArticle {
  const sentence = 'That is so.';
  const { summary, keyPoints } = article.body;
  const body: ArticleBody = {
    summary: summary.map(() => sentence),
    introduction: [sentence],
    keyPoints: keyPoints.map(({ title }) => ({
      title,
      paragraphs: [sentence],
      takeaway: sentence,
    })),
    conclusion: [sentence],
  };
  return { ...source, hash: 'shortened', article: { ...article, body } };
}

/** Publishes articles in the same way as an import of the library. */
async function publish({ queries }: Database, changed: readonly LibraryArticle[]): Promise<void> {
  const library = await readLibrary(SHIPPED_LIBRARY_FOLDER);
  const unchanged = library.articles.filter(
    ({ id }) => !changed.some((article) => article.id === id),
  );
  await importLibrary(queries, { ...library, articles: [...changed, ...unchanged] });
}
