import { and, desc, eq, gte, lt, sql } from 'drizzle-orm';
import { toUtcDay } from '#domain/utc-day.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { ExpiredRowsRemover } from '#server/platform/db/removals.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import type { DailyFivePick } from './choose-daily-five.ts';
import { dailyFives, visitorDailyFives } from './schema.ts';

/**
 * Number of days for which a reader's daily five are stored. An article that was chosen within these days is chosen
 * again only if no other article is left.
 */
const STORED_DAYS = 60;

/** Returns the articles that were chosen for a reader on a day, or `undefined` if none have been chosen yet. */
export async function findDailyFive(
  queries: Queries,
  { id }: User,
  day: string,
): Promise<DailyFivePick[] | undefined> {
  const [row] = await queries
    .select({ picks: dailyFives.picks })
    .from(dailyFives)
    .where(and(eq(dailyFives.userId, id), eq(dailyFives.day, day)));
  return row?.picks;
}

/** Returns the first of the {@link STORED_DAYS} days before `day`. */
function getOldestDay(day: string): string {
  return toUtcDay(new Date(Date.parse(day) - STORED_DAYS * 86_400_000));
}

/** Returns the articles that were chosen for a reader in the {@link STORED_DAYS} days before `day`, newest first. */
export async function listEarlierPicks(
  queries: Queries,
  { id }: User,
  day: string,
): Promise<DailyFivePick[]> {
  const rows = await queries
    .select({ picks: dailyFives.picks })
    .from(dailyFives)
    .where(
      and(
        eq(dailyFives.userId, id),
        gte(dailyFives.day, getOldestDay(day)),
        lt(dailyFives.day, day),
      ),
    )
    .orderBy(desc(dailyFives.day));
  return rows.flatMap(({ picks }) => picks);
}

/**
 * Stores the articles that were chosen for a reader on a day. If another request has already stored articles for that
 * day, keeps those. Returns the stored articles. Throws the same errors as {@link lockAccountOrThrow}.
 */
export async function storeDailyFive(
  queries: Queries,
  user: User,
  day: string,
  picks: DailyFivePick[],
): Promise<DailyFivePick[]> {
  return queries.transaction(async (transaction) => {
    await lockAccountOrThrow(transaction, user);
    const existing = await findDailyFive(transaction, user, day);
    if (existing) return existing;
    await transaction.insert(dailyFives).values({ userId: user.id, day, picks });
    return picks;
  });
}

/** Deletes readers' daily fives that are more than {@link STORED_DAYS} days old. */
export const oldDailyFivesRemover: ExpiredRowsRemover = {
  batchSize: 500,
  async removeBatch(queries, now, limit) {
    const oldRows = queries
      .select({ userId: dailyFives.userId, day: dailyFives.day })
      .from(dailyFives)
      .where(lt(dailyFives.day, getOldestDay(toUtcDay(now))))
      .limit(limit);
    const deletedRows = await queries
      .delete(dailyFives)
      .where(sql`(${dailyFives.userId}, ${dailyFives.day}) IN ${oldRows}`)
      .returning({ day: dailyFives.day });
    return deletedRows.length;
  },
};

/** Returns the articles that were chosen for all visitors on a day, or `undefined` if none have been chosen yet. */
export async function findVisitorDailyFive(
  queries: Queries,
  day: string,
): Promise<DailyFivePick[] | undefined> {
  const [row] = await queries
    .select({ picks: visitorDailyFives.picks })
    .from(visitorDailyFives)
    .where(eq(visitorDailyFives.day, day));
  return row?.picks;
}

/**
 * Returns the articles that were chosen for all visitors in the {@link STORED_DAYS} days before `day`, newest first.
 */
export async function listEarlierVisitorPicks(
  queries: Queries,
  day: string,
): Promise<DailyFivePick[]> {
  const rows = await queries
    .select({ picks: visitorDailyFives.picks })
    .from(visitorDailyFives)
    .where(and(gte(visitorDailyFives.day, getOldestDay(day)), lt(visitorDailyFives.day, day)))
    .orderBy(desc(visitorDailyFives.day));
  return rows.flatMap(({ picks }) => picks);
}

/**
 * Stores the articles that were chosen for all visitors on a day. If another request has already stored articles for
 * that day, keeps those. Returns the stored articles.
 */
export async function storeVisitorDailyFive(
  queries: Queries,
  day: string,
  picks: DailyFivePick[],
): Promise<DailyFivePick[]> {
  return queries.transaction(async (transaction) => {
    await transaction.insert(visitorDailyFives).values({ day, picks }).onConflictDoNothing();
    return (await findVisitorDailyFive(transaction, day))!;
  });
}
