import type { ArticleBody } from './article.ts';
import { normalizeAlias } from './paths.ts';

const HREF = /<a\b[^<>]*\bhref="\/([^/"?#]+)\/([^/"?#]+)/g;

/**
 * Returns the articles that an article's paragraphs link to, as `alias/slug` in lower case, without
 * duplicates.
 */
export function listLinkedArticlePaths(body: ArticleBody): string[] {
  const paragraphs = [
    ...body.introduction,
    ...body.keyPoints.flatMap((point) => point.paragraphs),
    ...body.conclusion,
  ];
  const found = paragraphs.flatMap((html) =>
    [...html.matchAll(HREF)].map(([, alias, slug]) => `${normalizeAlias(alias!)}/${slug}`),
  );
  return [...new Set(found)];
}
