// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CACHE_LIFETIME, clearCaches, readCache, watchCache, writeCache } from './cache.ts';

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
  writeCache('bookmarks', 'ada', ['one']);
  vi.advanceTimersByTime(3_600_000 - 1);
  expect(readCache('bookmarks', 'ada')).toEqual({ value: ['one'], cachedAt });
  vi.advanceTimersByTime(1);
  expect(readCache('bookmarks', 'ada')).toBeUndefined();
});

it('restarts the lifetime with each write', () => {
  writeCache('bookmarks', 'ada', ['one']);
  vi.advanceTimersByTime(CACHE_LIFETIME - 1);
  writeCache('bookmarks', 'ada', ['two']);
  vi.advanceTimersByTime(CACHE_LIFETIME - 1);
  expect(readCache('bookmarks', 'ada')?.value).toEqual(['two']);
});

it('shows no reader the data of another', () => {
  writeCache('bookmarks', 'ada', ['one']);
  expect(readCache('bookmarks', 'piet')).toBeUndefined();
  expect(readCache('bookmarks', '')).toBeUndefined();
});

it('stores its entries under "cache:", and removes only them at sign-out', () => {
  writeCache('bookmarks', 'ada', ['one']);
  sessionStorage.setItem('cache:list', 'theirs too');
  localStorage.setItem('theme', 'dark');
  expect(Object.keys(localStorage)).toEqual(['cache:bookmarks', 'theme']);
  clearCaches();
  expect(Object.keys(localStorage)).toEqual(['theme']);
  expect(Object.keys(sessionStorage)).toEqual([]);
});

it.each(['', 'null', '{', '[]', '"text"'])('treats %j as no entry', (entry) => {
  localStorage.setItem('cache:bookmarks', entry);
  expect(readCache('bookmarks', 'ada')).toBeUndefined();
});

it('caches nothing if storage is blocked, and never throws', () => {
  const closed = () => {
    throw new DOMException('', 'SecurityError');
  };
  for (const name of ['getItem', 'setItem', 'removeItem'] as const)
    vi.spyOn(Storage.prototype, name).mockImplementation(closed);
  writeCache('bookmarks', 'ada', ['one']);
  expect(readCache('bookmarks', 'ada')).toBeUndefined();
  clearCaches();
});

it('reports changes of a cached value in another tab, until it is stopped', () => {
  const onChange = vi.fn();
  const stop = watchCache('bookmarks', onChange);
  const change = (key: string) => dispatchEvent(new StorageEvent('storage', { key }));
  change('cache:follows');
  expect(onChange).not.toHaveBeenCalled();
  change('cache:bookmarks');
  expect(onChange).toHaveBeenCalledTimes(1);
  stop();
  change('cache:bookmarks');
  expect(onChange).toHaveBeenCalledTimes(1);
});
