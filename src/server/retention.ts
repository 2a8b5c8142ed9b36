import { z } from 'zod';
import type { Queries } from './platform/db/database.ts';
import { runRemovals } from './platform/db/removals.ts';
import { vacuum } from './platform/db/vacuum.ts';
import type { Job } from './platform/jobs/job.ts';
import { expiredChallengesRemoval } from './readers/contact/captcha/proof-of-work.ts';
import { oldMessagesRemoval } from './readers/contact/repository.ts';
import { oldReceiptsRemoval } from './readers/counts/repository.ts';
import { createDeletedAccountsRemoval } from './readers/personal-data/service.ts';
import { expiredSessionsRemoval } from './readers/sessions/service.ts';
import { expiredLinkOffersRemoval } from './readers/sign-in/service.ts';

/** {@link applyRetention}, every night. */
export function createRetentionJob(queries: Queries, purgeDays: number): Job {
  return {
    id: 'housekeeping',
    payload: z.strictObject({}),
    cron: '17 3 * * *',
    work: (_nothing, signal) => applyRetention(queries, purgeDays, signal),
  };
}

/** {@link vacuum}, every ten minutes: where nothing is to be done it is two looks at the database's own figures. */
export function createVacuumJob(queries: Queries): Job {
  return {
    id: 'tidying',
    payload: z.strictObject({}),
    cron: '*/10 * * * *',
    work: async (_nothing, signal) => ({ ...(await vacuum(queries, signal)) }),
  };
}

/**
 * Removes what is past its time: accounts that were deleted `purgeDays` ago or earlier, with everything
 * that was theirs, messages and receipts that have been kept long enough, and sessions, offers and challenges that have
 * expired. How many there were of each.
 */
export function applyRetention(queries: Queries, purgeDays: number, signal: AbortSignal) {
  const removals = {
    accounts: createDeletedAccountsRemoval(purgeDays),
    sessions: expiredSessionsRemoval,
    linkOffers: expiredLinkOffersRemoval,
    contactMessages: oldMessagesRemoval,
    challenges: expiredChallengesRemoval,
    countReceipts: oldReceiptsRemoval,
  };
  return runRemovals(queries, removals, signal);
}
