import { articlePath } from '#domain/addresses.ts';
import type { Article } from '#domain/article.ts';
import { textsOf } from '#domain/article.ts';
import { categoryOf, isSubcategory } from '#domain/categories.ts';
import { readingMinutes } from '#domain/reading-time.ts';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import { bodyOf, type Manuscript, slugOf } from '#domain/studio/manuscript.ts';
import { copy } from '../../copy.ts';

const words = copy.preview;

/** A manuscript as readers would see it now; where something is missing still, words that say so stand in its place. */
export function previewOf(desk: EditorArticle, manuscript: Manuscript): Article {
  const { title, tagline, category, slug, hasAudio, alt } = manuscript;
  const body = bodyOf(manuscript);
  const subcategory = isSubcategory(category, manuscript.subcategory)
    ? manuscript.subcategory
    : categoryOf(category).subcategories[0]!.id;
  const now = new Date().toISOString();
  return {
    id: desk.id,
    authorAlias: desk.author.alias,
    path: articlePath(desk.author.alias, slug || slugOf(title)),
    title: title || words.untitled,
    tagline: tagline || words.tagline,
    category,
    subcategory,
    level: desk.level,
    readingMinutes: Math.max(1, readingMinutes(textsOf(body))),
    createdAt: desk.publishedAt ?? now,
    updatedAt: now,
    hasAudio,
    image: { ...desk.image, alt },
    body: {
      ...body,
      summary: body.summary.map((line, at) => line || `Line ${at + 1} of the summary`),
      keyPoints: body.keyPoints.map((point, at) => ({
        ...point,
        title: point.title || `Key point ${at + 1}`,
        takeaway: point.takeaway || words.takeaway,
      })),
      ...(desk.readByPersonOn && { readByPersonOn: desk.readByPersonOn }),
    },
  };
}
