import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** How a body can go over the wire. */
export type Encoding = 'br' | 'gzip' | 'identity';

/** Brotli's quality for what is made while somebody waits: above this, size hardly falls and time doubles. */
const BROTLI_QUALITY = 5;
/** Bits of its window: larger than any page, and a sixteenth of what it would take, and clear, by itself. */
const BROTLI_WINDOW = 18;

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** A text as the bytes of one encoding; compressed on a thread of its own. */
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

/** The best encoding a request accepts. */
export function encodingOf(accepted: string | undefined): Encoding {
  if (!accepted) return 'identity';
  if (/\bbr\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(accepted)) return 'br';
  if (/\bgzip\b(?!\s*;\s*q=0(\.0+)?\s*(,|$))/.test(accepted)) return 'gzip';
  return 'identity';
}
