import { SCREENS } from './screens.ts';

/** Path of the screen that replaces a page that the browser can neither load nor has saved. */
export const OFFLINE_PATH = SCREENS.offline.path;

/** Returns the URL of the offline screen that opens `path`, with its query, once the server is reachable. */
export function createOfflineUrl(path: string): string {
  return `${OFFLINE_PATH}?to=${encodeURIComponent(path)}`;
}

/**
 * Name of the header with which a browser names the reader who made a request. The server rejects the request if another
 * reader is signed in. The service worker sends it with actions that it has stored, since the session may have changed.
 */
export const READER_ID_HEADER = 'x-reader-id';

/** Maximum number of articles that a browser saves because they were read. */
export const MAX_SAVED_READ_ARTICLES = 30;
