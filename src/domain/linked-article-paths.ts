import type { ArticleBody } from './article.ts';
import { normalizeAlias, RESERVED_ALIASES } from './paths.ts';

const ARTICLE_HREF = /<a\b[^<>]*\bhref="\/([^/"?#]+)\/([^/"?#]+)/g;

/**
 * Returns the paths of all articles that an article's paragraphs link to, without duplicates. Each path has the format
 * `alias/slug`, with the alias in lower case.
 */
export function listLinkedArticlePaths(body: ArticleBody): string[] {
  const paragraphs = [
    ...body.introduction,
    ...body.keyPoints.flatMap((point) => point.paragraphs),
    ...body.conclusion,
  ];
  const paths = paragraphs.flatMap((html) =>
    [...html.matchAll(ARTICLE_HREF)].flatMap(([, firstSegment, slug]) => {
      const alias = normalizeAlias(firstSegment!);
      // Other pages, such as `/authors/Plumbline`, can also have two path segments. Their first segment is reserved.
      return RESERVED_ALIASES.has(alias) ? [] : `${alias}/${slug}`;
    }),
  );
  return [...new Set(paths)];
}
