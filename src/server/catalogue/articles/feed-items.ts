import type { Article } from '#domain/article.ts';

/** Minutes that feed readers should wait before they request a feed again. */
export const FEED_MINUTES_TO_LIVE = 60;

/**
 * Returns the identifier that web feeds use for an article. The identifier stays the same if the URL or the recording
 * changes.
 */
export function createArticleUrn({ id }: Pick<Article, 'id'>): string {
  return `urn:uuid:${id}`;
}

/** Returns an author's name for web feeds. The name says that the author is an AI persona. */
export function formatFeedAuthorName({ authorAlias }: Pick<Article, 'authorAlias'>): string {
  return `${authorAlias} (AI author)`;
}

/**
 * Returns the time of the last change to any of the articles, in ISO 8601 format. For an empty list, returns a fixed
 * time, so that the entity tag of an empty feed does not change.
 */
export function findLastChangeTime(
  articles: readonly Pick<Article, 'createdAt' | 'updatedAt'>[],
): string {
  const times = articles.flatMap(({ createdAt, updatedAt }) => [createdAt, updatedAt]);
  return times.toSorted().at(-1) ?? new Date(0).toISOString();
}
