import { authorPath, categoryPath } from '#domain/paths.ts';
import { ALL_SCREENS, hasPathParameters, SCREENS } from '#domain/screens.ts';
import type { TimeRange } from '#server/catalogue/articles/publication-periods.ts';
import {
  createLastPublicationTimeSql,
  listArticlesForSitemap,
  listSubcategoriesWithLastChange,
} from '#server/catalogue/articles/sitemap-articles.ts';
import { listAuthorsForSitemap } from '#server/catalogue/authors/sitemap-authors.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { SitemapItem } from './render-sitemap.ts';

/** The paths of the screens that show the newest articles. When these articles change, the screens change too. */
const ARTICLE_LISTS: readonly string[] = [SCREENS.home.path, SCREENS.articles.path];

/** The paths of screens that search engines may list. Screens with path parameters are excluded. */
const STATIC_PATHS = ALL_SCREENS.filter(
  (screen) => screen.isInSitemap && !hasPathParameters(screen),
).map(({ path }) => path);

/**
 * Lists all pages except those of articles and authors: static pages, and the article lists of categories and
 * subcategories. Categories without articles are left out. A list's last change is the last change to an article on its
 * first page.
 */
export async function listSitemapItemsOfStaticPagesAndLists(
  queries: Queries,
): Promise<SitemapItem[]> {
  const subcategories = await listSubcategoriesWithLastChange(queries);
  const byCategory = Map.groupBy(subcategories, ({ category }) => category);
  const newest = findLatestChangeTime(subcategories);
  return [
    ...STATIC_PATHS.map((url) => ({
      url,
      ...(ARTICLE_LISTS.includes(url) ? { changedAt: newest } : {}),
    })),
    ...[...byCategory].flatMap(([category, children]) => [
      { url: categoryPath(category), changedAt: findLatestChangeTime(children) },
      ...children.map(({ subcategory, changedAt }) => ({
        url: categoryPath(category, subcategory),
        changedAt,
      })),
    ]),
  ];
}

/** Lists up to `limit` authors whose alias begins with `initial`. An empty `initial` stands for all authors. */
export async function listSitemapItemsOfAuthors(
  queries: Queries,
  initial: string,
  limit: number,
): Promise<SitemapItem[]> {
  const authors = await listAuthorsForSitemap(
    queries,
    initial,
    createLastPublicationTimeSql,
    limit,
  );
  return authors.map(({ alias, changedAt }) => ({ url: authorPath(alias), changedAt }));
}

/** Lists up to `limit` articles that were published in a time range, with their covers, oldest first. */
export async function listSitemapItemsOfArticles(
  queries: Queries,
  range: TimeRange,
  limit: number,
): Promise<SitemapItem[]> {
  const articles = await listArticlesForSitemap(queries, range, limit);
  return articles.map(({ path, imageSrc, changedAt }) => ({
    url: path,
    changedAt,
    imageUrl: imageSrc,
  }));
}

/** Returns the time of the latest of the given changes, or `undefined` if none of them has a time. */
export function findLatestChangeTime(
  changes: readonly { changedAt?: Date | undefined }[],
): Date | undefined {
  const times = changes.flatMap(({ changedAt }) => changedAt?.getTime() ?? []);
  return times.length ? new Date(Math.max(...times)) : undefined;
}
