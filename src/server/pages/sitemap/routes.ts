import type { FastifyInstance } from 'fastify';
import { getCountInAllCategories } from '#domain/category-counts.ts';
import {
  getShorterUnit,
  parsePeriod,
  WIDEST_TIME_RANGE,
} from '#server/catalogue/articles/publication-periods.ts';
import { countArticlesByCategory } from '#server/catalogue/articles/repository.ts';
import { createLastPublicationTimeSql } from '#server/catalogue/articles/sitemap-articles.ts';
import { countActiveAuthorsByCategory } from '#server/catalogue/authors/repository.ts';
import { listAuthorInitialsWithLastChange } from '#server/catalogue/authors/sitemap-authors.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { CreateTextDocument, TextDocumentCache } from '../text-document-cache.ts';
import {
  MAX_URLS_PER_SITEMAP,
  renderSitemap,
  renderSitemapIndex,
  type SitemapItem,
} from './render-sitemap.ts';
import {
  findLatestChangeTime,
  listSitemapItemsOfArticles,
  listSitemapItemsOfAuthors,
  listSitemapItemsOfStaticPagesAndLists,
} from './sitemap-pages.ts';
import { SitemapPartCache } from './sitemap-part-cache.ts';

/**
 * The maximum total number of articles and authors in an undivided sitemap, and of articles in each part of a divided
 * one. The limit is low, so that a request reads few rows and a part has a size of only about one megabyte.
 */
const MAX_PART_SIZE = 5_000;
const XML = 'application/xml; charset=utf-8';
const PAGES_PATH = '/sitemap-pages.xml';

/**
 * Registers the sitemap. In a small library, `/sitemap.xml` contains all URLs. In a large library, it is an index of
 * smaller sitemaps. One of these lists static pages and categories. Others list authors by the first letter of their
 * alias, or articles by publication time. The caller must call the returned methods when content changes.
 */
export function sitemapRoutes(
  app: FastifyInstance,
  documents: TextDocumentCache,
  origin: string,
  maxPartSize = MAX_PART_SIZE,
): Pick<SitemapPartCache, 'invalidate' | 'markAllStale'> {
  const hidden = { schema: { hide: true } };
  const parts = new SitemapPartCache(maxPartSize);

  app.get('/sitemap.xml', hidden, (request, reply) =>
    documents.send(request, reply, '/sitemap.xml', (content) =>
      content.readWholeLibrary(async (queries) => {
        const isLarge = (await countArticlesAndAuthors(queries)) > maxPartSize;
        const text = isLarge
          ? renderSitemapIndex(await listSitemaps(queries, parts), origin)
          : renderSitemap(await listAllUrls(queries, maxPartSize), origin);
        return { text, type: XML };
      }),
    ),
  );

  app.get(PAGES_PATH, hidden, (request, reply) =>
    documents.send(
      request,
      reply,
      PAGES_PATH,
      createSitemap(listSitemapItemsOfStaticPagesAndLists, origin),
    ),
  );

  app.get<{ Params: { initial: string } }>(
    '/sitemap-authors-:initial(^[a-z]).xml',
    hidden,
    (request, reply) => {
      const { initial } = request.params;
      const listUrls = (queries: Queries) =>
        listSitemapItemsOfAuthors(queries, initial, MAX_URLS_PER_SITEMAP);
      return documents.send(request, reply, authorsPath(initial), createSitemap(listUrls, origin));
    },
  );

  app.get<{ Params: { period: string } }>(
    '/sitemap-:period(^\\d{4}-[0-9T-]{2,8}).xml',
    hidden,
    (request, reply) => {
      const { period: name } = request.params;
      const listUrls = (queries: Queries) => listArticleUrlsOfPart(queries, name, maxPartSize);
      return documents.send(request, reply, articlesPath(name), createSitemap(listUrls, origin));
    },
  );
  return parts;
}

const authorsPath = (initial: string) => `/sitemap-authors-${initial}.xml`;
const articlesPath = (period: string) => `/sitemap-${period}.xml`;

/**
 * Returns a function that creates a sitemap with the listed URLs. If there are no URLs, the function returns
 * `undefined`, and the sitemap does not exist.
 */
function createSitemap(
  listUrls: (queries: Queries) => Promise<SitemapItem[]>,
  origin: string,
): CreateTextDocument {
  return (content) =>
    content.readWholeLibrary(async (queries) => {
      const urls = await listUrls(queries);
      return urls.length ? { text: renderSitemap(urls, origin), type: XML } : undefined;
    });
}

async function countArticlesAndAuthors(queries: Queries): Promise<number> {
  const [authors, articles] = await Promise.all([
    countActiveAuthorsByCategory(queries),
    countArticlesByCategory(queries),
  ]);
  return getCountInAllCategories(authors) + getCountInAllCategories(articles);
}

async function listAllUrls(queries: Queries, limit: number): Promise<SitemapItem[]> {
  const [pages, authors, articles] = await Promise.all([
    listSitemapItemsOfStaticPagesAndLists(queries),
    listSitemapItemsOfAuthors(queries, '', limit),
    listSitemapItemsOfArticles(queries, WIDEST_TIME_RANGE, limit),
  ]);
  return [...pages, ...authors, ...articles];
}

async function listSitemaps(queries: Queries, parts: SitemapPartCache): Promise<SitemapItem[]> {
  const pages = await listSitemapItemsOfStaticPagesAndLists(queries);
  const authors = await listAuthorInitialsWithLastChange(queries, createLastPublicationTimeSql);
  const articles = await parts.list(queries);
  return [
    { url: PAGES_PATH, changedAt: findLatestChangeTime(pages) },
    ...authors.map(({ initial, changedAt }) => ({ url: authorsPath(initial), changedAt })),
    ...articles.map(({ name, changedAt }) => ({ url: articlesPath(name), changedAt })),
  ];
}

/**
 * Lists the articles that were published in the period with the given name. Returns no articles if the period is
 * divided into shorter ones or if the name is invalid.
 */
async function listArticleUrlsOfPart(
  queries: Queries,
  name: string,
  maxPartSize: number,
): Promise<SitemapItem[]> {
  const parsed = parsePeriod(name);
  if (!parsed) return [];
  const { period, unit } = parsed;
  const isDivisible = getShorterUnit(unit) !== undefined;
  const urls = await listSitemapItemsOfArticles(
    queries,
    period,
    isDivisible ? maxPartSize + 1 : MAX_URLS_PER_SITEMAP,
  );
  return isDivisible && urls.length > maxPartSize ? [] : urls;
}
