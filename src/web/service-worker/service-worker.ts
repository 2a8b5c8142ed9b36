/**
 * The service worker. While the server cannot be reached, it opens saved pages and stores the reader's actions. It also
 * plays downloaded narrations (`narrations.ts`). It shows a saved page only if the request for the page has failed. It
 * does not save articles, because the pages do that (`reader/saved-articles.ts`). Each document contains the names of
 * its scripts, so a saved page always runs the scripts of its own build.
 */
import { ExpirationPlugin } from 'workbox-expiration';
import {
  disable as disableNavigationPreload,
  enable as enableNavigationPreload,
} from 'workbox-navigation-preload';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkOnly } from 'workbox-strategies';
import { createOfflineUrl, OFFLINE_PATH } from '#domain/offline.ts';
import { listAssetPaths } from '#web/lib/asset-paths.ts';
import { parsePageMessage, SIGNED_OUT } from '#web/lib/service-worker-messages.ts';
import { openNarrationCaches } from '#web/reader/saved-narration-rights.ts';
import { getPictureFolderPath, removeReaderCaches } from '#web/reader/saved-pages.ts';
import {
  checkSubscriptionIfDue,
  createAudioResponse,
  createTimingsResponse,
  isProfileUrl,
  isRecordingUrl,
  isTimingsUrl,
  updateDownloadRights,
} from './narrations.ts';
import {
  type Client,
  registerOutbox,
  removeActionsOfOtherReaders,
  sendWaitingActions,
  sendWaitingActionsAndReportStatus,
} from './outbox-worker.ts';

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface MessageFromPage extends ExtendableEvent {
  data: unknown;
  source: Client;
}

/**
 * The members of the worker's global scope that this file uses. They are declared here because TypeScript cannot load
 * its type definitions for workers together with those for pages.
 */
declare const self: {
  addEventListener(type: 'install' | 'activate', listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'message', listener: (event: MessageFromPage) => void): void;
  addEventListener(
    type: 'fetch',
    listener: (event: ExtendableEvent & { request: Request }) => void,
  ): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};
/** Hash of the build that this worker belongs to. The build script inserts the value (`scripts/build.mjs`). */
declare const BUILD_ID: string;
/** Paths of the scripts and style sheets that an article's page loads on demand. The build script inserts the value. */
declare const READING_ASSETS: readonly string[];
/**
 * Paths of the player's scripts and style sheets, which a page loads when a narration starts. The build script inserts
 * the value.
 */
declare const PLAYER_ASSETS: readonly string[];

/** Prefix of the names of caches that contain the offline screen's document. Each build has a separate cache. */
const OFFLINE_PAGE_CACHE_PREFIX = 'offline-page:';
const OFFLINE_PAGE_CACHE = OFFLINE_PAGE_CACHE_PREFIX + BUILD_ID;
/** Maximum number of cached assets. Saved pages may need the assets of several builds. */
const MAX_ASSETS = 500;
/** Pattern for paths that are never replaced with a saved page: the API, the steps of a sign-in, and the studio. */
const EXCLUDED_PATHS = /^\/(?:(?:api|oidc|studio)(?:\/|$)|auth\/)/;
const SIGN_OUT_PATH = '/auth/signout';

const assetStrategy = new CacheFirst({
  cacheName: 'assets',
  plugins: [new ExpirationPlugin({ maxEntries: MAX_ASSETS, purgeOnQuotaError: true })],
});

self.addEventListener('install', (event) => {
  event.waitUntil(
    Promise.all([saveOfflinePage(event), saveAssets(event, READING_ASSETS), savePlayer(event)]),
  );
  // The worker keeps no state in memory, so a new version can replace the previous one immediately.
  void self.skipWaiting();
});
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), removeEarlierOfflinePages()])),
);
self.addEventListener('message', (event) => {
  const message = parsePageMessage(event.data);
  if (message === SIGNED_OUT)
    event.waitUntil(removeReaderCaches().then(removeActionsOfOtherReaders));
  else if (message) event.waitUntil(sendWaitingActionsAndReportStatus(message, event.source));
});
// Navigation preload is disabled in Firefox, which would otherwise drop a navigation if a redirect leads to a page that
// the worker handles. The last step of a sign-in is such a redirect.
if (/Firefox\//.test(navigator.userAgent)) disableNavigationPreload();
else enableNavigationPreload();
registerOutbox();

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
  assetStrategy,
);

registerRoute(
  ({ request, sameOrigin, url }) =>
    sameOrigin && request.mode === 'navigate' && !EXCLUDED_PATHS.test(url.pathname),
  new NetworkOnly({
    plugins: [
      {
        handlerDidError: ({ request }) => openSavedPage(new URL(request.url)),
        handlerDidRespond: async ({ event }) =>
          event.waitUntil(Promise.all([checkSubscriptionIfDue(), sendWaitingActions()])),
      },
    ],
  }),
);

// Removes the reader's saved articles and downloads when a page requests the sign-out URL, because the next page may
// not load the scripts that could remove them. The browser still sends the request itself. In Firefox, a request from
// the worker would not look like a navigation, so the server would refuse it.
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === location.origin && pathname === SIGN_OUT_PATH)
    event.waitUntil(removeReaderCaches());
});

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isTimingsUrl(url),
  async ({ event, request }) => {
    const response = await createTimingsResponse(request, (work) => event.waitUntil(work));
    event.waitUntil(savePlayer(event));
    return response;
  },
);

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isRecordingUrl(url),
  ({ request }) => createAudioResponse(request),
);

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isProfileUrl(url),
  new NetworkOnly({
    plugins: [
      {
        fetchDidSucceed: async ({ response }) => {
          await updateDownloadRights(response.clone()).catch(() => {});
          return response;
        },
      },
    ],
  }),
);

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && getPictureFolderPath(url.pathname) !== undefined,
  new NetworkOnly({
    plugins: [{ handlerDidError: ({ request }) => findSavedPicture(new URL(request.url)) }],
  }),
);

/** Saves the offline screen's document and assets. Rejects on failure, so that the worker's installation fails. */
async function saveOfflinePage(event: ExtendableEvent): Promise<void> {
  const response = await fetch(OFFLINE_PATH, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`The offline screen responds with status ${response.status}.`);
  const paths = listAssetPaths(await response.clone().text());
  await Promise.all(
    paths.map((path) => assetStrategy.handle({ event, request: new Request(path) })),
  );
  const cache = await caches.open(OFFLINE_PAGE_CACHE);
  await cache.put(OFFLINE_PATH, response);
}

/** Caches the player's scripts and style sheets if the reader has downloads. Ignores failures. */
async function savePlayer(event: ExtendableEvent): Promise<void> {
  if ((await openNarrationCaches()).length) await saveAssets(event, PLAYER_ASSETS);
}

/** Caches assets that pages load on demand, so that they are available offline. Ignores failures. */
async function saveAssets(event: ExtendableEvent, paths: readonly string[]): Promise<void> {
  const requests = paths.map((path) => new Request(path));
  await Promise.allSettled(requests.map((request) => assetStrategy.handle({ event, request })));
}

async function removeEarlierOfflinePages(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(OFFLINE_PAGE_CACHE_PREFIX) && name !== OFFLINE_PAGE_CACHE)
      await caches.delete(name);
}

/**
 * Returns the saved page for a URL, ignoring the query. If the page is not saved, returns a redirect to the offline
 * screen, which lists the saved articles.
 */
async function openSavedPage({ pathname, search }: URL): Promise<Response> {
  const page = await caches.match(pathname, { ignoreVary: true });
  return page ?? Response.redirect(createOfflineUrl(pathname + search));
}

function findSavedPicture({ pathname }: URL): Promise<Response | undefined> {
  return caches.match(getPictureFolderPath(pathname)!, { ignoreVary: true });
}
