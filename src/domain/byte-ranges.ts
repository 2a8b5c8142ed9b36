/**
 * A requested byte range of a file. `from` and `to` are the positions of its first and last byte, counted from 0.
 * Without `to`, the range extends to the end of the file. `last` requests that many bytes from the end of the file.
 */
export type ByteRange = { from: number; to?: number } | { last: number };

/** A byte range of a file, given by the positions of its first and last byte, counted from 0. */
export interface ResolvedByteRange {
  from: number;
  to: number;
}

/** Thrown if a byte range starts after the end of the file. */
export class UnsatisfiableRangeError extends Error {
  override name = 'UnsatisfiableRangeError';
  /** The file's size in bytes. */
  readonly size: number;

  constructor(size: number) {
    super(`The file has ${size} bytes.`);
    this.size = size;
  }
}

/**
 * Parses a `Range` header (RFC 9110, 14.2). Returns `undefined` if the server should send the complete file. This is
 * the case if the header is missing or invalid, or if it requests several ranges, which a server may ignore.
 */
export function parseRangeHeader(header: string | undefined): ByteRange | undefined {
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from) {
    if (!to) return { from: Number(from) };
    return Number(to) < Number(from) ? undefined : { from: Number(from), to: Number(to) };
  }
  return to ? { last: Number(to) } : undefined;
}

/** Formats a range as the value of a `Range` header. */
export function formatRangeHeader(range: ByteRange): string {
  return 'last' in range ? `bytes=-${range.last}` : `bytes=${range.from}-${range.to ?? ''}`;
}

/**
 * Converts a requested byte range to the positions of its first and last byte. Without a range, selects the complete
 * file. `size` is the file's size in bytes, at least 1. Throws {@link UnsatisfiableRangeError} if the range starts
 * after the end of the file.
 */
export function resolveRange(range: ByteRange | undefined, size: number): ResolvedByteRange {
  const end = size - 1;
  if (!range) return { from: 0, to: end };
  const { from, to = end } =
    'last' in range ? { from: range.last ? Math.max(size - range.last, 0) : size } : range;
  if (from > end) throw new UnsatisfiableRangeError(size);
  return { from, to: Math.min(to, end) };
}
