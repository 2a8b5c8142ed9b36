import type { FastifyInstance } from 'fastify';
import { encodeBody, negotiateEncoding } from './encodings.ts';

/** Minimum length, in characters, of a text that is compressed. Compressing shorter texts saves too little. */
const SHORT = 1024;

/**
 * Compresses text responses. Each text is compressed completely before it is sent. The buffers of a streaming
 * compressor would be many times larger than the text, and would stay in memory until the client has read the response.
 */
export function compressText(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply, body: unknown) => {
    if (typeof body !== 'string' || body.length < SHORT || reply.hasHeader('content-encoding'))
      return body;
    reply.header('vary', 'accept-encoding');
    const encoding = negotiateEncoding(headers['accept-encoding']);
    if (encoding === 'identity') return body;
    reply.header('content-encoding', encoding);
    return encodeBody(body, encoding);
  });
}
