import { eq } from 'drizzle-orm';
import { v7 as newId } from 'uuid';
import { toUtcDay } from '#domain/utc-day.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { customers } from '#server/membership/billing/schema.ts';
import { PERSONAL_DATA_TABLES_BY_EXPORT_SECTION } from '#server/personal-data-tables.ts';
import type { Database } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { bookmarks } from '#server/readers/bookmarks/schema.ts';
import { contactMessages } from '#server/readers/contact/schema.ts';
import { dailyFives } from '#server/readers/daily-five/schema.ts';
import { feedback } from '#server/readers/feedback/schema.ts';
import { follows } from '#server/readers/follows/schema.ts';
import { letterSubscriptions } from '#server/readers/letter/schema.ts';
import { lines } from '#server/readers/lines/schema.ts';
import { listeningPositions } from '#server/readers/listening/positions/schema.ts';
import { privatePodcasts } from '#server/readers/podcast/schema.ts';
import { readings } from '#server/readers/reading/schema.ts';
import { reports } from '#server/readers/reports/schema.ts';
import { linkOffers } from '#server/readers/sign-in/schema.ts';
import { manuscriptPresence } from '#server/studio/manuscripts/schema.ts';

/**
 * Inserts a row for a reader into every table with personal data, except the tables that a sign-in already fills. Rows
 * about articles refer to `articleId`.
 */
export async function insertPersonalData({ queries }: Database, user: User, articleId: string) {
  const [article] = await queries.select().from(articles).where(eq(articles.id, articleId));
  const readerAndArticle = { userId: user.id, articleId };
  await queries.insert(bookmarks).values(readerAndArticle);
  await queries.insert(follows).values({ userId: user.id, authorId: article!.authorId });
  await queries.insert(feedback).values({ ...readerAndArticle, type: 'eo' });
  const explanation = `${user.name} says so`;
  await queries.insert(reports).values({ ...readerAndArticle, reason: 'other', explanation });
  const passage = { text: 'A line.', section: 'opening', position: 7 } as const;
  const line = { ...passage, category: 'nsm', words: ' a line' } as const;
  await queries.insert(lines).values({ ...readerAndArticle, id: newId(), ...line });
  const sentence = { anchor: 'introduction.0', start: 0, seconds: 7.5 };
  await queries
    .insert(listeningPositions)
    .values({ ...readerAndArticle, ...sentence, heardAt: new Date() });
  await queries
    .insert(readings)
    .values({ ...readerAndArticle, section: 'point-2', readAt: new Date() });
  const pick = { articleId, category: 'nsm', reason: 'popular' } as const;
  const today = toUtcDay(new Date());
  await queries.insert(dailyFives).values({ userId: user.id, day: today, picks: [pick] });
  await queries.insert(customers).values({ userId: user.id, customerId: `cus_${user.id}` });
  const { name, email } = user;
  const question = { subject: 'general', message: `${name} asks` } as const;
  await queries
    .insert(contactMessages)
    .values({ id: newId(), userId: user.id, name, email, ...question });
  await queries.insert(letterSubscriptions).values({
    ...{ userId: user.id, state: 'confirmed', timeZone: 'Europe/Berlin' },
    ...{ confirmationTokenHash: newId(), unsubscribeToken: newId() },
    ...{ confirmationExpiresAt: new Date(), createdAt: new Date(), confirmedAt: new Date() },
  });
  const podcast = { id: newId(), tokenHash: newId(), createdAt: new Date() };
  await queries.insert(privatePodcasts).values({ userId: user.id, ...podcast });
  await queries.insert(manuscriptPresence).values({ ...readerAndArticle, name });
  await queries.insert(linkOffers).values({
    userId: user.id,
    tokenHash: newId(),
    issuer: 'https://other.example/',
    subject: newId(),
    expiresAt: new Date(Date.now() + 3_600_000),
  });
}

/** Counts a reader's rows in each table with personal data. Returns the counts by table name. */
export async function countPersonalData(
  { queries }: Database,
  { id }: User,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const [name, { table }] of Object.entries(PERSONAL_DATA_TABLES_BY_EXPORT_SECTION))
    counts[name] = await queries.$count(table, eq(table.userId, id));
  return counts;
}
