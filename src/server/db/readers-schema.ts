import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey, text, unique, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Tier } from '#domain/tiers.ts';
import { keyText, moment } from './columns.ts';
import { articles, authors } from './schema.ts';

/** Spec 6, "Roles": what an account may do beyond reading. */
export type Role = 'reader' | 'editor' | 'administrator';

/** People with an account. */
export const users = pgTable(
  'users',
  {
    id: uuid().primaryKey(),
    name: text().notNull(),
    email: text().notNull(),
    /** What accounts are compared by: lower case. */
    emailKey: keyText('email_key').notNull(),
    role: text().$type<Role>().notNull().default('reader'),
    tier: text().$type<Tier>().notNull().default('free'),
    /** As the payment processor says it; null before the first subscription. */
    subscriptionStatus: text('subscription_status'),
    subscriptionExpiresAt: moment('subscription_expires_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Set when the account was deleted; its personal data is purged later. */
    deletedAt: moment('deleted_at'),
  },
  (table) => [
    uniqueIndex('users_by_email').on(table.emailKey).where(sql`deleted_at IS NULL`),
    index('users_to_purge').on(table.deletedAt).where(sql`deleted_at IS NOT NULL`),
  ],
);

export type User = typeof users.$inferSelect;

/** How a person signs in: an account at a provider, by the provider's own id. */
export const identities = pgTable(
  'identities',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    provider: keyText().notNull(),
    subject: keyText().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.provider, table.subject] }),
    unique('identities_by_subject').on(table.provider, table.subject),
  ],
);

/** Open sessions. The token itself is nowhere: only its SHA-256, so that a leaked table opens nothing. */
export const sessions = pgTable(
  'sessions',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    id: uuid().notNull(),
    tokenHash: keyText('token_hash').notNull().unique(),
    provider: keyText().notNull(),
    /** What the browser calls itself, for the list in the settings. */
    userAgent: text('user_agent').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.id] })],
);

/**
 * A new identity with the address of an account that is there: its owner may connect the two, by signing in
 * to the account while the offer stands. The token is in a cookie of the browser that was made the offer.
 */
export const linkOffers = pgTable(
  'link_offers',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    tokenHash: keyText('token_hash').notNull().unique(),
    provider: keyText().notNull(),
    subject: keyText().notNull(),
    expiresAt: moment('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.tokenHash] })],
);

const ownedBy = () =>
  uuid('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });
const aboutArticle = () =>
  uuid('article_id')
    .notNull()
    .references(() => articles.id, { onDelete: 'cascade' });

export const bookmarks = pgTable(
  'bookmarks',
  {
    userId: ownedBy(),
    articleId: aboutArticle(),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.articleId] }),
    index('bookmarks_newest').on(
      table.userId,
      table.createdAt.desc().nullsFirst(),
      table.articleId.desc().nullsFirst(),
    ),
  ],
);

export const follows = pgTable(
  'follows',
  {
    userId: ownedBy(),
    authorId: uuid('author_id')
      .notNull()
      .references(() => authors.id, { onDelete: 'cascade' }),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.authorId] }),
    index('follows_of_author').on(table.authorId),
  ],
);

/** One answer of a reader to an article; `type` is the short code (spec 3). */
export const feedback = pgTable(
  'feedback',
  {
    userId: ownedBy(),
    articleId: aboutArticle(),
    type: text().notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.articleId] })],
);

/** One report of a reader about an article; reporting again changes it. `reason` is the short code (spec 3). */
export const reports = pgTable(
  'reports',
  {
    userId: ownedBy(),
    articleId: aboutArticle(),
    reason: text().notNull(),
    explanation: text().notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.articleId] })],
);
