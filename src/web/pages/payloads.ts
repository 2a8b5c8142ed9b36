import { createContext, type LoaderFunctionArgs, redirect } from 'react-router';
import {
  type EmbeddedPayload,
  fromEmbeddedPayload,
  PAYLOAD_PATH_PREFIX,
  type PageHttpStatus,
  type PagePayload,
  type PageRedirect,
  type ScreenKind,
  type ScreenPropsByKind,
} from '#domain/page.ts';
import { PERSONAL_SCREEN_PATHS } from '#domain/screens.ts';
import { logAndReportError } from '#ui/lib/error-reports.ts';
import { holdErrorsWhileLeavingDocument } from '#ui/lib/leaving.ts';
import { readArticleContentFromHtml } from './article-markup.ts';

/** Router context for a screen's payload. Used only on the server, where the payload is known before React starts. */
export const serverPayloadContext = createContext<PagePayload>();

/** Time in milliseconds for which a cached payload is used without a new request. */
const LIFETIME = 60_000;
/** Time in milliseconds for which a cached payload is used after a back navigation. */
const BACK_LIFETIME = 15 * 60_000;
const MAX_CACHED_PAYLOADS = 40;

interface CachedPayload {
  payload: Promise<PagePayload | PageRedirect>;
  cachedAt: number;
}

const cache = new Map<string, CachedPayload>();
let isGoingBack = false;

if (typeof window !== 'undefined')
  window.addEventListener('popstate', () => {
    isGoingBack = true;
    // The router reads `isGoingBack` within the current task. The timer then resets it, so that it does not affect the
    // next navigation.
    setTimeout(() => {
      isGoingBack = false;
    });
  });

/**
 * Returns the payload that the server has embedded in this document. Reads an article's text from the document's HTML.
 * Returns `undefined` if the payload is missing or invalid, or if the browser has translated the article. The router
 * then requests the payload (spec 2). Logs an error about a missing or invalid payload.
 */
export function readEmbeddedPayload(): PagePayload | undefined {
  const text = document.getElementById('page-props')?.textContent;
  try {
    const embedded = JSON.parse(text ?? '') as EmbeddedPayload;
    if (embedded.screen === 'article' && isTranslated(embedded.props.article.title))
      return undefined;
    const status = Number(document.documentElement.dataset.status) as PagePayload['status'];
    const payload = {
      ...fromEmbeddedPayload(embedded, () => readArticleContentFromHtml(document)),
      status,
    };
    cachePayload(location.pathname + location.search, Promise.resolve(payload));
    return payload;
  } catch (error) {
    logAndReportError(error, 'The embedded page data could not be read');
    return undefined;
  }
}

/**
 * Returns true if the browser has translated the document, in which case the original text cannot be read from it.
 * Chromium changes the document's language and wraps translated words in elements. Other translators only replace text,
 * such as the article's title.
 */
function isTranslated(title: string): boolean {
  return (
    document.documentElement.lang !== 'en' ||
    document.querySelector('font') !== null ||
    document.querySelector('[data-anchor=title]')?.textContent !== title
  );
}

/** Loads the payload of a route. All routes use this loader. */
export async function loadRoutePayload({
  request,
  context,
}: LoaderFunctionArgs): Promise<PagePayload> {
  if (import.meta.env.SSR) return context.get(serverPayloadContext);
  const { pathname, search } = new URL(request.url);
  const payload = await loadCachedPayload(
    pathname + search,
    isGoingBack ? BACK_LIFETIME : LIFETIME,
  );
  if ('redirect' in payload) throw redirect(payload.redirect);
  if (payload.status === 503 && navigator.serviceWorker?.controller) {
    // The payload could not be loaded, so the browser loads the whole document instead. The service worker then
    // responds with the saved page or, if there is none, with the screen that lists the saved articles.
    location.assign(pathname + search);
    return new Promise(() => {});
  }
  return payload;
}

/** Prefetches the payload of a URL. Ignores failures. */
export function prefetchPayload(url: string): void {
  loadCachedPayload(url, LIFETIME).catch(() => {});
}

/**
 * Resolves with the props of the screen `name` at a URL, for use on another screen. Resolves with `undefined` if
 * loading fails or if the URL belongs to another screen.
 */
export async function fetchScreenProps<Name extends ScreenKind>(
  name: Name,
  url: string,
): Promise<ScreenPropsByKind[Name] | undefined> {
  const payload = await loadCachedPayload(url, BACK_LIFETIME).catch(() => undefined);
  const isExpectedScreen = payload && 'screen' in payload && payload.screen === name;
  return isExpectedScreen ? (payload.props as ScreenPropsByKind[Name]) : undefined;
}

/**
 * Removes personal pages from the cache, so that they are loaded again. Call it when their content or the reader has
 * changed.
 */
export function removeCachedPersonalPayloads(): void {
  for (const url of cache.keys())
    if (PERSONAL_SCREEN_PATHS.includes(url.split('?', 1)[0]!)) cache.delete(url);
}

/**
 * Resolves with the payload of a URL, from the cache if it is less than `maxAge` milliseconds old. If loading fails,
 * resolves with the older payload, so that a displayed page stays and its narration keeps playing.
 */
function loadCachedPayload(url: string, maxAge: number): Promise<PagePayload | PageRedirect> {
  const cached = cache.get(url);
  if (cached && Date.now() - cached.cachedAt < maxAge) return cached.payload;
  const payload: CachedPayload['payload'] = fetchPayload(url).then((result) => {
    const isCurrent = cache.get(url)?.payload === payload;
    if (!isCurrent || !('status' in result && isTransient(result.status))) return result;
    // Payloads that report a temporary problem must not stay in the cache.
    cache.delete(url);
    if (!cached) return result;
    cache.set(url, cached);
    return cached.payload;
  });
  cachePayload(url, payload);
  return payload;
}

/** Returns true for a status that reports a temporary problem, such as 429 or 503. */
function isTransient(status: PageHttpStatus): boolean {
  return status === 429 || status >= 500;
}

function cachePayload(url: string, payload: CachedPayload['payload']): void {
  cache.delete(url);
  cache.set(url, { payload, cachedAt: Date.now() });
  const oldest = cache.keys().next();
  if (cache.size > MAX_CACHED_PAYLOADS && !oldest.done) cache.delete(oldest.value);
}

async function fetchPayload(url: string): Promise<PagePayload | PageRedirect> {
  const headers = { accept: 'application/json' };
  const request = fetch(PAYLOAD_PATH_PREFIX + url, { headers });
  const response = await holdErrorsWhileLeavingDocument(request).catch(() => null);
  if (!response) return createErrorPayload(url, 503, 'You seem to be offline');
  const body = await response.json().catch(() => undefined);
  // If the server is down, a gateway may respond in its place, without a valid payload.
  if (!(body?.screen || body?.redirect))
    return createErrorPayload(url, 500, 'Something Went Wrong');
  return body as PagePayload | PageRedirect;
}

/**
 * Returns the payload of an error page. Status 503 means that the server cannot be reached. Status 500 means that the
 * response is not a valid payload.
 */
function createErrorPayload(path: string, status: 500 | 503, title: string): PagePayload {
  return {
    screen: 'error',
    status,
    head: { title, description: '', path },
    props: { timestamp: new Date().toISOString() },
  };
}
