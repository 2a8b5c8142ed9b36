/**
 * The service worker, which opens saved pages and stores the reader's actions while the server cannot be reached. It
 * shows a saved page only if the request for the current one has failed, and stores no page itself: pages save articles
 * (`reader/saved-articles.ts`). Documents contain the names of their scripts, so a page is always shown with the scripts
 * of its own build. Also plays downloaded narrations (`narrations.ts`).
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
import { removeReaderCaches, toPictureFolder } from '#web/reader/saved-pages.ts';
import {
  applyProfile,
  checkRightsIfDue,
  isProfileUrl,
  isRecordingUrl,
  isTimingsUrl,
  sendAudio,
  sendTimings,
} from './narrations.ts';
import {
  type Client,
  registerOutbox,
  removeForeignActions,
  respondWithStatus,
  sendWaitingActions,
} from './outbox-worker.ts';

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

interface MessageFromPage extends ExtendableEvent {
  data: unknown;
  source: Client;
}

/** The used part of a service worker's scope. TypeScript cannot combine its types of workers with those of pages. */
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
/** Hash of the build that this worker belongs to. The build replaces it (`scripts/build.mjs`). */
declare const BUILD_ID: string;
/** Paths of the scripts and style sheets that this build's articles load while they are read. The build replaces it. */
declare const READING_ASSETS: readonly string[];
/** Paths of this build's player, which its pages load when a narration is played. The build replaces it. */
declare const PLAYER_ASSETS: readonly string[];

/** Prefix of the names of the caches with the document of the offline screen, one for each build. */
const OFFLINE_PAGE_CACHE_PREFIX = 'offline-page:';
const OFFLINE_PAGE_CACHE = OFFLINE_PAGE_CACHE_PREFIX + BUILD_ID;
/** Maximum number of cached assets. Saved pages need those of several builds. */
const MAX_ASSETS = 500;
/** Paths that no saved page replaces: API calls, the steps of a sign-in, and the studio. */
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
  // A worker keeps no state in memory, so a new version can replace the previous one at once.
  void self.skipWaiting();
});
self.addEventListener('activate', (event) =>
  event.waitUntil(Promise.all([self.clients.claim(), removeEarlierOfflinePages()])),
);
self.addEventListener('message', (event) => {
  const message = parsePageMessage(event.data);
  if (message === SIGNED_OUT) event.waitUntil(removeReaderCaches().then(removeForeignActions));
  else if (message) event.waitUntil(respondWithStatus(message, event.source));
});
// Firefox drops a navigation that a redirect leads to a page of the worker if preloading is on, such as the last step of
// a sign-in.
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
          event.waitUntil(Promise.all([checkRightsIfDue(), sendWaitingActions()])),
      },
    ],
  }),
);

// The page after a sign-out may load no scripts that could remove the reader's articles and downloads. The browser sends
// the request itself: the server refuses it from a worker of Firefox, whose request does not look like a navigation.
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === location.origin && pathname === SIGN_OUT_PATH)
    event.waitUntil(removeReaderCaches());
});

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isTimingsUrl(url),
  async ({ event, request }) => {
    const response = await sendTimings(request, (work) => event.waitUntil(work));
    event.waitUntil(savePlayer(event));
    return response;
  },
);

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isRecordingUrl(url),
  ({ request }) => sendAudio(request),
);

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && isProfileUrl(url),
  new NetworkOnly({
    plugins: [
      {
        fetchDidSucceed: async ({ response }) => {
          await applyProfile(response.clone()).catch(() => {});
          return response;
        },
      },
    ],
  }),
);

registerRoute(
  ({ sameOrigin, url }) => sameOrigin && toPictureFolder(url.pathname) !== undefined,
  new NetworkOnly({
    plugins: [{ handlerDidError: ({ request }) => findSavedPicture(new URL(request.url)) }],
  }),
);

/** Saves the document of the offline screen and its assets. Rejects if that fails, which ends the installation. */
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

/** Saves the scripts and style sheets of this build's player if the reader has downloads. Ignores failures. */
async function savePlayer(event: ExtendableEvent): Promise<void> {
  if ((await openNarrationCaches()).length) await saveAssets(event, PLAYER_ASSETS);
}

/** Saves assets that pages load on demand, which may happen without a network. Ignores failures. */
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
 * Returns the saved page of a URL, whose query is ignored. For any other URL, returns a redirect to the offline screen,
 * which lists the saved articles.
 */
async function openSavedPage({ pathname, search }: URL): Promise<Response> {
  const page = await caches.match(pathname, { ignoreVary: true });
  return page ?? Response.redirect(createOfflineUrl(pathname + search));
}

function findSavedPicture({ pathname }: URL): Promise<Response | undefined> {
  return caches.match(toPictureFolder(pathname)!, { ignoreVary: true });
}
