// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ALL_ACCEPTED_CHOICES,
  ALL_REJECTED_CHOICES,
  CONSENT_COOKIE_NAME,
  createConsentRecord,
} from '#domain/consent.ts';
import { createIdToken, setIdTokenCookie, signOut } from '#web/testing/reader.ts';

const onPress = vi.fn();
let root: Root | undefined;

const page = (
  <main>
    <p className="needs-js">
      <button type="button" onClick={() => onPress('Share')}>
        Share
      </button>
    </p>
    <button className="needs-js" type="button" onClick={() => onPress('Load More')}>
      <b>Load More</b>
    </button>
    <button type="submit" onClick={() => onPress('Search')}>
      Search
    </button>
    <p>Words</p>
  </main>
);

/** Puts the server-rendered page into the document, and runs boot.ts without hydrating the page. */
async function openPage() {
  document.body.innerHTML = renderToString(page);
  vi.resetModules();
  await import('./boot.ts');
}

/** Hydrates the page as entry-client.tsx does. */
const hydrate = () =>
  act(async () => {
    root = hydrateRoot(document.body, page);
    dispatchEvent(new Event('octavo:hydrated'));
  });

/** Clicks the innermost element that contains the given text. */
function press(text: string) {
  const target = [...document.querySelectorAll('b, button, p')].findLast(
    (element) => element.textContent === text,
  );
  (target as HTMLElement).click();
}

afterEach(() => {
  act(() => root?.unmount());
  onPress.mockReset();
});

it.each(['Load More', 'Share'])('repeats a press from before the hydration: %s', async (name) => {
  await openPage();
  press(name);
  expect(onPress).not.toHaveBeenCalled();
  await hydrate();
  expect(onPress.mock.calls).toEqual([[name]]);
});

it('repeats three early presses once, and ignores presses on text', async () => {
  await openPage();
  for (const text of ['Load More', 'Load More', 'Load More', 'Words']) press(text);
  await hydrate();
  expect(onPress.mock.calls).toEqual([['Load More']]);
});

it('repeats all early presses in order, and marks the buttons as busy until then', async () => {
  await openPage();
  for (const text of ['Share', 'Load More', 'Share']) press(text);
  const countBusy = () => document.querySelectorAll('[aria-busy=true]').length;
  expect(countBusy()).toBe(2);
  await hydrate();
  expect(onPress.mock.calls).toEqual([['Share'], ['Load More']]);
  expect(countBusy()).toBe(0);
});

it('stops presses from reaching other listeners until the page is hydrated', async () => {
  await openPage();
  const listener = vi.fn();
  document.body.addEventListener('click', listener);
  press('Share');
  press('Words');
  expect(listener).not.toHaveBeenCalled();
  await hydrate();
  press('Words');
  expect(listener).toHaveBeenCalled();
  document.body.removeEventListener('click', listener);
});

it('ignores controls that work without scripts', async () => {
  await openPage();
  press('Search');
  await hydrate();
  expect(onPress).not.toHaveBeenCalled();
});

it('repeats no press from after the hydration', async () => {
  await openPage();
  await hydrate();
  press('Load More');
  dispatchEvent(new Event('octavo:hydrated'));
  expect(onPress).toHaveBeenCalledTimes(1);
});

describe('scripts that fail to load', () => {
  const assign = vi.fn();
  const reload = vi.fn();
  const countBusy = () => document.querySelectorAll('[aria-busy=true]').length;

  /** Opens a page with the given script URLs, none of which can be loaded. */
  async function openPageWithScripts(scripts: string) {
    vi.stubGlobal('location', { pathname: '/', search: '', hash: '', assign, reload });
    vi.stubGlobal('requestAnimationFrame', (callback: () => void) => setTimeout(callback));
    const value = { dataset: { scripts } };
    Object.defineProperty(document, 'currentScript', { value, configurable: true });
    await openPage();
    document.body.insertAdjacentHTML('beforeend', '<a href="/articles?from=x" rel="next">More</a>');
  }
  const pressMore = () => document.querySelector<HTMLElement>('a[rel=next]')!.click();

  afterEach(() => {
    dispatchEvent(new Event('octavo:hydrated'));
    Reflect.deleteProperty(document, 'currentScript');
    sessionStorage.clear();
    for (const mock of [assign, reload]) mock.mockReset();
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('release a busy button and let the browser follow a link after a timeout', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await openPageWithScripts('');
    press('Share');
    pressMore();
    expect(countBusy()).toBe(2);
    vi.advanceTimersByTime(15_000);
    expect(countBusy()).toBe(0);
    expect(assign).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('/articles?from=x'));
  });

  it('cause one reload once they can be reached, and no second one', async () => {
    let isReachable = false;
    const fetchScript = vi.fn(async () => {
      if (!isReachable) throw new TypeError('Failed to fetch');
      return new Response();
    });
    vi.stubGlobal('fetch', fetchScript);
    await openPageWithScripts('/assets/missing.js');
    const pressAndFail = async () => {
      press('Share');
      expect(countBusy()).toBe(1);
      await waitFor(() => expect(countBusy()).toBe(0));
    };
    await pressAndFail();
    expect(fetchScript).not.toHaveBeenCalled();
    await pressAndFail();
    await waitFor(() => expect(fetchScript).toHaveBeenCalledTimes(1));
    expect(reload).not.toHaveBeenCalled();
    isReachable = true;
    await pressAndFail();
    await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    await pressAndFail();
    await waitFor(() => expect(fetchScript).toHaveBeenCalledTimes(3));
    expect(reload).toHaveBeenCalledTimes(1);
  });
});

describe('text far below the window', () => {
  const isLayoutDeferred = () => document.documentElement.dataset.fromTop !== undefined;
  const openPageAfter = async (type: string, hash = '') => {
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type }] as never);
    history.replaceState(null, '', `/${hash}`);
    await openPage();
  };
  beforeEach(() => {
    delete document.documentElement.dataset.fromTop;
  });
  afterEach(() => {
    vi.restoreAllMocks();
    history.replaceState(null, '', '/');
  });

  it('may be deferred after following a link, until the content above it is painted', async () => {
    let paint = () => {};
    vi.stubGlobal(
      'PerformanceObserver',
      class {
        constructor(callback: (entries: unknown, observer: unknown) => void) {
          paint = () => callback(undefined, { disconnect() {} });
        }
        observe() {}
      },
    );
    await openPageAfter('navigate');
    vi.useFakeTimers();
    dispatchEvent(new Event('load'));
    vi.runAllTimers();
    expect(isLayoutDeferred()).toBe(true);
    vi.useRealTimers();
    paint();
    await waitFor(() => expect(isLayoutDeferred()).toBe(false));
    vi.unstubAllGlobals();
  });

  it.each([
    ['comes back to where they were', 'back_forward', ''],
    ['reloads', 'reload', ''],
    ['follows a link to a place in it', 'navigate', '#point-2'],
  ])('has its final height immediately for a reader who %s', async (_, type, hash) => {
    await openPageAfter(type, hash);
    expect(isLayoutDeferred()).toBe(false);
  });
});

describe('the page’s fonts', () => {
  const style = () => document.querySelector<HTMLStyleElement>('style[data-fonts]')!;
  const preloaded = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')].map(({ href }) => href);
  const RULES = `
    @font-face { font-family: "Text"; src: url(/assets/a.woff2); font-weight: 400; unicode-range: U+20-7E }
    @font-face { font-family: "Display"; src: url(/assets/b.woff2); font-weight: 500 }
    @font-face { font-family: "Text"; src: url(/assets/bold.woff2); font-weight: 700 }`;
  let paint: () => void;
  /**
   * The font faces that boot.ts has added. `media` is the value that the `media` attribute of the fonts' style element
   * had when the font face was added.
   */
  let addedFaces: [family: string, media: string][];
  /** Names of font files that fail to load. */
  let missing: string[];

  /** A fake `FontFace` with the members that `boot.ts` uses. */
  class FakeFontFace {
    readonly family: string;
    readonly src: string;
    constructor(family: string, src: string, { weight }: { weight: string }) {
      this.family = `${family} ${weight}`;
      this.src = src;
    }
    load() {
      return missing.some((file) => this.src.includes(file))
        ? Promise.reject(new DOMException('missing'))
        : Promise.resolve(this);
    }
  }

  beforeEach(() => {
    document.head.innerHTML = `<style media="(scripting: none)" data-fonts="/assets/a.woff2 /assets/b.woff2">${RULES}</style>`;
    addedFaces = [];
    missing = [];
    vi.stubGlobal('FontFace', FakeFontFace);
    class FakePerformanceObserver {
      observe() {}
      disconnect() {}
      constructor(callback: (entries: null, observer: FakePerformanceObserver) => void) {
        paint = () => callback(null, this);
      }
    }
    vi.stubGlobal('PerformanceObserver', FakePerformanceObserver);
    Object.defineProperty(document, 'fonts', {
      value: {
        ready: Promise.resolve(),
        add: ({ family }: FakeFontFace) => addedFaces.push([family, style().media]),
      },
      configurable: true,
    });
  });
  afterEach(() => {
    dispatchEvent(new Event('octavo:hydrated'));
    localStorage.clear();
    document.head.innerHTML = '';
    Reflect.deleteProperty(document, 'fonts');
    vi.unstubAllGlobals();
  });

  it('are loaded after the first paint of a first visit, and preloaded on the next page', async () => {
    await openPage();
    expect(style().media).toBe('(scripting: none)');
    dispatchEvent(new Event('load'));
    expect(style().media).toBe('(scripting: none)');
    paint();
    await waitFor(() => expect(localStorage.getItem('fonts')).toBe('fetched'));
    expect(style().media).toBe('all');
    expect(preloaded()).toEqual([]);

    style().media = '(scripting: none)';
    await openPage();
    expect(style().media).toBe('all');
    expect(preloaded()).toEqual(
      ['a', 'b'].map((name) => `${location.origin}/assets/${name}.woff2`),
    );
  });

  it('are added together, before any style rule uses them', async () => {
    await openPage();
    dispatchEvent(new Event('load'));
    paint();
    await waitFor(() => expect(style().media).toBe('all'));
    expect(addedFaces).toEqual([
      ['Text 400', '(scripting: none)'],
      ['Display 500', '(scripting: none)'],
    ]);
  });

  it('are used even if one of them is missing', async () => {
    missing = ['a.woff2'];
    await openPage();
    dispatchEvent(new Event('load'));
    paint();
    await waitFor(() => expect(style().media).toBe('all'));
    expect(addedFaces.map(([family]) => family)).toEqual(['Display 500']);
  });

  it('do not wait for pictures longer than three seconds', async () => {
    vi.useFakeTimers();
    await openPage();
    vi.advanceTimersByTime(3000);
    vi.useRealTimers();
    paint();
    await waitFor(() => expect(style().media).toBe('all'));
  });

  it('are also loaded late in a browser without storage', async () => {
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('closed');
    });
    await openPage();
    expect(style().media).toBe('(scripting: none)');
    vi.restoreAllMocks();
  });
});

describe('the decision to ask about cookies', () => {
  const { dataset } = document.documentElement;
  const encodeRecord = (record: object) => encodeURIComponent(JSON.stringify(record));
  const rejected = createConsentRecord(ALL_REJECTED_CHOICES);

  /** Runs a script on a page without a `data-consent` attribute. Returns true if the page then asks about cookies. */
  async function asksForConsent(script: () => Promise<unknown>) {
    delete dataset.consent;
    vi.resetModules();
    await script();
    return dataset.consent === 'asked';
  }

  const runBoot = () => import('./boot.ts');
  const returnToPage = async () => {
    const stopWatching = (await import('./reader/consent.ts')).watchConsent(() => {});
    dispatchEvent(new Event('focus'));
    stopWatching();
  };

  afterEach(() => {
    dispatchEvent(new Event('octavo:hydrated'));
    // biome-ignore lint/suspicious/noDocumentCookie: the page itself reads document.cookie
    document.cookie = `${CONSENT_COOKIE_NAME}=; max-age=0`;
    for (const name of ['globalPrivacyControl', 'cookieEnabled'])
      Reflect.deleteProperty(navigator, name);
  });

  it.each([
    ['no answer', '', {}, true],
    ['a rejection', encodeRecord(rejected), {}, false],
    ['an acceptance', encodeRecord(createConsentRecord(ALL_ACCEPTED_CHOICES)), {}, false],
    ['an answer to another version', encodeRecord({ ...rejected, version: '0.9' }), {}, true],
    ['an unreadable answer', '%7B%22version', {}, true],
    [
      'no answer, and a browser that sends Global Privacy Control',
      '',
      { globalPrivacyControl: true },
      false,
    ],
    ['a browser with disabled cookies', '', { cookieEnabled: false }, false],
    ['a browser that claims to accept cookies, but stores none', '', null, false],
  ])(
    'is the same before the first paint and in reader/consent.ts: %s',
    async (_, cookie, browser, expected) => {
      if (!browser) vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
      // biome-ignore lint/suspicious/noDocumentCookie: the page itself reads document.cookie
      if (cookie) document.cookie = `${CONSENT_COOKIE_NAME}=${cookie}; path=/`;
      for (const [name, value] of Object.entries(browser ?? {}))
        Object.defineProperty(navigator, name, { value, configurable: true });
      expect(await asksForConsent(runBoot)).toBe(expected);
      expect(await asksForConsent(returnToPage)).toBe(expected);
      vi.restoreAllMocks();
    },
  );
});

describe('the attributes about the reader', () => {
  const { dataset } = document.documentElement;

  /**
   * Runs a script on a page whose storage contains a reader's data. Returns the session attributes that the script has
   * set, and the storage keys that remain.
   */
  async function readStateAfter(script: () => Promise<unknown>) {
    delete dataset.signedIn;
    delete dataset.premium;
    localStorage.setItem('cache:bookmarks', 'theirs');
    sessionStorage.setItem('cache:list', 'theirs');
    sessionStorage.setItem('intent', 'what they were about to do');
    vi.resetModules();
    await script();
    const isPremium = dataset.premium === '';
    const storedKeys = [localStorage, sessionStorage].flatMap((storage) =>
      Object.keys(storage).sort(),
    );
    return { isSignedIn: dataset.signedIn === '', isPremium, storedKeys };
  }

  const runBoot = () => import('./boot.ts');
  const syncPage = async () => (await import('./reader/session.ts')).updatePageFromSession();

  const SIGNED_OUT = { isSignedIn: false, isPremium: false, storedKeys: ['intent'] };
  const FREE = {
    isSignedIn: true,
    isPremium: false,
    storedKeys: ['cache:bookmarks', 'cache:list', 'intent'],
  };
  const PREMIUM = { ...FREE, isPremium: true };

  afterEach(() => {
    // boot.ts intercepts clicks until it receives this event. Without it, the next test's clicks would be intercepted
    // too.
    dispatchEvent(new Event('octavo:hydrated'));
    signOut();
    localStorage.clear();
    sessionStorage.clear();
  });

  const expectAgreement = async (token: string, expected: typeof FREE) => {
    setIdTokenCookie(token);
    expect(await readStateAfter(runBoot)).toEqual(expected);
    expect(await readStateAfter(syncPage)).toEqual(expected);
  };

  it.each([
    ['no token', '', SIGNED_OUT],
    ['a free reader', createIdToken('ada', { name: 'Zoë Łuk' }), FREE],
    ['a premium reader', createIdToken('ada', { name: 'Zoë Łuk', tier: 'premium' }), PREMIUM],
    ['an unknown tier', createIdToken('ada', { tier: 'gold' }), FREE],
    ['a malformed token', 'nonsense', SIGNED_OUT],
    ['a token with empty parts', '..', SIGNED_OUT],
    ['unreadable claims', 'a.b.c', SIGNED_OUT],
    ['claims without a subject', `a.${btoa('{}')}.c`, SIGNED_OUT],
    ['claims that are null', `a.${btoa('null')}.c`, SIGNED_OUT],
  ])('are the same before the first paint and in reader/session.ts: %s', (_, token, expected) =>
    expectAgreement(token, expected),
  );
});
