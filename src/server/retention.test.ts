import { and, eq, isNull, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { articles } from '#server/catalogue/articles/schema.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { JobQueueTestHarness } from '#server/platform/jobs/testing/job-queue-test-harness.ts';
import { sessions } from '#server/readers/sessions/schema.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { emptyTables } from '#server/testing/empty-tables.ts';
import { countPersonalData, insertPersonalData } from '#server/testing/personal-data-rows.ts';
import { signInTestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { createJobsWithoutFiles } from './jobs.ts';
import { PERSONAL_DATA_TABLES_BY_EXPORT_SECTION } from './personal-data-tables.ts';
import { type User, users } from './readers/accounts/schema.ts';
import { deleteAccount } from './readers/personal-data/delete-account.ts';
import { linkOffers } from './readers/sign-in/schema.ts';
import { deleteDataPastRetention } from './retention.ts';

/** A callback that does nothing, since these tests need no cleanup of other modules when an account is deleted. */
const skipCleanup = async () => {};

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** The result of {@link deleteDataPastRetention} if there is nothing to delete. */
const NO_DELETIONS = {
  accounts: 0,
  sessions: 0,
  linkOffers: 0,
  contactMessages: 0,
  challenges: 0,
  countReceipts: 0,
  unconfirmedLetters: 0,
  lines: 0,
  dailyFives: 0,
};

describe.each(await selectTestDatabaseEngines())('retention, on $name', ({ openFilled }) => {
  let database: Database;
  let articleId: string;

  beforeAll(async () => {
    database = await openFilled();
    const [article] = await database.queries.select().from(articles).limit(1);
    articleId = article!.id;
  });
  afterAll(() => database.close());
  beforeEach(() => emptyTables(database.queries, 'users'));
  afterEach(() => vi.useRealTimers());

  /** Creates a reader with a row in every table of personal data. */
  const addReader = async (name: string): Promise<User> => {
    const { user } = await signInTestReader(database, name);
    await insertPersonalData(database, user, articleId);
    return user;
  };
  const addOffer = (userId: string, expiresAt: Date) =>
    database.queries
      .insert(linkOffers)
      .values({ userId, tokenHash: newId(), issuer: 'other', subject: newId(), expiresAt });
  const findDeletionTime = async (id: string) => {
    const [user] = await database.queries.select().from(users).where(eq(users.id, id));
    return user?.deletedAt?.getTime();
  };
  const setTime = (moment: number) => vi.useFakeTimers({ toFake: ['Date'], now: moment });
  const runRetention = (days: number) =>
    deleteDataPastRetention(database.queries, days, new AbortController().signal);

  it.each([30, 7, 90])(
    'purges an account %i days after its deletion, and not before',
    async (days) => {
      const deletedUser = await addReader('ada');
      const otherUser = await addReader('grace');
      const before = await countPersonalData(database, otherUser);
      expect(Object.values(before)).not.toContain(0);
      await deleteAccount(
        database.queries,
        deletedUser,
        PERSONAL_DATA_TABLES_BY_EXPORT_SECTION,
        skipCleanup,
      );
      const deletion = (await findDeletionTime(deletedUser.id))!;

      setTime(deletion + days * DAY - MINUTE);
      expect((await runRetention(days)).accounts).toBe(0);
      expect(await countPersonalData(database, deletedUser)).toMatchObject({
        bookmarks: 1,
        reports: 1,
      });

      setTime(deletion + days * DAY);
      expect((await runRetention(days)).accounts).toBe(1);
      expect(await findDeletionTime(deletedUser.id)).toBeUndefined();
      expect(new Set(Object.values(await countPersonalData(database, deletedUser)))).toEqual(
        new Set([0]),
      );

      // The other reader must keep all rows except sessions, link offers and daily fives, which may have expired and
      // been deleted.
      const {
        sessions: _sessions,
        linkOffers: _offers,
        dailyFives: _dailyFives,
        ...remainingCounts
      } = await countPersonalData(database, otherUser);
      expect(before).toMatchObject(remainingCounts);
      expect(await database.queries.$count(users)).toBe(1);
    },
  );

  it('purges at its next run if nothing is retained', async () => {
    const deletedUser = await addReader('ada');
    await deleteAccount(
      database.queries,
      deletedUser,
      PERSONAL_DATA_TABLES_BY_EXPORT_SECTION,
      skipCleanup,
    );
    setTime((await findDeletionTime(deletedUser.id))! + SECOND);
    expect((await runRetention(0)).accounts).toBe(1);
  });

  it('purges more accounts than one batch contains', async () => {
    const deleted = Array.from({ length: 60 }, (_, at) => {
      const email = `${at}@example.org`;
      return { id: newId(), name: 'x', email, emailKey: email, deletedAt: new Date(0) };
    });
    await database.queries.insert(users).values(deleted);
    await addReader('ada');
    expect((await runRetention(30)).accounts).toBe(60);
    expect(await database.queries.$count(users, isNull(users.deletedAt))).toBe(1);
  });

  it('deletes only expired sessions and link offers', async () => {
    const user = await addReader('ada');
    const { id } = user;
    const [session] = await database.queries.select().from(sessions).where(eq(sessions.userId, id));
    await database.queries.insert(sessions).values({
      ...session!,
      id: newId(),
      tokenHash: 'expired',
      expiresAt: new Date(Date.now() - SECOND),
    });
    await addOffer(id, new Date(Date.now() - SECOND));
    expect(await runRetention(30)).toEqual({ ...NO_DELETIONS, sessions: 1, linkOffers: 1 });
    expect(await countPersonalData(database, user)).toMatchObject({ sessions: 1, linkOffers: 1 });
    const isExpired = and(eq(sessions.userId, id), eq(sessions.tokenHash, 'expired'));
    expect(await database.queries.$count(sessions, isExpired)).toBe(0);
  });

  it('stops between two batches once it is aborted', async () => {
    const stopped = AbortSignal.abort(new Error('The process stops.'));
    await expect(deleteDataPastRetention(database.queries, 30, stopped)).rejects.toThrow(
      'The process stops.',
    );
  });

  it.runIf(isRunOfAllTests())(
    'runs as a scheduled job, with the configured number of days',
    async () => {
      const deletedUser = await addReader('ada');
      await deleteAccount(
        database.queries,
        deletedUser,
        PERSONAL_DATA_TABLES_BY_EXPORT_SECTION,
        skipCleanup,
      );
      await database.queries
        .update(users)
        .set({ deletedAt: sql`now() - interval '5 days'` })
        .where(eq(users.id, deletedUser.id));
      const jobs = createJobsWithoutFiles(database, readConfig({ ACCOUNT_PURGE_DAYS: '5' }));
      const queue = new JobQueueTestHarness(database);
      await queue.reset(...jobs);
      queue.start(jobs);
      // The job that deletes old data runs at night, so it is scheduled but has not run yet.
      const states = () => queue.states('housekeeping');
      await expect.poll(states).toEqual(['created']);
      await queue.setClockOffset(25);
      await expect.poll(states).toEqual(['completed', 'created']);
      const [completedJob] = await queue.jobs('housekeeping');
      expect(completedJob!.output).toEqual({ ...NO_DELETIONS, accounts: 1 });
      expect(await findDeletionTime(deletedUser.id)).toBeUndefined();
      await queue.stop();
    },
  );
});
