import { customersPersonalDataTable } from './membership/billing/personal-data.ts';
import { identitiesPersonalDataTable } from './readers/accounts/personal-data-table.ts';
import { bookmarksPersonalDataTable } from './readers/bookmarks/service.ts';
import { contactMessagesPersonalDataTable } from './readers/contact/service.ts';
import { dailyFivesPersonalDataTable } from './readers/daily-five/service.ts';
import { feedbackPersonalDataTable } from './readers/feedback/service.ts';
import { followsPersonalDataTable } from './readers/follows/service.ts';
import { letterSubscriptionsPersonalDataTable } from './readers/letter/service.ts';
import { linesPersonalDataTable } from './readers/lines/service.ts';
import { listeningPositionsPersonalDataTable } from './readers/listening/positions/service.ts';
import type { PersonalDataTablesByExportSection } from './readers/personal-data/service.ts';
import { privatePodcastsPersonalDataTable } from './readers/podcast/service.ts';
import { readingsPersonalDataTable } from './readers/reading/service.ts';
import { reportsPersonalDataTable } from './readers/reports/service.ts';
import { sessionsPersonalDataTable } from './readers/sessions/service.ts';
import { linkOffersPersonalDataTable } from './readers/sign-in/service.ts';
import { manuscriptPresencePersonalDataTable } from './studio/manuscripts/repository.ts';

/**
 * All tables with readers' personal data. The keys are the names of the sections in the data export. A module that adds
 * such a table must add it to this list. A test compares the list with the database schema.
 */
export const PERSONAL_DATA_TABLES_BY_EXPORT_SECTION: PersonalDataTablesByExportSection = {
  identities: identitiesPersonalDataTable,
  sessions: sessionsPersonalDataTable,
  linkOffers: linkOffersPersonalDataTable,
  bookmarks: bookmarksPersonalDataTable,
  follows: followsPersonalDataTable,
  feedback: feedbackPersonalDataTable,
  reports: reportsPersonalDataTable,
  lines: linesPersonalDataTable,
  dailyFives: dailyFivesPersonalDataTable,
  readingHistory: readingsPersonalDataTable,
  listeningPlaces: listeningPositionsPersonalDataTable,
  paymentCustomers: customersPersonalDataTable,
  contactMessages: contactMessagesPersonalDataTable,
  weeklyLetter: letterSubscriptionsPersonalDataTable,
  privatePodcast: privatePodcastsPersonalDataTable,
  openManuscripts: manuscriptPresencePersonalDataTable,
};
