import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { FEEDBACK_TYPES } from '#domain/feedback.ts';
import { REPORT_REASONS } from '#domain/report.ts';
import { bookmarks } from '#server/readers/bookmarks/schema.ts';
import { feedback } from '#server/readers/feedback/schema.ts';
import { follows } from '#server/readers/follows/schema.ts';
import { reports } from '#server/readers/reports/schema.ts';
import { sessions } from '#server/readers/sessions/schema.ts';
import { identities, linkOffers } from './readers/accounts/schema.ts';

/** A table with rows of readers' own: what it says in their file, and when its rows go. */
export interface ReadersRows {
  table: PgTable & { userId: PgColumn; articleId?: PgColumn; authorId?: PgColumn };
  /** When a row was made or last changed. */
  changedAt: PgColumn;
  /** Whether the rows go as soon as the account is deleted. Otherwise they go when it is purged. */
  goesAtOnce: boolean;
  /** Columns that are no reader's to see. */
  secrets?: readonly string[];
  /** Columns that hold a code, with the name that stands for each on the wire. */
  names?: Readonly<Record<string, ReadonlyMap<unknown, string>>>;
  /** Why nothing of it is in the reader's file. */
  leftOut?: string;
}

/**
 * Every table with rows of a reader's own, by its name in the reader's file. A capability that keeps more
 * of them adds its table here: a test compares this list with the schema.
 */
export const READERS_ROWS: Readonly<Record<string, ReadersRows>> = {
  identities: {
    table: identities,
    changedAt: identities.createdAt,
    // So that the same person can sign up anew.
    goesAtOnce: true,
  },
  sessions: {
    table: sessions,
    changedAt: sessions.lastSeenAt,
    goesAtOnce: true,
    secrets: ['tokenHash'],
  },
  linkOffers: {
    table: linkOffers,
    changedAt: linkOffers.expiresAt,
    goesAtOnce: true,
    leftOut:
      'Until it is taken, nobody has shown that the identity it was made to is the reader’s.',
  },
  bookmarks: { table: bookmarks, changedAt: bookmarks.createdAt, goesAtOnce: false },
  follows: {
    table: follows,
    changedAt: follows.createdAt,
    // They are counted in public.
    goesAtOnce: true,
  },
  feedback: {
    table: feedback,
    changedAt: feedback.updatedAt,
    goesAtOnce: true,
    names: { type: namesOf(FEEDBACK_TYPES) },
  },
  reports: {
    table: reports,
    changedAt: reports.updatedAt,
    goesAtOnce: false,
    names: { reason: namesOf(REPORT_REASONS) },
  },
};

function namesOf(kinds: Readonly<Record<string, { code: string }>>): ReadonlyMap<unknown, string> {
  return new Map(Object.entries(kinds).map(([name, { code }]) => [code, name]));
}
