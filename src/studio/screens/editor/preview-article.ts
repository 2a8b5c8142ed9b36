import type { Article } from '#domain/article.ts';
import { listArticleBodyTexts } from '#domain/article.ts';
import { getCategory, isSubcategoryOf } from '#domain/categories.ts';
import { articlePath } from '#domain/paths.ts';
import { estimateReadingMinutes } from '#domain/reading-time.ts';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import { type Manuscript, manuscriptToArticleBody, slugify } from '#domain/studio/manuscript.ts';
import { copy } from '../../copy.ts';

const words = copy.preview;

/**
 * Builds the article as readers would see it if the manuscript were published now. Placeholders stand in for missing
 * parts.
 */
export function buildPreviewArticle(article: EditorArticle, manuscript: Manuscript): Article {
  const { title, tagline, category, slug, hasAudio, alt } = manuscript;
  const body = manuscriptToArticleBody(manuscript);
  const subcategory = isSubcategoryOf(category, manuscript.subcategory)
    ? manuscript.subcategory
    : getCategory(category).subcategories[0]!.id;
  const now = new Date().toISOString();
  return {
    id: article.id,
    authorAlias: article.author.alias,
    path: articlePath(article.author.alias, slug || slugify(title)),
    title: title || words.untitled,
    tagline: tagline || words.tagline,
    category,
    subcategory,
    level: article.level,
    readingMinutes: Math.max(1, estimateReadingMinutes(listArticleBodyTexts(body))),
    createdAt: article.publishedAt ?? now,
    updatedAt: now,
    hasAudio,
    image: { ...article.image, alt },
    body: {
      ...body,
      summary: body.summary.map((line, at) => line || `Line ${at + 1} of the summary`),
      keyPoints: body.keyPoints.map((point, at) => ({
        ...point,
        title: point.title || `Key point ${at + 1}`,
        takeaway: point.takeaway || words.takeaway,
      })),
      ...(article.readByPersonOn && { readByPersonOn: article.readByPersonOn }),
    },
  };
}
