/** Formats of saved pages, for the code that saves them and for the service worker. */

/** Prefix of the names of the caches with articles that are saved for a reader. */
export const READER_CACHE_PREFIX = 'reader-articles:';

/**
 * Returns the part of a picture's path that all its files have in common, such as `/images/covers/{key}`; `undefined`
 * for other paths. One file of each picture is saved under this path, and stands for all of them without a network.
 */
export function toPictureFolder(path: string): string | undefined {
  return /^\/images\/(?:covers|avatars)\/[^/]+(?=\/)/.exec(path)?.[0];
}
