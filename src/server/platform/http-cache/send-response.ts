import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '../http/etag.ts';
import type { CachedResponse } from './cached-response.ts';
import { type Encoding, negotiateEncoding } from './encodings.ts';
import type { Stopwatch } from './stopwatch.ts';

/** Seconds that shared caches may serve a response without revalidating it. Browsers revalidate every time. */
const SHARED_AGE = 60;
export const PUBLIC_CACHE_CONTROL = `public, max-age=0, s-maxage=${SHARED_AGE}, stale-while-revalidate=600`;

/** Returns a `cache-control` that keeps the total age of a response with counts within its own maximum. */
function publicFor(maxAge: number | undefined): string {
  if (maxAge === undefined || maxAge > SHARED_AGE) return PUBLIC_CACHE_CONTROL;
  return `public, max-age=0, s-maxage=${maxAge}`;
}

/** Characters that a header may hold. */
const NAMEABLE = /^[\w:-]+$/;
export const PRIVATE_CACHE_CONTROL = 'private, no-cache';

/** Returns the headers of a response with a body. */
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
 * Returns the headers for caches, and those of the part itself, which a 304 has too. With `namesKeys` they include the cache
 * keys (`cache-tag`) for a CDN that purges by them, and removes the header.
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
 * Sends a response in the negotiated encoding, or 304 if the client has it. `status` overrides the response's own. With a
 * `stopwatch`, the header `Server-Timing` is sent.
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
    /** Whether responses name their cache keys (`cache-tag`). */
    namesKeys: boolean;
  }
}
