import type { ArticleBody } from './article.ts';
import { normalizeAlias } from './paths.ts';

const HREF = /<a\b[^<>]*\bhref="\/([^/"?#]+)\/([^/"?#]+)/g;

/**
 * Returns the paths of the articles that the paragraphs of an article link to, without duplicates. Each path has the
 * format `alias/slug`, with the alias in lower case.
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
