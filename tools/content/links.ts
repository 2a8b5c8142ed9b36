import { listLinkedArticlePaths } from '#domain/linked-article-paths.ts';
import type { SplitLibraryArticle } from '#server/catalogue/editorial/passages.ts';

/** The maximum share of isolated articles, which have no link to or from another article. */
export const MAX_ISOLATED_ARTICLE_SHARE = 0.15;

/** Returns the paths of articles without a link to or from another article. */
export function findIsolatedArticles(articles: readonly SplitLibraryArticle[]): string[] {
  const paths = new Set(articles.map(({ path }) => path));
  const linked = new Set(
    articles.flatMap(({ path, article }) =>
      listLinkedArticlePaths(article.body)
        .filter((link) => link !== path && paths.has(link))
        .flatMap((link) => [path, link]),
    ),
  );
  return [...paths].filter((path) => !linked.has(path));
}
