import type { Article, ArticleMeta } from '#domain/article.ts';
import { MAX_AUTOSAVED_ARTICLES } from '#domain/offline.ts';
import { type EmbeddedPayload, fromEmbeddedPayload } from '#domain/page.ts';
import { TIER_BENEFITS } from '#domain/tiers.ts';
import { sendGet } from '#ui/lib/api.ts';
import { listAssetPaths } from '#web/lib/asset-paths.ts';
import { activateServiceWorker } from '#web/lib/service-worker.ts';
import { readArticleContentFromHtml } from '#web/pages/article-markup.ts';
import { listSavedNarrations } from './saved-narration-list.ts';
import {
  getPictureFolderPath,
  READER_ARTICLE_CACHE_PREFIX,
  removeReaderCaches,
} from './saved-pages.ts';
import { readCurrentReader } from './session.ts';
import { listVisitorReadings } from './visitor-readings.ts';

/**
 * The lists of articles that the browser saves for offline reading, in the order in which the offline screen shows
 * them.
 */
export const SAVED_LIST_NAMES = ['today', 'bookmarks', 'read', 'downloads'] as const;
export type SavedListName = (typeof SAVED_LIST_NAMES)[number];

/** The paths of the articles in each list, in the order of the list. */
type SavedLists = Readonly<Record<SavedListName, readonly string[]>>;

/** For each list, a function that loads the paths of its articles. */
type SavedListLoaders = Partial<Record<SavedListName, () => Promise<readonly string[]>>>;

/** An article that is saved for offline reading. `list` is the first list that contains it. */
export interface SavedArticle {
  article: Article;
  list: SavedListName;
  /** The article's text, for the search in saved articles. */
  text: string;
}

/**
 * The cache key under which the {@link SavedLists} are stored as JSON. It looks like a path, but no page has this path.
 */
const LISTS_KEY = '/saved-lists.json';
const NO_LISTS: SavedLists = { today: [], bookmarks: [], read: [], downloads: [] };
/** The name of the lock that ensures that only one tab at a time changes the saved articles. */
const SAVE_LOCK = 'saved-articles';
/** Age in milliseconds at which a saved article is fetched again, because it may have changed. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;
/** The widths of the saved pictures, in pixels. */
const SAVED_WIDTHS = { covers: 768, avatars: 128 } as const;

/**
 * Saves the most recently read articles of the current reader or visitor for offline reading. Omits
 * articles that were read while the reading history was switched off. Ignores failures.
 */
export function saveRecentlyReadArticles(): Promise<void> {
  return saveLists({ read: listReadPaths });
}

/**
 * Removes saved articles that are no longer in the reading history of the current reader or
 * visitor, unless another list contains them. Ignores failures.
 */
export function removeForgottenArticles(): Promise<void> {
  return saveLists({ read: listReadPaths }, { onlyRemoves: true });
}

/**
 * Loads lists with `loaders` and saves their articles for offline reading. Removes saved articles that are no longer in
 * any list. Ignores failures, such as a full disk. If the browser's data saver is on, does nothing unless the reader
 * has requested the articles (`isRequested`). If `onlyRemoves` is true, saves no articles. The article at the path
 * `refreshed` is fetched again even if it is saved already.
 */
async function saveLists(
  loaders: SavedListLoaders,
  {
    isRequested = false,
    onlyRemoves = false,
    refreshed,
  }: { isRequested?: boolean; onlyRemoves?: boolean; refreshed?: string | undefined } = {},
): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData && !isRequested && !onlyRemoves) return;
  const reader = readCurrentReader()?.id;
  const isCurrent = () => readCurrentReader()?.id === reader;
  // Without a service worker, saved articles could not be opened. The service worker also stores their scripts and
  // styles.
  if (!navigator.locks || !(await activateServiceWorker())) return;
  await navigator.locks.request(SAVE_LOCK, async () => {
    try {
      const loadedLists = await Promise.all(
        Object.entries(loaders).map(async ([list, load]) => [list, await load()]),
      );
      if (!onlyRemoves) await saveLoadedAssets();
      if (!isCurrent()) return;
      const { cache, paths } = await changeSavedLists(reader, Object.fromEntries(loadedLists));
      if (onlyRemoves) return;
      for (const path of paths)
        if (isCurrent() && (path === refreshed || !(await isUpToDate(cache, path))))
          await saveArticle(cache, path);
    } catch {
      // A request has failed, or the storage is full. The next call tries again.
    }
  });
}

/**
 * Fetches this page's scripts and style sheets again, so that the service worker stores them. Some of them, such as the
 * code that records reading progress, are loaded on demand and not listed in any document.
 */
async function saveLoadedAssets(): Promise<void> {
  const loadedUrls = performance.getEntriesByType('resource').map(({ name }) => new URL(name));
  const assets = loadedUrls.filter(
    ({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'),
  );
  await Promise.all(
    [...new Set(assets.map(({ pathname }) => pathname))].map((path) => fetch(path)),
  );
}

/**
 * Saves the current reader's articles for offline reading: the bookmarks, the most recently read articles, the articles
 * with downloaded narrations and, if given, the articles of the day. Ignores failures.
 */
export function saveReaderArticlesForOffline(today?: readonly string[]): Promise<void> {
  return saveLists({
    ...(today && { today: async () => today }),
    bookmarks: listBookmarkPaths,
    read: listReadPaths,
    downloads: listArticlePathsOfDownloadedNarrations,
  });
}

/** Saves a visitor's articles for offline reading: the articles of the day, and the most recently read articles. */
export function saveVisitorArticlesForOffline(today: readonly string[]): Promise<void> {
  return saveLists({ today: async () => today, read: listReadPaths });
}

/**
 * Saves the articles whose narrations the current reader has downloaded, because a narration plays on its article's
 * page. The newly downloaded article, `added`, is fetched again even if it is saved already. Its page then refers to
 * the current build's scripts, which the service worker has stored.
 */
export function saveArticlesOfDownloadedNarrations(added?: string): Promise<void> {
  return saveLists(
    { downloads: listArticlePathsOfDownloadedNarrations },
    { isRequested: true, refreshed: added },
  );
}

/**
 * Removes all articles that were saved for a visitor. Called once the visitor's readings are cleared. Ignores failures.
 */
export function removeVisitorArticles(): Promise<void> {
  return saveLists({ today: async () => [], read: listReadPaths }, { onlyRemoves: true });
}

async function listArticlePathsOfDownloadedNarrations(): Promise<readonly string[]> {
  const { narrations } = await listSavedNarrations();
  return narrations.map(({ article }) => article.path);
}

async function listBookmarkPaths(): Promise<readonly string[]> {
  const limit = TIER_BENEFITS.premium.bookmarks;
  const { metas } = await sendGet<{ metas: ArticleMeta[] }>('/bookmarks', { limit });
  return metas.map(({ path }) => path);
}

/** Returns the paths of the articles that the current reader or visitor has read most recently. */
async function listReadPaths(): Promise<readonly string[]> {
  const limit = MAX_AUTOSAVED_ARTICLES;
  const articles = readCurrentReader()
    ? (await sendGet<{ metas: ArticleMeta[] }>('/history', { limit })).metas
    : listVisitorReadings().slice(0, limit);
  return articles.map(({ path }) => path);
}

/**
 * Returns the articles that this browser has saved for the current reader. If nobody is signed in, returns those saved
 * for visitors.
 */
export async function listSavedArticles(): Promise<readonly SavedArticle[]> {
  const cache = await caches.open(getArticleCacheName(readCurrentReader()?.id));
  const lists = await readLists(cache);
  const listByPath = new Map(
    [...SAVED_LIST_NAMES]
      .reverse()
      .flatMap((list) => lists[list].map((path) => [path, list] as const)),
  );
  const paths = new Set(SAVED_LIST_NAMES.flatMap((list) => lists[list]));
  const articles = await Promise.all(
    [...paths].map(async (path) => {
      const page = await cache.match(path, { ignoreVary: true });
      const parsed = page && parseArticle(await page.text());
      return parsed ? [{ ...parsed, list: listByPath.get(path)! }] : [];
    }),
  );
  return articles.flat();
}

/**
 * Returns the saved articles that contain all words of a search query in their title, tagline, author's name or text.
 */
export function searchSavedArticles(
  saved: readonly SavedArticle[],
  query: string,
): readonly SavedArticle[] {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  return saved.filter(({ article: { title, tagline, authorAlias }, text }) => {
    const searchedText = foldText([title, tagline, authorAlias, text].join(' '));
    return words.every((word) => searchedText.includes(word));
  });
}

/** Converts text to lower case, and removes diacritics. */
function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/**
 * Stores the changed lists, and removes all articles that are not in any list. Returns the cache for the reader's
 * articles, and the paths of the listed articles.
 */
async function changeSavedLists(
  reader: string | undefined,
  changed: Partial<SavedLists>,
): Promise<{ cache: Cache; paths: ReadonlySet<string> }> {
  // Removes the data of other readers, whose sessions may have ended while no page was open.
  await removeReaderCaches(reader);
  const cache = await caches.open(getArticleCacheName(reader));
  const lists = { ...(await readLists(cache)), ...changed };
  await cache.put(LISTS_KEY, new Response(JSON.stringify(lists)));
  const paths = new Set([...lists.downloads, ...lists.read, ...lists.today, ...lists.bookmarks]);
  await removeAllExcept(cache, paths);
  return { cache, paths };
}

/**
 * Returns the name of the cache for a reader's saved articles. If `reader` is undefined, returns the name of the cache
 * for visitors.
 */
function getArticleCacheName(reader: string | undefined): string {
  return reader ? READER_ARTICLE_CACHE_PREFIX + reader : 'visitor-articles';
}

async function readLists(cache: Cache): Promise<SavedLists> {
  const stored = await cache.match(LISTS_KEY);
  // Lists stored by an earlier version have no `downloads`.
  return stored ? { ...NO_LISTS, ...((await stored.json()) as Partial<SavedLists>) } : NO_LISTS;
}

/**
 * Removes all saved articles except those at `paths`. Also removes the pictures that only the removed articles contain.
 */
async function removeAllExcept(cache: Cache, paths: ReadonlySet<string>): Promise<void> {
  const keptPaths = new Set([LISTS_KEY, ...paths]);
  const storedPaths = (await cache.keys()).map(({ url }) => new URL(url).pathname);
  if (storedPaths.every((path) => keptPaths.has(path) || path.startsWith('/images/'))) return;
  for (const path of paths) {
    const page = await cache.match(path, { ignoreVary: true });
    for (const picture of page ? listPictures(await page.text()) : []) keptPaths.add(picture);
  }
  for (const path of storedPaths)
    if (!keptPaths.has(path)) await cache.delete(path, { ignoreVary: true });
}

async function isUpToDate(cache: Cache, path: string): Promise<boolean> {
  const page = await cache.match(path, { ignoreVary: true });
  return Date.now() - Date.parse(page?.headers.get('date') ?? '') < MAX_AGE;
}

/**
 * Saves the HTML document of an article, with its assets and pictures. The document is saved last, so a saved document
 * is complete. If the article no longer exists, removes it.
 */
async function saveArticle(cache: Cache, path: string): Promise<void> {
  const page = await fetch(path);
  if (page.status === 404 || page.status === 410) await cache.delete(path, { ignoreVary: true });
  // For a navigation, browsers do not accept a redirected response from a service worker, so such a response is not
  // saved.
  if (!page.ok || page.redirected) return;
  const html = await page.clone().text();
  await Promise.all([
    // The service worker stores each asset that is fetched.
    ...listAssetPaths(html).map((asset) => fetch(asset)),
    ...listPictures(html).map((picture) => savePicture(cache, picture)),
  ]);
  await cache.put(path, page);
}

/**
 * Returns the folders ({@link getPictureFolderPath}) of the pictures at the start of an article: the cover and the
 * author's portrait.
 */
function listPictures(html: string): readonly string[] {
  const opening = html.slice(html.indexOf(' data-article='), html.indexOf(' id="opening-end"'));
  const paths = opening.match(/\/images\/[^"\s]+/g) ?? [];
  return [...new Set(paths.flatMap((path) => getPictureFolderPath(path) ?? []))];
}

async function savePicture(cache: Cache, folder: string): Promise<void> {
  if (await cache.match(folder)) return;
  const kind = folder.startsWith('/images/covers/') ? 'covers' : 'avatars';
  const picture = await fetch(`${folder}/${SAVED_WIDTHS[kind]}.${findPreferredFormat()}`);
  if (picture.ok) await cache.put(folder, picture);
}

/** Returns the image format that this browser has chosen for the pictures on the current page. */
function findPreferredFormat(): string {
  const sources = [...document.images].map(({ currentSrc }) => currentSrc);
  const ownSource = sources.find((source) => source.startsWith(`${location.origin}/images/`));
  return ownSource ? ownSource.slice(ownSource.lastIndexOf('.') + 1) : 'jpg';
}

/**
 * Parses the document of an article. Returns the article and its text, or `undefined` if the document does not contain
 * an article.
 */
function parseArticle(html: string): Pick<SavedArticle, 'article' | 'text'> | undefined {
  try {
    // Inline styles are removed first. Otherwise, this page's content security policy would refuse them and log errors.
    const withoutStyles = html.replaceAll(/<style[\s\S]*?<\/style>/g, '');
    const page = new DOMParser().parseFromString(withoutStyles, 'text/html');
    const embedded = JSON.parse(page.getElementById('page-props')!.textContent) as EmbeddedPayload;
    const payload = fromEmbeddedPayload(embedded, () => readArticleContentFromHtml(page));
    if (payload.screen !== 'article') return undefined;
    return { article: payload.props.article, text: page.querySelector('.reading')!.textContent };
  } catch {
    return undefined;
  }
}
