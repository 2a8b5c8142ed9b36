// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  readStoredJson,
  readStoredText,
  removeStoredItem,
  removeStoredItemsWithPrefix,
  writeStoredJson,
  writeStoredText,
} from './storage.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

describe.each(['localStorage', 'sessionStorage'] as const)('%s', (area) => {
  it('returns a stored value until it is removed', () => {
    writeStoredJson(area, 'list', { pages: [1, 2] });
    expect(readStoredJson(area, 'list')).toEqual({ pages: [1, 2] });
    removeStoredItem(area, 'list');
    expect(readStoredJson(area, 'list')).toBeUndefined();
  });

  it.each(['', 'null', '{'])('treats %j as no value', (text) => {
    globalThis[area].setItem('list', text);
    expect(readStoredJson(area, 'list')).toBeUndefined();
  });

  it('stores text unchanged, for scripts that do not parse JSON', () => {
    expect(readStoredText(area, 'theme')).toBeNull();
    expect(writeStoredText(area, 'theme', 'dark')).toBe(true);
    expect(globalThis[area].getItem('theme')).toBe('dark');
    expect(readStoredText(area, 'theme')).toBe('dark');
  });

  it('stores nothing and throws nothing if reading the storage property throws', () => {
    const areaGetter = vi.spyOn(globalThis, area, 'get').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    writeStoredJson(area, 'list', 1);
    expect(readStoredJson(area, 'list')).toBeUndefined();
    expect(writeStoredText(area, 'list', 'one')).toBe(false);
    expect(readStoredText(area, 'list')).toBeUndefined();
    removeStoredItem(area, 'list');
    removeStoredItemsWithPrefix('list');
    expect(areaGetter).toHaveBeenCalledTimes(6);
  });
});

it('removes keys with a prefix from both areas, even if one is blocked', () => {
  for (const name of ['cache:list', 'cache', 'theme']) {
    localStorage.setItem(name, 'kept');
    sessionStorage.setItem(name, 'kept');
  }
  const unblockedArea = sessionStorage;
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('', 'SecurityError');
  });
  removeStoredItemsWithPrefix('cache:');
  expect(Object.keys(unblockedArea)).toEqual(['cache', 'theme']);
  vi.restoreAllMocks();
  removeStoredItemsWithPrefix('cache:');
  expect(Object.keys(localStorage)).toEqual(['cache', 'theme']);
});
