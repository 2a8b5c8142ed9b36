import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { CategoryId } from '#domain/categories.ts';
import type { NarratorId } from '#domain/narrators.ts';
import type { Tier } from '#domain/tiers.ts';
import { bytewiseTextColumn, timestampColumn } from '#server/platform/db/columns.ts';

/** An account's role (spec 6), which determines its permissions beyond reading. */
export type Role = 'reader' | 'editor' | 'administrator';

/** Accounts of readers and editors. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    /** The email address in lower case, which must be unique among accounts that are not deleted. */
    emailKey: bytewiseTextColumn('email_key').notNull(),
    role: text().$type<Role>().notNull().default('reader'),
    tier: text().$type<Tier>().notNull().default('free'),
    /** The subscription's status at the payment processor; null before the first subscription. */
    subscriptionStatus: text('subscription_status'),
    subscriptionExpiresAt: timestampColumn('subscription_expires_at'),
    /** True if the subscription ends at `subscriptionExpiresAt`. False if it is renewed at that time. */
    subscriptionEnds: boolean('subscription_ends').notNull().default(false),
    /** The narrator that the reader has chosen; null for the default narrator. */
    narrator: text().$type<NarratorId>(),
    /** The topics that the reader has chosen, as category IDs. */
    topics: text().array().$type<CategoryId[]>().notNull().default([]),
    /**
     * False if the reader has turned off the reading history. In that case, the articles that they read are not
     * recorded.
     */
    keepsHistory: boolean('keeps_history').notNull().default(true),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    /**
     * Time at which the reader deleted the account; null if it is not deleted. The remaining personal data is deleted
     * later.
     */
    deletedAt: timestampColumn('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_by_email').on(table.emailKey).where(sql`deleted_at IS NULL`),
    index('users_by_subscription')
      .on(table.subscriptionStatus)
      .where(sql`subscription_status IS NOT NULL AND deleted_at IS NULL`),
    index('users_by_role')
      .on(table.role, table.id)
      .where(sql`role <> 'reader' AND deleted_at IS NULL`),
    index('users_to_purge').on(table.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
);

export type User = typeof users.$inferSelect;

/**
 * Creates the `user_id` column for a table whose rows belong to readers. Rows are deleted with the reader's account.
 */
export const createCascadingUserIdColumn = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

/**
 * Creates a nullable `user_id` column for a table that also has rows from signed-out visitors. A reader's rows are
 * deleted with the reader's account.
 */
export const createNullableCascadingUserIdColumn = () =>
  uuid('user_id').references(() => users.id, { onDelete: 'cascade' });

/**
 * The identities that readers sign in with. An identity is an account at an OpenID Connect issuer. Only the issuer and
 * the subject together identify a person (OpenID Connect Core, 5.7).
 */
export const identities = pgTable(
  'identities',
  {
    userId: createCascadingUserIdColumn(),
    /** The issuer's URL, normalized by `normalizeIssuer`, or a constant from `issuers.ts`. */
    issuer: bytewiseTextColumn().notNull(),
    subject: bytewiseTextColumn().notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.issuer, table.subject] }),
    unique('identities_by_subject').on(table.issuer, table.subject),
  ],
);
