import { customersPersonalData } from './membership/billing/personal-data.ts';
import { identitiesPersonalData } from './readers/accounts/personal-data-table.ts';
import { bookmarksPersonalData } from './readers/bookmarks/service.ts';
import { contactMessagesPersonalData } from './readers/contact/service.ts';
import { feedbackPersonalData } from './readers/feedback/service.ts';
import { followsPersonalData } from './readers/follows/service.ts';
import { listeningPositionsPersonalData } from './readers/listening/positions/service.ts';
import type { PersonalDataTables } from './readers/personal-data/service.ts';
import { reportsPersonalData } from './readers/reports/service.ts';
import { sessionsPersonalData } from './readers/sessions/service.ts';
import { linkOffersPersonalData } from './readers/sign-in/service.ts';
import { manuscriptPresencePersonalData } from './studio/manuscripts/repository.ts';

/**
 * Every table with personal data of readers. The keys are the sections of a reader's data export. A module that adds
 * such a table must list it here; a test compares this list with the schema.
 */
export const PERSONAL_DATA_TABLES: PersonalDataTables = {
  identities: identitiesPersonalData,
  sessions: sessionsPersonalData,
  linkOffers: linkOffersPersonalData,
  bookmarks: bookmarksPersonalData,
  follows: followsPersonalData,
  feedback: feedbackPersonalData,
  reports: reportsPersonalData,
  listeningPlaces: listeningPositionsPersonalData,
  paymentCustomers: customersPersonalData,
  contactMessages: contactMessagesPersonalData,
  openManuscripts: manuscriptPresencePersonalData,
};
