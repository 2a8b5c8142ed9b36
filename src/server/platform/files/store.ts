import type { Readable } from 'node:stream';
import type { ByteRange, Extent } from './ranges.ts';

/**
 * Where files are kept: pictures, and what else is made once and served as it is. A key is a path of plain
 * names, `pictures/covers/…/320.avif`, and is all there is to an address: who may read is not asked here.
 */
export interface FileStore {
  /**
   * A file, or a part of it, to be read as it comes; `undefined` when there is none. Throws
   * {@link UnsatisfiableRangeError} when the range is beyond its end.
   */
  read(key: string, range?: ByteRange): Promise<FileReading | undefined>;
  has(key: string): Promise<boolean>;
  /** Keeps a file, in place of the one that is there. A reader finds all of either. */
  write(key: string, bytes: Uint8Array, mediaType: string): Promise<void>;
  /** The keys of the files that stand in a folder, a page of them at a time; not of those in folders within it. */
  list(folder: string): AsyncIterable<readonly string[]>;
  /** Lists the keys of all files, a page of them at a time. */
  listAll(): AsyncIterable<readonly string[]>;
  /** Keeps a file no longer. Does nothing where there is none. Who is reading it may read on, or find it cut off. */
  remove(key: string): Promise<void>;
}

/** The names a key is made of. Throws a TypeError where one is empty, or would lead elsewhere. */
export function splitFileKey(key: string): string[] {
  const names = key.split('/');
  if (names.some((name) => !name || name.startsWith('.')))
    throw new TypeError(`"${key}" is not a valid file key.`);
  return names;
}

/** A file that is being read. Its body is to be read to the end or destroyed. */
export interface FileReading extends Extent {
  /** Bytes of the whole file. */
  size: number;
  /** Another one where the content is another, as HTTP writes it. */
  etag: string;
  body: Readable;
}
