import { CUSTOMER_ROWS } from './membership/billing/service.ts';
import { IDENTITY_ROWS } from './readers/accounts/readers-rows.ts';
import { BOOKMARK_ROWS } from './readers/bookmarks/service.ts';
import { CONTACT_ROWS } from './readers/contact/service.ts';
import { FEEDBACK_ROWS } from './readers/feedback/service.ts';
import { FOLLOW_ROWS } from './readers/follows/service.ts';
import { PLACE_ROWS } from './readers/listening/kept/service.ts';
import type { RowsByName } from './readers/personal-data/service.ts';
import { REPORT_ROWS } from './readers/reports/service.ts';
import { SESSION_ROWS } from './readers/sessions/service.ts';
import { OFFER_ROWS } from './readers/sign-in/service.ts';
import { PRESENCE_ROWS } from './studio/manuscripts/service.ts';

/**
 * Every table with rows of a reader's own, by its name in the reader's file. A capability that keeps more
 * of them adds its own here: a test compares this list with the schema.
 */
export const READERS_ROWS: RowsByName = {
  identities: IDENTITY_ROWS,
  sessions: SESSION_ROWS,
  linkOffers: OFFER_ROWS,
  bookmarks: BOOKMARK_ROWS,
  follows: FOLLOW_ROWS,
  feedback: FEEDBACK_ROWS,
  reports: REPORT_ROWS,
  listeningPlaces: PLACE_ROWS,
  paymentCustomers: CUSTOMER_ROWS,
  contactMessages: CONTACT_ROWS,
  openManuscripts: PRESENCE_ROWS,
};
