import type { CategoryCounts } from '#domain/category-counts.ts';
import type { PagePayload, SignInProvider } from '#domain/page.ts';
import { getScreen, type Screen } from '#domain/screens.ts';
import { countArticlesByCategory } from '#server/catalogue/articles/suggestions.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Faults } from '#server/platform/faults/service.ts';
import type { CachedResponse } from '#server/platform/http-cache/cached-response.ts';
import { type RenderResult, ResponseCache } from '#server/platform/http-cache/response-cache.ts';
import type { Stopwatch } from '#server/platform/http-cache/stopwatch.ts';
import { type Address, readTarget } from './address.ts';
import { ContentReader } from './content-reader.ts';
import { pageAnswer } from './page-answer.ts';
import type { Renderer } from './renderer.ts';
import type { Redirect } from './resolution.ts';
import { resolvePage } from './resolve.ts';
import { busy, notFound } from './state-payloads.ts';

export interface PublicPagesOptions extends Renderer {
  queries: Queries;
  faults: Faults;
  /** Whom readers can sign in through. */
  providers: readonly SignInProvider[];
  /** Where the frames of the ad network are; `null` where there is none. */
  adFrames: string | null;
  /** Whether Premium can be had. */
  sellsPremium: boolean;
}

type Elsewhere = Redirect | { kind: 'nowhere' };

/** Milliseconds between two faults that no reader has met. */
const TELL_EVERY = 10_000;
/** Where the one page of all addresses that lead nowhere is kept; no address is written like this. */
const NOT_FOUND = '404';
/** And where the one that asks for patience is. */
const BUSY = '429';

/** The pages everybody is shown, made when they are first asked for and kept until what they are made of changes. */
export class PublicPages {
  readonly #options: PublicPagesOptions;
  readonly #kept = new ResponseCache<Elsewhere>();
  /** How many articles stand where: counted once for all pages that show it, until a list changes. */
  #shelfCounts: Promise<CategoryCounts> | undefined;

  /** When a fault was last told of that no reader has met. */
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(options: PublicPagesOptions) {
    this.#options = options;
    this.#kept.revalidateWith((key) => this.#renew(key));
  }

  /** A page that has been made, by the key of its address. */
  ready(key: string): CachedResponse | undefined {
    return this.#kept.get(key);
  }

  /** The cached not-found page; `undefined` before it is first made. */
  readyNotFound(): CachedResponse | undefined {
    return this.#kept.get(NOT_FOUND);
  }

  /**
   * The page of an address, for somebody who is not signed in. One that is past its age is given while another
   * reader waits for the new one, and to that reader too should that fail, which is a fault.
   */
  async find(address: Address, stopwatch: Stopwatch): Promise<CachedResponse | Redirect> {
    const made = await this.#makeAnew(address, stopwatch);
    if (made.response) return made.response;
    return made.other?.kind === 'redirect' ? made.other : this.notFound();
  }

  /** The page of every address that leads nowhere. */
  notFound(): Promise<CachedResponse> {
    return this.#stateAt(NOT_FOUND, '/not-found', notFound);
  }

  /** The page for whoever asks for too much, or at a bad time: kept, since those are many. */
  busy(): Promise<CachedResponse> {
    return this.#stateAt(BUSY, '/', busy);
  }

  async #stateAt(
    key: string,
    address: string,
    make: (timestamp: string) => PagePayload,
  ): Promise<CachedResponse> {
    const { web } = this.#options;
    const { response } = await this.#kept.getOrRender(key, async () => {
      const traits = { keys: [], audience: 'private' } as const;
      const response = pageAnswer(this.#options, address, make(web.builtAt), traits);
      return { response, isCacheable: !web.isDevelopment };
    });
    return response!;
  }

  /** Ends pages that are made of what has changed. */
  invalidate(keys: readonly string[]): void {
    if (keys.includes('list')) this.#shelfCounts = undefined;
    this.#kept.invalidate(keys);
  }

  /** Has every page looked at anew, since nobody knows what has changed. */
  markAllStale(): void {
    this.#shelfCounts = undefined;
    this.#kept.markAllStale();
  }

  /** Pages kept, and bytes they take. */
  get size(): { pages: number; bytes: number } {
    return { pages: this.#kept.size, bytes: this.#kept.bytes };
  }

  async #makeAnew(address: Address, stopwatch: Stopwatch): Promise<RenderResult<Elsewhere>> {
    const { key } = address;
    this.#kept.serveStale(key);
    try {
      return await this.#kept.getOrRender(key, () => this.#make(address, stopwatch));
    } catch (error) {
      const former = this.#kept.serveStale(key);
      if (!former) throw error;
      this.#recordNowAndThen(error, address);
      return { response: former };
    }
  }

  /** Without a database every page that comes of age meets the same fault: one of them tells of it. */
  #recordNowAndThen(error: unknown, { path }: Address): void {
    const now = performance.now();
    if (now - this.#toldAt < TELL_EVERY) return;
    this.#toldAt = now;
    this.#options.faults.record('server', error, path);
  }

  async #make(address: Address, stopwatch?: Stopwatch): Promise<RenderResult<Elsewhere>> {
    const { queries, providers, adFrames, sellsPremium, web } = this.#options;
    const content = new ContentReader(queries, () => this.#countShelves());
    const site = { queries, providers, adFrames, sellsPremium, builtAt: web.builtAt };
    const found = await resolvePage(address, content, site);
    stopwatch?.lap('queries');
    if (found.kind !== 'page') return { other: found };
    const { caching }: Screen = getScreen(address.screen);
    const isCacheable = caching !== 'none' && !address.isTyped && !web.isDevelopment;
    const response = pageAnswer(this.#options, address.key, found.payload, {
      keys: content.keys,
      audience: caching || address.isTyped ? 'private' : 'public',
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

  async #renew(key: string): Promise<unknown> {
    if (key === NOT_FOUND) return this.notFound();
    if (key === BUSY) return this.busy();
    const target = readTarget(key);
    // Whatever is kept is kept under an address that is read as itself.
    if (!target) throw new Error(`No page is cached under ${key}.`);
    return this.#kept.getOrRender(key, () => this.#make(target.address));
  }
}
