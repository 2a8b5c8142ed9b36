import type { CategoryCounts } from '#domain/category-counts.ts';
import type { PagePayload, SignInProvider } from '#domain/page.ts';
import { getScreen, type Screen } from '#domain/screens.ts';
import { countArticlesByCategory } from '#server/catalogue/articles/suggestions.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Faults } from '#server/platform/faults/service.ts';
import type { CachedResponse } from '#server/platform/http-cache/cached-response.ts';
import { type RenderResult, ResponseCache } from '#server/platform/http-cache/response-cache.ts';
import type { Stopwatch } from '#server/platform/http-cache/stopwatch.ts';
import { ContentReader } from './content-reader.ts';
import { createPageResponse } from './page-response.ts';
import { type PageUrl, parsePageUrl } from './page-url.ts';
import type { RenderContext } from './render-context.ts';
import type { Redirect } from './resolution.ts';
import { resolvePage } from './resolve-page.ts';
import { createBusyPayload, createNotFoundPayload } from './state-payloads.ts';

export interface PublicPagesOptions extends RenderContext {
  queries: Queries;
  faults: Faults;
  /** Whom readers can sign in through. */
  providers: readonly SignInProvider[];
  /** Where the frames of the ad network are; `null` where there is none. */
  adFrames: string | null;
  /** Whether Premium can be had. */
  sellsPremium: boolean;
}

type NonPageResolution = Redirect | { kind: 'nowhere' };

/** Milliseconds between two faults that no reader has met. */
const ERROR_REPORT_INTERVAL = 10_000;
/** Where the one page of all addresses that lead nowhere is kept; no address is written like this. */
const NOT_FOUND_KEY = '404';
/** And where the one that asks for patience is. */
const BUSY_KEY = '429';

/** The pages everybody is shown, made when they are first asked for and kept until what they are made of changes. */
export class PublicPages {
  readonly #options: PublicPagesOptions;
  readonly #cache = new ResponseCache<NonPageResolution>();
  /** How many articles stand where: counted once for all pages that show it, until a list changes. */
  #shelfCounts: Promise<CategoryCounts> | undefined;

  /** When a fault was last told of that no reader has met. */
  #lastReportAt = Number.NEGATIVE_INFINITY;

  constructor(options: PublicPagesOptions) {
    this.#options = options;
    this.#cache.revalidateWith((key) => this.#revalidate(key));
  }

  /** A page that has been made, by the key of its address. */
  getCached(key: string): CachedResponse | undefined {
    return this.#cache.get(key);
  }

  /** The cached not-found page; `undefined` before it is first made. */
  getCachedNotFound(): CachedResponse | undefined {
    return this.#cache.get(NOT_FOUND_KEY);
  }

  /**
   * The page of an address, for somebody who is not signed in. One that is past its age is given while another
   * reader waits for the new one, and to that reader too should that fail, which is a fault.
   */
  async getOrRender(address: PageUrl, stopwatch: Stopwatch): Promise<CachedResponse | Redirect> {
    const made = await this.#getFreshOrStale(address, stopwatch);
    if (made.response) return made.response;
    return made.other?.kind === 'redirect' ? made.other : this.getNotFound();
  }

  /** The page of every address that leads nowhere. */
  getNotFound(): Promise<CachedResponse> {
    return this.#renderState(NOT_FOUND_KEY, '/not-found', createNotFoundPayload);
  }

  /** The page for whoever asks for too much, or at a bad time: kept, since those are many. */
  getBusy(): Promise<CachedResponse> {
    return this.#renderState(BUSY_KEY, '/', createBusyPayload);
  }

  async #renderState(
    key: string,
    address: string,
    make: (timestamp: string) => PagePayload,
  ): Promise<CachedResponse> {
    const { web } = this.#options;
    const { response } = await this.#cache.getOrRender(key, async () => {
      const traits = { keys: [], audience: 'private' } as const;
      const response = createPageResponse(this.#options, address, make(web.builtAt), traits);
      return { response, isCacheable: !web.isDevelopment };
    });
    return response!;
  }

  /** Ends pages that are made of what has changed. */
  invalidate(keys: readonly string[]): void {
    if (keys.includes('list')) this.#shelfCounts = undefined;
    this.#cache.invalidate(keys);
  }

  /** Has every page looked at anew, since nobody knows what has changed. */
  markAllStale(): void {
    this.#shelfCounts = undefined;
    this.#cache.markAllStale();
  }

  /** Pages kept, and bytes they take. */
  get size(): { pages: number; bytes: number } {
    return { pages: this.#cache.size, bytes: this.#cache.bytes };
  }

  async #getFreshOrStale(
    address: PageUrl,
    stopwatch: Stopwatch,
  ): Promise<RenderResult<NonPageResolution>> {
    const { key } = address;
    this.#cache.serveStale(key);
    try {
      return await this.#cache.getOrRender(key, () => this.#render(address, stopwatch));
    } catch (error) {
      const former = this.#cache.serveStale(key);
      if (!former) throw error;
      this.#reportError(error, address);
      return { response: former };
    }
  }

  /** Without a database every page that comes of age meets the same fault: one of them tells of it. */
  #reportError(error: unknown, { path }: PageUrl): void {
    const now = performance.now();
    if (now - this.#lastReportAt < ERROR_REPORT_INTERVAL) return;
    this.#lastReportAt = now;
    this.#options.faults.record('server', error, path);
  }

  async #render(address: PageUrl, stopwatch?: Stopwatch): Promise<RenderResult<NonPageResolution>> {
    const { queries, providers, adFrames, sellsPremium, web } = this.#options;
    const content = new ContentReader(queries, () => this.#countShelves());
    const site = { queries, providers, adFrames, sellsPremium, builtAt: web.builtAt };
    const found = await resolvePage(address, content, site);
    stopwatch?.lap('queries');
    if (found.kind !== 'page') return { other: found };
    const { caching }: Screen = getScreen(address.screen);
    const isCacheable = caching !== 'none' && !address.hasUserInput && !web.isDevelopment;
    const response = createPageResponse(this.#options, address.key, found.payload, {
      keys: content.keys,
      audience: caching || address.hasUserInput ? 'private' : 'public',
      maxAge: content.maxAge,
    });
    return { response, isCacheable };
  }

  #countShelves(): Promise<CategoryCounts> {
    if (this.#shelfCounts) return this.#shelfCounts;
    const counts = countArticlesByCategory(this.#options.queries);
    this.#shelfCounts = counts;
    // What failed is counted again when it is next asked for.
    counts.catch(() => {
      if (this.#shelfCounts === counts) this.#shelfCounts = undefined;
    });
    return counts;
  }

  async #revalidate(key: string): Promise<unknown> {
    if (key === NOT_FOUND_KEY) return this.getNotFound();
    if (key === BUSY_KEY) return this.getBusy();
    const target = parsePageUrl(key);
    // Whatever is kept is kept under an address that is read as itself.
    if (!target) throw new Error(`No page is cached under ${key}.`);
    return this.#cache.getOrRender(key, () => this.#render(target.url));
  }
}
