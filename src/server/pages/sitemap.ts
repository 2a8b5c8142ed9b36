import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { getTotalCount } from '#domain/category-counts.ts';
import { authorPath } from '#domain/paths.ts';
import { ALL_SCREENS, hasPathParameters } from '#domain/screens.ts';
import {
  countArticlesByCategory,
  listArticlePathsForSitemap,
} from '#server/catalogue/articles/repository.ts';
import {
  type AliasRange,
  listAliasesInRange,
  listAliasRanges,
} from '#server/catalogue/authors/alias-ranges.ts';
import { listActiveAuthors } from '#server/catalogue/authors/author-list.ts';
import { countActiveAuthorsByCategory } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';

/** Maximum number of authors and articles in a sitemap. A sitemap may contain 50,000 URLs in total (sitemaps.org). */
const MAX_URLS = 45_000;
/** Maximum number of cached sitemap files. Each file takes about a megabyte. */
const MAX_CACHED = 20;
/** Seconds for which shared caches may store the sitemap. Search engines request it a few times a day. */
const MAX_AGE = 300;

/** Paths of screens that search engines may list. Screens with path parameters are excluded. */
const STATIC_PATHS = ALL_SCREENS.filter(
  (screen) => screen.isListed && !hasPathParameters(screen),
).map(({ path }) => path);

/** Size limits of sitemap files. Both limits are numbers of author and article URLs. */
interface SitemapLimits {
  /**
   * Maximum number of URLs that `/sitemap.xml` contains. In a larger library, `/sitemap.xml` is an index of other
   * sitemap files.
   */
  whole: number;
  /**
   * Approximate number of URLs in each file that the sitemap index lists. The number is small, so that a request reads
   * few rows.
   */
  part: number;
}

/**
 * Registers `/sitemap.xml` and `/sitemap-N.xml`, and caches the sitemap. The caller must call the
 * returned methods when content changes.
 *
 * In a large library, `/sitemap.xml` is an index of several files. Each file covers a range of authors, sorted by
 * alias, with their articles. The ranges are computed from the authors' stored article counts, so no articles are read
 * for the index.
 */
export function sitemapRoutes(
  app: FastifyInstance,
  queries: Queries,
  origin: string,
  limits: SitemapLimits = { whole: MAX_URLS, part: 10_000 },
): { invalidate(keys: readonly string[]): void; markAllStale(): void } {
  const hidden = { schema: { hide: true } };
  const cached = new LRUCache<string, Promise<unknown>>({ max: MAX_CACHED });
  const runInTurn = pLimit(1);

  /** Returns the cached result for `name`, or calls `load`. Only one `load` runs at a time. */
  const getOrLoad = <Result>(name: string, load: () => Promise<Result>): Promise<Result> => {
    const known = cached.get(name) as Promise<Result> | undefined;
    if (known) return known;
    const loading = runInTurn(load);
    cached.set(name, loading);
    loading.catch(() => {
      if (cached.peek(name) === loading) cached.delete(name);
    });
    return loading;
  };
  /**
   * Returns the range of authors that each file of the sitemap index covers, or `undefined` if no index is necessary.
   */
  const findRanges = () =>
    getOrLoad('ranges', async () => {
      const [authors, articles] = await Promise.all([
        countActiveAuthorsByCategory(queries),
        countArticlesByCategory(queries),
      ]);
      const isLarge = getTotalCount(authors) + getTotalCount(articles) > limits.whole;
      return isLarge ? listAliasRanges(queries, limits.part) : undefined;
    });
  const send = (reply: FastifyReply, xml: string) =>
    reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', `public, max-age=${MAX_AGE}`)
      .send(xml);

  app.get('/sitemap.xml', hidden, async (_request, reply) => {
    const ranges = await findRanges();
    if (ranges) return send(reply, renderIndex(origin, ranges));
    return send(reply, await getOrLoad('whole', () => renderWhole(queries, origin, limits.whole)));
  });

  app.get<{ Params: { number: string } }>(
    '/sitemap-:number(^\\d{1,6}).xml',
    hidden,
    async ({ params }, reply) => {
      const number = Number(params.number);
      const ranges = await findRanges();
      if (ranges && number === 0) return send(reply, renderUrls(origin, STATIC_PATHS, []));
      const range = ranges?.[number - 1];
      if (!range) {
        reply.callNotFound();
        return reply;
      }
      return send(reply, await getOrLoad(`${number}`, () => renderPart(queries, origin, range)));
    },
  );

  return {
    invalidate: (keys) => keys.some((key) => key === 'list' || key === 'authors') && cached.clear(),
    markAllStale: () => cached.clear(),
  };
}

async function renderWhole(queries: Queries, origin: string, limit: number): Promise<string> {
  const [{ entries }, articles] = await Promise.all([
    listActiveAuthors(queries, {}, limit),
    listArticlePathsForSitemap(queries, limit),
  ]);
  const aliases = entries.map(([, { alias }]) => alias);
  return renderUrls(origin, [...STATIC_PATHS, ...aliases.map(authorPath)], articles);
}

async function renderPart(queries: Queries, origin: string, range: AliasRange): Promise<string> {
  const [aliases, articles] = await Promise.all([
    listAliasesInRange(queries, range),
    listArticlePathsForSitemap(queries, MAX_URLS, range),
  ]);
  return renderUrls(origin, aliases.map(authorPath), articles);
}

/** Renders a sitemap file. Aliases and slugs need no XML escaping, since they contain no special characters. */
function renderUrls(
  origin: string,
  paths: readonly string[],
  articles: readonly { path: string; updatedAt: Date }[],
): string {
  return renderXml('urlset', [
    ...paths.map((path) => `<url><loc>${origin}${path}</loc></url>`),
    ...articles.map(
      ({ path, updatedAt }) =>
        `<url><loc>${origin}${path}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
    ),
  ]);
}

/** Renders the sitemap index, which lists a file with the static pages and one file for each range of authors. */
function renderIndex(origin: string, ranges: readonly AliasRange[]): string {
  const numbers = [0, ...ranges.map((_, at) => at + 1)];
  return renderXml(
    'sitemapindex',
    numbers.map((number) => `<sitemap><loc>${origin}/sitemap-${number}.xml</loc></sitemap>`),
  );
}

function renderXml(root: 'urlset' | 'sitemapindex', entries: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`;
}
