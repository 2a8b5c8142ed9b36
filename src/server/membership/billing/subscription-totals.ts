import { sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';

/*
 * Subscription totals, for statistics. A nightly job adds the latest changes to the totals. Queries add the changes
 * since that job last ran, so that the result is always current. The number of rows that a query reads does not depend
 * on the number of readers.
 */

/** The number of subscriptions that started on one day, and the number that ended on it. */
export interface SubscriptionStartAndEndCounts {
  started: number;
  ended: number;
}

/**
 * Counts the subscriptions that started and those that ended, separately for each UTC day since `from` (YYYY-MM-DD).
 * May omit days without changes.
 */
export async function countSubscriptionStartsAndEndsByDay(
  queries: Queries,
  from: string,
): Promise<Map<string, SubscriptionStartAndEndCounts>> {
  const rows = await queryRows<SubscriptionStartAndEndCounts & { day: string }>(
    queries,
    sql`
    SELECT day::text, started, ended FROM subscription_days WHERE day >= ${from}::date
    UNION ALL
    SELECT day::text, started, ended FROM (${sumStartsAndEndsFrom(sql`greatest(${from}::date, ${FIRST_UNSUMMED_DAY})`)}) AS turns`,
  );
  return new Map(rows.map(({ day, ...changes }) => [day, changes]));
}

/** Counts the accounts with each subscription status. Ignores deleted accounts. */
export async function countAccountsBySubscriptionStatus(
  queries: Queries,
): Promise<ReadonlyMap<string, number>> {
  const rows = await queryRows<{ status: string; count: number }>(
    queries,
    sql`
    SELECT status, sum(count)::int AS count FROM (
      SELECT status, count FROM subscription_totals UNION ALL SELECT status, amount FROM subscription_status_changes
    ) AS part GROUP BY status`,
  );
  return new Map(rows.map(({ status, count }) => [status, count]));
}

/**
 * Adds the recorded status changes of subscriptions to the totals. Also counts, for each past day, the subscriptions
 * that started and those that ended.
 */
export async function addPastSubscriptionChangesToTotals(queries: Queries): Promise<void> {
  await queries.transaction(async (transaction) => {
    await transaction.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended('subscription totals', 0))`,
    );
    await transaction.execute(sql`
      WITH change AS (DELETE FROM subscription_status_changes RETURNING status, amount)
      INSERT INTO subscription_totals (status, count) SELECT status, sum(amount) FROM change GROUP BY status
      ON CONFLICT (status) DO UPDATE SET count = subscription_totals.count + excluded.count`);
    // A day is added to the totals an hour after it ends, because transactions that began in its last minutes may be
    // committed later.
    const end = sql`((now() - interval '1 hour') AT TIME ZONE 'UTC')::date`;
    await transaction.execute(sql`
      INSERT INTO subscription_days (day, started, ended)
      SELECT past.day, coalesce(started, 0), coalesce(ended, 0)
      FROM (SELECT generate_series(${FIRST_UNSUMMED_DAY}, ${end} - 1, interval '1 day')::date AS day) AS past
      LEFT JOIN (${sumStartsAndEndsFrom(FIRST_UNSUMMED_DAY)}) AS turns USING (day)`);
  });
}

/**
 * SQL for the first day that is missing from `subscription_days`: the day after the table's last day, or the day of the
 * first subscription if the table is empty.
 */
const FIRST_UNSUMMED_DAY = sql`(SELECT coalesce(
  (SELECT max(day) + 1 FROM subscription_days),
  (SELECT (min(at) AT TIME ZONE 'UTC')::date FROM subscription_turns)))`;

const sumStartsAndEndsFrom = (day: ReturnType<typeof sql>) => sql`
  SELECT (at AT TIME ZONE 'UTC')::date AS day, (count(*) FILTER (WHERE turn = 'started'))::int AS started,
    (count(*) FILTER (WHERE turn = 'ended'))::int AS ended
  FROM subscription_turns WHERE at >= (${day})::timestamp AT TIME ZONE 'UTC' GROUP BY 1`;
