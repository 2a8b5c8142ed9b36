import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import {
  findPostgresTestEngine,
  openSecondConnection,
  selectTestDatabaseEngines,
} from '#server/testing/databases.ts';
import {
  addItemsToCollectingJob,
  type CollectingJobDefinition,
  collectingJobPayloadSchema,
} from './add-items-to-collecting-job.ts';
import { setUpJobQueue } from './testing/set-up-job-queue.ts';

const SEND = {
  id: 'send',
  payload: collectingJobPayloadSchema,
  collectionTime: 300,
  maxItems: 4,
  retries: { limit: 3, delay: 3600 },
} satisfies CollectingJobDefinition;
const SEND_MANY = { ...SEND, maxItems: 1000 } satisfies CollectingJobDefinition;

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'a collecting job, on $name',
  ({ open }) => {
    const suite = setUpJobQueue(open, SEND);

    const add = (...items: string[]) =>
      suite.database.queries.transaction((transaction) =>
        addItemsToCollectingJob(transaction, SEND, items),
      );
    /** Returns the items of each job, sorted. */
    const listItems = async () =>
      (await suite.queue.jobs('send')).map(({ data }) => (data.items as string[]).toSorted());

    it('collects the items of several changes, and lists no item twice', async () => {
      await add('a', 'b', 'a');
      await add('b', 'c');
      expect(await listItems()).toEqual([['a', 'b', 'c']]);
    });

    it('is due some time after the first item', async () => {
      await add('a');
      const [{ startsIn: before } = { startsIn: 0 }] = await suite.queue.jobs('send');
      expect(before).toBeGreaterThan(290);
      await suite.queue.run(
        `UPDATE pgboss.job SET start_after = start_after - interval '200 seconds'`,
      );
      await add('b');
      const [{ startsIn: after } = { startsIn: 0 }] = await suite.queue.jobs('send');
      expect(after).toBeLessThan(100);
    });

    it('gets no items of a transaction that was rolled back', async () => {
      await add('a');
      const failing = suite.database.queries.transaction(async (transaction) => {
        await addItemsToCollectingJob(transaction, SEND, ['b']);
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      expect(await listItems()).toEqual([['a']]);
    });

    it('is followed by another one if it has too many items', async () => {
      await add('a', 'b', 'c');
      await add('d', 'e');
      expect(await listItems()).toEqual([
        ['a', 'b', 'c'],
        ['d', 'e'],
      ]);
      await add('f');
      expect((await listItems()).flat().toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
      await suite.queue.reset(SEND);
      await add('1', '2', '3', '4', '5', '6', '7', '8', '9');
      // Jobs that the same transaction enqueued are in no defined order, so their item counts are sorted.
      expect((await listItems()).map(({ length }) => length).toSorted()).toEqual([1, 4, 4]);
    });

    it('gets no further items once it has started', async () => {
      const handledItems: string[][] = [];
      const gate = Promise.withResolvers<void>();
      const work = async ({ items }: { items: string[] }) => {
        await gate.promise;
        handledItems.push(items);
        return {};
      };
      suite.queue.start({ ...SEND, work });
      await add('a');
      await suite.queue.makeDue();
      await expect.poll(() => suite.queue.states('send')).toEqual(['active']);
      await add('b');
      gate.resolve();
      await expect.poll(() => suite.queue.states('send')).toEqual(['completed', 'created']);
      expect(await listItems()).toEqual([['a'], ['b']]);
      await suite.queue.makeDue();
      await expect.poll(() => handledItems).toEqual([['a'], ['b']]);
    });

    it('gets no further items while it waits for a retry, even if the retry is due', async () => {
      suite.queue.start({
        ...SEND,
        work: async () => {
          throw new Error('not now');
        },
      });
      await add('a');
      await suite.queue.makeDue();
      await expect.poll(() => suite.queue.states('send')).toEqual(['retry']);
      await suite.queue.stop();
      await suite.queue.makeDue();
      await add('b');
      await add('c');
      expect(await listItems()).toEqual([['a'], ['b', 'c']]);
    });
  },
);

const postgres = await findPostgresTestEngine();

describe.skipIf(!postgres)('a collecting job with two processes', () => {
  const suite = setUpJobQueue(() => postgres!.open(), SEND_MANY);
  let secondDatabase: Database;
  beforeAll(async () => {
    secondDatabase = await openSecondConnection(suite.database);
  });
  afterAll(() => secondDatabase.close());

  const add = ({ queries }: Database, item: string) =>
    queries.transaction((transaction) => addItemsToCollectingJob(transaction, SEND_MANY, [item]));
  const listItems = async () =>
    (await suite.queue.jobs('send')).flatMap(({ data }) => data.items as string[]).toSorted();
  const ITEMS = Array.from({ length: 40 }, (_, at) => `item ${at + 10}`);
  const addAll = () =>
    Promise.all(ITEMS.map((item, at) => add(at % 2 ? secondDatabase : suite.database, item)));

  it('loses no item if both processes add items at once', async () => {
    await addAll();
    expect(await listItems()).toEqual(ITEMS);
    expect(await suite.queue.states('send')).toEqual(['created']);
  });

  it('waits for the transaction of another process that has just enqueued it', async () => {
    const enqueued = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    const first = suite.database.queries.transaction(async (transaction) => {
      await addItemsToCollectingJob(transaction, SEND_MANY, ['a']);
      enqueued.resolve();
      await gate.promise;
    });
    await enqueued.promise;
    const next = add(secondDatabase, 'b');
    await expect.poll(() => countWaitingSessions(suite.database)).toBe(1);
    gate.resolve();
    await Promise.all([first, next]);
    expect(await listItems()).toEqual(['a', 'b']);
    expect(await suite.queue.states('send')).toEqual(['created']);
  });

  it('gives each item to exactly one job while workers start jobs', async () => {
    const sent: string[] = [];
    const work = async ({ items }: { items: string[] }) => ({ sent: sent.push(...items) });
    suite.queue.start({ ...SEND_MANY, work });
    await Promise.all([
      addAll(),
      expect
        .poll(async () => {
          await suite.queue.makeDue();
          return sent.toSorted();
        })
        .toEqual(ITEMS),
    ]);
  });
});

/** Returns the number of database sessions that are waiting for a lock. */
async function countWaitingSessions({ queries }: Database): Promise<number> {
  const query = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return (await queryRows(queries, query)).length;
}
