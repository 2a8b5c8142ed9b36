import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Content encodings. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Brotli's quality for responses that a client waits for: above it, size hardly falls and time doubles. */
const BROTLI_QUALITY = 5;
/** Bits of its window: larger than any page, and a sixteenth of the memory of the default. */
const BROTLI_WINDOW = 18;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Encodes a text, compressed in libuv's thread pool. */
export async function encode(text: string, encoding: Encoding): Promise<Buffer> {
  const bytes = Buffer.from(text);
  if (encoding === 'gzip') return toGzip(bytes);
  if (encoding === 'identity') return bytes;
  return toBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
}

/** Clients send a handful of different `Accept-Encoding` values: the first ones are parsed once. */
const MOST_REMEMBERED = 100;
const remembered = new Map<string, Encoding>();

/** Returns the encoding that an `Accept-Encoding` header prefers (RFC 9110, 12.5.3). */
export function negotiateEncoding(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  const known = remembered.get(accepted);
  if (known) return known;
  const encoding = bestOf(accepted);
  if (remembered.size < MOST_REMEMBERED) remembered.set(accepted, encoding);
  return encoding;
}

function bestOf(accepted: string): Encoding {
  const weights = new Map(accepted.split(',').map(readWeight));
  const weightOf = (encoding: Encoding) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const [brotli, zipped] = [weightOf('br'), weightOf('gzip')];
  if (brotli > 0 && brotli >= zipped) return 'br';
  return zipped > 0 ? 'gzip' : 'identity';
}

/** Parses an encoding and its weight, from 0 (not acceptable) to 1 (the default). */
function readWeight(each: string): [encoding: string, weight: number] {
  const [encoding = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [encoding, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}
