// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const MINUTE = 60_000;
const assign = vi.fn();
const reload = vi.fn();

let chunks: typeof import('./chunks.ts');
/** Reports a missing chunk with the event `vite:preloadError`, as Vite does. */
let reportMissingChunk: () => void;
/** Simulates the server's response to the check whether it is reachable. */
const respond = vi.fn(async () => new Response());
let destination: string | undefined;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', respond);
  vi.stubGlobal('location', { pathname: '/about', search: '', hash: '#top', assign, reload });
  vi.resetModules();
  chunks = await import('./chunks.ts');
  const listen = vi.spyOn(globalThis, 'addEventListener').mockReturnValue();
  destination = undefined;
  chunks.reloadOnStaleChunk(() => destination);
  reportMissingChunk = listen.mock.lastCall![1] as () => void;
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.clearAllMocks();
  respond.mockResolvedValue(new Response());
  vi.unstubAllGlobals();
  vi.useRealTimers();
  sessionStorage.clear();
});

/** Reports a missing chunk, and waits until the page has reacted. */
async function missChunk(): Promise<void> {
  reportMissingChunk();
  await vi.advanceTimersByTimeAsync(0);
}

it('reloads a page with a missing chunk once, and again after the next release', async () => {
  await missChunk();
  await missChunk();
  vi.advanceTimersByTime(MINUTE - 1);
  await missChunk();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await missChunk();
  expect(reload).toHaveBeenCalledTimes(2);
  expect(assign).not.toHaveBeenCalled();
});

it('loads the page the reader navigates to, or reloads the current one', async () => {
  destination = '/faq';
  await missChunk();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/faq');
  vi.advanceTimersByTime(MINUTE);
  destination = '/about#top';
  await missChunk();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload for a chunk that failed to prefetch', async () => {
  const failing = async () => {
    await missChunk();
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
  await missChunk();
  chunks.awaitChunk(Promise.reject(new Error('gone'))).catch(said);
  await vi.advanceTimersByTimeAsync(4999);
  expect(reload).not.toHaveBeenCalled();
  expect(said).not.toHaveBeenCalled();
  // The document is still open, so the reader has stopped the navigation.
  await vi.advanceTimersByTimeAsync(1);
  expect(said).toHaveBeenCalled();
  await missChunk();
  expect(reload).toHaveBeenCalled();
});

it.each([
  ['while the server is unreachable', () => respond.mockRejectedValue(new TypeError('offline'))],
  ['without storage, where it would reload endlessly', closeStorage],
])('does not reload %s', async (_, given) => {
  given();
  await missChunk();
  expect(reload).not.toHaveBeenCalled();
  await expect(chunks.awaitChunk(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});

it('does not report missing chunks while the page is being left', async () => {
  const said = vi.fn();
  reportMissingChunk();
  reportMissingChunk();
  chunks.awaitChunk(Promise.reject(new Error('gone'))).then(said, said);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(said).not.toHaveBeenCalled();
  expect(await chunks.awaitChunk(Promise.resolve('code'))).toBe('code');
});

function closeStorage(): void {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
}
