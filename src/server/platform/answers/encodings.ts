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

/** What clients accept is a handful of texts, and each request has one: so many of them are read once. */
const MOST_REMEMBERED = 100;
const remembered = new Map<string, Encoding>();

/** The encoding a request likes best (RFC 9110, 12.5.3) of those it accepts. */
export function encodingOf(accepted: string | undefined): Encoding {
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

/** An encoding and how much it is liked: from 0, not at all, to 1, which is what goes without saying. */
function readWeight(each: string): [encoding: string, weight: number] {
  const [encoding = '', ...parameters] = each.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  return [encoding, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
}
