import type { ArticleTeaser } from '#domain/article.ts';
import type { NarratorId } from '#domain/narrators.ts';
import type { RecordingTimings } from '#domain/timings.ts';
import { ApiError } from '#ui/lib/api.ts';
import { hasValidRights, recordRightsCheck } from './saved-narration-rights.ts';
import { NARRATION_CACHE_PREFIX, removeReaderCaches } from './saved-pages.ts';
import { readCurrentReader } from './session.ts';

/** A finished recording: its timings, and the URL of its audio file. */
export interface FinishedRecording extends RecordingTimings {
  recording: string;
  narrator: NarratorId;
  source: string;
}

/** A narration that this browser has stored for offline listening. */
export interface SavedNarration
  extends Pick<FinishedRecording, 'recording' | 'narrator' | 'source'> {
  article: Pick<ArticleTeaser, 'id' | 'authorAlias' | 'path' | 'title' | 'image'>;
  /** The length of the narration in seconds. */
  seconds: number;
  /** The total size of the audio file and the timings, in bytes. */
  bytes: number;
  /** The time of the download (ISO 8601, UTC). */
  savedAt: string;
}

/** The downloaded narrations of the current reader. */
export interface SavedNarrationList {
  /** The downloads, most recent first. */
  narrations: readonly SavedNarration[];
  /** False if the browser must ask the server before the downloads can be played again. */
  hasRights: boolean;
}

export interface SaveNarrationOptions {
  /** Aborts the download. An aborted download stores nothing. */
  signal: AbortSignal;
  /** Called with the progress of the download, from 0 to 1. */
  onProgress: (progress: number) => void;
}

/** The name of the lock that ensures that only one narration is downloaded at a time across all tabs. */
const DOWNLOAD_LOCK = 'narration-download';
/** The name of the lock that a tab holds while it stores or removes files. It is held only briefly. */
const FILES_LOCK = 'narration-files';

/** Returns true if this browser can store narrations and play them offline. */
export function areDownloadsSupported(): boolean {
  return 'serviceWorker' in navigator && 'locks' in navigator && 'caches' in globalThis;
}

/**
 * Creates the cache for the current reader's downloads. Removes the saved data of other readers, and the audio files of
 * interrupted downloads. Asks the browser not to evict the stored data. Must be called before a narration's timings are
 * requested. The response to that request proves that the reader has Premium, and the service worker records this check
 * in the cache.
 */
export async function openDownloadCache(): Promise<void> {
  const reader = getReaderId();
  // The call to `persist` is not awaited, because some browsers ask the reader for permission, which may take a long
  // time.
  navigator.storage?.persist?.().catch(() => {});
  await removeReaderCaches(reader);
  await navigator.locks.request(FILES_LOCK, async () => {
    const cache = await caches.open(NARRATION_CACHE_PREFIX + reader);
    const listedSources = new Set((await readSavedNarrations(cache)).map(({ source }) => source));
    for (const path of await listPaths(cache))
      if (isAudio(path) && !listedSources.has(path)) await cache.delete(path);
  });
}

/**
 * Downloads the audio file of a recording, and stores it with the timings. Replaces an earlier recording of the same
 * article by the same narrator. Waits until downloads in other tabs have ended. Does nothing if the recording is
 * already stored. Rejects with {@link ApiError} after an error response, and with `TypeError` if the connection fails.
 * Rejects with a `DOMException` named `QuotaExceededError` if there is not enough space, or named `AbortError` if the
 * download is aborted or the reader signs out.
 */
export async function saveNarration(
  article: SavedNarration['article'],
  recording: FinishedRecording,
  { signal, onProgress }: SaveNarrationOptions,
): Promise<void> {
  const reader = getReaderId();
  const cacheName = NARRATION_CACHE_PREFIX + reader;
  const { source } = recording;
  await navigator.locks.request(DOWNLOAD_LOCK, { signal }, async () => {
    if (await isStored(await caches.open(cacheName), recording)) return;
    const audio = await loadAudio(source, { signal, onProgress });
    await navigator.locks.request(FILES_LOCK, async () => {
      assertReader(reader);
      // The cache is opened again, because another tab may have deleted it during the download.
      const cache = await caches.open(cacheName);
      await storeFiles(cache, article, recording, audio);
      await removeFiles(cache, source, new Set([source, toTimingsPath(source)]));
      // If the reader has signed out in the meantime, the service worker has already deleted their caches. The files
      // stored since then must be deleted here.
      if (readCurrentReader()?.id !== reader) await caches.delete(cacheName);
    });
  });
}

/** Returns the downloads of the current reader. Returns an empty list for a visitor. */
export async function listSavedNarrations(): Promise<SavedNarrationList> {
  const cacheName = NARRATION_CACHE_PREFIX + readCurrentReader()?.id;
  if (!(await caches.has(cacheName))) return { narrations: [], hasRights: true };
  const cache = await caches.open(cacheName);
  const narrations = await readSavedNarrations(cache);
  return {
    narrations: narrations.sort((a, b) => b.savedAt.localeCompare(a.savedAt)),
    hasRights: await hasValidRights(cache),
  };
}

/** Removes a download of the current reader. */
export async function removeSavedNarration({ source }: SavedNarration): Promise<void> {
  const cacheName = NARRATION_CACHE_PREFIX + getReaderId();
  await navigator.locks.request(FILES_LOCK, async () => {
    const cache = await caches.open(cacheName);
    await removeFiles(cache, source);
    // Once no download is left, the whole cache is deleted.
    if (!(await listPaths(cache)).some(isAudio)) await caches.delete(cacheName);
  });
}

/** Removes all downloads of the current reader. */
export async function removeAllSavedNarrations(): Promise<void> {
  const cacheName = NARRATION_CACHE_PREFIX + getReaderId();
  await navigator.locks.request(FILES_LOCK, () => caches.delete(cacheName));
}

/** The stored timings of a downloaded recording, with a description of the download in `saved`. */
interface StoredTimings extends Omit<FinishedRecording, 'source'> {
  saved: SavedNarration;
}

/**
 * Stores a recording. Only recordings with timings are listed and played. The timings are stored last, so that an
 * interruption leaves no incomplete download in the list.
 */
async function storeFiles(
  cache: Cache,
  article: SavedNarration['article'],
  { source, ...timings }: FinishedRecording,
  audio: AudioFile,
): Promise<void> {
  const { recording, narrator, seconds } = timings;
  const { id, authorAlias, path, title, image } = article;
  const bytes = audio.body.size + JSON.stringify(timings).length;
  const saved: SavedNarration = {
    article: { id, authorAlias, path, title, image },
    ...{ recording, narrator, source, seconds, bytes },
    savedAt: new Date().toISOString(),
  };
  try {
    // The server sends full recordings only to readers with Premium, so the download counts as a rights check.
    await recordRightsCheck(cache);
    await cache.put(source, new Response(audio.body, { headers: audio.headers }));
    const stored: StoredTimings = { ...timings, saved };
    const headers = { 'content-type': 'application/json' };
    await cache.put(toTimingsPath(source), new Response(JSON.stringify(stored), { headers }));
  } catch (error) {
    await cache.delete(source);
    throw error;
  }
}

interface AudioFile {
  body: Blob;
  headers: Headers;
}

async function loadAudio(
  source: string,
  { signal, onProgress }: SaveNarrationOptions,
): Promise<AudioFile> {
  const response = await fetch(source, { signal });
  if (!response.ok) {
    await response.body?.cancel();
    throw new ApiError(response.status, response.statusText);
  }
  const { headers } = response;
  const size = Number(headers.get('content-length'));
  await assertRoom(size);
  const chunks: BlobPart[] = [];
  let received = 0;
  const reader = response.body!.getReader();
  for (let result = await reader.read(); !result.done; result = await reader.read()) {
    chunks.push(result.value);
    received += result.value.length;
    if (size) onProgress(received / size);
  }
  if (size && received !== size) throw new TypeError('The connection was closed too early.');
  return { body: new Blob(chunks), headers };
}

/**
 * Rejects if the browser reports less than `bytes` of free space. Even if it reports enough, storing the file may fail
 * later.
 */
async function assertRoom(bytes: number): Promise<void> {
  const { quota, usage } = (await navigator.storage?.estimate?.()) ?? {};
  if (quota !== undefined && usage !== undefined && quota - usage < bytes)
    throw new DOMException('There is no room for the download.', 'QuotaExceededError');
}

async function isStored(cache: Cache, { source, recording }: FinishedRecording): Promise<boolean> {
  const stored = await readSavedNarration(cache, toTimingsPath(source));
  return stored?.recording === recording && (await cache.match(source)) !== undefined;
}

/**
 * Removes the audio and timings of all stored recordings with the same article and narrator as the audio file `source`.
 * Keeps the files at the paths in `keptPaths`.
 */
async function removeFiles(
  cache: Cache,
  source: string,
  keptPaths: ReadonlySet<string> = new Set(),
): Promise<void> {
  const timingsPath = toTimingsPath(source);
  // The timings are removed first, because a narration without timings is not listed.
  if (!keptPaths.has(timingsPath)) await cache.delete(timingsPath);
  const audioPrefix = timingsPath.replace(/json$/, 'mp3?');
  for (const path of await listPaths(cache))
    if (path.startsWith(audioPrefix) && !keptPaths.has(path)) await cache.delete(path);
}

async function readSavedNarrations(cache: Cache): Promise<SavedNarration[]> {
  const paths = (await listPaths(cache)).filter(isTimings);
  const stored = await Promise.all(paths.map((path) => readSavedNarration(cache, path)));
  return stored.flatMap((saved) => saved ?? []);
}

async function readSavedNarration(cache: Cache, path: string): Promise<SavedNarration | undefined> {
  const response = await cache.match(path);
  return response && ((await response.json()) as StoredTimings).saved;
}

/** Returns the paths of the stored files, including their queries. */
async function listPaths(cache: Cache): Promise<string[]> {
  return (await cache.keys()).map(({ url }) => {
    const { pathname, search } = new URL(url);
    return pathname + search;
  });
}

const isTimings = (path: string) => /^\/audio\/.*\.json$/.test(path);
const isAudio = (path: string) => path.startsWith('/audio/') && path.includes('.mp3?');

/** Returns the path of the timings for the audio file at the path `source`. */
function toTimingsPath(source: string): string {
  return source.replace(/mp3\?.*$/, 'json');
}

function getReaderId(): string {
  const reader = readCurrentReader();
  if (!reader) throw createAbortError();
  return reader.id;
}

function assertReader(id: string): void {
  if (readCurrentReader()?.id !== id) throw createAbortError();
}

function createAbortError(): DOMException {
  return new DOMException('The reader has signed out.', 'AbortError');
}
