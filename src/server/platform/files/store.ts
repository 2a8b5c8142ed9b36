import type { Readable } from 'node:stream';
import type { ByteRange, Extent } from './ranges.ts';

/**
 * A store of files that are written once and served unchanged, such as pictures and recordings. A key is a path such as
 * `pictures/covers/…/320.avif`. Access is not checked here.
 */
export interface FileStore {
  /**
   * Opens a file, or a part of it, as a stream; returns `undefined` if there is none. Throws {@link
   * UnsatisfiableRangeError} if the range starts after its end.
   */
  read(key: string, range?: ByteRange): Promise<FileReading | undefined>;
  has(key: string): Promise<boolean>;
  /** Writes a file atomically, and replaces an existing one. */
  write(key: string, bytes: Uint8Array, mediaType: string): Promise<void>;
  /** Lists the keys of the files in a folder, without folders in it, a page of them at a time. */
  list(folder: string): AsyncIterable<readonly string[]>;
  /** Lists the keys of all files, a page of them at a time. */
  listAll(): AsyncIterable<readonly string[]>;
  /** Removes a file; does nothing if there is none. A stream that is open may continue or end early. */
  remove(key: string): Promise<void>;
}

/** Splits a key into its names. Throws a TypeError if one is empty or starts with a dot. */
export function splitFileKey(key: string): string[] {
  const names = key.split('/');
  if (names.some((name) => !name || name.startsWith('.')))
    throw new TypeError(`"${key}" is not a valid file key.`);
  return names;
}

/** An open file. Its body must be read to the end or destroyed. */
export interface FileReading extends Extent {
  /** Bytes of the whole file. */
  size: number;
  /** The entity tag of the content, in HTTP's form. */
  etag: string;
  body: Readable;
}
