import { and, desc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { Queries } from '#server/platform/db/database.ts';
import { announceReaderDataChange } from '#server/readers/accounts/account-changes.ts';
import { undeletedAccountsSubquery } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { sessions } from './schema.ts';

/** A session that has not ended, and the account of its user. */
export interface SessionWithUser {
  id: string;
  user: User;
  provider: string;
  createdAt: Date;
  lastSeenAt: Date;
}

export interface NewSession {
  userId: string;
  tokenHash: string;
  provider: string;
  userAgent: string;
  expiresAt: Date;
}

/**
 * Maximum number of open sessions per account. If a new session exceeds this number, the least recently used one ends.
 */
const MAX_SESSIONS = 20;

export async function insertSessionAndDeleteOldest(
  queries: Queries,
  session: NewSession,
): Promise<void> {
  await queries.insert(sessions).values({ id: newId(), ...session });
  const isOfAccount = eq(sessions.userId, session.userId);
  const excessSessions = queries
    .select({ id: sessions.id })
    .from(sessions)
    .where(isOfAccount)
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
    .offset(MAX_SESSIONS);
  await endSessions(queries, and(isOfAccount, inArray(sessions.id, excessSessions)));
}

/** Finds the session whose token has the given hash. Ignores expired sessions and sessions of deleted accounts. */
export async function findSessionByTokenHash(
  queries: Queries,
  tokenHash: string,
): Promise<SessionWithUser | undefined> {
  const [row] = await queries
    .select()
    .from(sessions)
    .innerJoin(undeletedAccountsSubquery, eq(undeletedAccountsSubquery.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), gt(sessions.expiresAt, sql`now()`)));
  return row && { ...row.sessions, user: row.account };
}

/** Sets a session's time of last use to the current time, and its expiry to `expiresAt`. */
export async function extendSession(
  queries: Queries,
  { id, user }: SessionWithUser,
  expiresAt: Date,
): Promise<void> {
  await queries
    .update(sessions)
    .set({ lastSeenAt: sql`now()`, expiresAt })
    .where(and(eq(sessions.userId, user.id), eq(sessions.id, id)));
}

/** Ends the session whose token has the given hash. */
export async function deleteSessionByTokenHash(queries: Queries, tokenHash: string): Promise<void> {
  await endSessions(queries, eq(sessions.tokenHash, tokenHash));
}

/** Ends one session of an account. Returns false if the account has no such session. */
export function deleteSessionById(queries: Queries, userId: string, id: string): Promise<boolean> {
  return endSessions(queries, and(eq(sessions.userId, userId), eq(sessions.id, id)));
}

/** Ends all sessions of an account. */
export async function deleteAllSessions(queries: Queries, userId: string): Promise<void> {
  await endSessions(queries, eq(sessions.userId, userId));
}

/**
 * Ends the sessions that match `condition`, and notifies the account's open pages. All matching sessions must belong to
 * the same account. Returns false if no session matched.
 */
function endSessions(queries: Queries, condition: SQL | undefined): Promise<boolean> {
  return queries.transaction(async (transaction) => {
    const [ended] = await transaction
      .delete(sessions)
      .where(condition)
      .returning({ userId: sessions.userId });
    if (ended) await announceReaderDataChange(transaction, ended.userId);
    return ended !== undefined;
  });
}

/** Returns the IDs of an account's open sessions. */
export async function listOpenSessionIds(
  queries: Queries,
  userId: string,
): Promise<ReadonlySet<string>> {
  return new Set((await listOpenSessions(queries, userId)).map(({ id }) => id));
}

/** Lists the open sessions of an account, most recently used first. */
export async function listOpenSessions(queries: Queries, userId: string) {
  return queries
    .select({
      id: sessions.id,
      userAgent: sessions.userAgent,
      createdAt: sessions.createdAt,
      lastSeenAt: sessions.lastSeenAt,
    })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.lastSeenAt));
}
