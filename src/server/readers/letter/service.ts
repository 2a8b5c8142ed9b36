import { LETTER_CONFIRMATION_DAYS, type LetterSetting, type LetterStatus } from '#domain/letter.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { LETTER_CONFIRMATION_JOB_DEFINITION, LETTER_JOB_DEFINITION } from './job-definitions.ts';
import { findDueLetterWeek } from './letter-week.ts';
import {
  confirmSubscription,
  endSubscription,
  findSubscription,
  updateTimeZone,
  upsertPendingSubscription,
} from './repository.ts';
import { type LetterSubscription, letterSubscriptions } from './schema.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Returns a reader's setting for the letter. */
export async function getLetterSetting(queries: Queries, user: User): Promise<LetterSetting> {
  const subscription = await findSubscription(queries, user);
  const status = subscription ? toStatus(subscription) : 'off';
  const isRequested = status === 'pending' || status === 'on';
  return { status, timeZone: isRequested ? subscription!.timeZone : null };
}

function toStatus({ state, endReason, confirmationExpiresAt }: LetterSubscription): LetterStatus {
  if (state === 'confirmed') return 'on';
  if (state === 'pending') return confirmationExpiresAt > new Date() ? 'pending' : 'off';
  return endReason === 'bounced' ? 'bounced' : 'off';
}

/**
 * Requests the letter for a reader, and enqueues the mail with the confirmation link in the same transaction. If the
 * request is pending already, another mail is sent. If it is confirmed, only the time zone changes. Throws the errors of
 * {@link lockAccountOrThrow}.
 */
export async function requestLetter(
  queries: Queries,
  user: User,
  timeZone: string,
  now = new Date(),
): Promise<LetterSetting> {
  return queries.transaction(async (transaction) => {
    await lockAccountOrThrow(transaction, user);
    const subscription = await findSubscription(transaction, user);
    if (subscription?.state === 'confirmed') {
      await updateTimeZone(transaction, user, timeZone);
      return { status: 'on', timeZone };
    }
    const confirmationExpiresAt = new Date(now.getTime() + LETTER_CONFIRMATION_DAYS * DAY);
    await upsertPendingSubscription(transaction, user, { timeZone, now, confirmationExpiresAt });
    const payload = { userId: user.id };
    await enqueue(transaction, LETTER_CONFIRMATION_JOB_DEFINITION, payload, { key: user.id });
    return { status: 'pending', timeZone };
  });
}

/** Ends the letter in the reader's settings. Does nothing if it is off. */
export async function switchLetterOff(queries: Queries, { id: userId }: User): Promise<void> {
  await endSubscription(queries, { userId }, 'switched-off', new Date());
}

/**
 * Confirms the request to which a confirmation link belongs. A reader who confirms in the hours in which letters are sent
 * gets the letter of this week at once. Returns false if the link is not valid.
 */
export async function confirmLetter(
  queries: Queries,
  token: string,
  now = new Date(),
): Promise<boolean> {
  return queries.transaction(async (transaction) => {
    const subscription = await confirmSubscription(transaction, token, now);
    if (!subscription) return false;
    if (findDueLetterWeek(subscription.timeZone, now))
      await enqueue(transaction, LETTER_JOB_DEFINITION, {}, { key: 'confirmed' });
    return true;
  });
}

/**
 * Readers' subscriptions to the letter. They are deleted immediately, so that no letter is sent to a deleted account.
 */
export const letterSubscriptionsPersonalDataTable: PersonalDataTable = {
  table: letterSubscriptions,
  changedAt: letterSubscriptions.createdAt,
  deleteImmediately: true,
  hiddenColumns: ['confirmationTokenHash', 'unsubscribeToken'],
};
