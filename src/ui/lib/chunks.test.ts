// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

const MINUTE = 60_000;
const assign = vi.fn();
const reload = vi.fn();

let chunks: typeof import('./chunks.ts');
/** Reports a missing chunk with the event `vite:preloadError`, as Vite does. */
let reportMissingChunk: () => void;
/** Simulates the server's response to the request that checks whether the server is reachable. */
const respond = vi.fn(async () => new Response());
let destination: string | undefined;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', respond);
  vi.stubGlobal('location', { pathname: '/about', search: '', hash: '#top', assign, reload });
  vi.resetModules();
  chunks = await import('./chunks.ts');
  const addListener = vi.spyOn(globalThis, 'addEventListener').mockReturnValue();
  destination = undefined;
  chunks.reloadOnStaleChunk(() => destination);
  reportMissingChunk = addListener.mock.lastCall![1] as () => void;
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
async function triggerMissingChunk(): Promise<void> {
  reportMissingChunk();
  await vi.advanceTimersByTimeAsync(0);
}

it('reloads a page with a missing chunk once, and again after the next release', async () => {
  await triggerMissingChunk();
  await triggerMissingChunk();
  vi.advanceTimersByTime(MINUTE - 1);
  await triggerMissingChunk();
  expect(reload).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await triggerMissingChunk();
  expect(reload).toHaveBeenCalledTimes(2);
  expect(assign).not.toHaveBeenCalled();
});

it('loads the page the reader navigates to, or reloads the current one', async () => {
  destination = '/faq';
  await triggerMissingChunk();
  expect(assign).toHaveBeenCalledExactlyOnceWith('/faq');
  vi.advanceTimersByTime(MINUTE);
  destination = '/about#top';
  await triggerMissingChunk();
  expect(reload).toHaveBeenCalledTimes(1);
});

it('does not reload for a chunk that failed to prefetch', async () => {
  const loadMissingChunk = async () => {
    await triggerMissingChunk();
    throw new Error('gone');
  };
  await chunks.prefetchChunk(loadMissingChunk);
  expect(reload).not.toHaveBeenCalled();
  destination = '/faq';
  await chunks.prefetchChunk(loadMissingChunk);
  expect(assign).toHaveBeenCalledExactlyOnceWith('/faq');
});

it('does not reload a document that the reader leaves, nor report its missing chunk', async () => {
  const { watchDocumentLeaving } = await import('./leaving.ts');
  vi.mocked(addEventListener).mockRestore();
  watchDocumentLeaving();
  dispatchEvent(new Event('beforeunload'));
  const onError = vi.fn();
  await triggerMissingChunk();
  chunks.awaitChunk(Promise.reject(new Error('gone'))).catch(onError);
  await vi.advanceTimersByTimeAsync(4999);
  expect(reload).not.toHaveBeenCalled();
  expect(onError).not.toHaveBeenCalled();
  // After five seconds, the document is still open, so the reader counts as having stopped the navigation.
  await vi.advanceTimersByTimeAsync(1);
  expect(onError).toHaveBeenCalled();
  await triggerMissingChunk();
  expect(reload).toHaveBeenCalled();
});

it.each([
  ['while the server is unreachable', () => respond.mockRejectedValue(new TypeError('offline'))],
  ['without storage, where it would reload endlessly', blockStorage],
])('does not reload %s', async (_, prepare) => {
  prepare();
  await triggerMissingChunk();
  expect(reload).not.toHaveBeenCalled();
  await expect(chunks.awaitChunk(Promise.reject(new Error('gone')))).rejects.toThrow('gone');
});

it('does not report missing chunks while the page is being left', async () => {
  const onSettled = vi.fn();
  reportMissingChunk();
  reportMissingChunk();
  chunks.awaitChunk(Promise.reject(new Error('gone'))).then(onSettled, onSettled);
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect(onSettled).not.toHaveBeenCalled();
  expect(await chunks.awaitChunk(Promise.resolve('code'))).toBe('code');
});

function blockStorage(): void {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
}
