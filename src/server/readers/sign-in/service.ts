import { removalOfExpired } from '#server/platform/db/removals.ts';
import type { ReadersRows } from '#server/readers/accounts/readers-rows.ts';
import { linkOffers } from './schema.ts';

export const OFFER_ROWS: ReadersRows = {
  table: linkOffers,
  changedAt: linkOffers.expiresAt,
  goesAtOnce: true,
  leftOut: 'Until the offer is accepted, nothing shows that the identity belongs to the reader.',
};

export const EXPIRED_OFFERS = removalOfExpired(linkOffers);
