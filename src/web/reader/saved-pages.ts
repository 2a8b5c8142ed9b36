/**
 * Names of the caches for saved articles and narrations. The code that saves them and the service worker both use this
 * module.
 */

/** Prefix of the names of caches that contain a reader's saved articles. The reader's ID follows it. */
export const READER_ARTICLE_CACHE_PREFIX = 'reader-articles:';
/** Prefix of the names of caches that contain a reader's downloaded narrations. The reader's ID follows it. */
export const NARRATION_CACHE_PREFIX = 'reader-narrations:';

/** Deletes the saved articles and downloaded narrations of all readers except the one with the ID `keptId`. */
export async function removeReaderCaches(keptId?: string): Promise<void> {
  const prefixes = [READER_ARTICLE_CACHE_PREFIX, NARRATION_CACHE_PREFIX];
  for (const name of await caches.keys())
    if (prefixes.some((prefix) => name.startsWith(prefix) && name !== prefix + keptId))
      await caches.delete(name);
}

/**
 * Returns the ID of the reader for whom this browser has saved articles. Returns `undefined` if there is no such
 * reader, or more than one.
 */
export async function findReaderIdOfSavedArticles(): Promise<string | undefined> {
  const names = await caches.keys();
  const [name, ...otherNames] = names.filter((each) =>
    each.startsWith(READER_ARTICLE_CACHE_PREFIX),
  );
  return otherNames.length ? undefined : name?.slice(READER_ARTICLE_CACHE_PREFIX.length);
}

/**
 * Returns the folder that contains all files of a picture, such as `/images/covers/{key}`. Returns `undefined` for
 * other paths. Only one file of each picture is saved, with the folder as its cache key. While the browser is offline,
 * the service worker responds with this file to a request for any of the picture's files.
 */
export function getPictureFolderPath(path: string): string | undefined {
  return /^\/images\/(?:covers|avatars)\/[^/]+(?=\/)/.exec(path)?.[0];
}
