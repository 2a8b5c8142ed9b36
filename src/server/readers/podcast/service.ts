import {
  type NewPrivatePodcast,
  type PrivatePodcast,
  privatePodcastFeedPath,
} from '#domain/podcast.ts';
import { mayHearCompleteNarrations } from '#domain/tiers.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { ConflictError, ForbiddenError } from '#server/platform/errors.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { findPrivatePodcast, replacePrivatePodcastToken } from './repository.ts';
import { privatePodcasts } from './schema.ts';

/**
 * Returns the ID and creation time of a reader's current private podcast feed URL. They are null if the podcast is off.
 */
export async function getPrivatePodcast(queries: Queries, user: User): Promise<PrivatePodcast> {
  return toPrivatePodcast(await findPrivatePodcast(queries, user));
}

export interface PrivatePodcastRequest {
  /** ID of the current feed URL, which the new one replaces. Null if the private podcast is off. */
  replaces: string | null;
  origin: string;
}

/**
 * Creates a new feed URL for a reader's private podcast. The previous URL stops working. Throws {@link ForbiddenError}
 * if the reader's tier does not include narrations. Throws {@link ConflictError} if `replaces` is not the ID of the
 * current feed URL, so that only one of two simultaneous requests succeeds. Also throws the same errors as
 * {@link lockAccountOrThrow}.
 */
export function createPrivatePodcastUrl(
  queries: Queries,
  user: User,
  { replaces, origin }: PrivatePodcastRequest,
): Promise<NewPrivatePodcast> {
  return queries.transaction(async (transaction) => {
    const account = await lockAccountOrThrow(transaction, user);
    if (!mayHearCompleteNarrations(account))
      throw new ForbiddenError('A private podcast is part of Premium.');
    const current = await findPrivatePodcast(transaction, user);
    if ((current?.id ?? null) !== replaces)
      throw new ConflictError('Your podcast’s address was changed in another window.');
    const { token, ...address } = await replacePrivatePodcastToken(transaction, user);
    return { ...toPrivatePodcast(address), url: origin + privatePodcastFeedPath(token) };
  });
}

/**
 * Readers' private podcasts. They are deleted as soon as a reader deletes the account, so that their feed URLs stop
 * working.
 */
export const privatePodcastsPersonalDataTable: PersonalDataTable = {
  table: privatePodcasts,
  changedAt: privatePodcasts.createdAt,
  deleteImmediately: true,
  hiddenColumns: ['tokenHash'],
};

function toPrivatePodcast(row: { id: string; createdAt: Date } | undefined): PrivatePodcast {
  return { id: row?.id ?? null, createdAt: row?.createdAt.toISOString() ?? null };
}
