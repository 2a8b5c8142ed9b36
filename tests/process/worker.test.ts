import { afterEach, describe, expect, it, vi } from 'vitest';
import { addressOf, testDatabases } from '#server/testing/databases.ts';
import { clearAway, newFolder, open, run, STARTS_WITHIN } from '../support/octavo.ts';
import { purgeCounter } from '../support/purges.ts';

vi.setConfig({ testTimeout: 3 * STARTS_WITHIN });
afterEach(clearAway);

const postgres = (await testDatabases()).find(({ name }) => name === 'PostgreSQL');

describe.skipIf(!postgres)('a process that works jobs off', () => {
  it('does what another one has enqueued, which serves, and answers for itself alone', async () => {
    const database = await postgres!.open();
    const cdn = await purgeCounter();
    const env = { DATABASE_URL: await addressOf(database), CDN_PURGE_URL: cdn.url };
    const purgeJobs = async () => {
      const answer = await database.queries.execute(
        `SELECT state FROM pgboss.job WHERE name = 'cdn-purge'`,
      );
      return (answer as unknown as { rows: { state: string }[] }).rows.map(({ state }) => state);
    };

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
});
