import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testDatabases } from '#server/testing/databases.ts';
import { announceChange, type ContentKey } from '../platform/db/content-changes.ts';
import type { Database } from '../platform/db/database.ts';
import type { Job } from '../platform/jobs/job.ts';
import { TestQueue } from '../platform/jobs/testing/queue.ts';
import { cdnPurge, purgeWithEveryChange } from './purge.ts';

describe.each(await testDatabases())('a CDN, on $name', ({ open }) => {
  let database: Database;
  let queue: TestQueue;
  let job: Job;
  let cdn: Server;
  /** What it was told. */
  const purged: unknown[] = [];
  /** What it answers with next; 204 after that. */
  const answers: number[] = [];
  let leaveOff: () => void;

  beforeAll(async () => {
    database = await open();
    queue = new TestQueue(database);
    cdn = createServer(async (request, response) => {
      purged.push(JSON.parse((await request.toArray()).join('')));
      response.writeHead(answers.shift() ?? 204).end();
    }).listen(0, '127.0.0.1');
    await once(cdn, 'listening');
    job = cdnPurge(`http://127.0.0.1:${(cdn.address() as AddressInfo).port}/`);
  });
  afterAll(async () => {
    cdn.close();
    await database.close();
  });
  beforeEach(async () => {
    purged.length = answers.length = 0;
    await queue.reset(job);
    leaveOff = purgeWithEveryChange();
  });
  afterEach(async () => {
    leaveOff();
    await queue.stop();
  });

  const publish = (...keys: ContentKey[]) =>
    database.queries.transaction((transaction) => announceChange(transaction, keys));
  const done = () => queue.states('cdn-purge');

  it('is told once of a change, however many processes there are', async () => {
    for (const _ of [1, 2, 3]) queue.start(job);
    await publish('list', 'article:1');
    await publish('author:2');
    await expect.poll(done).toEqual(['completed', 'completed']);
    await queue.stop();
    expect(purged).toHaveLength(2);
    expect(purged).toContainEqual({ keys: ['list', 'article:1'] });
    expect(purged).toContainEqual({ keys: ['author:2'] });
  });

  it('is told again when it could not be reached', async () => {
    answers.push(503);
    queue.start(job);
    await publish('list');
    await expect.poll(done).toEqual(['completed']);
    expect(purged).toEqual([{ keys: ['list'] }, { keys: ['list'] }]);
  });

  it('is told of everything at once when very much changed', async () => {
    queue.start(job);
    await publish(...Array.from({ length: 101 }, (_, id) => `article:${id}` as const));
    await expect.poll(() => purged).toEqual([{ everything: true }]);
  });

  it('is told of nothing that was rolled back, nor where there is none', async () => {
    const failing = database.queries.transaction(async (transaction) => {
      await announceChange(transaction, ['list']);
      throw new Error('no paper');
    });
    await expect(failing).rejects.toThrow('no paper');
    leaveOff();
    await publish('list');
    expect(await done()).toEqual([]);
  });
});
