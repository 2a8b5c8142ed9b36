import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '../http/etag.ts';
import {
  type CachedResponse,
  createCachingHeaders,
  createResponseHeaders,
} from './cached-response.ts';
import { negotiateEncoding } from './encodings.ts';
import type { Stopwatch } from './stopwatch.ts';

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
  const encoding = negotiateEncoding(headers['accept-encoding']);
  if (status === 200 && matchesIfNoneMatch(headers['if-none-match'], response.etag)) {
    if (!response.renderedHeaders(part)) await response.body(part, encoding, stopwatch);
    return reply
      .code(304)
      .headers(createCachingHeaders(response, part, namesKeys))
      .send();
  }
  const body = await response.body(part, encoding, stopwatch);
  const timing = String(stopwatch ?? '');
  if (timing) reply.header('server-timing', timing);
  return reply
    .code(status)
    .headers(createResponseHeaders(response, part, encoding, namesKeys))
    .send(body);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** True if responses list their cache keys in the `cache-tag` header. */
    namesKeys: boolean;
  }
}
