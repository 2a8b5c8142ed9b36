import type { FastifyInstance } from 'fastify';
import { authorPath } from '#domain/paths.ts';
import { ALL_SCREENS, hasPathParameters } from '#domain/screens.ts';
import { listArticlePaths } from '#server/catalogue/articles/repository.ts';
import { listAuthors } from '#server/catalogue/authors/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';

/** A sitemap may name 50,000 addresses (sitemaps.org); the newest articles are the ones worth telling of. */
const MAX_ARTICLES = 45_000;
/** Seconds caches on the way may keep a sitemap: search engines read it a few times a day. */
const MAX_AGE = 300;

/** Screens whose address says it all. */
const STATIC_PATHS = ALL_SCREENS.filter(
  (screen) => screen.isListed && !hasPathParameters(screen),
).map(({ path }) => path);

/**
 * `/robots.txt` and `/sitemap.xml`: what search engines may read, and where it is. The sitemap is kept until an article
 * comes or goes; the listener that is returned has to be told.
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
  // Aliases and slugs hold nothing that XML would have to escape.
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
