import { useEffect } from 'react';
import { DEFAULT_NARRATOR_ID, type NarratorId } from '#domain/narrators.ts';
import { ApiError } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { useStore } from '#ui/lib/store.ts';
import { activateServiceWorker } from '#web/lib/service-worker.ts';
import { createStoreResetAtSignOut } from '#web/reader/cache.ts';
import { saveDownloadedArticles } from '#web/reader/saved-articles.ts';
import {
  listSavedNarrations,
  prepareDownloads,
  removeAllSavedNarrations,
  removeSavedNarration,
  type SavedNarration,
  type SavedNarrations,
  saveNarration,
} from '#web/reader/saved-narrations.ts';
import { readCurrentReader, watchSession } from '#web/reader/session.ts';
import { refreshSubscriptionProfile } from '#web/reader/subscription-profile.ts';
import { awaitLongerRecording, fetchNarration } from './fetch-narration.ts';
import { fetchPreferredNarrator } from './listening-state.ts';
import { isStillBeingRecorded, type Narration } from './narration.ts';
import type { PlayableArticle } from './player-state.ts';

/** Reasons for a download that has failed. */
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
  /** The downloaded part, from 0 to 1; `undefined` until the first byte arrives. */
  part?: number;
}

/** The state of the downloads in this tab. */
export interface DownloadsState {
  /** The stored narrations; `undefined` until they are read. */
  saved: SavedNarrations | undefined;
  /** True while the list of articles to download is loaded. */
  isListLoading: boolean;
  /** The downloads that have not ended. Only the first one runs. */
  queue: readonly QueuedDownload[];
  /** Failures by the key of the download ({@link toDownloadKey}). */
  failures: Readonly<Record<string, DownloadFailure>>;
  /** The failure that has stopped the queue. */
  failure: DownloadFailure | undefined;
  /** Number of downloads since the queue was last empty: all, those that are done, and those without a narration. */
  counts: { total: number; done: number; missing: number } | undefined;
}

const INITIAL_STATE: DownloadsState = {
  saved: undefined,
  isListLoading: false,
  queue: [],
  failures: {},
  failure: undefined,
  counts: undefined,
};

/** Failures by the status code of the response. */
const FAILURES_BY_STATUS: Readonly<Record<number, DownloadFailure>> = {
  401: 'notPremium',
  402: 'unreachable',
  403: 'notPremium',
  404: 'missing',
  410: 'missing',
  429: 'busy',
  503: 'busy',
};
/** A busy server is asked this many times, at intervals of `BUSY_PAUSE` milliseconds. */
const [MAX_BUSY_REQUESTS, BUSY_PAUSE] = [12, 5000];
/** Maximum number of milliseconds to wait for the service worker. Its installation may fail. */
const ACTIVATION_TIMEOUT = 30_000;

const downloadsStore = createStoreResetAtSignOut(INITIAL_STATE);

/** Returns the state of the downloads, and reads the stored narrations when the component mounts. */
export function useDownloads(): DownloadsState {
  useEffect(() => void loadSavedNarrations(), []);
  return useStore(downloadsStore);
}

/** Returns the key of a download in {@link DownloadsState.failures}. An article has one for each narrator. */
export function toDownloadKey(article: { id: string }, narrator: NarratorId): string {
  return `${article.id}.${narrator}`;
}

/** Downloads a narration after all that are waiting. */
export function download(article: PlayableArticle, narrator: NarratorId): void {
  enqueue([{ article, narrator }]);
}

/**
 * Downloads the narrations of a list of articles by the reader's narrator, one after the other. Skips those that are
 * downloaded already. The list is loaded by `loadArticles`.
 */
export async function downloadAll(
  loadArticles: () => Promise<readonly PlayableArticle[]>,
): Promise<void> {
  const reader = readCurrentReader()?.id;
  updateState({ isListLoading: true, failure: undefined });
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
    updateState({ failure: describeFailure(error) });
  } finally {
    updateState({ isListLoading: false });
  }
}

/** Cancels a download that waits or runs. */
export function cancelDownload(key: string): void {
  const { queue, counts } = downloadsStore.get();
  const remaining = queue.filter((each) => keyOf(each) !== key);
  if (remaining.length === queue.length) return;
  const isRunning = keyOf(queue[0]!) === key;
  const total = counts!.total - 1;
  updateState({ queue: remaining, counts: total ? { ...counts!, total } : undefined });
  if (isRunning) runningController?.abort();
}

/** Cancels all downloads that wait or run. */
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

/** Aborts the running download; `undefined` while nothing is downloaded. */
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
    failure: undefined,
    failures: Object.fromEntries(Object.entries(failures).filter(([key]) => !keys.has(key))),
  });
  void runQueue();
}

/** Runs the downloads of the queue one after the other, unless they run already. */
async function runQueue(): Promise<void> {
  if (runningController) return;
  for (let next = downloadsStore.get().queue[0]; next; next = downloadsStore.get().queue[0]) {
    runningController = new AbortController();
    const failure = await runUntilAborted(next, runningController.signal);
    // A canceled download is not in the queue any more.
    if (!runningController.signal.aborted) finishDownload(next, failure);
  }
  runningController = undefined;
}

/** Runs a download. Resolves with its failure, or with `undefined` if it has succeeded or is aborted. */
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
  await prepareDownloads();
  const narration = await fetchFullNarration({ article, narrator }, signal);
  const { recording, source, seconds, chapters, sentences } = narration;
  const key = toDownloadKey(article, narrator);
  await saveNarration(
    article,
    { recording, narrator, source, seconds, chapters, sentences },
    { signal, onProgress: (part) => signal.aborted || showProgress(key, part) },
  );
  // The narration is played on the article's page, so the download is done once that is saved, too.
  await saveDownloadedArticles(article.path);
  await showStoredChange({ savesArticles: false });
}

class UnsupportedError extends Error {}

function activateServiceWorkerInTime(): Promise<boolean> {
  const timeout = new Promise<boolean>((resolve) =>
    setTimeout(() => resolve(false), ACTIVATION_TIMEOUT),
  );
  return Promise.race([activateServiceWorker(), timeout]);
}

/** Resolves with the finished recording of a narration. Waits while it is being recorded. */
async function fetchFullNarration(
  { article, narrator }: Download,
  signal: AbortSignal,
): Promise<Narration> {
  const available = await repeatWhileBusy(() => fetchNarration(article, narrator), signal);
  const narration = isStillBeingRecorded(available)
    ? await awaitLongerRecording(article, narrator, Number.POSITIVE_INFINITY, signal)
    : available;
  if (narration.extent !== 'full') throw new ApiError(403, 'The reader has no Premium');
  // Without a network, the service worker sends another narrator's download.
  if (narration.narrator !== narrator) throw new TypeError('The server cannot be reached');
  return narration;
}

/** Calls `request` until the server is no longer busy. Rejects like `request`. */
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

function showProgress(key: string, part: number): void {
  const { queue } = downloadsStore.get();
  const [first, ...waiting] = queue;
  // Each whole percent is shown.
  if (
    !first ||
    keyOf(first) !== key ||
    Math.floor(100 * (first.part ?? -1)) === Math.floor(100 * part)
  )
    return;
  updateState({ queue: [{ ...first, part }, ...waiting] });
}

/**
 * Removes an ended download from the queue. After a failure that would affect the others too, removes all and reports
 * the failure for each. An article without a narration is skipped.
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
  updateState({ queue: [], failure, failures: { ...failures, ...newFailures } });
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

/** Reads the stored narrations. If they can no longer be played, checks the subscription first. Ignores failures. */
async function loadSavedNarrations(): Promise<void> {
  await readSavedNarrations();
  if (downloadsStore.get().saved!.hasRights || !navigator.onLine) return;
  // The service worker notices the response.
  await refreshSubscriptionProfile();
  await readSavedNarrations();
}

async function readSavedNarrations(): Promise<void> {
  const reader = readCurrentReader()?.id;
  // Storage may be blocked.
  const saved = await listSavedNarrations().catch(() => ({ narrations: [], hasRights: true }));
  if (readCurrentReader()?.id === reader) updateState({ saved });
}

/** Shows a change of the stored narrations in all tabs, and updates the saved articles. */
async function showStoredChange({ savesArticles = true } = {}): Promise<void> {
  channel?.postMessage('changed');
  await readSavedNarrations();
  if (savesArticles) void saveDownloadedArticles();
}

/** The channel to the other tabs of this browser, which show the same downloads. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('octavo-downloads') : null;
channel?.addEventListener('message', () => void readSavedNarrations());

/** Identifies the reader and the plan for which this tab downloads. */
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
