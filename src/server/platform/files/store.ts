import type { Readable } from 'node:stream';
import type { ByteRange, ResolvedByteRange } from '#domain/byte-ranges.ts';

/**
 * A store for files that are written once and then served unchanged, such as pictures and recordings. A key is a path
 * such as `pictures/covers/…/320.avif`. The store does not check access.
 */
export interface FileStore {
  /**
   * Opens a file, or a range of its bytes, as a stream. Returns `undefined` if the file does not exist. Throws
   * {@link UnsatisfiableRangeError} if the range starts after the end of the file.
   */
  read(key: string, range?: ByteRange): Promise<StreamedFile | undefined>;
  has(key: string): Promise<boolean>;
  /** Writes a file atomically. Replaces an existing file. */
  write(key: string, bytes: Uint8Array, mediaType: string): Promise<void>;
  /** Lists the keys of the files in a folder, one page of keys at a time. Files in subfolders are not listed. */
  list(folder: string): AsyncIterable<readonly string[]>;
  /** Lists the keys of all files, one page of keys at a time. */
  listAll(): AsyncIterable<readonly string[]>;
  /** Removes a file if it exists. A stream that is still reading the file may continue or end early. */
  remove(key: string): Promise<void>;
}

/** Splits a key into its path segments. Throws a TypeError if a segment is empty or starts with a dot. */
export function splitFileKeyIntoSegments(key: string): string[] {
  const names = key.split('/');
  if (names.some((name) => !name || name.startsWith('.')))
    throw new TypeError(`"${key}" is not a valid file key.`);
  return names;
}

/** An open file. Its body must be read to the end or destroyed. */
export interface StreamedFile extends ResolvedByteRange {
  /** Size of the complete file in bytes. */
  size: number;
  /** The entity tag of the content, including the quotes that HTTP requires. */
  etag: string;
  body: Readable;
}
