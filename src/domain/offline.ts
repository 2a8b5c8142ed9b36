import { SCREENS } from './screens.ts';

/** Path of the screen that the browser shows if it can neither load a page nor open a saved copy of it. */
export const OFFLINE_PATH = SCREENS.offline.path;

/**
 * Returns the URL of the offline screen for a page. `path` is the page's path with its query. The offline screen opens
 * the page once the server is reachable again.
 */
export function createOfflineUrl(path: string): string {
  return `${OFFLINE_PATH}?to=${encodeURIComponent(path)}`;
}

/**
 * Name of the request header that contains the ID of the reader for whom a browser sends the request. The server
 * rejects the request if another reader is signed in. The service worker sets this header on actions that it stored
 * while offline, because the session may have changed since then.
 */
export const READER_ID_HEADER = 'x-reader-id';

/** Maximum number of recently read articles that a browser saves for offline reading. */
export const MAX_AUTOSAVED_ARTICLES = 30;
