import { and, eq, sql } from 'drizzle-orm';
import { FEEDBACK_TYPE_DETAILS, type FeedbackType } from '#domain/feedback.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { User } from '#server/readers/accounts/schema.ts';
import { lockAccountOrThrow } from '#server/readers/accounts/service.ts';
import { feedback } from './schema.ts';

const TYPES_BY_CODE = new Map(
  Object.entries(FEEDBACK_TYPE_DETAILS).map(([type, { code }]) => [
    code as string,
    type as FeedbackType,
  ]),
);

const isOwnFeedback = ({ id }: User, articleId: string) =>
  and(eq(feedback.userId, id), eq(feedback.articleId, articleId));

/**
 * Stores a reader's feedback on an article. Replaces the reader's previous feedback on the article (spec 4). Throws the
 * same errors as {@link lockAccountOrThrow}.
 */
export async function saveFeedback(
  queries: Queries,
  user: User,
  articleId: string,
  feedbackType: FeedbackType,
): Promise<void> {
  const type = FEEDBACK_TYPE_DETAILS[feedbackType].code;
  await queries.transaction(async (transaction) => {
    await lockAccountOrThrow(transaction, user);
    await transaction
      .insert(feedback)
      .values({ userId: user.id, articleId, type })
      .onConflictDoUpdate({
        target: [feedback.userId, feedback.articleId],
        set: { type, updatedAt: sql`now()` },
      });
  });
}

export async function removeFeedback(
  queries: Queries,
  user: User,
  articleId: string,
): Promise<void> {
  await queries.delete(feedback).where(isOwnFeedback(user, articleId));
}

/** Returns a reader's feedback on an article, or `null` if the reader has given none. */
export async function findFeedback(
  queries: Queries,
  user: User,
  articleId: string,
): Promise<FeedbackType | null> {
  const [row] = await queries.select().from(feedback).where(isOwnFeedback(user, articleId));
  return (row && TYPES_BY_CODE.get(row.type)) ?? null;
}
