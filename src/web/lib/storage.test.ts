// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readStored, removeStored, writeStored } from './storage.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => vi.restoreAllMocks());

describe.each(['localStorage', 'sessionStorage'] as const)('%s', (area) => {
  it('gives back what was written, until it is removed', () => {
    writeStored(area, 'list', { pages: [1, 2] });
    expect(readStored(area, 'list')).toEqual({ pages: [1, 2] });
    removeStored(area, 'list');
    expect(readStored(area, 'list')).toBeUndefined();
  });

  it.each(['', 'null', '{'])('takes %j for nothing', (text) => {
    globalThis[area].setItem('list', text);
    expect(readStored(area, 'list')).toBeUndefined();
  });

  it('holds nothing where even touching it throws, and fails nowhere', () => {
    const touched = vi.spyOn(globalThis, area, 'get').mockImplementation(() => {
      throw new DOMException('', 'SecurityError');
    });
    writeStored(area, 'list', 1);
    expect(readStored(area, 'list')).toBeUndefined();
    removeStored(area, 'list');
    expect(touched).toHaveBeenCalledTimes(3);
  });
});
