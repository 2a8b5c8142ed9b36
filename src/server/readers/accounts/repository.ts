import {
  and,
  eq,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  or,
  sql,
} from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { v7 as newId } from 'uuid';
import type { Narrator } from '#domain/narrators.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { executeRows } from '#server/platform/db/execute-rows.ts';
import { NotFoundError, UnauthenticatedError } from '#server/platform/errors.ts';
import { identities, type Role, type User, users } from './schema.ts';

/** A person at an issuer, by the issuer's own id of them. */
export interface Identity {
  /** As `issuers.ts` writes it. */
  issuer: string;
  subject: string;
}

/** What an identity provider vouches for. */
export interface VerifiedIdentity extends Identity {
  email: string;
  emailVerified: boolean;
  name: string;
}

/** An issuer whose sign-in opens an account. */
export interface AccountIssuer {
  userId: string;
  issuer: string;
}

/** What signing in with an identity came to. */
export type SignInOutcome =
  | { kind: 'signedIn'; user: User }
  /** Another identity has this address: to be linked by its owner, never silently. */
  | { kind: 'emailTaken'; issuers: AccountIssuer[] };

/** The accounts that were not deleted: a subquery, for whoever joins what they hold with whose it is. */
export const activeAccounts = new QueryBuilder()
  .select(getTableColumns(users))
  .from(users)
  .where(isNull(users.deletedAt))
  .as('account');

/** The account behind an identity; a new one when the identity and its address are new. */
export async function findOrCreateUser(
  queries: Queries,
  identity: VerifiedIdentity,
): Promise<SignInOutcome> {
  return queries.transaction(async (transaction) => {
    const known = await findUserByIdentity(transaction, identity);
    if (known) return { kind: 'signedIn', user: known };
    const emailKey = identity.email.toLowerCase();
    const [user] = await transaction
      .insert(users)
      .values({ id: newId(), name: identity.name, email: identity.email, emailKey })
      .onConflictDoNothing()
      .returning();
    if (!user) {
      // It may be their own, made by the same sign-in in another tab a moment ago.
      const own = await findUserByIdentity(transaction, identity);
      if (own) return { kind: 'signedIn', user: own };
      return { kind: 'emailTaken', issuers: await listIssuersByEmail(transaction, emailKey) };
    }
    if (!(await insertIdentity(transaction, user.id, identity)))
      throw new Error('This identity was linked to another account during sign-in.');
    return { kind: 'signedIn', user };
  });
}

/**
 * The account as it is now, which may not be what it was when the call came in. Its row is locked until the
 * transaction ends. `undefined` when it was deleted since then.
 */
export async function lockAccount(transaction: Queries, id: string): Promise<User | undefined> {
  return (await lockAccounts(transaction, [id])).get(id);
}

/** {@link lockAccount} of several, by id, locked in the order of their ids. */
export async function lockAccounts(
  transaction: Queries,
  ids: readonly string[],
): Promise<Map<string, User>> {
  const accounts = await transaction
    .select()
    .from(users)
    .where(and(inArray(users.id, [...ids]), isNull(users.deletedAt)))
    .orderBy(users.id)
    .for('update');
  return new Map(accounts.map((account) => [account.id, account]));
}

async function findUserByIdentity(
  queries: Queries,
  { issuer, subject }: Identity,
): Promise<User | undefined> {
  const [row] = await queries
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(
      and(eq(identities.issuer, issuer), eq(identities.subject, subject), isNull(users.deletedAt)),
    );
  return row?.user;
}

/** The issuers that open the account with an address, first used first. */
async function listIssuersByEmail(queries: Queries, emailKey: string): Promise<AccountIssuer[]> {
  return queries
    .select({ userId: users.id, issuer: identities.issuer })
    .from(users)
    .innerJoin(identities, eq(identities.userId, users.id))
    .where(and(eq(users.emailKey, emailKey), isNull(users.deletedAt)))
    .orderBy(identities.createdAt);
}

/**
 * Returns the issuers, beside `configured` ones ({@link Identity}`.issuer`), of accounts that no configured issuer opens.
 * Steps through the index from issuer to issuer, since each has many identities.
 */
export async function listUnconfiguredIssuers(
  queries: Queries,
  configured: readonly string[],
): Promise<string[]> {
  const rows = await executeRows<{ issuer: string }>(
    queries,
    sql`
    WITH RECURSIVE known AS (
      SELECT min(issuer) AS issuer FROM identities
      UNION ALL
      SELECT (SELECT min(issuer) FROM identities WHERE issuer > known.issuer)
      FROM known WHERE known.issuer IS NOT NULL
    )
    SELECT issuer FROM known
    WHERE issuer IS NOT NULL
      AND NOT (issuer = ANY(${sql.param(configured)}::text[]))
      AND EXISTS (
        SELECT FROM identities former
        JOIN users ON users.id = former.user_id AND users.deleted_at IS NULL
        WHERE former.issuer = known.issuer
          AND NOT EXISTS (
            SELECT FROM identities own
            WHERE own.user_id = former.user_id AND own.issuer = ANY(${sql.param(configured)}::text[])
          )
      )
    ORDER BY issuer`,
  );
  return rows.map(({ issuer }) => issuer);
}

/** Gives an account one more identity to sign in with; `false` when it is another account's. */
export async function insertIdentity(
  transaction: Queries,
  userId: string,
  { issuer, subject }: Identity,
): Promise<boolean> {
  const added = await transaction
    .insert(identities)
    .values({ userId, issuer, subject })
    .onConflictDoNothing()
    .returning({ userId: identities.userId });
  return added.length > 0;
}

/** Notes who reads to a reader. Throws {@link UnauthenticatedError} when the account was deleted meanwhile. */
export async function updateNarrator(
  queries: Queries,
  { id }: User,
  narrator: Narrator,
): Promise<void> {
  const chosen = await queries
    .update(users)
    .set({ narrator })
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .returning({ id: users.id });
  if (!chosen.length) throw new UnauthenticatedError();
}

/** Says what an account may do beyond reading; what it could do before. Throws {@link NotFoundError} for none. */
export async function updateRole(transaction: Queries, userId: string, role: Role): Promise<Role> {
  const account = await lockAccount(transaction, userId);
  if (!account) throw new NotFoundError('Account not found.');
  await transaction.update(users).set({ role }).where(eq(users.id, userId));
  return account.role;
}

/** What an account is by its subscription. */
export type Subscription = Pick<
  User,
  'tier' | 'subscriptionStatus' | 'subscriptionExpiresAt' | 'subscriptionEnds'
>;

/** Makes an account what its subscription says; whether it was something else before. */
export async function updateSubscription(
  transaction: Queries,
  userId: string,
  subscription: Subscription,
): Promise<boolean> {
  const columns = Object.entries(subscription).map(
    ([name, value]) =>
      sql`${users[name as keyof Subscription]} IS DISTINCT FROM ${sql.param(value, users[name as keyof Subscription])}`,
  );
  const changed = await transaction
    .update(users)
    .set(subscription)
    .where(and(eq(users.id, userId), isNull(users.deletedAt), or(...columns)))
    .returning({ id: users.id });
  return changed.length > 0;
}

/** Readers whose subscription should have been paid for, or have ended, before a moment. */
export async function listReadersPastExpiry(queries: Queries, moment: Date): Promise<string[]> {
  const rows = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.tier, 'premium'), lt(users.subscriptionExpiresAt, moment)));
  return rows.map(({ id }) => id);
}

/** Notes that an account was deleted; whether it was open until then. Its address is free for a new account. */
export async function markAccountDeleted(transaction: Queries, { id }: User): Promise<boolean> {
  const deleted = await transaction
    .update(users)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .returning({ id: users.id });
  return deleted.length > 0;
}

/**
 * Removes at most `most` accounts that were deleted at `deletedBy` or earlier, with all that is theirs; how many
 * there were.
 */
export async function purgeDeletedAccounts(
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

/** How many open accounts have each status of a subscription; those that never had one are left out. */
export async function countAccountsBySubscriptionStatus(
  queries: Queries,
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries
    .select({ status: users.subscriptionStatus, count: sql<number>`count(*)::int` })
    .from(users)
    .where(and(isNotNull(users.subscriptionStatus), isNull(users.deletedAt)))
    .groupBy(users.subscriptionStatus);
  return new Map(rows.map(({ status, count }) => [status!, count]));
}
