import type { FastifyInstance } from 'fastify';
import { BusyError } from '../errors.ts';
import type { ClientIpResolver } from './client-ips.ts';
import { getHttp2Stream } from './http2-streams.ts';

/**
 * Minimum size, in bytes, of a response whose unsent bytes are counted. Smaller responses are not counted, because most
 * of the memory that they take is for their streams, not for their bodies.
 */
const MIN_COUNTED_BYTES = 4096;
/** Value of the `Retry-After` header, in seconds, of the 503 that replaces a response. */
const RETRY_AFTER = 5;

export interface UnsentBytesLimits {
  /** Maximum number of unsent bytes for one client. */
  maxPerCaller: number;
  /** Maximum number of unsent bytes for all clients together. */
  maxTotal: number;
}

const LIMITS: UnsentBytesLimits = { maxPerCaller: 16 * 1024 * 1024, maxTotal: 128 * 1024 * 1024 };

/**
 * Limits the memory taken by responses that clients have not read yet. A client can delay reading on purpose, for
 * example by setting the flow-control window of its HTTP/2 stream to 0. A response that would exceed a limit is
 * replaced with a 503. Streamed bodies are not counted, because backpressure limits their memory. Cached bodies are not
 * counted, because the cache keeps them in memory anyway.
 */
export function limitUnsentBytes(
  app: FastifyInstance,
  callers: ClientIpResolver,
  { maxPerCaller, maxTotal }: UnsentBytesLimits = LIMITS,
): void {
  const bytesByCaller = new Map<string, number>();
  let total = 0;
  const addBytes = (caller: string, bytes: number) => {
    total += bytes;
    const callerBytes = (bytesByCaller.get(caller) ?? 0) + bytes;
    if (callerBytes) bytesByCaller.set(caller, callerBytes);
    else bytesByCaller.delete(caller);
  };
  app.decorateReply('isShared', false);
  app.addHook('onSend', ({ raw: request }, { raw: response, isShared }, body: unknown, done) => {
    const caller = callers.forRequest(request);
    const isComplete = typeof body === 'string' || Buffer.isBuffer(body);
    const bytes = isComplete && !isShared ? Buffer.byteLength(body) : 0;
    const connection = getHttp2Stream(request) ?? response;
    // Error responses are always sent, including the 503 for an exceeded limit.
    const isError = response.statusCode >= 400;
    if (bytes < MIN_COUNTED_BYTES || isError || caller === undefined || connection.destroyed)
      return done(null, body);
    if ((bytesByCaller.get(caller) ?? 0) + bytes > maxPerCaller || total + bytes > maxTotal)
      return done(
        new BusyError('Read your pending responses before sending more requests.', RETRY_AFTER),
      );
    addBytes(caller, bytes);
    connection.once('close', () => addBytes(caller, -bytes));
    done(null, body);
  });
}

declare module 'fastify' {
  interface FastifyReply {
    /** True if the body is cached and shared between clients, so that sending it takes no additional memory. */
    isShared: boolean;
  }
}
