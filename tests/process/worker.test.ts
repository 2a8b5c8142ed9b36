import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ArticleBody } from '#domain/article.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import { type LibraryArticle, readLibrary } from '#server/catalogue/library/library.ts';
import { SHIPPED_LIBRARY_FOLDER } from '#server/catalogue/library/sync-library.ts';
import type { Database } from '#server/platform/db/database.ts';
import { startTestBucket, TEST_CREDENTIALS } from '#server/platform/files/testing/bucket.ts';
import { findPostgresTestEngine, getDatabaseUrl } from '#server/testing/databases.ts';
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
    const env = { DATABASE_URL: await getDatabaseUrl(database), CDN_PURGE_URL: cdn.url };
    const purgeJobs = () => jobsOf(database, 'cdn-purge');

    const web = await startOctavoAndWait({
      ...env,
      ROLE: 'web',
      DATA_DIR: await createDataFolderWithPictures(),
    });
    expect(web.output()).toContain('in worker processes');
    // The import of the library has enqueued one CDN purge.
    expect(await purgeJobs()).toEqual(['created']);
    expect(cdn.purges).toEqual([]);

    const worker = await startOctavo({ ...env, ROLE: 'worker' });
    await expect.poll(purgeJobs, { timeout: START_TIMEOUT }).toEqual(['completed']);
    expect(cdn.purges).toHaveLength(1);
    const ask = (path: string) => fetch(`${worker.origin}${path}`);
    for (const [path, status] of [
      ['/health', 'healthy'],
      ['/health/live', 'alive'],
      ['/health/ready', 'ready'],
    ] as const)
      expect(await (await ask(path)).json()).toMatchObject({ status });
    expect(await (await ask('/metrics')).text()).toContain(
      'octavo_job_attempts_total{job="cdn-purge",ending="done"} 1',
    );
    expect((await ask('/articles')).status).toBe(404);

    for (const { process } of [worker, web]) process.kill('SIGTERM');
    expect(await Promise.all([worker.ended, web.ended])).toEqual([0, 0]);
    cdn.close();
    await database.close();
  });

  it('records narrations only if it shares the file store', async () => {
    const database = await postgres!.open();
    const bucket = await startTestBucket();
    const env = { DATABASE_URL: await getDatabaseUrl(database), ROLE: 'worker' };
    const inBucket = {
      FILES_S3_BUCKET: bucket.name,
      FILES_S3_ENDPOINT: bucket.endpoint,
      FILES_S3_REGION: 'us-east-1',
      FILES_S3_KEY_ID: TEST_CREDENTIALS.keyId,
      FILES_S3_SECRET: TEST_CREDENTIALS.secret,
    };
    const cdn = await startCdnStandIn();
    const purging = { CDN_PURGE_URL: cdn.url };
    const web = await startOctavoAndWait({
      ...env,
      ...purging,
      ROLE: 'web',
      DATA_DIR: await createDataFolderWithPictures(),
    });
    // The first import of the library enqueues a CDN purge, but no narrations.
    expect(await jobsOf(database, 'narrate')).toEqual([]);
    expect(await jobsOf(database, 'cdn-purge')).toEqual(['created']);
    web.process.kill('SIGTERM');
    expect(await web.ended).toBe(0);
    await publish(database, [shortened((await newest())[0]!)]);
    expect(await jobsOf(database, 'cdn-purge')).toEqual(['created', 'created']);
    const withoutFiles = await startOctavo({ ...env, ...purging });
    await expect
      .poll(withoutFiles.output, { timeout: START_TIMEOUT })
      .toContain('narrations and pictures  made by web processes');
    // A worker without access to the file store runs the CDN purges, but does not record the narration.
    await expect
      .poll(() => jobsOf(database, 'cdn-purge'), { timeout: START_TIMEOUT })
      .toEqual(['completed', 'completed']);
    expect(await jobsOf(database, 'narrate')).toEqual(['created']);

    const worker = await startOctavo({ ...env, ...inBucket });
    await expect
      .poll(() => jobsOf(database, 'narrate'), { timeout: START_TIMEOUT })
      .toEqual(['completed']);
    expect(worker.output()).toContain('made here, stored in bucket octavo');
    const kept = [...bucket.objects.keys()].map((key) => key.replace(/^narrations.\w+/, ''));
    expect(kept).toEqual(expect.arrayContaining(['.mp3', '.json', '.preview.mp3']));

    for (const { process } of [withoutFiles, worker]) process.kill('SIGTERM');
    expect(await Promise.all([withoutFiles.ended, worker.ended])).toEqual([0, 0]);
    cdn.close();
    await bucket.close();
    await database.close();
  });
});

it.runIf(postgres && isRunOfAllTests())(
  'a process with both roles also records narrations',
  async () => {
    const database = await postgres!.open();
    const all = await startOctavoAndWait({
      DATABASE_URL: await getDatabaseUrl(database),
      DATA_DIR: await createDataFolderWithPictures(),
    });
    const [first, second] = await newest();
    await publish(database, [shortened(first!)]);
    await expect
      .poll(() => jobsOf(database, 'narrate'), { timeout: START_TIMEOUT })
      .toEqual(['completed']);
    // Stopping the process interrupts a longer recording, so that the next process runs the recording's job again.
    await publish(database, [shortened(first!), { ...second!, hash: 'corrected' }]);
    await expect
      .poll(() => jobsOf(database, 'narrate'), { timeout: START_TIMEOUT })
      .toContain('active');
    all.process.kill('SIGTERM');
    expect(await all.ended).toBe(0);
    expect(await jobsOf(database, 'narrate')).toEqual(['completed', 'retry']);
    await database.close();
  },
);

/** Returns the states of a task's jobs, oldest job first. */
async function jobsOf({ queries }: Database, task: string): Promise<string[]> {
  const answer = await queries.execute(
    sql`SELECT state FROM pgboss.job WHERE name = ${task} ORDER BY created_on`,
  );
  return (answer as unknown as { rows: { state: string }[] }).rows.map(({ state }) => state);
}

/** Returns the articles of the shipped library, newest first. */
async function newest(): Promise<LibraryArticle[]> {
  const { articles } = await readLibrary(SHIPPED_LIBRARY_FOLDER);
  return articles.sort((a, b) => b.article.published.localeCompare(a.article.published));
}

/**
 * Returns a copy of an article with one sentence in each section, which takes a second of CPU time to record. Recording
 * has the lowest priority, and the first start also draws all covers, so a complete article could take minutes.
 */
function shortened({ article, ...source }: LibraryArticle): LibraryArticle {
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

/** Publishes the current versions of some articles, as an import of the library does. */
async function publish({ queries }: Database, changed: readonly LibraryArticle[]): Promise<void> {
  const library = await readLibrary(SHIPPED_LIBRARY_FOLDER);
  const others = library.articles.filter(({ id }) => !changed.some((each) => each.id === id));
  await importLibrary(queries, { ...library, articles: [...changed, ...others] });
}
