import { eq } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { Queries } from '#server/platform/db/database.ts';
import { createToken, hashToken } from '#server/platform/tokens.ts';
import { activeAccounts } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { privatePodcasts } from './schema.ts';

type PrivatePodcastRow = Pick<typeof privatePodcasts.$inferSelect, 'id' | 'createdAt'>;

const { userId, id, tokenHash, createdAt } = privatePodcasts;

/** Returns the address of a reader's private podcast without its token, or `undefined` if it is off. */
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

/** Stores a new address, which replaces the previous one. Returns it with its token. */
export async function replacePrivatePodcast(
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

/** Deletes the address of a reader's private podcast, if there is one. */
export async function deletePrivatePodcast(
  queries: Queries,
  user: Pick<User, 'id'>,
): Promise<void> {
  await queries.delete(privatePodcasts).where(eq(userId, user.id));
}

/** Returns the reader to whom the address with this token belongs. Skips deleted accounts. */
export async function findReaderByPodcastToken(
  queries: Queries,
  token: string,
): Promise<User | undefined> {
  const [row] = await queries
    .select()
    .from(privatePodcasts)
    .innerJoin(activeAccounts, eq(activeAccounts.id, userId))
    .where(eq(tokenHash, hashToken(token)));
  return row?.account;
}
