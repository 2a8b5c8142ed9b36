import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import type { Queries } from '#server/platform/db/database.ts';
import { sessions } from '#server/readers/sessions/schema.ts';
import { identities, type User, users } from './schema.ts';

/** A person at a provider, by the provider's own id of them. */
export interface Identity {
  provider: string;
  subject: string;
}

/** What an identity provider vouches for. */
export interface VerifiedIdentity extends Identity {
  email: string;
  emailVerified: boolean;
  name: string;
}

/** A provider whose sign-in opens an account. */
export interface WayIn {
  userId: string;
  provider: string;
}

/** What signing in with an identity came to. */
export type SignInOutcome =
  | { kind: 'signedIn'; user: User }
  /** Another provider has vouched for this address before: to be linked by its owner, never silently. */
  | { kind: 'emailTaken'; waysIn: WayIn[] };

/** The account behind an identity; a new one when the identity and its address are new. */
export async function findOrCreateUser(
  queries: Queries,
  identity: VerifiedIdentity,
): Promise<SignInOutcome> {
  return queries.transaction(async (transaction) => {
    const known = await userOf(transaction, identity);
    if (known) return { kind: 'signedIn', user: known };
    const emailKey = identity.email.toLowerCase();
    const [user] = await transaction
      .insert(users)
      .values({ id: newId(), name: identity.name, email: identity.email, emailKey })
      .onConflictDoNothing()
      .returning();
    if (!user) {
      // It may be their own, made by the same sign-in in another tab a moment ago.
      const own = await userOf(transaction, identity);
      if (own) return { kind: 'signedIn', user: own };
      return { kind: 'emailTaken', waysIn: await waysInto(transaction, emailKey) };
    }
    if (!(await addIdentity(transaction, user.id, identity)))
      throw new Error('This identity was given to another account just now.');
    return { kind: 'signedIn', user };
  });
}

async function userOf(
  queries: Queries,
  { provider, subject }: Identity,
): Promise<User | undefined> {
  const [row] = await queries
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(
      and(
        eq(identities.provider, provider),
        eq(identities.subject, subject),
        isNull(users.deletedAt),
      ),
    );
  return row?.user;
}

/** The providers that open the account with an address, first used first. */
async function waysInto(queries: Queries, emailKey: string): Promise<WayIn[]> {
  return queries
    .select({ userId: users.id, provider: identities.provider })
    .from(users)
    .innerJoin(identities, eq(identities.userId, users.id))
    .where(and(eq(users.emailKey, emailKey), isNull(users.deletedAt)))
    .orderBy(identities.createdAt);
}

/** Gives an account one more identity to sign in with; `false` when it is another account's. */
export async function addIdentity(
  transaction: Queries,
  userId: string,
  { provider, subject }: Identity,
): Promise<boolean> {
  const added = await transaction
    .insert(identities)
    .values({ userId, provider, subject })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  return added.length > 0;
}

/** An open session and whose it is. */
export interface OpenSession {
  id: string;
  user: User;
  provider: string;
  lastSeenAt: Date;
}

export interface NewSession {
  userId: string;
  tokenHash: string;
  provider: string;
  userAgent: string;
  expiresAt: Date;
}

export async function insertSession(queries: Queries, session: NewSession): Promise<void> {
  await queries.insert(sessions).values({ id: newId(), ...session });
}

/** The session of a token's hash, unless it has expired or its account was deleted. */
export async function findSession(
  queries: Queries,
  tokenHash: string,
): Promise<OpenSession | undefined> {
  const [row] = await queries
    .select({ session: sessions, user: users })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        gt(sessions.expiresAt, sql`now()`),
        isNull(users.deletedAt),
      ),
    );
  return row && { ...row.session, user: row.user };
}

/** Notes that a session is in use, and lets it live on. */
export async function extendSession(
  queries: Queries,
  { id, user }: OpenSession,
  expiresAt: Date,
): Promise<void> {
  await queries
    .update(sessions)
    .set({ lastSeenAt: sql`now()`, expiresAt })
    .where(and(eq(sessions.userId, user.id), eq(sessions.id, id)));
}

export async function deleteSession(queries: Queries, tokenHash: string): Promise<void> {
  await queries.delete(sessions).where(eq(sessions.tokenHash, tokenHash));
}

/** Ends one session of an account. `false` when the account has no such session. */
export async function deleteSessionOf(
  queries: Queries,
  userId: string,
  id: string,
): Promise<boolean> {
  const ended = await queries
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, id)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Ends all sessions of an account. */
export async function deleteSessions(queries: Queries, userId: string): Promise<void> {
  await queries.delete(sessions).where(eq(sessions.userId, userId));
}

/** The open sessions of an account, last used first. */
export async function listSessions(queries: Queries, userId: string) {
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
