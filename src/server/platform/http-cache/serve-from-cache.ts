import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptsMarkdown } from '../http/accepts-markdown.ts';
import { CONTENT_HASH_HEADER } from '../http/content-hash.ts';
import { matchesIfNoneMatch } from '../http/etag.ts';
import { isSameOriginRequest } from '../http/same-origin.ts';
import { wrapRequestListener } from '../load/wrap-request-listener.ts';
import {
  type CachedResponse,
  createCachingHeaders,
  createResponseHeaders,
  PUBLIC_CACHE_CONTROL,
} from './cached-response.ts';
import { type ContentEncoding, negotiateContentEncoding } from './encodings.ts';
import { RequestBodyReader } from './request-body-reader.ts';
import type { Stopwatch } from './stopwatch.ts';

type Next = (request: IncomingMessage, response: ServerResponse) => void;

/** A cached response or redirect that can be sent immediately. */
export type ImmediateResponse = CachedRepresentation | ReadyRedirect;

/** A cached response and the name of the requested representation. */
interface CachedRepresentation {
  cached: CachedResponse;
  representation: string;
  /** HTTP status of the response. Default: 200. */
  status?: 404;
}

/** A permanent redirect. `location` is a path with its query. */
interface ReadyRedirect {
  location: string;
}

/** A cache of responses. */
export interface CachedResponseFinder {
  /** Returns the cached response to a GET request for `url`. */
  find(url: string): ImmediateResponse | undefined;
  /**
   * Returns the cached response to a POST request whose body has the given SHA-256 hash. Called only for requests from
   * Octavo's own pages. A cache without responses to POST requests does not have this method.
   */
  findByBody?(url: string, hash: string): ImmediateResponse | undefined;
}

export interface ServeFromCacheOptions {
  /** The headers that every response contains. */
  headers: Readonly<Record<string, string>>;
  /** Origin of the website. POST requests from other origins are passed on to the application. */
  origin: string;
  /** Called after each cached response has been sent. */
  onSent(response: ServerResponse): void;
}

/**
 * Responds to a request directly, without passing it on to `app`, if one of `caches` has a response for it: a public
 * response, a redirect or a not-found page. If several caches have one, uses the first of them. Most responses are
 * cached, and sending them directly takes less time than handling the requests in Fastify.
 *
 * Requests without a cached response are passed on to `app`. Requests for Markdown are always passed on, because `app`
 * redirects them. While `app` is closing, every request is passed on.
 */
export function serveFromCache(
  app: FastifyInstance,
  caches: readonly CachedResponseFinder[],
  { headers: commonHeaders, origin, onSent }: ServeFromCacheOptions,
): void {
  const headerCache = createHeaderCache(commonHeaders, app.emitsCacheTags);
  const bodies = new RequestBodyReader(app);
  const find = (url: string) => findFirst(caches, (cache) => cache.find(url));
  const findByBody = (url: string, hash: string) =>
    findFirst(caches, (cache) => cache.findByBody?.(url, hash));

  /** Sends a cached response and returns true. Returns false if `app` has to handle the request instead. */
  const trySend = (
    immediate: ImmediateResponse | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ) => {
    if (!immediate) return false;
    if ('location' in immediate) {
      const { location } = immediate;
      const headers = {
        ...commonHeaders,
        'cache-control': PUBLIC_CACHE_CONTROL,
        location,
        'content-length': '0',
      };
      response.writeHead(301, headers).end();
      return true;
    }
    const { cached, representation, status = 200 } = immediate;
    if (cached.status !== status || (status === 200 && cached.audience !== 'public')) return false;
    const { headers } = request;
    if (status === 200 && matchesIfNoneMatch(headers['if-none-match'], cached.etag)) {
      if (!cached.renderedHeaders(representation)) return false;
      response.writeHead(304, headerCache.forNotModified(cached, representation)).end();
      return true;
    }
    const encoding = negotiateContentEncoding(headers['accept-encoding']);
    const body = cached.encodedBody(representation, encoding);
    if (!body) return false;
    response
      .writeHead(status, headerCache.forBody(body, cached, representation, encoding))
      .end(body);
    return true;
  };

  /** Sends the response that `find` returns. If `find` returns `undefined`, passes the request on to `app`. */
  const send = (
    find: () => ImmediateResponse | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    next: Next,
  ) => {
    try {
      if (trySend(find(), request, response)) return onSent(response);
    } catch (error) {
      // Catches all errors, because this listener runs outside Fastify's error handling.
      app.log.error({ err: error }, 'Failed to send a cached response');
      if (response.headersSent) return;
    }
    next(request, response);
  };

  const servePostRequest = (request: IncomingMessage, response: ServerResponse, next: Next) => {
    const { url = '', headers } = request;
    const declaredHash = headers[CONTENT_HASH_HEADER];
    const mayBeCached =
      typeof declaredHash === 'string' &&
      headers['content-type'] === 'application/json' &&
      bodies.isSmall(request) &&
      isSameOriginRequest(headers, origin) &&
      findByBody(url, declaredHash);
    if (!mayBeCached) return next(request, response);
    bodies.receive(request, (body) => {
      const isComplete = hash('sha256', body) === declaredHash.toLowerCase();
      send(() => (isComplete ? findByBody(url, declaredHash) : undefined), request, response, next);
    });
  };

  // Requests that tests send with `app.inject` bypass this listener.
  const stopServing = wrapRequestListener(app, (request, response, next) => {
    const { method, url = '' } = request;
    if (method === 'GET' && !acceptsMarkdown(request.headers))
      send(() => find(url), request, response, next);
    else if (method === 'POST') servePostRequest(request, response, next);
    else next(request, response);
  });
  app.addHook('preClose', async () => stopServing());
}

/**
 * Sends a cached response from a route handler, in the content encoding that the client prefers. If the client already
 * has the response, sends a 304 response instead. `status` overrides the response's own status. If a stopwatch is
 * passed, the `Server-Timing` header contains its times.
 */
export async function sendCachedResponse(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  representation: string,
  { status = response.status, stopwatch }: { status?: number; stopwatch?: Stopwatch } = {},
): Promise<FastifyReply> {
  const { emitsCacheTags } = reply.server;
  reply.isShared = response.audience === 'public';
  const encoding = negotiateContentEncoding(headers['accept-encoding']);
  if (status === 200 && matchesIfNoneMatch(headers['if-none-match'], response.etag)) {
    if (!response.renderedHeaders(representation))
      await response.body(representation, encoding, stopwatch);
    return reply
      .code(304)
      .headers(createCachingHeaders(response, representation, emitsCacheTags))
      .send();
  }
  const body = await response.body(representation, encoding, stopwatch);
  const timing = String(stopwatch ?? '');
  if (timing) reply.header('server-timing', timing);
  return reply
    .code(status)
    .headers(createResponseHeaders(response, representation, encoding, emitsCacheTags))
    .send(body);
}

/** Returns the response from the first cache that has one. Returns `undefined` if no cache has a response. */
function findFirst(
  caches: readonly CachedResponseFinder[],
  findIn: (cache: CachedResponseFinder) => ImmediateResponse | undefined,
): ImmediateResponse | undefined {
  for (const cache of caches) {
    const found = findIn(cache);
    if (found) return found;
  }
  return undefined;
}

/**
 * Creates a cache of response headers. The headers are stored as arrays of alternating names and values, because
 * `node:http` writes this form fastest.
 */
function createHeaderCache(
  commonHeaders: Readonly<Record<string, string>>,
  emitsCacheTags: boolean,
) {
  const headersByKey = new WeakMap<object, string[]>();
  const getOrCreate = (key: object, createHeaders: () => Record<string, string>): string[] => {
    const headers =
      headersByKey.get(key) ?? Object.entries({ ...commonHeaders, ...createHeaders() }).flat();
    headersByKey.set(key, headers);
    return headers;
  };
  return {
    forBody: (
      body: Buffer,
      cached: CachedResponse,
      representation: string,
      encoding: ContentEncoding,
    ) =>
      getOrCreate(body, () => ({
        ...createResponseHeaders(cached, representation, encoding, emitsCacheTags),
        'content-length': String(body.length),
      })),
    forNotModified: (cached: CachedResponse, representation: string) =>
      getOrCreate(cached.getRepresentation(representation), () =>
        createCachingHeaders(cached, representation, emitsCacheTags),
      ),
  };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** True if responses list their cache keys in the `cache-tag` header. */
    emitsCacheTags: boolean;
  }
}
