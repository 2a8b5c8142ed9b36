import { WATCHED_SETS } from '#domain/account-changes.ts';
import { refreshProfile, syncAccount } from './profile.ts';
import { findKnownSet, loadSet, pendingLoads, usedSets } from './reader-sets.ts';
import { currentReader } from './session.ts';

/** Milliseconds until a page that was refused asks again: at least, and at most twice that, for not all are to come at once. */
const RECONNECT_DELAY = 30_000;
/** Milliseconds during which a loaded set counts as current. */
const RECENTLY_LOADED = 60_000;

/**
 * Follows the stream of changes to the reader's account, bookmarks and follows, so that an open page shows them within a
 * second. The stream is open while the page is visible; it catches up when it is visible again. Returns how to stop.
 */
export function watchAccountChanges(): () => void {
  // Of long ago, or not there: the page learns it with the next call.
  if (typeof EventSource === 'undefined') return () => {};
  let source: EventSource | undefined;
  let isFirstStream = true;
  let again: ReturnType<typeof setTimeout>;
  const isClosed = () => source?.readyState === EventSource.CLOSED;
  const follow = () => {
    clearTimeout(again);
    const isSeen = document.visibilityState === 'visible';
    if (isSeen && (!source || isClosed())) {
      source = open(() => {
        syncAccount({ isFirstStream });
        isFirstStream = false;
      });
      // Browsers come back by themselves to what was cut off, and not to what was refused, as by a server that starts anew.
      source.onerror = () => {
        if (isClosed()) again = setTimeout(follow, RECONNECT_DELAY * (1 + Math.random()));
      };
    }
    if (!isSeen) leave();
  };
  const leave = () => {
    clearTimeout(again);
    source?.close();
    source = undefined;
  };
  // A page that is left is kept whole for the way back only where nothing is open.
  addEventListener('pagehide', leave);
  addEventListener('pageshow', follow);
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    removeEventListener('pagehide', leave);
    removeEventListener('pageshow', follow);
    document.removeEventListener('visibilitychange', follow);
    leave();
  };
}

function open(onOpen: () => void): EventSource {
  const source = new EventSource('/api/v1/user/changes');
  // Whatever happened while nothing was open was told to nobody.
  source.addEventListener('open', () => {
    onOpen();
    reloadSets((_, since) => Date.now() - since >= RECENTLY_LOADED);
  });
  source.addEventListener('account', () => void refreshProfile());
  for (const set of WATCHED_SETS)
    source.addEventListener(set, () => reloadSets((name) => name === set));
  return source;
}

/**
 * Reloads the sets that this page uses and `isDue` selects, by name and by when they were loaded (milliseconds since
 * 1970): another device may have changed them.
 */
function reloadSets(isDue: (name: string, since: number) => boolean): void {
  const reader = currentReader()?.id;
  if (!reader) return;
  for (const set of usedSets.values()) {
    const known = findKnownSet(set, reader);
    if (known && isDue(set.name, known.since))
      // A response that is under way may predate the change.
      Promise.resolve(pendingLoads.get(`${set.name} ${reader}`)).then(() => loadSet(set, reader));
  }
}
