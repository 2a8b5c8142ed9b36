import { describe, expect, it } from 'vitest';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { type CollectingJobDefinition, enqueueItems, itemsPayloadSchema } from './enqueue-items.ts';
import { setUpJobQueue } from './testing/set-up-job-queue.ts';

const SEND = {
  id: 'send',
  payload: itemsPayloadSchema,
  collects: 300,
  maxItems: 4,
  retries: { limit: 3, delay: 3600 },
} satisfies CollectingJobDefinition;

describe.each(await selectTestDatabaseEngines({ dependsOnEngine: true }))(
  'a collecting job, on $name',
  ({ open }) => {
    const suite = setUpJobQueue(open, SEND);

    const add = (...items: string[]) =>
      suite.database.queries.transaction((transaction) => enqueueItems(transaction, SEND, items));
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
        await enqueueItems(transaction, SEND, ['b']);
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
      // Jobs of one transaction have no order.
      expect((await listItems()).map(({ length }) => length).toSorted()).toEqual([1, 4, 4]);
    });

    it('gets no further items once it has started', async () => {
      const done: string[][] = [];
      const go = Promise.withResolvers<void>();
      const work = async ({ items }: { items: string[] }) => {
        await go.promise;
        done.push(items);
        return {};
      };
      suite.queue.start({ ...SEND, work });
      await add('a');
      await suite.queue.makeDue();
      await expect.poll(() => suite.queue.states('send')).toEqual(['active']);
      await add('b');
      go.resolve();
      await expect.poll(() => suite.queue.states('send')).toEqual(['completed', 'created']);
      expect(await listItems()).toEqual([['a'], ['b']]);
      await suite.queue.makeDue();
      await expect.poll(() => done).toEqual([['a'], ['b']]);
    });

    it('gets no further items while it waits for a distant retry', async () => {
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
      await add('b');
      expect(await listItems()).toEqual([['a'], ['b']]);
      await suite.queue.makeDue();
      await suite.queue.run(`DELETE FROM pgboss.job WHERE state = 'created'`);
      await add('c');
      expect(await listItems()).toEqual([['a', 'c']]);
    });
  },
);
