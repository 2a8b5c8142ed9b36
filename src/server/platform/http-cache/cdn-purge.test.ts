import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import type { ContentCacheKey } from '../db/content-changes.ts';
import type { Database } from '../db/database.ts';
import type { JobWithHandler } from '../jobs/job.ts';
import { JobQueueTestHarness } from '../jobs/testing/job-queue-test-harness.ts';
import { createCdnPurgeJob, enqueueCdnPurge } from './cdn-purge.ts';

describe.each(await selectTestDatabaseEngines())('purging a CDN, on $name', ({ open }) => {
  let database: Database;
  let queue: JobQueueTestHarness;
  let job: JobWithHandler;
  let cdn: Server;
  /** The bodies of the requests that the CDN received. */
  const purgeRequests: unknown[] = [];
  /** HTTP statuses of the CDN's next responses. All later responses have the status 204. */
  const statuses: number[] = [];

  beforeAll(async () => {
    database = await open();
    queue = new JobQueueTestHarness(database);
    cdn = createServer(async (request, response) => {
      purgeRequests.push(JSON.parse((await request.toArray()).join('')));
      response.writeHead(statuses.shift() ?? 204).end();
    }).listen(0, '127.0.0.1');
    await once(cdn, 'listening');
    job = createCdnPurgeJob(`http://127.0.0.1:${(cdn.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    cdn.close();
    await database.close();
  });
  beforeEach(async () => {
    purgeRequests.length = statuses.length = 0;
    await queue.reset(job);
  });
  afterEach(() => queue.stop());

  const publish = (...keys: ContentCacheKey[]) =>
    database.queries.transaction((transaction) => enqueueCdnPurge(transaction, keys));
  const listStates = () => queue.states('cdn-purge');

  it('sends one request per change, regardless of the number of processes', async () => {
    for (const _ of [1, 2, 3]) queue.start(job);
    await publish('list', 'article:1');
    await publish('author:2');
    await expect.poll(listStates).toEqual(['completed', 'completed']);
    await queue.stop();
    expect(purgeRequests).toHaveLength(2);
    expect(purgeRequests).toContainEqual({ keys: ['list', 'article:1'] });
    expect(purgeRequests).toContainEqual({ keys: ['author:2'] });
  });

  it.runIf(isRunOfAllTests())('retries after an error', async () => {
    statuses.push(503);
    queue.start(job);
    await publish('list');
    await expect.poll(listStates).toEqual(['completed']);
    expect(purgeRequests).toEqual([{ keys: ['list'] }, { keys: ['list'] }]);
  });

  it('purges every page if more than 100 keys changed', async () => {
    queue.start(job);
    await publish(...Array.from({ length: 101 }, (_, id) => `article:${id}` as const));
    await expect.poll(() => purgeRequests).toEqual([{ everything: true }]);
  });

  it('sends nothing if the change was rolled back', async () => {
    const failing = database.queries.transaction(async (transaction) => {
      await enqueueCdnPurge(transaction, ['list']);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await listStates()).toEqual([]);
  });

  it('does nothing if no CDN is configured', async () => {
    await publish('list');
    queue.start(createCdnPurgeJob(undefined));
    await expect.poll(listStates).toEqual(['completed']);
    expect(purgeRequests).toEqual([]);
  });
});
