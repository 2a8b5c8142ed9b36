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

/** The listening state that the server stores for a reader. */
interface ListeningState {
  narrator: NarratorId | null;
  places: StoredListeningPosition[];
}

/**
 * Storage key of this browser's copy of the listening state. The copy is used if the server cannot be reached. Keys
 * that start with `cache:` are removed at sign-out.
 */
const STORAGE_KEY = 'cache:listening';

interface LocalPosition extends ArticleListeningPosition {
  /**
   * Time at which the position was heard (ISO 8601, UTC); absent once the server has confirmed the position. The
   * property cannot be renamed, because browsers have already stored data with this name.
   */
  untoldSince?: string;
}

interface LocalState {
  reader: string;
  places: LocalPosition[];
  /** The reader's choice of narrator. Present until the server has confirmed it. */
  narrator?: NarratorId | undefined;
}

/** Maximum number of listening positions that this browser stores. The server returns at most the same number. */
const MAX_POSITIONS = 100;
/** Timeout in milliseconds of a request for the listening state. A narration does not start before the request ends. */
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
  // The page may have been closed before its last position reached the server. Therefore, this browser's position
  // applies if it is later than the server's.
  const unsyncedSince = localPosition?.untoldSince;
  const isLocalLater = unsyncedSince && !(synced && synced.heardAt > unsyncedSince);
  if (state && !isLocalLater) return synced;
  if (!localPosition) return undefined;
  const { untoldSince: _, ...position } = localPosition;
  return position;
}

/**
 * Stores the reader's listening position, heard at `heardAt` (milliseconds since 1970), in this browser and on the
 * server. Works while the page is being unloaded. Rejects if the server cannot be updated.
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
  // The service worker has stored the position, and sends it once the server can be reached.
  if (queued) return;
  // Home offers to continue at the position.
  removeCachedPersonalPayloads();
  // If a later position has replaced this one in the meantime, the later one is still unconfirmed.
  const isStored = readLocalState(reader).places.some((each) => each.untoldSince === untoldSince);
  if (isStored) storePosition(reader, article.id, localPosition);
}

/** Deletes the reader's listening position in an article they have finished. */
export function deleteListeningPosition(article: ArticleIdentity): void {
  const reader = readCurrentReader()?.id;
  if (!reader) return;
  storePosition(reader, article.id);
  lastRequest.set(undefined);
  sendDelete(articleActionApiPath(article, 'place')).then(removeCachedPersonalPayloads, () => {});
}

/**
 * Resolves with the narrator that the reader chose last, on any device. Falls back to this browser's choice if the
 * server has none or cannot be reached. Resolves with `undefined` if the reader has never chosen a narrator.
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
export async function saveNarrator(narrator: NarratorId): Promise<void> {
  storeNarrator(narrator);
  const reader = readCurrentReader()?.id;
  if (!reader) return;
  updateLocalState(reader, { narrator });
  await syncNarrator(reader, narrator);
}

/** Saves the reader's choice of narrator. Shows a toast if the choice could only be saved in this browser. */
export async function saveNarratorOrShowToast(narrator: NarratorId): Promise<void> {
  try {
    await saveNarrator(narrator);
  } catch (error) {
    logAndReportError(error, 'The narrator could not be saved to the account');
    showToast({
      kind: 'error',
      text: 'Your narrator is kept in this browser, and could not be kept with your account.',
    });
  }
}

/**
 * Sends the reader's choice of narrator to the server. Until the server has confirmed it, this browser's choice
 * overrides the server's.
 */
async function syncNarrator(reader: string, narrator: NarratorId): Promise<void> {
  await sendPut('/user/narrator', { narrator });
  lastRequest.set(undefined);
  if (readLocalState(reader).narrator === narrator)
    updateLocalState(reader, { narrator: undefined });
}

/**
 * The most recent request for the listening state. Starting a narration needs both the narrator and the position, and
 * one request returns both.
 */
const lastRequest = createStoreResetAtSignOut<
  { sentAt: number; state: Promise<ListeningState | undefined> } | undefined
>(undefined);

/** Fetches the listening state from the server. Resolves with `undefined` if the request fails or times out. */
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
