import { useEffect } from 'react';
import { DEFAULT_NARRATOR_ID, type NarratorId } from '#domain/narrators.ts';
import { ApiError } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { useStore } from '#ui/lib/store.ts';
import { activateServiceWorker } from '#web/lib/service-worker.ts';
import { createStoreResetAtSignOut } from '#web/reader/cache.ts';
import { saveArticlesOfDownloadedNarrations } from '#web/reader/saved-articles.ts';
import {
  listSavedNarrations,
  openDownloadCache,
  removeAllSavedNarrations,
  removeSavedNarration,
  type SavedNarration,
  type SavedNarrationList,
  saveNarration,
} from '#web/reader/saved-narration-list.ts';
import { readCurrentReader, watchSession } from '#web/reader/session.ts';
import { refreshSubscriptionProfile } from '#web/reader/subscription-profile.ts';
import { awaitLongerRecording, fetchNarration } from './fetch-narration.ts';
import { fetchPreferredNarrator } from './listening-state.ts';
import { isStillBeingRecorded, type Narration } from './narration.ts';
import type { PlayableArticle } from './player-state.ts';

/** The reasons why a download can fail. */
export type DownloadFailure =
  | 'noRoom'
  | 'unreachable'
  | 'busy'
  | 'missing'
  | 'notPremium'
  | 'unsupported'
  | 'unknown';

/** A narration to download. */
interface Download {
  article: PlayableArticle;
  narrator: NarratorId;
}

interface QueuedDownload extends Download {
  /** The progress of the download, from 0 to 1. Is `undefined` until the first byte arrives. */
  progress?: number;
}

/** The state of the downloads in this tab. */
export interface DownloadsState {
  /** The narrations that are stored on this device, or `undefined` until the list has been read. */
  saved: SavedNarrationList | undefined;
  /** True while the list of articles to download is being loaded. */
  isListLoading: boolean;
  /** The running download, followed by the waiting downloads. */
  queue: readonly QueuedDownload[];
  /** The reasons for failed downloads, by the key that {@link toDownloadKey} returns. */
  failures: Readonly<Record<string, DownloadFailure>>;
  /**
   * The reason why all remaining downloads were canceled, or why the list of articles to download could not be loaded.
   * Is `undefined` if neither has happened.
   */
  queueFailure: DownloadFailure | undefined;
  /**
   * The number of downloads since the queue was last empty. `total` counts all of them, `done` those that succeeded,
   * and `missing` those that failed because the article has no narration.
   */
  counts: { total: number; done: number; missing: number } | undefined;
}

const INITIAL_STATE: DownloadsState = {
  saved: undefined,
  isListLoading: false,
  queue: [],
  failures: {},
  queueFailure: undefined,
  counts: undefined,
};

/**
 * Maps the status code of an error response to the reason for the failure. Status 402 comes from
 * the service worker if the server is unreachable and the right to play a download has expired.
 */
const FAILURES_BY_STATUS: Readonly<Record<number, DownloadFailure>> = {
  401: 'notPremium',
  402: 'unreachable',
  403: 'notPremium',
  404: 'missing',
  410: 'missing',
  429: 'busy',
  503: 'busy',
};
/**
 * While the server is busy, `fetchNarration` is called up to `MAX_BUSY_REQUESTS` times, with pauses
 * of `BUSY_PAUSE` milliseconds. Each call may itself send several requests.
 */
const [MAX_BUSY_REQUESTS, BUSY_PAUSE] = [12, 5000];
/**
 * Maximum time in milliseconds to wait until the service worker is active. Without this limit, a failed installation
 * would block downloads forever.
 */
const ACTIVATION_TIMEOUT = 30_000;

const downloadsStore = createStoreResetAtSignOut(INITIAL_STATE);

/** Returns the state of the downloads. Reads the list of stored narrations when the component mounts. */
export function useDownloads(): DownloadsState {
  useEffect(() => void loadSavedNarrations(), []);
  return useStore(downloadsStore);
}

/**
 * Returns the key of a download. It consists of the article's ID and the narrator, because an article may be downloaded
 * once for each narrator.
 */
export function toDownloadKey(article: { id: string }, narrator: NarratorId): string {
  return `${article.id}.${narrator}`;
}

/** Adds a narration to the end of the download queue. */
export function download(article: PlayableArticle, narrator: NarratorId): void {
  enqueue([{ article, narrator }]);
}

/**
 * Loads articles with `loadArticles`, and adds their narrations by the reader's preferred narrator to the download
 * queue. Skips narrations that are already downloaded.
 */
export async function enqueueDownloads(
  loadArticles: () => Promise<readonly PlayableArticle[]>,
): Promise<void> {
  const reader = readCurrentReader()?.id;
  updateState({ isListLoading: true, queueFailure: undefined });
  try {
    const [articles, narrator = DEFAULT_NARRATOR_ID] = await Promise.all([
      loadArticles(),
      fetchPreferredNarrator(),
    ]);
    await loadSavedNarrations();
    if (readCurrentReader()?.id !== reader) return;
    const { narrations } = downloadsStore.get().saved!;
    const savedKeys = new Set(narrations.map((each) => toDownloadKey(each.article, each.narrator)));
    const unsavedArticles = articles.filter(
      (article) => !savedKeys.has(toDownloadKey(article, narrator)),
    );
    enqueue(unsavedArticles.map((article) => ({ article, narrator })));
  } catch (error) {
    updateState({ queueFailure: describeFailure(error) });
  } finally {
    updateState({ isListLoading: false });
  }
}

/** Cancels a waiting or running download. */
export function cancelDownload(key: string): void {
  const { queue, counts } = downloadsStore.get();
  const remaining = queue.filter((each) => keyOf(each) !== key);
  if (remaining.length === queue.length) return;
  const isRunning = keyOf(queue[0]!) === key;
  const total = counts!.total - 1;
  updateState({ queue: remaining, counts: total ? { ...counts!, total } : undefined });
  if (isRunning) runningController?.abort();
}

/** Cancels all waiting and running downloads. */
export function cancelAllDownloads(): void {
  updateState({ queue: [], counts: undefined });
  runningController?.abort();
}

/** Removes a downloaded narration from this device. */
export async function removeDownload(narration: SavedNarration): Promise<void> {
  await removeSavedNarration(narration);
  await showStoredChange();
}

/** Removes all downloaded narrations from this device. */
export async function removeAllDownloads(): Promise<void> {
  await removeAllSavedNarrations();
  await showStoredChange();
}

/** Aborts the running download. Is `undefined` while no download is running. */
let runningController: AbortController | undefined;

function enqueue(downloads: readonly Download[]): void {
  const { queue, counts, failures } = downloadsStore.get();
  const queuedKeys = new Set(queue.map(keyOf));
  const added = downloads.filter((each) => !queuedKeys.has(keyOf(each)));
  const keys = new Set(added.map(keyOf));
  const { total, ...otherCounts } = queue.length ? counts! : { total: 0, done: 0, missing: 0 };
  updateState({
    queue: [...queue, ...added],
    counts: { ...otherCounts, total: total + added.length },
    queueFailure: undefined,
    failures: Object.fromEntries(Object.entries(failures).filter(([key]) => !keys.has(key))),
  });
  void runQueue();
}

/** Runs the queued downloads one after the other. Does nothing if the queue is already running. */
async function runQueue(): Promise<void> {
  if (runningController) return;
  for (let next = downloadsStore.get().queue[0]; next; next = downloadsStore.get().queue[0]) {
    runningController = new AbortController();
    const failure = await runUntilAborted(next, runningController.signal);
    // A canceled download has already been removed from the queue.
    if (!runningController.signal.aborted) finishDownload(next, failure);
  }
  runningController = undefined;
}

/** Runs a download. Resolves with the reason if it fails, or with `undefined` if it succeeds or is aborted. */
async function runUntilAborted(
  next: Download,
  signal: AbortSignal,
): Promise<DownloadFailure | undefined> {
  const aborted = new Promise<undefined>((resolve) =>
    signal.addEventListener('abort', () => resolve(undefined)),
  );
  const outcome = fetchAndSave(next, signal).then(
    () => undefined,
    (error) => (signal.aborted ? undefined : describeFailure(error)),
  );
  return Promise.race([outcome, aborted]);
}

async function fetchAndSave({ article, narrator }: Download, signal: AbortSignal): Promise<void> {
  if (!(await activateServiceWorkerInTime())) throw new UnsupportedError();
  await openDownloadCache();
  const narration = await fetchFullNarration({ article, narrator }, signal);
  const { recording, source, seconds, chapters, sentences } = narration;
  const key = toDownloadKey(article, narrator);
  await saveNarration(
    article,
    { recording, narrator, source, seconds, chapters, sentences },
    { signal, onProgress: (progress) => signal.aborted || showProgress(key, progress) },
  );
  // The narration plays on the article's page, so the download also includes this page.
  await saveArticlesOfDownloadedNarrations(article.path);
  await showStoredChange({ savesArticles: false });
}

class UnsupportedError extends Error {}

function activateServiceWorkerInTime(): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) =>
    setTimeout(() => resolve(false), ACTIVATION_TIMEOUT),
  );
  return Promise.race([activateServiceWorker(), timeout]);
}

/** Resolves with the full recording of a narration, as soon as the server has finished it. */
async function fetchFullNarration(
  { article, narrator }: Download,
  signal: AbortSignal,
): Promise<Narration> {
  const available = await repeatWhileBusy(() => fetchNarration(article, narrator), signal);
  const narration = isStillBeingRecorded(available)
    ? await awaitLongerRecording(article, narrator, Number.POSITIVE_INFINITY, signal)
    : available;
  if (narration.extent !== 'full') throw new ApiError(403, 'The reader has no Premium');
  // When the browser is offline, the service worker may respond with a downloaded recording by another narrator. This
  // counts as a failed connection.
  if (narration.narrator !== narrator) throw new TypeError('The server cannot be reached');
  return narration;
}

/**
 * Calls `request` again while the server is busy. Rejects with the error from `request` if it fails for another reason,
 * or after {@link MAX_BUSY_REQUESTS} attempts.
 */
async function repeatWhileBusy<Result>(
  request: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  for (let count = 1; ; count++) {
    try {
      return await request();
    } catch (error) {
      if (count === MAX_BUSY_REQUESTS || describeFailure(error) !== 'busy') throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE));
    signal.throwIfAborted();
  }
}

function showProgress(key: string, progress: number): void {
  const { queue } = downloadsStore.get();
  const [first, ...waiting] = queue;
  // The progress is updated only once per whole percent, to avoid needless renders.
  if (
    !first ||
    keyOf(first) !== key ||
    Math.floor(100 * (first.progress ?? -1)) === Math.floor(100 * progress)
  )
    return;
  updateState({ queue: [{ ...first, progress }, ...waiting] });
}

/**
 * Removes a completed or failed download from the queue. If the article has no narration, the queue continues with the
 * next download. Any other failure would affect the remaining downloads too, so it empties the queue and is reported
 * for each of them.
 */
function finishDownload(ended: Download, failure: DownloadFailure | undefined): void {
  const { queue, counts, failures } = downloadsStore.get();
  if (!failure || failure === 'missing') {
    const { total, done, missing } = counts!;
    const skipped = failure ? 1 : 0;
    updateState({
      queue: queue.slice(1),
      counts: { total, done: done + 1 - skipped, missing: missing + skipped },
      failures: failure ? { ...failures, [keyOf(ended)]: failure } : failures,
    });
    return;
  }
  const newFailures = Object.fromEntries(queue.map((each) => [keyOf(each), failure]));
  updateState({ queue: [], queueFailure: failure, failures: { ...failures, ...newFailures } });
}

function describeFailure(error: unknown): DownloadFailure {
  if (error instanceof ApiError && FAILURES_BY_STATUS[error.status])
    return FAILURES_BY_STATUS[error.status]!;
  const { name } = error as { name?: string };
  if (name === 'QuotaExceededError') return 'noRoom';
  if (error instanceof UnsupportedError) return 'unsupported';
  // `fetch` rejects with a `TypeError` if the connection fails.
  if (error instanceof TypeError) return 'unreachable';
  logAndReportError(error, 'A narration could not be downloaded');
  return 'unknown';
}

/**
 * Reads the list of stored narrations. If the right to play them has expired, requests the reader's subscription and
 * reads the list again. Ignores failures.
 */
async function loadSavedNarrations(): Promise<void> {
  await readSavedNarrations();
  const { saved } = downloadsStore.get();
  // `saved` is `undefined` if the reader signed out while the list was being read.
  if (!saved || saved.hasRights || !navigator.onLine) return;
  // The service worker also reads the response to this request. If the reader still has Premium, the service worker
  // renews the right to play downloads.
  await refreshSubscriptionProfile();
  await readSavedNarrations();
}

async function readSavedNarrations(): Promise<void> {
  const reader = readCurrentReader()?.id;
  // Reading fails if the browser blocks storage.
  const saved = await listSavedNarrations().catch(() => ({ narrations: [], hasRights: true }));
  if (readCurrentReader()?.id === reader) updateState({ saved });
}

/**
 * Updates the list of downloads in all tabs after stored narrations have changed. Also updates the saved articles,
 * unless `savesArticles` is false.
 */
async function showStoredChange({ savesArticles = true } = {}): Promise<void> {
  channel?.postMessage('changed');
  await readSavedNarrations();
  if (savesArticles) void saveArticlesOfDownloadedNarrations();
}

/** The channel through which tabs notify each other of changed downloads. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('octavo-downloads') : null;
channel?.addEventListener('message', () => void readSavedNarrations());

/**
 * Returns a string that identifies the current reader and their plan. When it changes, this tab cancels its downloads.
 */
const readOwner = () => `${readCurrentReader()?.id} ${readCurrentReader()?.tier}`;
let owner = readOwner();
watchSession(() => {
  if (owner === readOwner()) return;
  owner = readOwner();
  runningController?.abort();
  downloadsStore.set(INITIAL_STATE);
  if (readCurrentReader()) void readSavedNarrations();
});

function keyOf({ article, narrator }: Download): string {
  return toDownloadKey(article, narrator);
}

function updateState(changes: Partial<DownloadsState>): void {
  downloadsStore.set({ ...downloadsStore.get(), ...changes });
}
