import { eq, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '#server/platform/db/database.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { signInTestReader } from '#server/testing/reader.ts';
import { subscriptionStartsAndEnds, unsummedSubscriptionStatusChanges } from './schema.ts';
import {
  addPastSubscriptionChangesToTotals,
  countAccountsBySubscriptionStatus,
  countSubscriptionStartsAndEndsByDay,
} from './subscription-totals.ts';

const DAY = 24 * 60 * 60 * 1000;
const now = Date.now();
const toDay = (daysAgo: number) => new Date(now - daysAgo * DAY).toISOString().slice(0, 10);

describe.each(await selectTestDatabaseEngines())(
  'totals of subscriptions, on $name',
  ({ openFilled }) => {
    let database: Database;
    beforeAll(async () => {
      database = await openFilled();
    });
    afterAll(() => database.close());

    const setStatus = async (name: string, subscriptionStatus: string | null) => {
      const { user } = await signInTestReader(database, name);
      await database.queries.update(users).set({ subscriptionStatus }).where(eq(users.id, user.id));
    };
    const countByStatus = async () =>
      Object.fromEntries(
        [...(await countAccountsBySubscriptionStatus(database.queries))].filter(
          ([, count]) => count !== 0,
        ),
      );

    it('count accounts before and after the nightly sum, without deleted accounts', async () => {
      await setStatus('ada', 'active');
      await setStatus('bea', 'trialing');
      await setStatus('cyd', 'active');
      expect(await countByStatus()).toEqual({ active: 2, trialing: 1 });
      await addPastSubscriptionChangesToTotals(database.queries);
      expect(await database.queries.$count(unsummedSubscriptionStatusChanges)).toBe(0);
      expect(await countByStatus()).toEqual({ active: 2, trialing: 1 });

      await setStatus('bea', 'active');
      await database.queries
        .update(users)
        .set({ deletedAt: new Date() })
        .where(eq(users.emailKey, 'ada@example.org'));
      await database.queries.delete(users).where(eq(users.emailKey, 'cyd@example.org'));
      expect(await countByStatus()).toEqual({ active: 1 });
      await addPastSubscriptionChangesToTotals(database.queries);
      expect(await countByStatus()).toEqual({ active: 1 });
      await database.queries.delete(users).where(eq(users.emailKey, 'ada@example.org'));
      expect(await countByStatus()).toEqual({ active: 1 });
    });

    it('count starts and ends by day before and after the nightly sum', async () => {
      const { queries } = database;
      const insertStartOrEnd = (turn: 'started' | 'ended', daysAgo: number) =>
        queries
          .insert(subscriptionStartsAndEnds)
          .values({ id: newId(), turn, at: new Date(now - daysAgo * DAY) });
      for (const daysAgo of [0, 3, 3, 9]) await insertStartOrEnd('started', daysAgo);
      await insertStartOrEnd('ended', 3);
      const expected = [
        [toDay(0), { started: 1, ended: 0 }],
        [toDay(3), { started: 2, ended: 1 }],
      ];
      const countRecent = async () =>
        [...(await countSubscriptionStartsAndEndsByDay(queries, toDay(5)))]
          .filter(([, { started, ended }]) => started || ended)
          .sort()
          .toReversed();
      expect(await countRecent()).toEqual(expected);
      await addPastSubscriptionChangesToTotals(queries);
      expect(await countRecent()).toEqual(expected);
      await addPastSubscriptionChangesToTotals(queries);
      expect(await countRecent()).toEqual(expected);
      // The counts of past days are stored as daily totals, so deleting the individual starts and ends does not change
      // them.
      await queries.execute(
        sql`DELETE FROM subscription_turns WHERE at < now() - interval '2 days'`,
      );
      expect(await countRecent()).toEqual(expected);
    });
  },
);
