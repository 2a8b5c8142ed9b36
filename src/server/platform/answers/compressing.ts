import type { FastifyInstance } from 'fastify';
import { encode, encodingOf } from './encodings.ts';

/** Characters below which compressing saves nothing worth the time. */
const SHORT = 1024;

/**
 * Compresses text that is made for one request. As a whole, and not as it is sent: for as long as a client does not read
 * on, a compressor would stay there with all its buffers, which are many times the text's.
 */
export function compressText(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply, body: unknown) => {
    if (typeof body !== 'string' || body.length < SHORT || reply.hasHeader('content-encoding'))
      return body;
    reply.header('vary', 'accept-encoding');
    const encoding = encodingOf(headers['accept-encoding']);
    if (encoding === 'identity') return body;
    reply.header('content-encoding', encoding);
    return encode(body, encoding);
  });
}
