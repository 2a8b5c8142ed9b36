import { catchUp, refreshProfile } from './profile.ts';

/** Milliseconds until a page that was refused asks again: at least, and at most twice that, for not all are to come at once. */
const ASK_AGAIN = 30_000;

/**
 * Has the server say when the reader's account becomes another, so that an open page follows within a second: for as long
 * as it is looked at, since it catches up when it is looked at again. Returns how to leave off.
 */
export function followAccount(): () => void {
  // Of long ago, or not there: the page learns it with the next call.
  if (typeof EventSource === 'undefined') return () => {};
  let source: EventSource | undefined;
  let again: ReturnType<typeof setTimeout>;
  const isClosed = () => source?.readyState === EventSource.CLOSED;
  const follow = () => {
    clearTimeout(again);
    const isSeen = document.visibilityState === 'visible';
    if (isSeen && (!source || isClosed())) {
      source = open();
      // Browsers come back by themselves to what was cut off, and not to what was refused, as by a server that starts anew.
      source.onerror = () => {
        if (isClosed()) again = setTimeout(follow, ASK_AGAIN * (1 + Math.random()));
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

function open(): EventSource {
  const source = new EventSource('/api/v1/user/changes');
  // Whatever happened while nothing was open was told to nobody.
  source.addEventListener('open', catchUp);
  source.addEventListener('account', () => void refreshProfile());
  return source;
}
