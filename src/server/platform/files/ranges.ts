/** A requested part of a file: from a byte up to another one (included) or the end, or its last bytes. */
export type ByteRange = { from: number; to?: number } | { last: number };

/** A part of a file: its first and last byte. */
export interface Extent {
  from: number;
  to: number;
}

/** The range starts after the end of the file. */
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
 * Parses a `Range` header (RFC 9110, 14.2). Returns `undefined` for the whole file, also for an invalid range or several
 * ranges, which a server may ignore.
 */
export function parseRange(header: string | undefined): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from) {
    if (!to) return { from: Number(from) };
    return Number(to) < Number(from) ? undefined : { from: Number(from), to: Number(to) };
  }
  return to ? { last: Number(to) } : undefined;
}

/** Formats a range as a `Range` header. */
export function formatRange(range: ByteRange): string {
  return 'last' in range ? `bytes=-${range.last}` : `bytes=${range.from}-${range.to ?? ''}`;
}

/** Resolves a range for a file of `size` bytes, at least one. Throws {@link UnsatisfiableRangeError}. */
export function resolveRange(range: ByteRange | undefined, size: number): Extent {
  const end = size - 1;
  if (!range) return { from: 0, to: end };
  const { from, to = end } =
    'last' in range ? { from: range.last ? Math.max(size - range.last, 0) : size } : range;
  if (from > end) throw new UnsatisfiableRangeError(size);
  return { from, to: Math.min(to, end) };
}
