import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CONTACT_EMAIL } from '#domain/contact-address.ts';
import { escapeHtml } from '#domain/escape-html.ts';
import { MAX_SEARCH_QUERY_LENGTH, normalizeSearchQuery } from '#domain/paging.ts';
import { searchCatalogue } from '#server/catalogue/search/service.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { CountAction } from '#server/platform/http/rate-limits.ts';

const DAY_SECONDS = 86_400;
const DAY_CACHE_CONTROL = `public, max-age=${DAY_SECONDS}`;
/** The number of seconds for which a browser may cache search suggestions. */
const SUGGESTIONS_MAX_AGE = 60;
const MAX_SUGGESTIONS = 8;
/** The number of days after which `security.txt` expires. RFC 9116 recommends less than a year. */
const SECURITY_CONTACT_DAYS = 180;

export interface SiteFilesOptions {
  queries: Queries;
  /** The origin of the website, such as `https://example.com`. */
  origin: string;
  /** A function that counts a suggestions request toward the rate limit for searches. */
  count: CountAction;
}

/**
 * Registers the small files that search engines, browsers and security researchers look for: `robots.txt`,
 * `security.txt` (RFC 9116) and `opensearch.xml`. Browsers use `opensearch.xml` to search Octavo from the address bar.
 * Also registers the endpoint that returns search suggestions for the address bar.
 */
export function siteFileRoutes(
  app: FastifyInstance,
  { queries, origin, count }: SiteFilesOptions,
): void {
  const hidden = { schema: { hide: true } };

  app.get('/robots.txt', hidden, (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', DAY_CACHE_CONTROL)
      .send(`User-agent: *\nDisallow: /api/\nDisallow: /auth/\nSitemap: ${origin}/sitemap.xml\n`),
  );

  app.get('/security.txt', hidden, (_, reply) => reply.redirect(SECURITY_PATH, 301));
  app.get(SECURITY_PATH, hidden, (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', DAY_CACHE_CONTROL)
      .send(renderSecurityText(origin, new Date())),
  );

  app.get('/opensearch.xml', hidden, (_, reply) =>
    reply
      .type('application/opensearchdescription+xml; charset=utf-8')
      .header('cache-control', DAY_CACHE_CONTROL)
      .send(renderOpenSearchDescription(origin)),
  );

  app.get('/search/suggestions', hidden, async (request, reply) => {
    const { q } = suggestionsQuerySchema.parse(request.query);
    const query = normalizeSearchQuery(q.slice(0, MAX_SEARCH_QUERY_LENGTH));
    if (query) await count('search', request);
    const metas = query ? (await searchCatalogue(queries, query, MAX_SUGGESTIONS)).metas : [];
    // The OpenSearch Suggestions extension defines this format: the query, followed by titles, descriptions and URLs.
    const suggestions = [
      q,
      metas.map(({ title }) => title),
      metas.map(({ tagline }) => tagline),
      metas.map(({ path }) => origin + path),
    ];
    return reply
      .header('cache-control', `public, max-age=${SUGGESTIONS_MAX_AGE}`)
      .type('application/x-suggestions+json; charset=utf-8')
      .send(JSON.stringify(suggestions));
  });
}

const SECURITY_PATH = '/.well-known/security.txt';

/** A schema for the parameters of a suggestions request. A missing or repeated `q` counts as an empty search query. */
const suggestionsQuerySchema = z.object({ q: z.string().catch('') });

/** Renders `security.txt`. The expiration time is at midnight UTC, so that the file stays the same for a whole day. */
function renderSecurityText(origin: string, now: Date): string {
  const days = Math.floor(now.getTime() / 1000 / DAY_SECONDS) + SECURITY_CONTACT_DAYS;
  return [
    `Contact: mailto:${CONTACT_EMAIL}`,
    `Contact: ${origin}/contact`,
    `Expires: ${new Date(days * DAY_SECONDS * 1000).toISOString()}`,
    'Preferred-Languages: en',
    `Canonical: ${origin}${SECURITY_PATH}`,
    '',
  ].join('\n');
}

function renderOpenSearchDescription(origin: string): string {
  const url = escapeHtml(origin);
  return `<?xml version="1.0" encoding="UTF-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Octavo</ShortName>
<Description>Short articles on how the world works</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="32" height="32" type="image/x-icon">${url}/favicon.ico</Image>
<Url type="text/html" template="${url}/articles?q={searchTerms}"/>
<Url type="application/x-suggestions+json" template="${url}/search/suggestions?q={searchTerms}"/>
<Url type="application/opensearchdescription+xml" rel="self" template="${url}/opensearch.xml"/>
</OpenSearchDescription>
`;
}
