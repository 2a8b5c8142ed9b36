/** A part of a file that is asked for: from a byte on, up to one (included) or the end, or its last bytes. */
export type ByteRange = { from: number; to?: number } | { last: number };

/** The part that there is: its first and its last byte. */
export interface Extent {
  from: number;
  to: number;
}

/** The range begins beyond the file's end. */
export class UnsatisfiableRangeError extends Error {
  override name = 'UnsatisfiableRangeError';
  /** Bytes of the file. */
  readonly size: number;

  constructor(size: number) {
    super(`The file has ${size} bytes.`);
    this.size = size;
  }
}

/**
 * The range of a `Range` header (RFC 9110, 14.2). `undefined`: the whole file, as for what is no range or
 * several of them, which a server may leave unanswered.
 */
export function parseRange(header: string | undefined): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from) {
    if (!to) return { from: Number(from) };
    return Number(to) < Number(from) ? undefined : { from: Number(from), to: Number(to) };
  }
  return to ? { last: Number(to) } : undefined;
}

/** The `Range` header that asks for a range. */
export function formatRange(range: ByteRange): string {
  return 'last' in range ? `bytes=-${range.last}` : `bytes=${range.from}-${range.to ?? ''}`;
}

/** What a file of `size` bytes, at least one, has of a range. Throws {@link UnsatisfiableRangeError}. */
export function resolveRange(range: ByteRange | undefined, size: number): Extent {
  const end = size - 1;
  if (!range) return { from: 0, to: end };
  const { from, to = end } =
    'last' in range ? { from: range.last ? Math.max(size - range.last, 0) : size } : range;
  if (from > end) throw new UnsatisfiableRangeError(size);
  return { from, to: Math.min(to, end) };
}
