import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { enqueue, enqueueEach } from './enqueue.ts';
import { createOrUpdateQueues } from './queues.ts';
import { DRAW_PORTRAIT_JOB_DEFINITION } from './testing/job-queue-test-harness.ts';
import { setUpJobQueue } from './testing/set-up-job-queue.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

const HOUR = 60 * 60;

describe.each(databases)('an enqueued job, on $name', ({ open }) => {
  const suite = setUpJobQueue(open, DRAW_PORTRAIT_JOB_DEFINITION);

  const draw = (author: string, options?: Parameters<typeof enqueue>[3]) =>
    suite.database.queries.transaction((transaction) =>
      enqueue(transaction, DRAW_PORTRAIT_JOB_DEFINITION, { author }, options),
    );
  const listWaitingAuthors = async () =>
    (await suite.queue.jobs('draw')).map(({ data }) => data.author);

  it('waits after the commit of its transaction until a worker starts', async () => {
    await draw('Plumbline');
    expect(await suite.queue.jobs('draw')).toMatchObject([
      { state: 'created', data: { author: 'Plumbline' } },
    ]);
  });

  it('does not exist after its transaction was rolled back', async () => {
    const failing = suite.database.queries.transaction(async (transaction) => {
      await enqueue(transaction, DRAW_PORTRAIT_JOB_DEFINITION, { author: 'Plumbline' });
      await enqueue(
        transaction,
        DRAW_PORTRAIT_JOB_DEFINITION,
        { author: 'Plumbline' },
        { key: 'plumbline' },
      );
      throw new Error('no more ink');
    });
    await expect(failing).rejects.toThrow('no more ink');
    expect(await suite.queue.jobs('draw')).toEqual([]);
  });

  it('is rejected if its payload does not match the schema, without ending the transaction', async () => {
    await suite.database.queries.transaction(async (transaction) => {
      const invalidPayload = { writer: 'Plumbline' } as unknown as { author: string };
      await expect(
        enqueue(transaction, DRAW_PORTRAIT_JOB_DEFINITION, invalidPayload),
      ).rejects.toThrow(z.ZodError);
      await enqueue(transaction, DRAW_PORTRAIT_JOB_DEFINITION, { author: 'Meridian' });
    });
    expect(await listWaitingAuthors()).toEqual(['Meridian']);
  });

  it('makes the transaction fail if its queue does not exist', async () => {
    const unknownJobType = { ...DRAW_PORTRAIT_JOB_DEFINITION, id: 'sculpt' };
    await expect(
      enqueue(suite.database.queries, unknownJobType, { author: 'Plumbline' }),
    ).rejects.toThrow('Queue sculpt does not exist');
  });

  it('starts as soon as it is enqueued, without waiting for a poll', async () => {
    const drawn: string[] = [];
    const work = async ({ author }: { author: string }) => ({ drawn: drawn.push(author) });
    suite.queue.start({ ...DRAW_PORTRAIT_JOB_DEFINITION, work }, HOUR);
    await draw('first');
    await expect.poll(() => drawn).toEqual(['first']);
    for (const author of ['second', 'third']) {
      await draw(author);
      await expect.poll(() => drawn.at(-1)).toBe(author);
    }
  });

  it('makes all waiting jobs start one after the other, without waiting for a poll', async () => {
    for (const author of ['first', 'second', 'third']) await draw(author);
    const drawn: string[] = [];
    suite.queue.start(
      {
        ...DRAW_PORTRAIT_JOB_DEFINITION,
        work: async ({ author }) => ({ drawn: drawn.push(author) }),
      },
      HOUR,
    );
    await expect.poll(() => drawn).toEqual(['first', 'second', 'third']);
  });

  it('does not start before its start time', async () => {
    await draw('Plumbline', { startAfter: new Date(Date.now() + HOUR * 1000) });
    await draw('Meridian');
    suite.queue.start({ ...DRAW_PORTRAIT_JOB_DEFINITION, work: async () => ({}) });
    await expect.poll(() => suite.queue.states('draw')).toEqual(['created', 'completed']);
    expect((await suite.queue.jobs('draw'))[0]!.startsIn).toBeCloseTo(HOUR, -2);
  });

  describe('with a key', () => {
    it('waits only once, with the latest payload', async () => {
      await draw('Plumbline', { key: 'portraits' });
      await Promise.all(
        ['Meridian', 'Palimpsest'].map((author) => draw(author, { key: 'portraits' })),
      );
      await draw('Ferryman', { key: 'portraits' });
      await draw('Ferryman', { key: 'others' });
      expect(await listWaitingAuthors()).toEqual(['Ferryman', 'Ferryman']);
    });

    it('waits again while a job with the same key is running', async () => {
      const started = Promise.withResolvers<void>();
      const gate = Promise.withResolvers<void>();
      const drawn: string[] = [];
      const work = async ({ author }: { author: string }) => {
        started.resolve();
        await gate.promise;
        return { drawn: drawn.push(author) };
      };
      suite.queue.start({ ...DRAW_PORTRAIT_JOB_DEFINITION, work });
      await draw('before', { key: 'portraits' });
      await started.promise;
      await draw('after', { key: 'portraits' });
      await draw('long after', { key: 'portraits' });
      gate.resolve();
      await expect.poll(() => drawn).toEqual(['before', 'long after']);
    });

    it('is due at once if it is enqueued again while it waits for a retry', async () => {
      const drawn: string[] = [];
      const work = async ({ author }: { author: string }) => {
        drawn.push(author);
        if (drawn.length === 1) throw new Error('no more ink');
        return {};
      };
      suite.queue.start(
        { ...DRAW_PORTRAIT_JOB_DEFINITION, retries: { limit: 3, delay: HOUR }, work },
        HOUR,
      );
      await draw('Plumbline', { key: 'portraits' });
      await expect.poll(() => suite.queue.states('draw')).toEqual(['retry']);
      await draw('Meridian', { key: 'portraits' });
      await expect.poll(() => drawn).toEqual(['Plumbline', 'Meridian']);
      await expect.poll(() => suite.queue.states('draw')).toEqual(['completed']);
    });

    it('is due at the earlier of two times', async () => {
      const inHours = (hours: number) => new Date(Date.now() + hours * HOUR * 1000);
      const listHoursUntilDue = async () =>
        (await suite.queue.jobs('draw')).map(({ startsIn }) => startsIn / HOUR);
      await draw('Plumbline', { key: 'portraits', startAfter: inHours(2) });
      await draw('Meridian', { key: 'portraits', startAfter: inHours(3) });
      expect(await listHoursUntilDue()).toEqual([expect.closeTo(2, 1)]);
      await draw('Ferryman', { key: 'portraits', startAfter: inHours(1) });
      expect(await listHoursUntilDue()).toEqual([expect.closeTo(1, 1)]);
      await draw('Palimpsest', { key: 'portraits' });
      await draw('Ferryman', { key: 'portraits', startAfter: inHours(1) });
      expect(await listHoursUntilDue()).toEqual([expect.closeTo(0, 1)]);
      expect(await listWaitingAuthors()).toEqual(['Ferryman']);
    });

    it('is enqueued with many others in one statement, once per key', async () => {
      const createEntries = (keys: string[]) =>
        keys.map((key) => ({ key, payload: { author: key } }));
      const { queries } = suite.database;
      await queries.transaction((transaction) =>
        enqueueEach(transaction, DRAW_PORTRAIT_JOB_DEFINITION, createEntries(['one', 'two'])),
      );
      await queries.transaction((transaction) =>
        enqueueEach(transaction, DRAW_PORTRAIT_JOB_DEFINITION, createEntries(['two', 'three'])),
      );
      expect((await listWaitingAuthors()).toSorted()).toEqual(['one', 'three', 'two']);
    });

    it('does not start while a transaction that updates it is open', async () => {
      const drawn: string[] = [];
      await draw('before', { key: 'portraits' });
      await suite.database.queries.transaction(async (transaction) => {
        await enqueue(
          transaction,
          DRAW_PORTRAIT_JOB_DEFINITION,
          { author: 'after' },
          { key: 'portraits' },
        );
        suite.queue.start({
          ...DRAW_PORTRAIT_JOB_DEFINITION,
          work: async ({ author }) => ({ drawn: drawn.push(author) }),
        });
        // With the embedded database, workers cannot poll the queue before this transaction ends, because there is only
        // one database session.
        if (suite.database.engine === 'PostgreSQL') await suite.queue.waitForUpkeepAndPolls(1);
      });
      await expect.poll(() => drawn).toEqual(['after']);
    });
  });

  it('finds its queue after the first start, and with a single query after later starts', async () => {
    await suite.queue.run('DROP SCHEMA pgboss CASCADE');
    await createOrUpdateQueues(suite.database, [DRAW_PORTRAIT_JOB_DEFINITION]);
    await draw('Plumbline');
    const { $client: pool } = suite.database.queries as unknown as { $client: pg.Pool };
    const connect = vi.spyOn(pool, 'connect');
    await createOrUpdateQueues(suite.database, [DRAW_PORTRAIT_JOB_DEFINITION]);
    expect(connect).toHaveBeenCalledTimes(1);
    connect.mockRestore();
    expect(await listWaitingAuthors()).toEqual(['Plumbline']);
  });

  it('finds its queue with the settings of this release and its existing jobs', async () => {
    await draw('Plumbline');
    await createOrUpdateQueues(suite.database, [
      { ...DRAW_PORTRAIT_JOB_DEFINITION, retries: { limit: 9, delay: 3 } },
    ]);
    await draw('Meridian');
    expect((await suite.queue.jobs('draw')).map(({ retryLimit }) => retryLimit)).toEqual([6, 9]);
  });
});
