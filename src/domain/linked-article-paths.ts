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
      // A path with two segments may also belong to another kind of page, such as `/authors/Plumbline`. The first
      // segment of such a path is a reserved word that no author has as an alias.
      return RESERVED_ALIASES.has(alias) ? [] : `${alias}/${slug}`;
    }),
  );
  return [...new Set(paths)];
}
