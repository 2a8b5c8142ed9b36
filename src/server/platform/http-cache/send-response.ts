import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '../http/etag.ts';
import type { CachedResponse } from './cached-response.ts';
import { type Encoding, negotiateEncoding } from './encodings.ts';
import type { Stopwatch } from './stopwatch.ts';

/**
 * Seconds for which shared caches, such as a CDN, may serve a response without revalidating it. Browsers revalidate
 * every time.
 */
const SHARED_AGE = 60;
export const PUBLIC_CACHE_CONTROL = `public, max-age=0, s-maxage=${SHARED_AGE}, stale-while-revalidate=600`;

/**
 * Returns the `Cache-Control` value of a public response. A response that contains counts has a maximum age, which
 * limits its age in shared caches too.
 */
function publicFor(maxAge: number | undefined): string {
  if (maxAge === undefined || maxAge > SHARED_AGE) return PUBLIC_CACHE_CONTROL;
  return `public, max-age=0, s-maxage=${maxAge}`;
}

/** Matches cache keys that may appear in the `cache-tag` header. */
const NAMEABLE = /^[\w:-]+$/;
export const PRIVATE_CACHE_CONTROL = 'private, no-cache';

/** Returns the headers of a response that has a body. */
export function responseHeaders(
  response: CachedResponse,
  part: string,
  encoding: Encoding,
  namesKeys: boolean,
): Record<string, string> {
  return {
    ...freshnessHeaders(response, part, namesKeys),
    'content-type': response.part(part).type,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
}

/**
 * Returns the headers that control caching, and the part's own headers. A 304 response has only these headers. If
 * `namesKeys` is true, they include the cache keys as `cache-tag`. A CDN uses this header for purging, and removes it
 * from the response.
 */
export function freshnessHeaders(
  response: CachedResponse,
  part: string,
  namesKeys: boolean,
): Record<string, string> {
  const { audience, status, etag, keys, maxAge } = response;
  const isShared = audience === 'public' && status === 200;
  const tags = namesKeys && isShared && keys.filter((key) => NAMEABLE.test(key)).join(',');
  return {
    'cache-control': isShared ? publicFor(maxAge) : PRIVATE_CACHE_CONTROL,
    vary: 'accept-encoding',
    etag,
    ...(tags ? { 'cache-tag': tags } : {}),
    ...response.part(part).headers,
  };
}

/**
 * Sends a cached response in the negotiated encoding, or a 304 if the client already has it. `status` overrides the
 * response's own status. If a stopwatch is passed, its times are sent in the `Server-Timing` header.
 */
export async function sendCachedResponse(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
  part: string,
  { status = response.status, stopwatch }: { status?: number; stopwatch?: Stopwatch } = {},
): Promise<FastifyReply> {
  const { namesKeys } = reply.server;
  reply.isShared = response.audience === 'public';
  if (status === 200 && matchesIfNoneMatch(headers['if-none-match'], response.etag))
    return reply
      .code(304)
      .headers(freshnessHeaders(response, part, namesKeys))
      .send();
  const encoding = negotiateEncoding(headers['accept-encoding']);
  const body = await response.body(part, encoding, stopwatch);
  const timing = String(stopwatch ?? '');
  if (timing) reply.header('server-timing', timing);
  return reply
    .code(status)
    .headers(responseHeaders(response, part, encoding, namesKeys))
    .send(body);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** True if responses contain their cache keys in the `cache-tag` header. */
    namesKeys: boolean;
  }
}
