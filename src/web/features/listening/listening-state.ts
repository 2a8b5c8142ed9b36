import type { ArticleIdentity } from '#domain/article.ts';
import type {
  ListeningPosition,
  ListeningPositionUpdate,
  StoredListeningPosition,
} from '#domain/listening.ts';
import { MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS } from '#domain/listening-position-age.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import { articleActionApiPath, sendDelete, sendGet, sendPut } from '#ui/lib/api.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { readStoredJson, writeStoredJson } from '#ui/lib/storage.ts';
import { showToast } from '#ui/toast.tsx';
import { removeCachedPersonalPayloads } from '#web/pages/payloads.ts';
import { createStoreResetAtSignOut } from '#web/reader/cache.ts';
import { readCurrentReader } from '#web/reader/session.ts';
import { readStoredNarrator, storeNarrator } from './preferences.ts';

/** The reader's listening position in one article. */
export type ArticleListeningPosition = Omit<StoredListeningPosition, 'heardAt'>;

/** The data that the server stores for a reader: the preferred narrator, and the listening position in each article. */
interface ListeningState {
  narrator: NarratorId | null;
  places: StoredListeningPosition[];
}

/**
 * Storage key of this browser's copy of the reader's narrator and listening positions. The copy is used if the server
 * cannot be reached. Keys that start with `cache:` are removed at sign-out.
 */
const STORAGE_KEY = 'cache:listening';

interface LocalPosition extends ArticleListeningPosition {
  /**
   * Time at which playback was at this position (ISO 8601, UTC). Absent once the server has stored the position. The
   * property cannot be renamed, because browsers have already stored data with this name.
   */
  untoldSince?: string;
}

interface LocalState {
  reader: string;
  places: LocalPosition[];
  /** The narrator that the reader has chosen. Present only until the server has stored the choice. */
  narrator?: NarratorId | undefined;
}

/** Maximum number of listening positions that this browser stores. The server returns at most the same number. */
const MAX_POSITIONS = 100;
/**
 * Timeout in milliseconds for the request for the reader's narrator and listening positions. Playback starts only after
 * this request has ended.
 */
const REQUEST_TIMEOUT = 1500;

/**
 * Resolves with the reader's listening position in an article, from any device. Resolves with `undefined` if the reader
 * has finished or never started the article.
 */
export async function fetchListeningPosition(
  articleId: string,
): Promise<ArticleListeningPosition | undefined> {
  const reader = readCurrentReader()?.id;
  if (!reader) return undefined;
  const state = await fetchListeningState();
  const localPosition = readLocalState(reader).places.find((each) => each.articleId === articleId);
  const synced = state?.places.find((each) => each.articleId === articleId);
  // This browser's position is used if it is newer than the server's, because the page may have been closed before it
  // sent its last position.
  const unsyncedSince = localPosition?.untoldSince;
  const isLocalLater = unsyncedSince && !(synced && synced.heardAt > unsyncedSince);
  if (state && !isLocalLater) return synced;
  if (!localPosition) return undefined;
  const { untoldSince: _, ...position } = localPosition;
  return position;
}

/**
 * Stores the reader's listening position in this browser and on the server. `heardAt` is the time at which playback was
 * at this position, in milliseconds since 1970. If the page is being unloaded, the position is stored at least in this
 * browser. Rejects if the server cannot be updated.
 */
export async function saveListeningPosition(
  article: ArticleIdentity,
  position: ListeningPosition,
  heardAt = Date.now(),
): Promise<void> {
  const reader = readCurrentReader()?.id;
  if (!reader) return;
  const { anchor, start, seconds } = position;
  const localPosition = { articleId: article.id, anchor, start, seconds };
  const untoldSince = new Date(heardAt).toISOString();
  storePosition(reader, article.id, { ...localPosition, untoldSince });
  lastRequest.set(undefined);
  const heardAgo = Math.min(
    Math.max(0, Date.now() - heardAt),
    MAX_REPORTED_POSITION_AGE_IN_MILLISECONDS,
  );
  const update: ListeningPositionUpdate = { anchor, start, seconds, heardAgo };
  const path = articleActionApiPath(article, 'place');
  const queued = await sendPut<object | undefined>(path, update, { keepalive: true });
  // The service worker has stored the position, and will send it once the server can be reached.
  if (queued) return;
  // Personal pages, such as the home page, show the listening position, so their cached payloads are now outdated.
  removeCachedPersonalPayloads();
  // Marks the position as synced, unless a newer position, which is not synced yet, replaced it during the request.
  const isStored = readLocalState(reader).places.some((each) => each.untoldSince === untoldSince);
  if (isStored) storePosition(reader, article.id, localPosition);
}

/** Deletes the reader's listening position in an article after the narration has ended. */
export function deleteListeningPosition(article: ArticleIdentity): void {
  const reader = readCurrentReader()?.id;
  if (!reader) return;
  storePosition(reader, article.id);
  lastRequest.set(undefined);
  sendDelete(articleActionApiPath(article, 'place')).then(removeCachedPersonalPayloads, () => {});
}

/**
 * Resolves with the narrator that the reader chose most recently on any device. Falls back to this browser's choice if
 * the server has none or cannot be reached. Resolves with `undefined` if the reader has never chosen a narrator.
 */
export async function fetchPreferredNarrator(): Promise<NarratorId | undefined> {
  const reader = readCurrentReader()?.id;
  if (!reader) return readStoredNarrator();
  const unsynced = readLocalState(reader).narrator;
  if (unsynced) {
    syncNarrator(reader, unsynced).catch(() => {});
    return unsynced;
  }
  const synced = (await fetchListeningState())?.narrator;
  if (!synced || !Object.hasOwn(NARRATORS_BY_ID, synced)) return readStoredNarrator();
  if (synced !== readStoredNarrator()) storeNarrator(synced);
  return synced;
}

/**
 * Stores the reader's choice of narrator in this browser and on the server. Rejects if the server cannot be updated.
 */
export async function savePreferredNarrator(narrator: NarratorId): Promise<void> {
  storeNarrator(narrator);
  const reader = readCurrentReader()?.id;
  if (!reader) return;
  updateLocalState(reader, { narrator });
  await syncNarrator(reader, narrator);
}

/** Saves the reader's choice of narrator. Shows a toast if the choice could only be saved in this browser. */
export async function savePreferredNarratorOrShowToast(narrator: NarratorId): Promise<void> {
  try {
    await savePreferredNarrator(narrator);
  } catch (error) {
    logAndReportError(error, 'The narrator could not be saved to the account');
    showToast({
      kind: 'error',
      text: 'Your narrator is kept in this browser, and could not be kept with your account.',
    });
  }
}

/**
 * Sends the reader's choice of narrator to the server. Until the server has stored it, this browser ignores the
 * server's older choice.
 */
async function syncNarrator(reader: string, narrator: NarratorId): Promise<void> {
  await sendPut('/user/narrator', { narrator });
  lastRequest.set(undefined);
  if (readLocalState(reader).narrator === narrator)
    updateLocalState(reader, { narrator: undefined });
}

/**
 * The most recent request for the reader's narrator and listening positions. {@link fetchPreferredNarrator} and
 * {@link fetchListeningPosition} share it, because starting a narration requires both.
 */
const lastRequest = createStoreResetAtSignOut<
  { sentAt: number; state: Promise<ListeningState | undefined> } | undefined
>(undefined);

/**
 * Fetches the reader's narrator and listening positions from the server. Resolves with `undefined` if the request fails
 * or times out.
 */
function fetchListeningState(): Promise<ListeningState | undefined> {
  const lastSent = lastRequest.get();
  if (lastSent && performance.now() - lastSent.sentAt < REQUEST_TIMEOUT) return lastSent.state;
  // Safari before version 16 has no `AbortSignal.timeout`, so a timer aborts the request.
  const request = new AbortController();
  const timer = setTimeout(() => request.abort(), REQUEST_TIMEOUT);
  const state = sendGet<ListeningState>('/user/listening', {}, request.signal)
    .catch(() => undefined)
    .finally(() => clearTimeout(timer));
  lastRequest.set({ sentAt: performance.now(), state });
  return state;
}

function readLocalState(reader: string): LocalState {
  const state = readStoredJson<LocalState>('localStorage', STORAGE_KEY);
  return state?.reader === reader ? state : { reader, places: [] };
}

function updateLocalState(reader: string, changes: Partial<LocalState>): void {
  writeStoredJson('localStorage', STORAGE_KEY, { ...readLocalState(reader), ...changes });
}

function storePosition(reader: string, articleId: string, position?: LocalPosition): void {
  const otherPositions = readLocalState(reader).places.filter(
    (each) => each.articleId !== articleId,
  );
  const places = position ? [position, ...otherPositions] : otherPositions;
  updateLocalState(reader, { places: places.slice(0, MAX_POSITIONS) });
}
