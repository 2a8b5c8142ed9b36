import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import type { ExpiredRowsRemover } from '#server/platform/db/removals.ts';
import { createToken, hashToken } from '#server/platform/tokens.ts';
import { undeletedAccountsSubquery } from '#server/readers/accounts/repository.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { type LetterSubscription, letterSubscriptions } from './schema.ts';

const { userId, state, claimedWeek } = letterSubscriptions;

/**
 * Returns a reader's subscription to the weekly letter, or `undefined` if the reader has never requested the letter.
 */
export async function findLetterSubscription(
  queries: Queries,
  { id }: Pick<User, 'id'>,
): Promise<LetterSubscription | undefined> {
  const [subscription] = await queries.select().from(letterSubscriptions).where(eq(userId, id));
  return subscription;
}

export interface LetterSubscriptionRequest {
  timeZone: string;
  now: Date;
  confirmationExpiresAt: Date;
}

/**
 * Stores a reader's request for the weekly letter as a pending subscription. A previous confirmation link stays valid
 * until the next confirmation email is sent. The caller must have locked the account. The subscription must not already
 * be confirmed.
 */
export async function upsertPendingLetterSubscription(
  transaction: Queries,
  { id }: User,
  { timeZone, now, confirmationExpiresAt }: LetterSubscriptionRequest,
): Promise<void> {
  const request = { state: 'pending', timeZone, createdAt: now, confirmationExpiresAt } as const;
  await transaction
    .insert(letterSubscriptions)
    .values({ ...request, userId: id, unsubscribeToken: createToken() })
    .onConflictDoUpdate({
      target: userId,
      set: { ...request, endReason: null, endedAt: null },
    });
}

/** Changes the time zone of a reader's subscription to the weekly letter. */
export async function updateLetterTimeZone(
  queries: Queries,
  { id }: User,
  timeZone: string,
): Promise<void> {
  await queries.update(letterSubscriptions).set({ timeZone }).where(eq(userId, id));
}

/** A reader's name and email address, and the token of a new confirmation link. */
export interface ConfirmationMailData {
  user: Pick<User, 'email' | 'name'>;
  token: string;
}

/**
 * Creates the token for a new confirmation link, which replaces the previous link. Returns `undefined` if the
 * subscription is not pending or if its account was deleted.
 */
export async function replaceConfirmationToken(
  queries: Queries,
  id: string,
): Promise<ConfirmationMailData | undefined> {
  const token = createToken();
  const [pending] = await queries
    .update(letterSubscriptions)
    .set({ confirmationTokenHash: hashToken(token) })
    .where(and(eq(userId, id), eq(state, 'pending')))
    .returning({ userId });
  if (!pending) return undefined;
  const [user] = await queries
    .select({ email: undeletedAccountsSubquery.email, name: undeletedAccountsSubquery.name })
    .from(undeletedAccountsSubquery)
    .where(eq(undeletedAccountsSubquery.id, id));
  return user && { user, token };
}

/**
 * Returns the pending or confirmed subscription to which a confirmation token belongs. Returns `undefined` if the token
 * is unknown or has expired.
 */
export async function findLetterSubscriptionByConfirmationToken(
  queries: Queries,
  token: string,
  now: Date,
): Promise<LetterSubscription | undefined> {
  const [subscription] = await queries
    .select()
    .from(letterSubscriptions)
    .where(isConfirmedBy(token, now));
  return subscription;
}

/**
 * Confirms the subscription to which a confirmation token belongs. Changes nothing if the subscription is already
 * confirmed. Returns the subscription. Returns `undefined` if the token has expired or was replaced, or if the
 * subscription has ended.
 */
export async function confirmLetterSubscription(
  transaction: Queries,
  token: string,
  now: Date,
): Promise<LetterSubscription | undefined> {
  const [confirmed] = await transaction
    .update(letterSubscriptions)
    .set({
      state: 'confirmed',
      confirmedAt: sql`CASE WHEN ${state} = 'confirmed' THEN ${letterSubscriptions.confirmedAt} ELSE ${now.toISOString()}::timestamptz END`,
    })
    .where(isConfirmedBy(token, now))
    .returning();
  return confirmed;
}

function isConfirmedBy(token: string, now: Date) {
  return and(
    eq(letterSubscriptions.confirmationTokenHash, hashToken(token)),
    or(
      eq(state, 'confirmed'),
      and(eq(state, 'pending'), gt(letterSubscriptions.confirmationExpiresAt, now)),
    ),
  );
}

/** Returns the subscription with the given unsubscribe token, or `undefined` if there is none. */
export async function findLetterSubscriptionByUnsubscribeToken(
  queries: Queries,
  token: string,
): Promise<LetterSubscription | undefined> {
  const [subscription] = await queries
    .select()
    .from(letterSubscriptions)
    .where(eq(letterSubscriptions.unsubscribeToken, token));
  return subscription;
}

/** The reader or the unsubscribe token that identifies a subscription to the weekly letter. */
export type LetterSubscriptionKey = { userId: string } | { unsubscribeToken: string };

/** Ends a subscription to the weekly letter. Returns false if there is no such subscription or it has already ended. */
export async function endLetterSubscription(
  queries: Queries,
  key: LetterSubscriptionKey,
  endReason: NonNullable<LetterSubscription['endReason']>,
  now: Date,
): Promise<boolean> {
  const matchesKey =
    'userId' in key
      ? eq(userId, key.userId)
      : eq(letterSubscriptions.unsubscribeToken, key.unsubscribeToken);
  const ended = await queries
    .update(letterSubscriptions)
    .set({ state: 'ended', endReason, endedAt: now, confirmationTokenHash: null })
    .where(and(matchesKey, ne(state, 'ended')))
    .returning({ userId });
  return ended.length > 0;
}

/**
 * Lists the distinct time zones of all confirmed subscriptions to the weekly letter. The query uses an index to jump
 * from one time zone to the next, because reading all subscriptions would be slow.
 */
export async function listLetterTimeZones(queries: Queries): Promise<string[]> {
  const rows = await queryRows<{ zone: string }>(
    queries,
    sql`
    WITH RECURSIVE known AS (
      SELECT min(time_zone) AS zone FROM letter_subscriptions WHERE state = 'confirmed'
      UNION ALL
      SELECT (SELECT min(time_zone) FROM letter_subscriptions WHERE state = 'confirmed' AND time_zone > known.zone)
      FROM known WHERE known.zone IS NOT NULL
    )
    SELECT zone FROM known WHERE zone IS NOT NULL`,
  );
  return rows.map(({ zone }) => zone);
}

/** A reader whose weekly letter has not been claimed for sending yet, and the reader's subscription. */
export interface DueSubscriber {
  user: User;
  subscription: LetterSubscription;
}

/** The sort key of the last reader in a batch. The next batch starts after this reader. */
type DueReaderCursor = Pick<LetterSubscription, 'claimedWeek' | 'userId'>;

/**
 * Returns up to `limit` readers in a time zone, ordered by `claimedWeek` and user ID. Omits readers whose letter for
 * `week` has already been claimed for sending. If `after` is given, returns only readers after this cursor.
 */
export async function listDueSubscribers(
  queries: Queries,
  { timeZone, week }: { timeZone: string; week: string },
  limit: number,
  after?: DueReaderCursor,
): Promise<DueSubscriber[]> {
  // The lateral join looks up each subscription's account. With a plain join, PostgreSQL might scan all accounts.
  const account = queries
    .select()
    .from(undeletedAccountsSubquery)
    .where(eq(undeletedAccountsSubquery.id, userId))
    .limit(1)
    .as('reader');
  const selectReaders = async (cursorCondition: SQL | undefined, maxRows: number) => {
    const rows = await queries
      .select()
      .from(letterSubscriptions)
      .innerJoinLateral(account, sql`true`)
      .where(
        and(
          // PostgreSQL uses the partial index on confirmed subscriptions only if this condition is written exactly as
          // in the index definition.
          sql`${state} = 'confirmed'`,
          eq(letterSubscriptions.timeZone, timeZone),
          lt(claimedWeek, week),
          cursorCondition,
        ),
      )
      .orderBy(asc(claimedWeek), asc(userId))
      .limit(maxRows);
    return rows.map((row) => ({ user: row.reader, subscription: row.letter_subscriptions }));
  };
  if (!after) return selectReaders(undefined, limit);
  // There are two queries instead of one that compares pairs of `claimedWeek` and `userId`. For such a comparison,
  // PostgreSQL would underestimate the number of rows after the cursor, and would read and sort nearly all readers,
  // because most of them have the same `claimedWeek`.
  const isSameWeek = and(eq(claimedWeek, after.claimedWeek), gt(userId, after.userId));
  const sameWeekReaders = await selectReaders(isSameWeek, limit);
  return sameWeekReaders.length === limit
    ? sameWeekReaders
    : [
        ...sameWeekReaders,
        ...(await selectReaders(
          gt(claimedWeek, after.claimedWeek),
          limit - sameWeekReaders.length,
        )),
      ];
}

/**
 * Claims a reader's letter for a week, so that only the calling process sends it. Returns false if
 * another process has already claimed the letter, or if the subscription is not confirmed.
 */
export async function claimLetter(
  queries: Queries,
  subscription: DueReaderCursor,
  week: string,
): Promise<boolean> {
  const claimed = await queries
    .update(letterSubscriptions)
    .set({ claimedWeek: week })
    .where(
      and(
        eq(userId, subscription.userId),
        eq(state, 'confirmed'),
        eq(claimedWeek, subscription.claimedWeek),
      ),
    )
    .returning({ userId });
  return claimed.length > 0;
}

/** Releases the claim on a letter that was definitely not sent, so that a later run of the job sends it. */
export async function releaseLetterClaim(
  queries: Queries,
  subscription: DueReaderCursor,
  week: string,
): Promise<void> {
  await queries
    .update(letterSubscriptions)
    .set({ claimedWeek: subscription.claimedWeek })
    .where(and(eq(userId, subscription.userId), eq(claimedWeek, week)));
}

/**
 * Records that the mail server has accepted a reader's letter. `sentAt` is the time at which the letter was composed.
 */
export async function markLetterSent(
  queries: Queries,
  id: string,
  { sentWeek, sentAt }: { sentWeek: string; sentAt: Date },
): Promise<void> {
  await queries.update(letterSubscriptions).set({ sentWeek, sentAt }).where(eq(userId, id));
}

/**
 * Removes requests for the weekly letter that readers did not confirm in time. If a reader has confirmed an earlier
 * request, keeps the row as a record of the reader's consent.
 */
export const unconfirmedLetterSubscriptionsRemover: ExpiredRowsRemover = {
  batchSize: 500,
  async removeBatch(queries, now, limit) {
    const isExpired = and(
      eq(state, 'pending'),
      isNull(letterSubscriptions.confirmedAt),
      lte(letterSubscriptions.confirmationExpiresAt, now),
    );
    const expired = queries
      .select({ userId })
      .from(letterSubscriptions)
      .where(isExpired)
      .limit(limit);
    const deletedRows = await queries
      .delete(letterSubscriptions)
      .where(and(inArray(userId, expired), isExpired))
      .returning({ userId });
    return deletedRows.length;
  },
};
