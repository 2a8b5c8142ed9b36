// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const MINUTE = 60_000;
const assign = vi.fn();
const reload = vi.fn();

let chunks: typeof import('./chunks.ts');
/** Reports a missing chunk with the event `vite:preloadError`, as Vite does. */
let missChunk: () => void;
let destination: string | undefined;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('location', { pathname: '/about', search: '', hash: '#top', assign, reload });
  vi.resetModules();
  chunks = await import('./chunks.ts');
  const listen = vi.spyOn(globalThis, 'addEventListener').mockReturnValue();
  destination = undefined;
  chunks.reloadOnStaleChunk(() => destination);
  missChunk = listen.mock.lastCall![1] as () => void;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sessionStorage.clear();
});

it('reloads a page with a missing chunk once, and again after the next release', () => {
  missChunk();
  missChunk();
  vi.advanceTimersByTime(MINUTE - 1);
  missChunk();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  missChunk();
  expect(reload).toHaveBeenCalledTimes(2);
  expect(assign).not.toHaveBeenCalled();
});

it('loads the page the reader navigates to, or reloads the current one', () => {
  destination = '/faq';
  missChunk();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/faq');
  vi.advanceTimersByTime(MINUTE);
  destination = '/about#top';
  missChunk();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload for a chunk that failed to prefetch', async () => {
  const failing = async () => {
    missChunk();
    throw new Error('gone');
  };
  await chunks.prefetchChunk(failing);
  expect(reload).not.toHaveBeenCalled();
  destination = '/faq';
  await chunks.prefetchChunk(failing);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/faq');
});

it('does not reload a document that the reader leaves, nor report its missing chunk', async () => {
  const { watchLeaving } = await import('./leaving.ts');
  vi.mocked(addEventListener).mockRestore();
  watchLeaving();
  dispatchEvent(new Event('beforeunload'));
  const said = vi.fn();
  missChunk();
  chunks.awaitChunk(Promise.reject(new Error('gone'))).catch(said);
  await vi.advanceTimersByTimeAsync(4999);
  expect(reload).not.toHaveBeenCalled();
  expect(said).not.toHaveBeenCalled();
  // The document is still open, so the reader has stopped the navigation.
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toHaveBeenCalled();
  missChunk();
  expect(reload).toHaveBeenCalled();
});

it.each([
  ['offline, where there is nothing to load', () => stubOnline(false)],
  ['without storage, where it would reload endlessly', closeStorage],
])('does not reload %s', async (_, given) => {
  given();
  missChunk();
  expect(reload).not.toHaveBeenCalled();
  await expect(chunks.awaitChunk(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});

it('does not report a missing chunk while the page is being left', async () => {
  const said = vi.fn();
  missChunk();
  chunks.awaitChunk(Promise.reject(new Error('gone'))).then(said, said);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(said).not.toHaveBeenCalled();
  expect(await chunks.awaitChunk(Promise.resolve('code'))).toBe('code');
});

const stubOnline = (isOnline: boolean) =>
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);

function closeStorage(): void {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
}
