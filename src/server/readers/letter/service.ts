import {
  LETTER_CONFIRMATION_DAYS,
  type WeeklyLetterSetting,
  type WeeklyLetterStatus,
} from '#domain/letter.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { LETTER_CONFIRMATION_JOB_DEFINITION, LETTER_JOB_DEFINITION } from './job-definitions.ts';
import { findDueLetterWeek } from './letter-week.ts';
import {
  confirmLetterSubscription,
  endLetterSubscription,
  findLetterSubscription,
  updateLetterTimeZone,
  upsertPendingLetterSubscription,
} from './repository.ts';
import { type LetterSubscription, letterSubscriptions } from './schema.ts';

const DAY = 24 * 60 * 60 * 1000;

/** Returns a reader's settings for the weekly letter. */
export async function getLetterSetting(queries: Queries, user: User): Promise<WeeklyLetterSetting> {
  const subscription = await findLetterSubscription(queries, user);
  const status = subscription ? toStatus(subscription) : 'off';
  const isRequested = status === 'pending' || status === 'on';
  return { status, timeZone: isRequested ? subscription!.timeZone : null };
}

function toStatus({
  state,
  endReason,
  confirmationExpiresAt,
}: LetterSubscription): WeeklyLetterStatus {
  if (state === 'confirmed') return 'on';
  if (state === 'pending') return confirmationExpiresAt > new Date() ? 'pending' : 'off';
  return endReason === 'bounced' ? 'bounced' : 'off';
}

/**
 * Requests the weekly letter for a reader, and enqueues the confirmation email in the same transaction. If a request is
 * already pending, another confirmation email is sent. If the subscription is already confirmed, only its time zone
 * changes. Throws the same errors as {@link lockAccountOrThrow}.
 */
export async function requestLetter(
  queries: Queries,
  user: User,
  timeZone: string,
  now = new Date(),
): Promise<WeeklyLetterSetting> {
  return queries.transaction(async (transaction) => {
    await lockAccountOrThrow(transaction, user);
    const subscription = await findLetterSubscription(transaction, user);
    if (subscription?.state === 'confirmed') {
      await updateLetterTimeZone(transaction, user, timeZone);
      return { status: 'on', timeZone };
    }
    const confirmationExpiresAt = new Date(now.getTime() + LETTER_CONFIRMATION_DAYS * DAY);
    await upsertPendingLetterSubscription(transaction, user, {
      timeZone,
      now,
      confirmationExpiresAt,
    });
    const payload = { userId: user.id };
    await enqueue(transaction, LETTER_CONFIRMATION_JOB_DEFINITION, payload, { key: user.id });
    return { status: 'pending', timeZone };
  });
}

/** Ends a reader's subscription to the weekly letter from the settings. Does nothing if it has already ended. */
export async function switchLetterOff(queries: Queries, { id: userId }: User): Promise<void> {
  await endLetterSubscription(queries, { userId }, 'switched-off', new Date());
}

/**
 * Confirms the subscription to which a confirmation token belongs. If letters are being sent at this hour in the
 * reader's time zone, the reader gets this week's letter immediately. Returns false if the token is not valid.
 */
export async function confirmLetter(
  queries: Queries,
  token: string,
  now = new Date(),
): Promise<boolean> {
  return queries.transaction(async (transaction) => {
    const subscription = await confirmLetterSubscription(transaction, token, now);
    if (!subscription) return false;
    if (findDueLetterWeek(subscription.timeZone, now))
      await enqueue(transaction, LETTER_JOB_DEFINITION, {}, { key: 'confirmed' });
    return true;
  });
}

/**
 * Readers' subscriptions to the weekly letter. They are deleted together with the account instead of by a later job, so
 * that no letter is sent after the account has been deleted.
 */
export const letterSubscriptionsPersonalDataTable: PersonalDataTable = {
  table: letterSubscriptions,
  changedAt: letterSubscriptions.createdAt,
  deleteImmediately: true,
  hiddenColumns: ['confirmationTokenHash', 'unsubscribeToken'],
};
