import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { listAudibleIds } from '#server/catalogue/articles/service.ts';
import { narrateWithEveryChange } from '#server/catalogue/narration/service.ts';
import { announceChange } from '#server/platform/db/content-changes.ts';
import type { Database } from '#server/platform/db/database.ts';
import { KEYS, openBucket } from '#server/platform/files/testing/bucket.ts';
import { addressOf, testDatabases } from '#server/testing/databases.ts';
import { clearAway, newFolder, open, run, STARTS_WITHIN } from '../support/octavo.ts';
import { purgeCounter } from '../support/purges.ts';

/** Milliseconds: a job is begun with its notification, or at the start. */
const SOON = 3000;

vi.setConfig({ testTimeout: 3 * STARTS_WITHIN });
afterEach(clearAway);

const postgres = (await testDatabases()).find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!postgres)('a process that works jobs off', () => {
  it('does what another one has enqueued, which serves, and answers for itself alone', async () => {
    const database = await postgres!.open();
    const cdn = await purgeCounter();
    const env = { DATABASE_URL: await addressOf(database), CDN_PURGE_URL: cdn.url };
    const purgeJobs = () => jobsOf(database, 'cdn-purge');

    const web = await open({ ...env, ROLE: 'web', DATA_DIR: await newFolder() });
    expect(web.output()).toContain('left to workers');
    // The shelves were filled.
    expect(await purgeJobs()).toEqual(['created']);
    expect(cdn.purges).toEqual([]);

    const worker = await run({ ...env, ROLE: 'worker' });
    await expect.poll(purgeJobs, { timeout: STARTS_WITHIN }).toEqual(['completed']);
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

  it('makes narrations where it has the files that readers are served from, and nowhere else', async () => {
    const database = await postgres!.open();
    const bucket = await openBucket();
    const env = { DATABASE_URL: await addressOf(database), ROLE: 'worker' };
    const inBucket = {
      FILES_S3_BUCKET: bucket.name,
      FILES_S3_ENDPOINT: bucket.endpoint,
      FILES_S3_REGION: 'us-east-1',
      FILES_S3_KEY_ID: KEYS.keyId,
      FILES_S3_SECRET: KEYS.secret,
    };
    const web = await open({ ...env, ROLE: 'web', DATA_DIR: await newFolder() });
    // The shelves were filled, for the first time.
    expect(await jobsOf(database, 'narrate')).toEqual([]);
    await changeOneArticle(database);
    const withoutFiles = await run(env);
    await expect.poll(withoutFiles.output, { timeout: STARTS_WITHIN }).toContain('left to those');
    await pause(SOON);
    expect(await jobsOf(database, 'narrate')).toEqual(['created']);

    const worker = await run({ ...env, ...inBucket });
    await expect
      .poll(() => jobsOf(database, 'narrate'), { timeout: STARTS_WITHIN })
      .toEqual(['completed']);
    expect(worker.output()).toContain('made here, for bucket octavo');
    const kept = [...bucket.objects.keys()].map((key) => key.replace(/^narrations.\w+/, ''));
    expect(kept).toEqual(expect.arrayContaining(['.mp3', '.json', '.preview.mp3']));

    for (const { process } of [withoutFiles, worker, web]) process.kill('SIGTERM');
    expect(await Promise.all([withoutFiles.ended, worker.ended, web.ended])).toEqual([0, 0, 0]);
    await bucket.close();
    await database.close();
  });
});

it.skipIf(!postgres)('a process that serves and works jobs off makes narrations, too', async () => {
  const database = await postgres!.open();
  const all = await open({ DATABASE_URL: await addressOf(database), DATA_DIR: await newFolder() });
  await changeOneArticle(database);
  await expect
    .poll(() => jobsOf(database, 'narrate'), { timeout: STARTS_WITHIN })
    .toEqual(['completed']);
  // It leaves off in the middle of one, and another begins it anew.
  await changeOneArticle(database, 1);
  await expect
    .poll(() => jobsOf(database, 'narrate'), { timeout: STARTS_WITHIN })
    .toContain('active');
  all.process.kill('SIGTERM');
  expect(await all.ended).toBe(0);
  expect(await jobsOf(database, 'narrate')).toEqual(['completed', 'retry']);
  await database.close();
});

/** The states of the jobs of that task, oldest first. */
async function jobsOf({ queries }: Database, task: string): Promise<string[]> {
  const answer = await queries.execute(
    sql`SELECT state FROM pgboss.job WHERE name = ${task} ORDER BY created_on`,
  );
  return (answer as unknown as { rows: { state: string }[] }).rows.map(({ state }) => state);
}

/** Announces a change of the newest article, or of one after it, as every process does that makes one. */
async function changeOneArticle({ queries }: Database, at = 0): Promise<void> {
  const id = (await listAudibleIds(queries))[at]!;
  const leaveOff = narrateWithEveryChange();
  await queries.transaction((transaction) => announceChange(transaction, [`article:${id}`]));
  leaveOff();
}
