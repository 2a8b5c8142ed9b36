import type { FastifyInstance } from 'fastify';
import { encode, negotiateEncoding } from './encodings.ts';

/** Characters. Compressing shorter text saves too little. */
const SHORT = 1024;

/**
 * Compresses text responses. Each is compressed as a whole rather than as a stream: the buffers of a stream compressor, many
 * times the size of the text, would stay in memory for as long as the client does not read.
 */
export function compressText(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply, body: unknown) => {
    if (typeof body !== 'string' || body.length < SHORT || reply.hasHeader('content-encoding'))
      return body;
    reply.header('vary', 'accept-encoding');
    const encoding = negotiateEncoding(headers['accept-encoding']);
    if (encoding === 'identity') return body;
    reply.header('content-encoding', encoding);
    return encode(body, encoding);
  });
}
