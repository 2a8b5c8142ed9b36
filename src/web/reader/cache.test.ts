// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  CACHE_LIFETIME_IN_MILLISECONDS,
  cacheValue,
  clearReaderData,
  readCachedValue,
  watchCachedValueInOtherTabs,
} from './cache.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T06:00:00Z') });
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('keeps a value for 3600 seconds, with the time when it was stored', () => {
  const cachedAt = Date.now();
  cacheValue('bookmarks', 'ada', ['one']);
  vi.advanceTimersByTime(3_600_000 - 1);
  expect(readCachedValue('bookmarks', 'ada')).toEqual({ value: ['one'], cachedAt });
  vi.advanceTimersByTime(1);
  expect(readCachedValue('bookmarks', 'ada')).toBeUndefined();
});

it('restarts the lifetime with each write', () => {
  cacheValue('bookmarks', 'ada', ['one']);
  vi.advanceTimersByTime(CACHE_LIFETIME_IN_MILLISECONDS - 1);
  cacheValue('bookmarks', 'ada', ['two']);
  vi.advanceTimersByTime(CACHE_LIFETIME_IN_MILLISECONDS - 1);
  expect(readCachedValue('bookmarks', 'ada')?.value).toEqual(['two']);
});

it('shows no reader the data of another', () => {
  cacheValue('bookmarks', 'ada', ['one']);
  expect(readCachedValue('bookmarks', 'piet')).toBeUndefined();
  expect(readCachedValue('bookmarks', '')).toBeUndefined();
});

it('stores its entries under "cache:", and removes only these entries at sign-out', () => {
  cacheValue('bookmarks', 'ada', ['one']);
  sessionStorage.setItem('cache:list', 'theirs too');
  localStorage.setItem('theme', 'dark');
  expect(Object.keys(localStorage)).toEqual(['cache:bookmarks', 'theme']);
  clearReaderData();
  expect(Object.keys(localStorage)).toEqual(['theme']);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it.each(['', 'null', '{', '[]', '"text"'])('treats %j as no entry', (entry) => {
  localStorage.setItem('cache:bookmarks', entry);
  expect(readCachedValue('bookmarks', 'ada')).toBeUndefined();
});

it('caches nothing if storage is blocked, and never throws', () => {
  const throwSecurityError = () => {
    throw new DOMException('', 'SecurityError');
  };
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(throwSecurityError);
  cacheValue('bookmarks', 'ada', ['one']);
  expect(readCachedValue('bookmarks', 'ada')).toBeUndefined();
  clearReaderData();
});

it('reports changes of a cached value in another tab, until it is stopped', () => {
  const onChange = vi.fn();
  const stop = watchCachedValueInOtherTabs('bookmarks', onChange);
  const dispatchStorageEvent = (key: string) => dispatchEvent(new StorageEvent('storage', { key }));
  dispatchStorageEvent('cache:follows');
  expect(onChange).not.toHaveBeenCalled();
  dispatchStorageEvent('cache:bookmarks');
  expect(onChange).toHaveBeenCalledTimes(1);
  stop();
  dispatchStorageEvent('cache:bookmarks');
  expect(onChange).toHaveBeenCalledTimes(1);
});
