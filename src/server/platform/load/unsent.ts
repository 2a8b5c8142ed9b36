import type { FastifyInstance } from 'fastify';
import { BusyError } from '#server/platform/errors.ts';
import type { Callers } from './callers.ts';
import { streamOf } from './streams.ts';

/** Bytes: answers below this are not counted. What else an open stream takes is more. */
const SMALL = 4096;
/** Seconds after which it is worth another try. */
const RETRY_AFTER = 5;

export interface UnsentLimits {
  /** Bytes held for one caller. */
  mostPerCaller: number;
  /** Bytes held for all callers. */
  most: number;
}

const LIMITS: UnsentLimits = { mostPerCaller: 16 * 1024 * 1024, most: 128 * 1024 * 1024 };

/**
 * Bounds the bytes of answers that are made and not yet read: a caller who does not read, as HTTP/2 allows with a window
 * of 0 on each of many streams, would have the process hold as many answers. Answers beyond the limits are dropped and
 * refused with 503. Streams do not count, which are read as fast as they are sent, nor bodies that are kept anyway.
 */
export function boundUnsent(
  app: FastifyInstance,
  callers: Callers,
  { mostPerCaller, most }: UnsentLimits = LIMITS,
): void {
  const byCaller = new Map<string, number>();
  let total = 0;
  const add = (caller: string, bytes: number) => {
    total += bytes;
    const held = (byCaller.get(caller) ?? 0) + bytes;
    if (held) byCaller.set(caller, held);
    else byCaller.delete(caller);
  };
  app.decorateReply('isShared', false);
  app.addHook('onSend', ({ raw: request }, { raw: response, isShared }, body: unknown, done) => {
    const caller = callers.of(request);
    const isWhole = typeof body === 'string' || Buffer.isBuffer(body);
    const bytes = isWhole && !isShared ? Buffer.byteLength(body) : 0;
    const connection = streamOf(request) ?? response;
    // Errors are told whatever is held: this one, too.
    const isError = response.statusCode >= 400;
    if (bytes < SMALL || isError || caller === undefined || connection.destroyed)
      return done(null, body);
    if ((byCaller.get(caller) ?? 0) + bytes > mostPerCaller || total + bytes > most)
      return done(new BusyError('Read the answers you have asked for first.', RETRY_AFTER));
    add(caller, bytes);
    connection.once('close', () => add(caller, -bytes));
    done(null, body);
  });
}

declare module 'fastify' {
  interface FastifyReply {
    /** Whether the body is kept for everybody: who is sent it has the process hold no bytes more. */
    isShared: boolean;
  }
}
