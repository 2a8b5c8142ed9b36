import { STREAMED_READER_LISTS } from '#domain/account-changes.ts';
import { findKnownReaderItemSet, syncedReaderSetsByName } from './reader-sets.ts';
import { reloadReaderItemSet } from './reload-reader-set.ts';
import { readCurrentReader } from './session.ts';
import { refreshSubscriptionProfile, updatePageFromAccount } from './subscription-profile.ts';

/**
 * Delay in milliseconds until the page requests the stream again after the server has refused it. A random delay of up
 * to the same length is added, so that clients do not reconnect at the same time.
 */
const RECONNECT_DELAY = 30_000;
/**
 * A reader's set, such as the bookmarks, counts as up to date for this many milliseconds after it
 * was loaded.
 */
const RECENTLY_LOADED = 60_000;

/**
 * Opens a stream of server-sent events about changes to the reader's account, bookmarks and follows, so that an open
 * page shows a change within a second. The stream is open only while the page is visible. Whenever the stream opens,
 * data that may have changed in the meantime is reloaded. Returns a function that closes the stream.
 */
export function openAccountChangeStream(): () => void {
  // Very old browsers have no `EventSource`. Their pages show changes only after a later API call.
  if (typeof EventSource === 'undefined') return () => {};
  let source: EventSource | undefined;
  let isFirstStream = true;
  let reconnectTimer: ReturnType<typeof setTimeout>;
  const isClosed = () => source?.readyState === EventSource.CLOSED;
  const openIfVisible = () => {
    clearTimeout(reconnectTimer);
    const isVisible = document.visibilityState === 'visible';
    if (isVisible && (!source || isClosed())) {
      source = openStream(() => {
        updatePageFromAccount({ isFirstStream });
        isFirstStream = false;
      });
      // Browsers reconnect automatically after an interruption, but not after an error response, for example from a
      // restarting server.
      source.onerror = () => {
        if (isClosed())
          reconnectTimer = setTimeout(openIfVisible, RECONNECT_DELAY * (1 + Math.random()));
      };
    }
    if (!isVisible) closeStream();
  };
  const closeStream = () => {
    clearTimeout(reconnectTimer);
    source?.close();
    source = undefined;
  };
  // An open stream would keep the page out of the back-forward cache, so it is closed before the page is hidden.
  addEventListener('pagehide', closeStream);
  addEventListener('pageshow', openIfVisible);
  document.addEventListener('visibilitychange', openIfVisible);
  openIfVisible();
  return () => {
    removeEventListener('pagehide', closeStream);
    removeEventListener('pageshow', openIfVisible);
    document.removeEventListener('visibilitychange', openIfVisible);
    closeStream();
  };
}

function openStream(onOpen: () => void): EventSource {
  const source = new EventSource('/api/v1/user/changes');
  // A new stream does not report earlier changes, so the data is reloaded.
  source.addEventListener('open', () => {
    onOpen();
    reloadSets((_, since) => Date.now() - since >= RECENTLY_LOADED);
  });
  source.addEventListener('account', () => void refreshSubscriptionProfile());
  for (const set of STREAMED_READER_LISTS)
    source.addEventListener(set, () => reloadSets((name) => name === set));
  return source;
}

/**
 * Reloads each of the current reader's sets, such as the bookmarks, if `isDue` returns true for it. The set may have
 * changed on another device. `isDue` receives the set's name and the time when the set was loaded (milliseconds since
 * 1970).
 */
function reloadSets(isDue: (name: string, since: number) => boolean): void {
  const reader = readCurrentReader()?.id;
  if (!reader) return;
  for (const set of syncedReaderSetsByName.values()) {
    const known = findKnownReaderItemSet(set, reader);
    if (known && isDue(set.name, known.since)) void reloadReaderItemSet(set);
  }
}
