import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** A content encoding of a response body. */
export type ContentEncoding = 'br' | 'gzip' | 'identity';

/**
 * Brotli quality for responses that a client waits for. Qualities 6 to 9 would barely reduce the size further, and
 * would take up to ten times as long.
 */
const BROTLI_QUALITY = 5;
/**
 * Binary logarithm of Brotli's window size in bytes. The window is larger than any page, and uses a sixteenth of the
 * default window's memory.
 */
const BROTLI_WINDOW = 18;

/** The highest Brotli quality, for responses that many clients request. */
const BEST_BROTLI_QUALITY = 11;

const toBrotli = promisify(brotliCompress);
const fromBrotli = promisify(brotliDecompress);
const toGzip = promisify(gzip);

/** Encodes a body as UTF-8 and compresses it. Compression runs in libuv's thread pool. */
export async function encodeBody(text: string, encoding: ContentEncoding): Promise<Buffer> {
  const bytes = Buffer.from(text);
  if (encoding === 'gzip') return toGzip(bytes);
  if (encoding === 'identity') return bytes;
  return compressWithBrotli(bytes, BROTLI_QUALITY);
}

/** Decompresses a Brotli body and compresses it again with the highest quality, which takes about 50 ms of CPU time. */
export async function recompressWithBrotli(body: Buffer): Promise<Buffer> {
  return compressWithBrotli(await fromBrotli(body), BEST_BROTLI_QUALITY);
}

function compressWithBrotli(bytes: Buffer, quality: number): Promise<Buffer> {
  return toBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}

/**
 * Maximum number of `Accept-Encoding` values for which the preferred encoding is cached. Clients send only a few
 * different values.
 */
const MAX_CACHED_HEADERS = 100;
const negotiatedEncodings = new Map<string, ContentEncoding>();

/** Returns the encoding that an `Accept-Encoding` header prefers (RFC 9110, 12.5.3). */
export function negotiateContentEncoding(accepted: string | undefined): ContentEncoding {
  if (!accepted) return 'identity';
  const negotiatedEncoding = negotiatedEncodings.get(accepted);
  if (negotiatedEncoding) return negotiatedEncoding;
  const encoding = chooseEncoding(accepted);
  if (negotiatedEncodings.size < MAX_CACHED_HEADERS) negotiatedEncodings.set(accepted, encoding);
  return encoding;
}

/** Bodies with fewer characters are not compressed, because compressing them would save too little. */
const MIN_COMPRESSED_LENGTH = 1024;

/**
 * Compresses text responses. Compresses each body completely before sending it, because the buffers of a streaming
 * compressor would be many times larger than the body and would stay in memory until the client has read the response.
 */
export function compressTextResponses(app: FastifyInstance): void {
  app.addHook('onSend', async ({ headers }, reply, body: unknown) => {
    if (
      typeof body !== 'string' ||
      body.length < MIN_COMPRESSED_LENGTH ||
      reply.hasHeader('content-encoding')
    )
      return body;
    reply.header('vary', 'accept-encoding');
    const encoding = negotiateContentEncoding(headers['accept-encoding']);
    if (encoding === 'identity') return body;
    reply.header('content-encoding', encoding);
    return encodeBody(body, encoding);
  });
}

function chooseEncoding(accepted: string): ContentEncoding {
  const weights = new Map(accepted.split(',').map(parseWeight));
  const getWeight = (encoding: ContentEncoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [brotli, zipped] = [getWeight('br'), getWeight('gzip')];
  if (brotli > 0 && brotli >= zipped) return 'br';
  return zipped > 0 ? 'gzip' : 'identity';
}

/**
 * Parses one element of an `Accept-Encoding` header. Returns the encoding and its weight, from 0 (not acceptable) to 1
 * (the default).
 */
function parseWeight(element: string): [encoding: string, weight: number] {
  const [encoding = '', ...parameters] = element
    .split(';')
    .map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [encoding, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}
