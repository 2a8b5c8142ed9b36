import { and, eq, getTableColumns, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { v7 as newId } from 'uuid';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { NotFoundError, UnauthenticatedError } from '#server/platform/errors.ts';
import { identities, type Role, type User, users } from './schema.ts';

/** A person's account at an identity provider, identified by issuer and subject. */
export interface Identity {
  /** The issuer's URL, normalized by `normalizeIssuer`, or a constant from `issuers.ts`. */
  issuer: string;
  subject: string;
}

/** An identity with its provider's signed claims about the person. */
export interface VerifiedIdentity extends Identity {
  email: string;
  emailVerified: boolean;
  name: string;
}

/** The ID of an account, and the issuer of one of its identities. */
export interface AccountIdAndIssuer {
  userId: string;
  issuer: string;
}

/** The outcome of a sign-in with an identity. */
export type SignInOutcome =
  | { kind: 'signedIn'; user: User }
  /**
   * The email address belongs to an account with another identity. Only that account's owner can link the new identity.
   */
  | { kind: 'emailTaken'; issuers: AccountIdAndIssuer[] };

/** A subquery that selects all accounts that are not deleted. Other queries join it by user ID. */
export const undeletedAccountsSubquery = new QueryBuilder()
  .select(getTableColumns(users))
  .from(users)
  .where(isNull(users.deletedAt))
  .as('account');

/**
 * Returns the account that an identity belongs to. Creates an account if neither the identity nor its email address
 * belongs to one.
 */
export async function findOrCreateUserForIdentity(
  queries: Queries,
  identity: VerifiedIdentity,
): Promise<SignInOutcome> {
  return queries.transaction(async (transaction) => {
    const existing = await findUserByIdentity(transaction, identity);
    if (existing) return { kind: 'signedIn', user: existing };
    const emailKey = identity.email.toLowerCase();
    const [user] = await transaction
      .insert(users)
      .values({ id: newId(), name: identity.name, email: identity.email, emailKey })
      .onConflictDoNothing()
      .returning();
    if (!user) {
      // Looks up the account again, because a concurrent sign-in in another tab may have created it.
      const concurrentUser = await findUserByIdentity(transaction, identity);
      if (concurrentUser) return { kind: 'signedIn', user: concurrentUser };
      return { kind: 'emailTaken', issuers: await listIssuersByEmail(transaction, emailKey) };
    }
    if (!(await insertIdentity(transaction, user.id, identity)))
      throw new Error('This identity was linked to another account during sign-in.');
    return { kind: 'signedIn', user };
  });
}

/**
 * Returns the current state of an account and locks its row until the transaction ends. Returns `undefined` if the
 * account was deleted.
 */
export async function lockAccount(transaction: Queries, id: string): Promise<User | undefined> {
  return (await lockAccounts(transaction, [id])).get(id);
}

/** Locks several accounts in the order of their IDs, which avoids deadlocks. Returns the accounts by ID. */
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

/**
 * Lists the issuers of the identities that belong to the account with the given email address, oldest identity first.
 */
async function listIssuersByEmail(
  queries: Queries,
  emailKey: string,
): Promise<AccountIdAndIssuer[]> {
  return queries
    .select({ userId: users.id, issuer: identities.issuer })
    .from(users)
    .innerJoin(identities, eq(identities.userId, users.id))
    .where(and(eq(users.emailKey, emailKey), isNull(users.deletedAt)))
    .orderBy(identities.createdAt);
}

/**
 * Returns the issuers of accounts that readers cannot sign in to, because the accounts have no identity from any of
 * `configuredIssuers`, which must be normalized. The recursive query finds the distinct issuers with an index, because
 * reading all identities would be slow.
 */
export async function listUnconfiguredIssuersOfLockedOutAccounts(
  queries: Queries,
  configuredIssuers: readonly string[],
): Promise<string[]> {
  const rows = await queryRows<{ issuer: string }>(
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
      AND NOT (issuer = ANY(${sql.param(configuredIssuers)}::text[]))
      AND EXISTS (
        SELECT FROM identities former
        JOIN users ON users.id = former.user_id AND users.deleted_at IS NULL
        WHERE former.issuer = known.issuer
          AND NOT EXISTS (
            SELECT FROM identities own
            WHERE own.user_id = former.user_id AND own.issuer = ANY(${sql.param(configuredIssuers)}::text[])
          )
      )
    ORDER BY issuer`,
  );
  return rows.map(({ issuer }) => issuer);
}

/** Adds an identity to an account. Returns false if the identity already belongs to an account. */
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

/**
 * Stores a reader's preferences, such as the narrator or the topics. Throws {@link UnauthenticatedError} if the account
 * was deleted.
 */
export async function updatePreferences(
  queries: Queries,
  { id }: User,
  preferences: Partial<Pick<User, 'narrator' | 'topics' | 'keepsHistory'>>,
): Promise<void> {
  const updated = await queries
    .update(users)
    .set(preferences)
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .returning({ id: users.id });
  if (!updated.length) throw new UnauthenticatedError();
}

/**
 * Changes an account's role and returns the previous role. Throws {@link NotFoundError} if the account does not exist.
 */
export async function updateRole(transaction: Queries, userId: string, role: Role): Promise<Role> {
  const account = await lockAccount(transaction, userId);
  if (!account) throw new NotFoundError('Account not found.');
  await transaction.update(users).set({ role }).where(eq(users.id, userId));
  return account.role;
}

/** The subscription fields of an account. */
export type Subscription = Pick<
  User,
  'tier' | 'subscriptionStatus' | 'subscriptionExpiresAt' | 'subscriptionEnds'
>;

/** Updates an account's subscription. Returns false if nothing changed. */
export async function updatePremiumSubscription(
  transaction: Queries,
  userId: string,
  subscription: Subscription,
): Promise<boolean> {
  const changeConditions = Object.entries(subscription).map(
    ([name, value]) =>
      sql`${users[name as keyof Subscription]} IS DISTINCT FROM ${sql.param(value, users[name as keyof Subscription])}`,
  );
  const changed = await transaction
    .update(users)
    .set(subscription)
    .where(and(eq(users.id, userId), isNull(users.deletedAt), or(...changeConditions)))
    .returning({ id: users.id });
  return changed.length > 0;
}

/**
 * Lists the IDs of Premium readers whose subscription should already have been renewed or ended, because
 * `subscriptionExpiresAt` is before `moment`.
 */
export async function listReaderIdsPastSubscriptionExpiry(
  queries: Queries,
  moment: Date,
): Promise<string[]> {
  const rows = await queries
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.tier, 'premium'), lt(users.subscriptionExpiresAt, moment)));
  return rows.map(({ id }) => id);
}

/**
 * Marks an account as deleted, which makes its email address available for a new account. Returns false if the account
 * was already deleted.
 */
export async function markAccountDeleted(transaction: Queries, { id }: User): Promise<boolean> {
  const deleted = await transaction
    .update(users)
    .set({ deletedAt: sql`now()` })
    .where(and(eq(users.id, id), isNull(users.deletedAt)))
    .returning({ id: users.id });
  return deleted.length > 0;
}

/**
 * Deletes up to `limit` accounts that were marked as deleted at or before `cutoff`, along with their rows in all other
 * tables. Returns the number of deleted accounts.
 */
export async function purgeDeletedAccounts(
  queries: Queries,
  cutoff: Date,
  limit: number,
): Promise<number> {
  const dueAccounts = queries
    .select({ id: users.id })
    .from(users)
    .where(lte(users.deletedAt, cutoff))
    .limit(limit);
  const deletedRows = await queries
    .delete(users)
    .where(inArray(users.id, dueAccounts))
    .returning({ id: users.id });
  return deletedRows.length;
}
