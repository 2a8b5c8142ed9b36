import { listArticleBodyTexts } from '#domain/article.ts';
import { listLinkedArticlePaths } from '#domain/linked-article-paths.ts';
import { articlePath } from '#domain/paths.ts';
import { countWords, estimateReadingMinutes } from '#domain/reading-time.ts';
import type { PublicationPreview } from '#domain/studio/admin-articles.ts';
import {
  countManuscriptWords,
  manuscriptToArticleBody,
  slugify,
} from '#domain/studio/manuscript.ts';
import { listArticleSuggestions } from '#server/catalogue/articles/suggestions.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { loadArticleWithManuscript } from '../manuscripts/article-with-manuscript.ts';
import { getManuscriptImageMeta } from '../pictures/manuscript-image-meta.ts';
import { chooseSlug } from '../publication/publish-manuscript.ts';

/** The number of related articles in the preview. */
const RELATED_COUNT = 4;
/**
 * The default narrator's speed in words per minute, including pauses. This is the average over a sample that consists
 * of every ninth narration in the shipped library. Each narration in the sample is within 10% of the average.
 */
const SPOKEN_WORDS_PER_MINUTE = 156;

/** Returns a preview of an article as it would be published. Throws `NotFoundError` if the article does not exist. */
export async function previewPublication(
  queries: Queries,
  id: string,
): Promise<PublicationPreview> {
  const { article, manuscript } = await loadArticleWithManuscript(queries, id);
  const { content } = manuscript;
  const body = manuscriptToArticleBody(content);
  const texts = listArticleBodyTexts(body);
  const { authorId, authorAlias } = article;
  const path = slugify(content.slug || content.title)
    ? articlePath(authorAlias, await chooseSlug(queries, authorId, content, id))
    : `/${authorAlias}/`;
  const meta = {
    id,
    authorAlias,
    path,
    title: content.title || article.title,
    tagline: content.tagline,
    category: content.category,
    subcategory: content.subcategory,
    level: article.level ?? article.authorLevel,
    readingMinutes: Math.max(1, estimateReadingMinutes(texts)),
    createdAt: article.publishedAt.toISOString(),
    hasAudio: content.hasAudio,
    image: await getManuscriptImageMeta(queries, article, content),
  };
  const { alsoLike } = await listArticleSuggestions(
    queries,
    meta,
    RELATED_COUNT,
    listLinkedArticlePaths(body),
  );
  // The word count excludes the summary, because the narration omits it.
  const spokenWordCount = texts
    .slice(body.summary.length)
    .reduce((sum, text) => sum + countWords(text), 0);
  return {
    path,
    readingMinutes: meta.readingMinutes,
    narrationSeconds: content.hasAudio
      ? Math.round((spokenWordCount / SPOKEN_WORDS_PER_MINUTE) * 60)
      : null,
    words: countManuscriptWords(content),
    related: alsoLike,
  };
}
