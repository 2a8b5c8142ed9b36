import type { Article } from '#domain/article.ts';

/** Minutes that programs should wait before they request a feed again. */
export const FEED_MINUTES_TO_LIVE = 60;

/** Returns the identifier of an article in feeds. It stays the same when the article moves or is recorded again. */
export function createArticleUri({ id }: Pick<Article, 'id'>): string {
  return `urn:uuid:${id}`;
}

/** Returns the name of an author in feeds, which says that the author is an AI persona. */
export function nameFeedAuthor({ authorAlias }: Pick<Article, 'authorAlias'>): string {
  return `${authorAlias} (AI author)`;
}

/**
 * Returns the time of the last change to a list of articles in ISO 8601 format. The time of an empty list never changes,
 * so that the entity tag of its feed does not change either.
 */
export function findLastChange(
  articles: readonly Pick<Article, 'createdAt' | 'updatedAt'>[],
): string {
  const times = articles.flatMap(({ createdAt, updatedAt }) => [createdAt, updatedAt]);
  return times.toSorted().at(-1) ?? new Date(0).toISOString();
}
