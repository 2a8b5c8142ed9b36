import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { articleEmbedPath, articlePath, authorPath } from '#domain/paths.ts';
import {
  InvalidRequestError,
  NotFoundError,
  UnauthenticatedError,
} from '#server/platform/errors.ts';
import type { TextDocument, TextDocumentCache } from '../text-document-cache.ts';
import type { TrackedContentReader } from '../tracked-content-reader.ts';
import type { OEmbedSizeLimits } from './embed-sizes.ts';
import {
  createArticleOEmbedResponse,
  createAuthorOEmbedResponse,
  MAX_OEMBED_DIMENSION,
} from './oembed-response.ts';
import {
  createOEmbedUrl,
  type EmbeddablePage,
  OEMBED_PATH,
  parseEmbeddablePageUrl,
} from './oembed-urls.ts';
import { EMBED_HEADERS, renderArticleEmbed, renderMissingEmbed } from './render-article-embed.ts';

const HTML = 'text/html; charset=utf-8';
/**
 * A schema for a size limit. Limits above the largest possible size are reduced to that size, so that fewer different
 * responses are cached.
 */
const limitSchema = z.coerce
  .number('must be a whole number of pixels, at least 1')
  .int('must be a whole number of pixels, at least 1')
  .min(1, 'must be a whole number of pixels, at least 1')
  .transform((pixels) => Math.min(pixels, MAX_OEMBED_DIMENSION))
  .optional();
const querySchema = z.object({
  url: z.url('must be the complete URL of an article or author').max(2000, 'is too long'),
  maxwidth: limitSchema,
  maxheight: limitSchema,
  format: z.string('must be given once').default('json'),
});
/**
 * The headers of every oEmbed response. They allow scripts on any site to read the response, because it contains only
 * public content.
 */
const OEMBED_HEADERS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * Registers two endpoints that other sites use to turn links to Octavo into cards. `GET /oembed?url=…` returns the
 * oEmbed 1.0 description of an article or author as JSON. `GET /embed/{alias}/{slug}` returns the card of an article as
 * an HTML document for a frame. Links are absolute, starting with `origin`.
 *
 * Failed oEmbed requests get the status codes that the oEmbed specification defines: 404 if there is no such page, 401
 * if the page is personal, and 501 if the format is not JSON. The status is 400 if a parameter is missing or invalid.
 */
export function embedRoutes(
  app: FastifyInstance,
  documents: TextDocumentCache,
  origin: string,
): void {
  const hidden = { schema: { hide: true } };

  app.get(OEMBED_PATH, hidden, async (request, reply) => {
    reply.headers(OEMBED_HEADERS);
    const { url, format, ...limits } = parseQuery(request.query);
    if (format !== 'json')
      return reply
        .code(501)
        .header('cache-control', 'no-store')
        .send({ error: 'Only the format json is available.' });
    const page = parseEmbeddablePageUrl(url, origin);
    if (page === 'private') throw new UnauthenticatedError();
    if (!page) throw new NotFoundError('No article or author has this URL.');
    const path = buildPath(page);
    const key = createOEmbedUrl('', origin + path, limits);
    return documents.send(request, reply, key, (content) =>
      createOEmbedDocument(page, limits, content, origin),
    );
  });

  app.get<{ Params: { alias: string; slug: string } }>(
    articleEmbedPath('/:alias/:slug'),
    hidden,
    (request, reply) => {
      const { alias, slug } = request.params;
      const path = articleEmbedPath(buildPath({ kind: 'article', alias, slug }));
      return documents.send(request, reply, path, async (content) => {
        const lookup = await content.findArticleByPath(alias, slug);
        if (lookup?.kind === 'moved') return { movedTo: articleEmbedPath(lookup.path) };
        const embed = { type: HTML, headers: EMBED_HEADERS };
        return lookup?.kind === 'found'
          ? { ...embed, text: renderArticleEmbed(lookup.article, origin) }
          : { ...embed, text: renderMissingEmbed(origin), status: 404 };
      });
    },
  );
}

function parseQuery(query: unknown): z.output<typeof querySchema> {
  const parsed = querySchema.safeParse(query);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InvalidRequestError(`${issue!.path.join('.')} ${issue!.message}.`);
}

/**
 * Returns the path of a page. The segments are percent-encoded, because a request may contain characters with a special
 * meaning in URLs. Without encoding, the response for one page could be cached as the response for another page.
 */
function buildPath(page: EmbeddablePage): string {
  const alias = encodeURIComponent(page.alias);
  return page.kind === 'article'
    ? articlePath(alias, encodeURIComponent(page.slug))
    : authorPath(alias);
}

/**
 * Creates the oEmbed response for a page. If the requested path is a former path or another spelling of the current
 * one, returns a redirect to the response for the current path. Each page therefore has only one cached response for
 * each combination of size limits. Throws {@link NotFoundError} if there is no such page.
 */
async function createOEmbedDocument(
  page: EmbeddablePage,
  limits: OEmbedSizeLimits,
  content: TrackedContentReader,
  origin: string,
): Promise<TextDocument | { movedTo: string }> {
  const result =
    page.kind === 'article'
      ? await describeFoundArticle(page, limits, content, origin)
      : await describeFoundAuthor(page, limits, content, origin);
  if (!result) throw new NotFoundError('No article or author has this URL.');
  if ('path' in result) return { movedTo: createOEmbedUrl('', origin + result.path, limits) };
  return {
    text: JSON.stringify(result),
    type: 'application/json; charset=utf-8',
    headers: OEMBED_HEADERS,
  };
}

async function describeFoundArticle(
  { alias, slug }: { alias: string; slug: string },
  limits: OEmbedSizeLimits,
  content: TrackedContentReader,
  origin: string,
) {
  const lookup = await content.findArticleByPath(alias, slug);
  if (lookup?.kind === 'moved') return { path: lookup.path };
  return lookup?.kind === 'found'
    ? createArticleOEmbedResponse(lookup.article, limits, origin)
    : undefined;
}

async function describeFoundAuthor(
  { alias }: { alias: string },
  limits: OEmbedSizeLimits,
  content: TrackedContentReader,
  origin: string,
) {
  const author = (await content.findActiveAuthorByAnyAlias(alias))?.author;
  if (author && author.alias !== alias) return { path: authorPath(author.alias) };
  return author && createAuthorOEmbedResponse(author, limits, origin);
}
