import type { Article, ArticleMeta } from '#domain/article.ts';
import { MAX_SAVED_READ_ARTICLES } from '#domain/offline.ts';
import { type EmbeddedPayload, fromEmbeddedPayload } from '#domain/page.ts';
import { TIER_LIMITS } from '#domain/tiers.ts';
import { sendGet } from '#ui/lib/api.ts';
import { listAssetPaths } from '#web/lib/asset-paths.ts';
import { activateServiceWorker } from '#web/lib/service-worker.ts';
import { readArticleMarkup } from '#web/pages/article-markup.ts';
import { listSavedNarrations } from './saved-narrations.ts';
import { READER_CACHE_PREFIX, removeReaderCaches, toPictureFolder } from './saved-pages.ts';
import { readCurrentReader } from './session.ts';
import { listVisitorReadings } from './visitor-readings.ts';

/** The lists whose articles a browser saves, in the order in which the offline screen shows them. */
export const SAVED_LISTS = ['today', 'bookmarks', 'read', 'downloads'] as const;
export type SavedListName = (typeof SAVED_LISTS)[number];

/** Paths of the articles of each list, in the order of the list. */
type SavedLists = Readonly<Record<SavedListName, readonly string[]>>;

/** Functions that load the paths of the articles of lists. */
type SavedListLoaders = Partial<Record<SavedListName, () => Promise<readonly string[]>>>;

/** A saved article, with the first list that contains it. */
export interface SavedArticle {
  article: Article;
  list: SavedListName;
  /** The article's text, in which a search looks. */
  text: string;
}

/** Key under which a cache stores its {@link SavedLists} as JSON. It is not the path of a page. */
const LISTS_KEY = '/saved-lists.json';
const NO_LISTS: SavedLists = { today: [], bookmarks: [], read: [], downloads: [] };
/** Name of the lock that lets one tab at a time change the saved articles. */
const SAVE_LOCK = 'saved-articles';
/** Milliseconds after which a saved article is loaded again, since it may have changed. */
const MAX_AGE = 7 * 24 * 60 * 60 * 1000;
/** Widths in pixels of the saved pictures. */
const SAVED_WIDTHS = { covers: 768, avatars: 128 } as const;

/**
 * Saves the articles that the current reader, or a visitor, has read last. Nothing is saved for a reader whose reading
 * history is switched off. Ignores failures.
 */
export function saveReadArticles(): Promise<void> {
  return saveLists({ read: listReadPaths });
}

/**
 * Saves the articles of lists, each of which is loaded by a function, and removes articles that no list contains any
 * longer. Ignores failures, such as a full disk. Does nothing if the reader has enabled data saving, unless the reader
 * has asked for the articles. The article at the path `refreshed` is loaded again even if it is saved already.
 */
async function saveLists(
  loaders: SavedListLoaders,
  {
    isRequested = false,
    refreshed,
  }: { isRequested?: boolean; refreshed?: string | undefined } = {},
): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData && !isRequested) return;
  const reader = readCurrentReader()?.id;
  const isCurrent = () => readCurrentReader()?.id === reader;
  // Articles are saved only if they can be opened. The service worker also stores their assets.
  if (!navigator.locks || !(await activateServiceWorker())) return;
  await navigator.locks.request(SAVE_LOCK, async () => {
    try {
      const loadedLists = await Promise.all(
        Object.entries(loaders).map(async ([list, load]) => [list, await load()]),
      );
      await saveLoadedAssets();
      if (isCurrent())
        await changeSavedLists(reader, Object.fromEntries(loadedLists), { isCurrent, refreshed });
    } catch {
      // The network or the storage has failed. The next call tries again.
    }
  });
}

/**
 * Saves the scripts and style sheets that this page has loaded on demand, such as those that record a reading. Documents
 * do not list them. The service worker stores each that is requested.
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
 * Saves the lists of the current reader: the bookmarks, the articles read last, those with downloaded narrations and, if
 * given, the articles of the day. Ignores failures.
 */
export function saveReaderLists(today?: readonly string[]): Promise<void> {
  return saveLists({
    ...(today && { today: async () => today }),
    bookmarks: listBookmarkPaths,
    read: listReadPaths,
    downloads: listDownloadedPaths,
  });
}

/** Saves the articles of the day, which are the same for all visitors, and those that a visitor has read last. */
export function saveVisitorLists(today: readonly string[]): Promise<void> {
  return saveLists({ today: async () => today, read: listReadPaths });
}

/**
 * Saves the articles whose narrations the current reader has downloaded, since a narration is played on its article's
 * page. A newly downloaded article, `added`, is loaded again even if it is saved already. Its page then has the scripts
 * of the current build, whose player the service worker has stored.
 */
export function saveDownloadedArticles(added?: string): Promise<void> {
  return saveLists({ downloads: listDownloadedPaths }, { isRequested: true, refreshed: added });
}

async function listDownloadedPaths(): Promise<readonly string[]> {
  const { narrations } = await listSavedNarrations();
  return narrations.map(({ article }) => article.path);
}

async function listBookmarkPaths(): Promise<readonly string[]> {
  const limit = TIER_LIMITS.premium.bookmarks;
  const { metas } = await sendGet<{ metas: ArticleMeta[] }>('/bookmarks', { limit });
  return metas.map(({ path }) => path);
}

/** Lists the paths of the articles that the current reader, or a visitor, has read last. */
async function listReadPaths(): Promise<readonly string[]> {
  const limit = MAX_SAVED_READ_ARTICLES;
  const articles = readCurrentReader()
    ? (await sendGet<{ metas: ArticleMeta[] }>('/history', { limit })).metas
    : listVisitorReadings().slice(0, limit);
  return articles.map(({ path }) => path);
}

/** Returns the articles that this browser has saved for the current reader, or for visitors. */
export async function listSavedArticles(): Promise<readonly SavedArticle[]> {
  const cache = await caches.open(getArticleCacheName(readCurrentReader()?.id));
  const lists = await readLists(cache);
  const listByPath = new Map(
    [...SAVED_LISTS].reverse().flatMap((list) => lists[list].map((path) => [path, list] as const)),
  );
  const paths = new Set(SAVED_LISTS.flatMap((list) => lists[list]));
  const articles = await Promise.all(
    [...paths].map(async (path) => {
      const page = await cache.match(path, { ignoreVary: true });
      const parsed = page && parseArticle(await page.text());
      return parsed ? [{ ...parsed, list: listByPath.get(path)! }] : [];
    }),
  );
  return articles.flat();
}

/** Returns the saved articles whose title, author or text contains all words of a search query. */
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

/** Returns a text in lower case, without diacritics. */
function foldText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** Changes the saved lists, then saves the articles that are missing or outdated, and removes all others. */
async function changeSavedLists(
  reader: string | undefined,
  changed: Partial<SavedLists>,
  { isCurrent, refreshed }: { isCurrent: () => boolean; refreshed: string | undefined },
): Promise<void> {
  // Removes the data of readers whose sessions ended while no page was open.
  await removeReaderCaches(reader);
  const cache = await caches.open(getArticleCacheName(reader));
  const lists = { ...(await readLists(cache)), ...changed };
  await cache.put(LISTS_KEY, new Response(JSON.stringify(lists)));
  const paths = new Set([...lists.downloads, ...lists.read, ...lists.today, ...lists.bookmarks]);
  await removeAllExcept(cache, paths);
  for (const path of paths)
    if (isCurrent() && (path === refreshed || !(await isUpToDate(cache, path))))
      await saveArticle(cache, path);
}

/** Returns the name of the cache with the articles saved for a reader, or for visitors if `reader` is undefined. */
function getArticleCacheName(reader: string | undefined): string {
  return reader ? READER_CACHE_PREFIX + reader : 'visitor-articles';
}

async function readLists(cache: Cache): Promise<SavedLists> {
  const stored = await cache.match(LISTS_KEY);
  // Lists stored by an earlier version lack the downloads.
  return stored ? { ...NO_LISTS, ...((await stored.json()) as Partial<SavedLists>) } : NO_LISTS;
}

/** Removes all articles except those at `paths`, and the pictures that only the removed articles contain. */
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
 * Saves an article's document, with its assets and pictures. The document is saved last, so a saved document is
 * complete. Removes an article that no longer exists.
 */
async function saveArticle(cache: Cache, path: string): Promise<void> {
  const page = await fetch(path);
  if (page.status === 404 || page.status === 410) await cache.delete(path, { ignoreVary: true });
  // Browsers reject a redirected response to a navigation.
  if (!page.ok || page.redirected) return;
  const html = await page.clone().text();
  await Promise.all([
    // The service worker stores each asset that a page loads.
    ...listAssetPaths(html).map((asset) => fetch(asset)),
    ...listPictures(html).map((picture) => savePicture(cache, picture)),
  ]);
  await cache.put(path, page);
}

/** Lists the folders ({@link toPictureFolder}) of the pictures in an article's opening: its cover and a portrait. */
function listPictures(html: string): readonly string[] {
  const opening = html.slice(html.indexOf(' data-article='), html.indexOf(' id="opening-end"'));
  const paths = opening.match(/\/images\/[^"\s]+/g) ?? [];
  return [...new Set(paths.flatMap((path) => toPictureFolder(path) ?? []))];
}

async function savePicture(cache: Cache, folder: string): Promise<void> {
  if (await cache.match(folder)) return;
  const kind = folder.startsWith('/images/covers/') ? 'covers' : 'avatars';
  const picture = await fetch(`${folder}/${SAVED_WIDTHS[kind]}.${findPreferredFormat()}`);
  if (picture.ok) await cache.put(folder, picture);
}

/** Returns the picture format that this browser has chosen on the current page. */
function findPreferredFormat(): string {
  const sources = [...document.images].map(({ currentSrc }) => currentSrc);
  const ownSource = sources.find((source) => source.startsWith(`${location.origin}/images/`));
  return ownSource ? ownSource.slice(ownSource.lastIndexOf('.') + 1) : 'jpg';
}

/** Returns the article in a document, with its text, or `undefined` if the document does not contain an article. */
function parseArticle(html: string): Pick<SavedArticle, 'article' | 'text'> | undefined {
  try {
    // The content security policy of this page would refuse the styles of the parsed one, and log that.
    const withoutStyles = html.replaceAll(/<style[\s\S]*?<\/style>/g, '');
    const page = new DOMParser().parseFromString(withoutStyles, 'text/html');
    const embedded = JSON.parse(page.getElementById('page-props')!.textContent) as EmbeddedPayload;
    const payload = fromEmbeddedPayload(embedded, () => readArticleMarkup(page));
    if (payload.screen !== 'article') return undefined;
    return { article: payload.props.article, text: page.querySelector('.reading')!.textContent };
  } catch {
    return undefined;
  }
}
