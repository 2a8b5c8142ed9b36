import { z } from 'zod';
import { rebuildCategoryCounts } from './catalogue/articles/category-counts.ts';
import { addPastSubscriptionChangesToTotals } from './membership/billing/subscription-totals.ts';
import type { Queries } from './platform/db/database.ts';
import { removeExpiredRows } from './platform/db/removals.ts';
import { vacuumAndCheckpoint } from './platform/db/vacuum.ts';
import type { JobWithHandler } from './platform/jobs/job.ts';
import { expiredChallengesRemover } from './readers/contact/captcha/proof-of-work.ts';
import { oldMessagesRemover } from './readers/contact/repository.ts';
import { oldCountReceiptsRemover } from './readers/counts/repository.ts';
import { oldDailyFivesRemover } from './readers/daily-five/repository.ts';
import { unconfirmedLetterSubscriptionsRemover } from './readers/letter/repository.ts';
import { removedLinesRemover } from './readers/lines/repository.ts';
import { createDeletedAccountsRemover } from './readers/personal-data/service.ts';
import { expiredSessionsRemover } from './readers/sessions/service.ts';
import { expiredLinkOffersRemover } from './readers/sign-in/service.ts';

/**
 * Creates the nightly job that runs {@link deleteDataPastRetention}, recounts the articles in each category, and brings
 * the subscription totals up to date.
 */
export function createRetentionAndRecountJob(queries: Queries, purgeDays: number): JobWithHandler {
  return {
    id: 'housekeeping',
    payload: z.strictObject({}),
    cron: '17 3 * * *',
    work: async (_nothing, signal) => {
      await rebuildCategoryCounts(queries);
      await addPastSubscriptionChangesToTotals(queries);
      return deleteDataPastRetention(queries, purgeDays, signal);
    },
  };
}

/**
 * Creates the job that runs {@link vacuumAndCheckpoint} every ten minutes. A run with nothing to do
 * executes only three short queries.
 */
export function createVacuumJob(queries: Queries): JobWithHandler {
  return {
    id: 'tidying',
    payload: z.strictObject({}),
    cron: '*/10 * * * *',
    work: async (_nothing, signal) => ({ ...(await vacuumAndCheckpoint(queries, signal)) }),
  };
}

/**
 * Deletes all data whose retention period has ended: the data from accounts that were deleted at least `purgeDays` days
 * ago, removed lines (saved passages), old daily fives, old contact messages, old records of counted visits,
 * unconfirmed requests for the weekly letter, and expired sessions, link offers and captcha challenges. Returns the
 * number of deleted rows of each kind. Throws before the next batch if `signal` is aborted.
 */
export function deleteDataPastRetention(queries: Queries, purgeDays: number, signal: AbortSignal) {
  const removals = {
    accounts: createDeletedAccountsRemover(purgeDays),
    sessions: expiredSessionsRemover,
    linkOffers: expiredLinkOffersRemover,
    contactMessages: oldMessagesRemover,
    challenges: expiredChallengesRemover,
    countReceipts: oldCountReceiptsRemover,
    unconfirmedLetters: unconfirmedLetterSubscriptionsRemover,
    lines: removedLinesRemover,
    dailyFives: oldDailyFivesRemover,
  };
  return removeExpiredRows(queries, removals, signal);
}
