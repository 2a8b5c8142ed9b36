import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { type linkOffers, type User, users } from '#server/readers/accounts/schema.ts';
import type { sessions } from '#server/readers/sessions/schema.ts';
import { READERS_ROWS } from '#server/readers-rows.ts';

/**
 * Deletes an account for everyone to see: it is signed out everywhere, counted nowhere, and its address and
 * identities are free for a new one. What is left is purged later ({@link purgeSomeAccounts}).
 */
export async function deleteAccount(queries: Queries, { id }: User): Promise<void> {
  await queries.transaction(async (transaction) => {
    await transaction
      .update(users)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(users.id, id), isNull(users.deletedAt)));
    for (const { table, goesAtOnce } of Object.values(READERS_ROWS))
      if (goesAtOnce) await transaction.delete(table).where(eq(table.userId, id));
  });
}

/** Removes at most `most` accounts that were deleted at `deletedBy` or earlier, with all that is theirs. */
export async function purgeSomeAccounts(
  queries: Queries,
  deletedBy: Date,
  most: number,
): Promise<number> {
  const due = queries
    .select({ id: users.id })
    .from(users)
    .where(lte(users.deletedAt, deletedBy))
    .limit(most);
  const gone = await queries
    .delete(users)
    .where(inArray(users.id, due))
    .returning({ id: users.id });
  return gone.length;
}

/** Removes at most `most` sessions, or offers to link an identity, that had expired by `expiredBy`. */
export async function removeSomeExpired(
  queries: Queries,
  table: typeof sessions | typeof linkOffers,
  expiredBy: Date,
  most: number,
): Promise<number> {
  const expired = queries
    .select({ tokenHash: table.tokenHash })
    .from(table)
    .where(lte(table.expiresAt, expiredBy))
    .limit(most);
  const gone = await queries
    .delete(table)
    .where(inArray(table.tokenHash, expired))
    .returning({ tokenHash: table.tokenHash });
  return gone.length;
}
