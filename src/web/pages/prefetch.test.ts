// @vitest-environment jsdom
import type { DataRouter, RouteObject } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const fetchMock = vi.fn((_: string) => new Promise<Response>(() => {}));
const loadScreen = vi.fn(async () => ({}));
const routes: RouteObject[] = [{ path: '/:alias/:slug', lazy: loadScreen }, { path: '/faq' }];
/** Simulates a completed navigation to another screen. */
let onNavigate: () => void;
const state = { location: { pathname: '/articles', search: '' }, navigation: { state: 'idle' } };
const router = {
  state,
  subscribe: (listener: () => void) => {
    onNavigate = listener;
  },
} as unknown as DataRouter;

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('fetch', fetchMock);
  document.body.innerHTML = `
    <script type="speculationrules">{}</script>
    <main>
      ${['a', 'b', 'c', 'd'].map((slug) => `<article><a href="/Ada/${slug}">${slug}</a></article>`).join('')}
      <a id="faq" href="/faq">FAQ</a><a id="out" href="/auth/signout">Sign out</a>
    </main>`;
  for (const link of document.querySelectorAll('a'))
    link.getBoundingClientRect = () => ({ top: 1, bottom: 2 }) as DOMRect;
});
afterEach(() => {
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Returns the requested URLs without duplicates, since listeners of earlier tests send requests as well. */
const listRequestedUrls = () => [...new Set(fetchMock.mock.calls.map(([url]) => url))];

async function start(connection?: { saveData?: boolean; effectiveType?: string }) {
  vi.stubGlobal('navigator', { onLine: true, connection });
  const { prefetchPagesOfLinks } = await import('./prefetch.ts');
  prefetchPagesOfLinks(router, routes);
  vi.advanceTimersByTime(500);
  expect(listRequestedUrls()).toEqual([]);
  dispatchEvent(new Event('octavo:hydrated'));
  vi.advanceTimersByTime(500);
}

/** Simulates a press on a button that sends a request. */
const pressButton = () => document.body.click();

it('prefetches the first pages in view and their screen on a fast connection, also after navigation', async () => {
  await start({ effectiveType: '4g' });
  expect(listRequestedUrls()).toEqual(['a', 'b', 'c'].map((slug) => `/page-payload/Ada/${slug}`));
  expect(loadScreen).toHaveBeenCalled();
  onNavigate();
  vi.advanceTimersByTime(500);
  expect(listRequestedUrls()).toHaveLength(3);
  state.location = { pathname: '/', search: '' };
  document.querySelector('article')!.remove();
  onNavigate();
  vi.advanceTimersByTime(500);
  expect(listRequestedUrls().at(-1)).toBe('/page-payload/Ada/d');
});

it('stops prefetching when a link is pressed, before and after hydration', async () => {
  addEventListener('octavo:hydrated', pressButton, { once: true });
  await start({ effectiveType: '4g' });
  expect(listRequestedUrls()).toEqual([]);
  vi.advanceTimersByTime(300);
  pressButton();
  vi.advanceTimersByTime(999);
  expect(listRequestedUrls()).toEqual([]);
  vi.advanceTimersByTime(1000);
  expect(listRequestedUrls()).toHaveLength(3);
});

it.each([undefined, { effectiveType: '3g' }])(
  'prefetches only on intent with the connection %j',
  async (testedConnection) => {
    await start(testedConnection);
    expect(listRequestedUrls()).toEqual([]);
    const link = document.getElementById('faq')!;
    link.dispatchEvent(new Event('pointerover', { bubbles: true }));
    vi.advanceTimersByTime(64);
    expect(listRequestedUrls()).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(listRequestedUrls()).toEqual(['/page-payload/faq']);
  },
);

it('prefetches nothing in data-saving mode, and no URL whose request has side effects', async () => {
  await start({ saveData: true, effectiveType: '4g' });
  document.getElementById('faq')!.dispatchEvent(new Event('touchstart', { bubbles: true }));
  expect(listRequestedUrls()).toEqual([]);
  await start();
  document.getElementById('out')!.dispatchEvent(new Event('touchstart', { bubbles: true }));
  expect(listRequestedUrls()).toEqual([]);
});

it('replaces the browser’s own prefetching of whole documents', async () => {
  await start({ saveData: true });
  expect(document.querySelector('script[type=speculationrules]')).toBeNull();
});
