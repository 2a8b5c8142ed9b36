// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#ui/lib/api.ts';
import { prefetchPayload } from '#web/pages/payloads.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import {
  getCurrentPrompt,
  pressButton,
  renderOnPage,
  resetPage,
  waitForResponses,
} from '#web/testing/render.tsx';
import {
  CACHE_LIFETIME_IN_MILLISECONDS,
  cacheValue,
  clearReaderData,
  readCachedValue,
} from './cache.ts';
import { changeReaderSetItem, type ReaderItemSet, useReaderSetMembership } from './reader-sets.ts';

const load = vi.fn<() => Promise<string[]>>();
const change = vi.fn<(plant: string, isIn: boolean) => Promise<void>>();
const onChange = vi.fn();

const garden: ReaderItemSet<string> = {
  name: 'garden',
  load,
  change,
  keyOf: (plant) => plant,
  toIntent: (alias) => ({ action: 'follow', alias }),
  removeItemsLink: { label: 'Dig one up', path: '/garden' },
  failureMessage: 'It did not take.',
  onChange,
};

function Plant({ name }: { name: string }) {
  const { isIn, isPending, toggle } = useReaderSetMembership(garden, name);
  return (
    <button type="button" aria-pressed={isIn} aria-busy={isPending} onClick={toggle}>
      {name}
    </button>
  );
}

/**
 * Opens a page with a button for each plant, and waits until the set of plants is loaded. In these tests, plants are
 * the items of the reader's set.
 */
function openPage(...plants: string[]) {
  const page = plants.map((name) => <Plant key={name} name={name} />);
  renderOnPage(page);
  return waitForResponses();
}

/** Simulates closing the page. The next page shares only the browser's storage with it. */
function closePage() {
  cleanup();
  const storedItems = { ...localStorage };
  clearReaderData();
  for (const [name, text] of Object.entries(storedItems)) localStorage.setItem(name, text);
}

const button = (name: string) => screen.getByRole('button', { name });
/** Returns true if the plant is in the set, or `null` until the set is loaded. */
const isIn = (name: string) => JSON.parse(button(name).getAttribute('aria-pressed') ?? 'null');

/** Creates a response that arrives when the test resolves it. */
function createDeferred<T>() {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  return { promise, resolve, reject };
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T06:00:00Z') });
  load.mockReset().mockResolvedValue(['ivy', 'fern']);
  change.mockReset().mockResolvedValue();
  onChange.mockReset();
  signIn('ada');
});
afterEach(resetPage);

describe("a reader's set", () => {
  it('is requested once for any number of buttons', async () => {
    await openPage('ivy', 'fern', 'moss', 'sage');
    expect(load).toHaveBeenCalledTimes(1);
    expect(['ivy', 'fern', 'moss', 'sage'].map(isIn)).toEqual([true, true, false, false]);
  });

  it('is not requested while signed out', async () => {
    signOut();
    await openPage('ivy');
    expect(load).not.toHaveBeenCalled();
    expect(isIn('ivy')).toBeNull();
  });

  it('is unknown until it has loaded', async () => {
    const response = createDeferred<string[]>();
    load.mockReturnValue(response.promise);
    await openPage('ivy');
    expect(isIn('ivy')).toBeNull();
    response.resolve(['ivy']);
    await waitForResponses();
    expect(isIn('ivy')).toBe(true);
  });

  it('is empty if it fails to load, without a message', async () => {
    load.mockRejectedValue(new ApiError(500, 'Out of order'));
    await openPage('ivy');
    expect(load).toHaveBeenCalledTimes(1);
    expect(isIn('ivy')).toBe(false);
    expect(screen.getByRole('alert').textContent).toBe('');
    expect(readCachedValue('garden', 'ada')).toBeUndefined();
  });
});

describe('a press on a button of a set', () => {
  it('takes effect once the server has confirmed it', async () => {
    const response = createDeferred<void>();
    change.mockReturnValue(response.promise);
    await openPage('moss');
    await pressButton('moss');
    expect(change).toHaveBeenCalledWith('moss', true);
    expect(isIn('moss')).toBe(false);
    expect(button('moss').getAttribute('aria-busy')).toBe('true');
    response.resolve();
    await waitForResponses();
    expect(isIn('moss')).toBe(true);
    expect(button('moss').getAttribute('aria-busy')).toBe('false');
  });

  it('removes an item that is in the set', async () => {
    await openPage('ivy');
    await pressButton('ivy');
    expect(change).toHaveBeenCalledWith('ivy', false);
    expect(isIn('ivy')).toBe(false);
    await pressButton('ivy');
    expect(change).toHaveBeenLastCalledWith('ivy', true);
    expect(isIn('ivy')).toBe(true);
  });

  it('has no effect while the previous one is in progress', async () => {
    change.mockReturnValue(createDeferred<void>().promise);
    await openPage('moss');
    await pressButton('moss');
    await pressButton('moss');
    expect(change).toHaveBeenCalledTimes(1);
  });

  it('that fails shows a message and changes nothing', async () => {
    change.mockRejectedValue(new ApiError(500, 'Out of order'));
    await openPage('ivy', 'moss');
    await pressButton('ivy');
    await pressButton('moss');
    expect(screen.getByRole('alert').textContent).toBe('It did not take.');
    expect([isIn('ivy'), isIn('moss')]).toEqual([true, false]);
    expect(readCachedValue('garden', 'ada')?.value).toEqual(['ivy', 'fern']);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('fails immediately without a connection', async () => {
    await openPage('moss');
    change.mockRejectedValue(new TypeError('Failed to fetch'));
    await pressButton('moss');
    expect(screen.getByRole('alert').textContent).toBe('It did not take.');
    expect(button('moss').getAttribute('aria-busy')).toBe('false');
  });

  it('over the limit shows the server’s message, with a link to the reader’s list', async () => {
    change.mockRejectedValue(new ApiError(403, 'Three plants is the limit.'));
    await openPage('moss');
    await pressButton('moss');
    expect(getCurrentPrompt()).toEqual({
      kind: 'limit',
      message: 'Three plants is the limit.',
      removeItemsLink: garden.removeItemsLink,
    });
    expect(isIn('moss')).toBe(false);
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('by a signed-out visitor asks to sign in, and sends nothing', async () => {
    signOut();
    await openPage('moss');
    await pressButton('moss');
    expect(getCurrentPrompt()).toEqual({
      kind: 'sign-in',
      intent: { action: 'follow', alias: 'moss' },
    });
    expect(change).not.toHaveBeenCalled();
  });

  it('in an ended session asks to sign in', async () => {
    change.mockRejectedValue(new ApiError(401, 'Sign in first.'));
    await openPage('moss');
    await pressButton('moss');
    expect(getCurrentPrompt()).toEqual({
      kind: 'sign-in',
      intent: { action: 'follow', alias: 'moss' },
    });
  });

  it('makes the reader’s personal pages load again', async () => {
    const fetchMock = vi.fn(async () => Response.json({ screen: 'text' }));
    vi.stubGlobal('fetch', fetchMock);
    await openPage('moss');
    prefetchPayload('/profile/following');
    prefetchPayload('/profile/following');
    expect(fetchMock).toHaveBeenCalledTimes(1);
    await pressButton('moss');
    prefetchPayload('/profile/following');
    expect(fetchMock).toHaveBeenCalledTimes(2);
  });
});

describe('a press before the set has loaded', () => {
  it('adds an item, even if it turns out to be in the set already', async () => {
    const response = createDeferred<string[]>();
    load.mockReturnValue(response.promise);
    await openPage('ivy');
    await pressButton('ivy');
    response.resolve(['ivy', 'fern']);
    await waitForResponses();
    expect(change.mock.calls).toEqual([['ivy', true]]);
    expect(isIn('ivy')).toBe(true);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('is not undone by a response with the earlier set', async () => {
    const response = createDeferred<string[]>();
    load.mockReturnValue(response.promise);
    await openPage('ivy', 'moss');
    await pressButton('moss');
    response.resolve(['ivy']);
    await waitForResponses();
    expect([isIn('ivy'), isIn('moss')]).toEqual([true, true]);
    expect(readCachedValue('garden', 'ada')?.value).toEqual(['moss', 'ivy']);
  });

  it('is shown if the set fails to load, but not cached as the whole set', async () => {
    load.mockRejectedValue(new ApiError(500, 'Out of order'));
    await openPage('ivy', 'moss');
    await pressButton('moss');
    expect([isIn('ivy'), isIn('moss')]).toEqual([false, true]);
    await pressButton('ivy');
    expect([isIn('ivy'), isIn('moss')]).toEqual([true, true]);
    expect(readCachedValue('garden', 'ada')).toBeUndefined();

    closePage();
    load.mockResolvedValue(['fern', 'ivy', 'moss']);
    await openPage('fern');
    expect(isIn('fern')).toBe(true);
  });
});

describe('the cached set of a browser', () => {
  it('is used by the next page without a request, including changes', async () => {
    await openPage('ivy', 'moss');
    await pressButton('ivy');
    await pressButton('moss');
    closePage();
    await openPage('ivy', 'moss');
    expect(load).toHaveBeenCalledTimes(1);
    expect([isIn('ivy'), isIn('moss')]).toEqual([false, true]);
  });

  it('is requested again after 3600 seconds', async () => {
    await openPage('ivy');
    closePage();
    vi.advanceTimersByTime(CACHE_LIFETIME_IN_MILLISECONDS);
    await openPage('ivy');
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('stays visible if loading it again fails', async () => {
    await openPage('ivy');
    vi.advanceTimersByTime(CACHE_LIFETIME_IN_MILLISECONDS);
    load.mockRejectedValue(new ApiError(500, 'Out of order'));
    await act(() => changeReaderSetItem(garden, 'moss', true));
    await waitForResponses();
    renderOnPage(<Plant name="sage" />);
    await waitForResponses();
    expect(load).toHaveBeenCalledTimes(3);
    expect(isIn('ivy')).toBe(true);
  });

  it('keeps its expiry time when it is read', async () => {
    await openPage('ivy');
    closePage();
    vi.advanceTimersByTime(CACHE_LIFETIME_IN_MILLISECONDS - 60_000);
    await openPage('ivy');
    expect(load).toHaveBeenCalledTimes(1);
    vi.advanceTimersByTime(60_000);
    await changeReaderSetItem(garden, 'moss', true);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it('is not used for the next reader', async () => {
    await openPage('ivy');
    load.mockResolvedValue([]);
    act(() => signIn('piet'));
    await waitForResponses();
    expect(load).toHaveBeenCalledTimes(2);
    expect(isIn('ivy')).toBe(false);
  });

  it('is the same in all tabs', async () => {
    await openPage('ivy', 'moss');
    cacheValue('garden', 'ada', ['moss']);
    dispatchEvent(new StorageEvent('storage', { key: 'cache:garden' }));
    await waitForResponses();
    expect([isIn('ivy'), isIn('moss')]).toEqual([false, true]);
    await pressButton('moss');
    expect(change).toHaveBeenCalledWith('moss', false);
    expect(readCachedValue('garden', 'ada')?.value).toEqual([]);
  });

  it('is the same in all tabs, even if another tab changes it while no button is rendered', async () => {
    await openPage('ivy', 'moss');
    cleanup();
    cacheValue('garden', 'ada', ['moss']);
    dispatchEvent(new StorageEvent('storage', { key: 'cache:garden' }));
    await openPage('ivy', 'moss');
    expect([isIn('ivy'), isIn('moss')]).toEqual([false, true]);
    expect(load).toHaveBeenCalledTimes(1);
  });
});

it('notifies listeners of added and removed items', async () => {
  await openPage('ivy');
  await pressButton('ivy');
  await pressButton('ivy');
  expect(onChange.mock.calls).toEqual([
    ['ivy', false],
    ['ivy', true],
  ]);
  await changeReaderSetItem(garden, 'ivy', true);
  expect(onChange).toHaveBeenCalledTimes(2);
});
