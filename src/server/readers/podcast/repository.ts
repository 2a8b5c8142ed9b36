import { eq } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { Queries } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/tokens.ts';
import { undeletedAccountsSubquery } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { privatePodcasts } from './schema.ts';

type PrivatePodcastRow = Pick<typeof privatePodcasts.$inferSelect, 'id' | 'createdAt'>;

const { userId, id, tokenHash, createdAt } = privatePodcasts;

/**
 * Returns a reader's private podcast without the token of its feed URL, or `undefined` if the podcast is turned off.
 */
export async function findPrivatePodcast(
  queries: Queries,
  user: Pick<User, 'id'>,
): Promise<PrivatePodcastRow | undefined> {
  const [row] = await queries
    .select({ id, createdAt })
    .from(privatePodcasts)
    .where(eq(userId, user.id));
  return row;
}

/**
 * Stores a new token for a reader's private podcast feed URL, and invalidates the previous token. Returns the podcast
 * and the new token.
 */
export async function replacePrivatePodcastToken(
  transaction: Queries,
  user: Pick<User, 'id'>,
): Promise<PrivatePodcastRow & { token: string }> {
  const token = createToken();
  const address = { id: newId(), createdAt: new Date() };
  const values = { ...address, tokenHash: hashToken(token) };
  await transaction
    .insert(privatePodcasts)
    .values({ userId: user.id, ...values })
    .onConflictDoUpdate({ target: userId, set: values });
  return { ...address, token };
}

/** Turns off a reader's private podcast by deleting the token of its feed URL. Does nothing if the podcast is off. */
export async function deletePrivatePodcast(
  queries: Queries,
  user: Pick<User, 'id'>,
): Promise<void> {
  await queries.delete(privatePodcasts).where(eq(userId, user.id));
}

/** Returns the reader whose private podcast has the given token in its feed URL. Ignores deleted accounts. */
export async function findReaderByPodcastToken(
  queries: Queries,
  token: string,
): Promise<User | undefined> {
  const [row] = await queries
    .select()
    .from(privatePodcasts)
    .innerJoin(undeletedAccountsSubquery, eq(undeletedAccountsSubquery.id, userId))
    .where(eq(tokenHash, hashToken(token)));
  return row?.account;
}
