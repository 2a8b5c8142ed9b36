import { listArticleLinks } from '#domain/article-links.ts';
import type { ParsedArticle } from '#server/catalogue/editorial/passages.ts';

/** Share of the library's articles that may stand alone: no other links to them, and they link to none. */
export const MOST_ALONE = 0.15;

/** The addresses of the articles that no other article links to and that link to no other. */
export function articlesAlone(readings: readonly ParsedArticle[]): string[] {
  const shown = new Set(readings.map(({ path }) => path));
  const linked = new Set(
    readings.flatMap(({ path, article }) =>
      listArticleLinks(article.body)
        .filter((link) => link !== path && shown.has(link))
        .flatMap((link) => [path, link]),
    ),
  );
  return [...shown].filter((address) => !linked.has(address));
}
