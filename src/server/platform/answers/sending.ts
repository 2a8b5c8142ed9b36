import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '#server/platform/http/etag.ts';
import type { Answer } from './answer.ts';
import { type Encoding, encodingOf } from './encodings.ts';
import type { Stopwatch } from './stopwatch.ts';

/** Seconds: shared caches may be a minute old, and serve that while they ask for news. Browsers ask every time. */
const SHARED_AGE = 60;
export const PUBLIC = `public, max-age=0, s-maxage=${SHARED_AGE}, stale-while-revalidate=600`;

/** What shows counts may be a minute old in all: it is kept here for as long as it is good, and elsewhere no longer. */
function publicFor(maxAge: number | undefined): string {
  if (maxAge === undefined || maxAge > SHARED_AGE) return PUBLIC;
  return `public, max-age=0, s-maxage=${maxAge}`;
}

/** A header holds only such characters, and no key says more than it is. */
const NAMEABLE = /^[\w:-]+$/;
export const PRIVATE = 'private, no-cache';

/** The headers of an answer that is sent in one of its parts; as {@link freshnessOf}. */
export function headersOf(
  answer: Answer,
  part: string,
  encoding: Encoding,
  namesKeys: boolean,
): Record<string, string> {
  return {
    ...freshnessOf(answer, part, namesKeys),
    'content-type': answer.part(part).type,
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  };
}

/**
 * The headers that caches go by, and those of the part itself, which an answer without a body has too. With `namesKeys` they say what it is made of
 * (`cache-tag`): for a CDN that is told of changes, which takes it off; nobody else has a use for it.
 */
export function freshnessOf(
  answer: Answer,
  part: string,
  namesKeys: boolean,
): Record<string, string> {
  const { audience, status, etag, keys, maxAge } = answer;
  const isShared = audience === 'public' && status === 200;
  const tags = namesKeys && isShared && keys.filter((key) => NAMEABLE.test(key)).join(',');
  return {
    'cache-control': isShared ? publicFor(maxAge) : PRIVATE,
    vary: 'accept-encoding',
    etag,
    ...(tags ? { 'cache-tag': tags } : {}),
    ...answer.part(part).headers,
  };
}

/**
 * Sends an answer: in the encoding that is asked for, or as 304 to who has it. `status` stands in for the answer's
 * own, where its part has another. Where there is a `stopwatch`, what it took is said.
 */
export async function sendAnswer(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  part: string,
  { status = answer.status, stopwatch }: { status?: number; stopwatch?: Stopwatch } = {},
): Promise<FastifyReply> {
  const { namesKeys } = reply.server;
  reply.isShared = answer.audience === 'public';
  if (status === 200 && matchesIfNoneMatch(headers['if-none-match'], answer.etag))
    return reply
      .code(304)
      .headers(freshnessOf(answer, part, namesKeys))
      .send();
  const encoding = encodingOf(headers['accept-encoding']);
  const body = await answer.body(part, encoding, stopwatch);
  const timing = String(stopwatch ?? '');
  if (timing) reply.header('server-timing', timing);
  return reply
    .code(status)
    .headers(headersOf(answer, part, encoding, namesKeys))
    .send(body);
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether answers say what they are made of (`cache-tag`). */
    namesKeys: boolean;
  }
}
