import type { FastifyInstance } from 'fastify';
import { authorPath } from '#domain/paths.ts';
import { ALL_SCREENS, hasPathParameters } from '#domain/screens.ts';
import { listArticlePaths } from '#server/catalogue/articles/repository.ts';
import { listAuthors } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';

/** Maximum number of articles in the sitemap. A sitemap may contain 50,000 URLs in total (sitemaps.org). */
const MAX_ARTICLES = 45_000;
/** Seconds for which shared caches may store the sitemap. Search engines request it a few times a day. */
const MAX_AGE = 300;

/** Paths of screens that search engines may list. Screens with path parameters are excluded. */
const STATIC_PATHS = ALL_SCREENS.filter(
  (screen) => screen.isListed && !hasPathParameters(screen),
).map(({ path }) => path);

/**
 * Registers `/robots.txt` and `/sitemap.xml`, and caches the sitemap. The caller must call the returned methods when
 * content changes.
 */
export function sitemapRoutes(
  app: FastifyInstance,
  queries: Queries,
  origin: string,
): { invalidate(keys: readonly string[]): void; markAllStale(): void } {
  const hidden = { schema: { hide: true } };
  let cached: Promise<string> | undefined;

  app.get('/robots.txt', hidden, (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=86400')
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /auth/\nSitemap: ${origin}/sitemap.xml\n`),
  );

  app.get('/sitemap.xml', hidden, async (_request, reply) => {
    const xml = cached ?? renderSitemap(queries, origin);
    cached = xml;
    xml.catch(() => {
      cached = undefined;
    });
    return reply
      .type('application/xml; charset=utf-8')
      .header('cache-control', `public, max-age=${MAX_AGE}`)
      .send(await xml);
  });

  const clear = () => {
    cached = undefined;
  };
  return {
    invalidate: (keys) => keys.some((key) => key === 'list' || key === 'authors') && clear(),
    markAllStale: clear,
  };
}

async function renderSitemap(queries: Queries, origin: string): Promise<string> {
  const [authors, articles] = await Promise.all([
    listAuthors(queries),
    listArticlePaths(queries, MAX_ARTICLES),
  ]);
  // Aliases and slugs need no XML escaping, since they contain no special characters.
  const entries = [
    ...[...STATIC_PATHS, ...authors.map(({ alias }) => authorPath(alias))].map(
      (path) => `<url><loc>${origin}${path}</loc></url>`,
    ),
    ...articles.map(
      ({ path, updatedAt }) =>
        `<url><loc>${origin}${path}</loc><lastmod>${updatedAt.toISOString()}</lastmod></url>`,
    ),
  ];
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}
