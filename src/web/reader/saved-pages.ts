/** Formats of saved pages and narrations, for the code that saves them and for the service worker. */

/** Prefix of the names of the caches with articles that are saved for a reader. */
export const READER_CACHE_PREFIX = 'reader-articles:';
/** Prefix of the names of the caches with the narrations that a reader has downloaded. */
export const NARRATION_CACHE_PREFIX = 'reader-narrations:';

/** Deletes the saved articles and the downloads of all readers, except those of the reader with the ID `keptId`. */
export async function removeReaderCaches(keptId?: string): Promise<void> {
  const prefixes = [READER_CACHE_PREFIX, NARRATION_CACHE_PREFIX];
  for (const name of await caches.keys())
    if (prefixes.some((prefix) => name.startsWith(prefix) && name !== prefix + keptId))
      await caches.delete(name);
}

/** Returns the ID of the reader for whom articles are saved. Returns `undefined` if there is none, or several. */
export async function findReaderOfSavedArticles(): Promise<string | undefined> {
  const names = await caches.keys();
  const [name, ...otherNames] = names.filter((each) => each.startsWith(READER_CACHE_PREFIX));
  return otherNames.length ? undefined : name?.slice(READER_CACHE_PREFIX.length);
}

/**
 * Returns the part of a picture's path that all its files have in common, such as `/images/covers/{key}`; `undefined`
 * for other paths. One file of each picture is saved under this path. The service worker serves it in place of all the
 * picture's files while the browser is offline.
 */
export function toPictureFolder(path: string): string | undefined {
  return /^\/images\/(?:covers|avatars)\/[^/]+(?=\/)/.exec(path)?.[0];
}
