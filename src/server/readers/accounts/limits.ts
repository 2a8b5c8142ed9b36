import { and, eq, isNull, type SQL } from 'drizzle-orm';
import type { PgInsertValue, PgTable } from 'drizzle-orm/pg-core';
import { TIER_LIMITS, type Tier, tierInForce } from '#domain/tiers.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ForbiddenError, UnauthenticatedError } from '#server/platform/errors.ts';
import { type User, users } from './schema.ts';

/** What a tier limits the number of. */
type Limited = 'bookmarks' | 'follows';

/** What somebody at a limit is told, and what there is beyond it. */
const REFUSALS: Readonly<Record<Tier, Readonly<Record<Limited, (limit: number) => string>>>> = {
  free: {
    bookmarks: (limit) =>
      `You can keep ${limit} bookmarks. Premium keeps up to ${count(TIER_LIMITS.premium.bookmarks)}.`,
    follows: (limit) => `You can follow ${limit} authors. Premium follows as many as you like.`,
  },
  premium: {
    bookmarks: (limit) => `You have ${count(limit)} bookmarks, as many as Premium keeps.`,
    follows: (limit) => `You follow ${limit} authors, as many as Premium allows.`,
  },
};

const count = (limit: number) => limit.toLocaleString('en-US');

/** A row of a reader's own that is to be added to a table. */
interface Addition<Table extends PgTable> {
  table: Table;
  row: PgInsertValue<Table>;
  /** Finds the row, where it is there already. */
  isThis: SQL | undefined;
  /** How many rows take a place, which need not be exact below the `limit`. */
  countPlaces: (transaction: Queries, limit: number) => Promise<number>;
}

/**
 * Adds one thing to a reader's own while there are fewer than the tier allows; whatever they have beyond
 * that they keep, and adding what is there changes nothing. Throws {@link ForbiddenError}, and what
 * {@link inTurn} does.
 */
export async function addWithinLimit<Table extends PgTable>(
  queries: Queries,
  user: User,
  what: Limited,
  { table, row, isThis, countPlaces }: Addition<Table>,
): Promise<void> {
  await inTurn(queries, user, async (transaction, account) => {
    if ((await transaction.$count(table, isThis)) > 0) return;
    const tier = tierInForce(account);
    const limit = TIER_LIMITS[tier][what];
    if ((await countPlaces(transaction, limit)) >= limit)
      throw new ForbiddenError(REFUSALS[tier][what](limit));
    await transaction.insert(table).values(row);
  });
}

/**
 * Lets readers take turns with themselves: the account's row is locked, so that fifty calls at once add no
 * more than they would after each other. `act` is given the account as it is now, which may not be what it
 * was when the call came in. Throws {@link UnauthenticatedError} when it was deleted since then.
 */
export async function inTurn(
  queries: Queries,
  { id }: User,
  act: (transaction: Queries, account: User) => Promise<void>,
): Promise<void> {
  await queries.transaction(async (transaction) => {
    const [account] = await transaction
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)))
      .for('update');
    if (!account) throw new UnauthenticatedError();
    await act(transaction, account);
  });
}
