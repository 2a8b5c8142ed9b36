import type { ArticleOrAuthorCountsByCategory } from '#domain/category-counts.ts';
import type { PagePayload, SignInProvider } from '#domain/page.ts';
import { getScreen, hasPathParameters, type Screen } from '#domain/screens.ts';
import { countArticlesByCategory } from '#server/catalogue/articles/repository.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { ErrorRecorder } from '#server/platform/errors/error-recorder.ts';
import type { CachedResponse } from '#server/platform/http-cache/cached-response.ts';
import { type RenderResult, ResponseCache } from '#server/platform/http-cache/response-cache.ts';
import type { ImmediateResponse } from '#server/platform/http-cache/serve-from-cache.ts';
import type { Stopwatch } from '#server/platform/http-cache/stopwatch.ts';
import { createCachedPageResponse, type PageRenderSettings } from './page-response.ts';
import { isUrlWithoutRoute, type PageUrl, parsePageRequest, parsePageUrl } from './page-url.ts';
import { createBusyPayload, createNotFoundPayload, type Redirect } from './resolution.ts';
import { resolvePublicPage } from './resolve-public-page.ts';
import { TrackedContentReader } from './tracked-content-reader.ts';

export interface PublicPageCacheOptions extends PageRenderSettings {
  queries: Queries;
  errorRecorder: ErrorRecorder;
  /** The identity providers that readers can sign in with. */
  providers: readonly SignInProvider[];
  /** The URL of the frame that shows ads. Null if no ad network is configured. */
  adFrameUrl: string | null;
  /** True if Premium, the paid plan, can be bought. */
  sellsPremium: boolean;
  /** True if readers can subscribe to the weekly email letter. */
  offersLetter: boolean;
}

type NonPageResolution = Redirect | { kind: 'nowhere' };

/** The minimum number of milliseconds between error reports for stale pages. */
const ERROR_REPORT_INTERVAL = 10_000;
/** The cache key of the not-found page. It differs from the key of every URL, because those keys begin with a slash. */
const NOT_FOUND_KEY = '404';
/** The cache key of the page for requests that are rejected because the server is overloaded. */
const BUSY_KEY = '429';

/** Renders public pages on their first request and caches them until their content changes. */
export class PublicPageCache {
  readonly #options: PublicPageCacheOptions;
  readonly #cache = new ResponseCache<NonPageResolution>();
  /** The article counts of all categories, computed once for all pages until an article list changes. */
  #articleCounts: Promise<ArticleOrAuthorCountsByCategory> | undefined;

  /** The time at which an error was last reported for a stale page, as returned by `performance.now()`. */
  #lastReportAt = Number.NEGATIVE_INFINITY;

  constructor(options: PublicPageCacheOptions) {
    this.#options = options;
    this.#cache.setRevalidator((key) => this.#revalidate(key));
  }

  /** Returns the cached page with the given key, or `undefined` if the page is not cached. */
  getCached(key: string): CachedResponse | undefined {
    return this.#cache.get(key);
  }

  /**
   * Returns the response to a page request if no database query or rendering is necessary. The
   * response is a cached page, a redirect to the canonical URL, or the cached not-found page for a
   * URL that matches no screen. Returns `undefined` in all other cases.
   */
  find(requestUrl: string): ImmediateResponse | undefined {
    const { representation, target } = parsePageRequest(requestUrl);
    const cached = target.includes('?') ? undefined : this.getCached(target);
    if (cached) return { cached, representation };
    const parsed = parsePageUrl(target);
    if (!parsed) {
      const notFound =
        representation === 'document' &&
        isUrlWithoutRoute(target) &&
        this.#cache.get(NOT_FOUND_KEY);
      return notFound ? { cached: notFound, representation, status: 404 } : undefined;
    }
    const page = this.getCached(parsed.url.key);
    if (!parsed.redirectTo) return page && { cached: page, representation };
    // A redirect to a URL with path parameters is sent only if the target page is cached, which proves that the target
    // exists.
    const isPage = !hasPathParameters(getScreen(parsed.url.screen)) || page?.status === 200;
    return isPage && representation === 'document' ? { location: parsed.redirectTo } : undefined;
  }

  /**
   * Returns a page for a signed-out visitor. If the cached page exceeds its maximum age, one request renders it again,
   * and concurrent requests get the stale page. If rendering fails, the stale page is returned and the error is
   * reported.
   */
  async getOrRender(url: PageUrl, stopwatch: Stopwatch): Promise<CachedResponse | Redirect> {
    const result = await this.#getFreshOrStale(url, stopwatch);
    if (result.response) return result.response;
    return result.other?.kind === 'redirect' ? result.other : this.getNotFound();
  }

  /** Returns the not-found page, which is cached. */
  getNotFound(): Promise<CachedResponse> {
    return this.#renderFixedPage(NOT_FOUND_KEY, '/not-found', createNotFoundPayload);
  }

  /**
   * Returns the page for requests that are rejected because of a rate limit or because the server is overloaded. The
   * page is cached, because there may be many such requests.
   */
  getBusy(): Promise<CachedResponse> {
    return this.#renderFixedPage(BUSY_KEY, '/', createBusyPayload);
  }

  async #renderFixedPage(
    key: string,
    url: string,
    createPayload: (timestamp: string) => PagePayload,
  ): Promise<CachedResponse> {
    const { web } = this.#options;
    const { response } = await this.#cache.getOrRender(key, async () => {
      const traits = { keys: [], audience: 'private' } as const;
      const response = createCachedPageResponse(
        this.#options,
        url,
        createPayload(web.builtAt),
        traits,
      );
      return { response, isCacheable: !web.isDevelopment };
    });
    return response!;
  }

  /** Removes the cached pages that contain content with the given cache keys. */
  invalidate(keys: readonly string[]): void {
    if (keys.includes('list')) this.#articleCounts = undefined;
    this.#cache.invalidate(keys);
  }

  /** Marks all cached pages as stale. Called if content changes may have been missed. */
  markAllStale(): void {
    this.#articleCounts = undefined;
    this.#cache.markAllStale();
  }

  /** The number of cached pages and their total size in bytes. */
  get size(): { pages: number; bytes: number } {
    return { pages: this.#cache.size, bytes: this.#cache.bytes };
  }

  async #getFreshOrStale(
    url: PageUrl,
    stopwatch: Stopwatch,
  ): Promise<RenderResult<NonPageResolution>> {
    const { key } = url;
    this.#cache.serveStale(key);
    try {
      return await this.#cache.getOrRender(key, () => this.#render(url, stopwatch));
    } catch (error) {
      const staleResponse = this.#cache.serveStale(key);
      if (!staleResponse) throw error;
      this.#reportError(error, url);
      return { response: staleResponse };
    }
  }

  /**
   * Reports an error that caused the server to send a stale page. Reports at most one error per interval, because all
   * stale pages fail with the same error if the database is unavailable.
   */
  #reportError(error: unknown, { path }: PageUrl): void {
    const now = performance.now();
    if (now - this.#lastReportAt < ERROR_REPORT_INTERVAL) return;
    this.#lastReportAt = now;
    this.#options.errorRecorder.record('server', error, path);
  }

  async #render(url: PageUrl, stopwatch?: Stopwatch): Promise<RenderResult<NonPageResolution>> {
    const { queries, providers, adFrameUrl, sellsPremium, offersLetter, web } = this.#options;
    const content = new TrackedContentReader(queries, () => this.#getArticleCounts());
    const builtAt = web.builtAt;
    const site = { queries, providers, adFrameUrl, sellsPremium, offersLetter, builtAt };
    const resolution = await resolvePublicPage(url, content, site);
    stopwatch?.lap('queries');
    if (resolution.kind !== 'page') return { other: resolution };
    const { caching }: Screen = getScreen(url.screen);
    const isCacheable = caching !== 'none' && !url.hasUserInput && !web.isDevelopment;
    const response = createCachedPageResponse(this.#options, url.key, resolution.payload, {
      keys: content.keys,
      audience: caching || url.hasUserInput ? 'private' : 'public',
      maxAge: content.maxAge,
    });
    return { response, isCacheable };
  }

  #getArticleCounts(): Promise<ArticleOrAuthorCountsByCategory> {
    if (this.#articleCounts) return this.#articleCounts;
    const counts = countArticlesByCategory(this.#options.queries);
    this.#articleCounts = counts;
    // If counting fails, the rejected promise is discarded, so that the next request counts again.
    counts.catch(() => {
      if (this.#articleCounts === counts) this.#articleCounts = undefined;
    });
    return counts;
  }

  async #revalidate(key: string): Promise<unknown> {
    if (key === NOT_FOUND_KEY) return this.getNotFound();
    if (key === BUSY_KEY) return this.getBusy();
    const target = parsePageUrl(key);
    // Cannot happen: cache keys are canonical URLs, which can always be parsed.
    if (!target) throw new Error(`No page is cached under ${key}.`);
    return this.#cache.getOrRender(key, () => this.#render(target.url));
  }
}
