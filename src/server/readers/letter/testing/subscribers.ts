import { eq } from 'drizzle-orm';
import type { Database } from '#server/platform/db/database.ts';
import { createToken } from '#server/platform/tokens.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { signInTestReader } from '#server/testing/reader.ts';
import { type LetterSubscription, letterSubscriptions } from '../schema.ts';

/** Signs in a reader with a confirmed subscription to the weekly letter. */
export async function addTestSubscriber(
  database: Database,
  name: string,
  changes: Partial<LetterSubscription> = {},
): Promise<User> {
  const { user } = await signInTestReader(database, name);
  const past = new Date('2026-11-01T00:00:00Z');
  await database.queries.insert(letterSubscriptions).values({
    ...{ userId: user.id, state: 'confirmed', timeZone: 'Europe/Berlin' },
    ...{ unsubscribeToken: createToken(), confirmationExpiresAt: past },
    ...{ createdAt: past, confirmedAt: past, ...changes },
  });
  return user;
}

/** Returns a test reader's subscription to the weekly letter. */
export async function getTestSubscription(
  { queries }: Database,
  { id }: User,
): Promise<LetterSubscription> {
  const [subscription] = await queries
    .select()
    .from(letterSubscriptions)
    .where(eq(letterSubscriptions.userId, id));
  return subscription!;
}
