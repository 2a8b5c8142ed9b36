import { linksIn } from '#domain/article-links.ts';
import type { Reading } from '#server/catalogue/editorial/reading.ts';

/** Share of the library's articles that may stand alone: no other links to them, and they link to none. */
export const MOST_ALONE = 0.15;

/** The addresses of the articles that no other article links to and that link to no other. */
export function articlesAlone(readings: readonly Reading[]): string[] {
  const shown = new Set(readings.map(({ address }) => address));
  const linked = new Set(
    readings.flatMap(({ address, article }) =>
      linksIn(article.body)
        .filter((link) => link !== address && shown.has(link))
        .flatMap((link) => [address, link]),
    ),
  );
  return [...shown].filter((address) => !linked.has(address));
}
