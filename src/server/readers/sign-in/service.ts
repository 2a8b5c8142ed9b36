import { createExpiredTokensRemover } from '#server/platform/db/removals.ts';
import type { PersonalDataTable } from '#server/readers/accounts/personal-data-table.ts';
import { linkOffers } from './schema.ts';

export const linkOffersPersonalDataTable: PersonalDataTable = {
  table: linkOffers,
  changedAt: linkOffers.expiresAt,
  deleteImmediately: true,
  exclusionReason:
    'Until the offer is accepted, nothing shows that the identity belongs to the reader.',
};

export const expiredLinkOffersRemover = createExpiredTokensRemover(linkOffers);
