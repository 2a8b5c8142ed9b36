// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetIntent, type Intent, keepIntent, placeOfIntent, takeIntent } from './intents.ts';

const bookmark: Intent = { action: 'bookmark', article: { authorAlias: 'Plumbline', id: 'a1' } };

/** Where the reader is; a full load, as the way to the provider and back is one. */
const go = (address: string) => history.replaceState(null, '', address);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T06:00:00Z') });
  sessionStorage.clear();
  go('/articles?category=nsm');
  vi.stubGlobal('scrollY', 640);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('what a reader wanted to do before they signed in', () => {
  it('is there when they come back, once', () => {
    keepIntent(bookmark);
    expect(takeIntent('bookmark')).toEqual(bookmark);
    expect(takeIntent('bookmark')).toBeUndefined();
  });

  it('is left to whoever does that', () => {
    keepIntent(bookmark);
    expect(takeIntent('follow')).toBeUndefined();
    expect(takeIntent('bookmark')).toEqual(bookmark);
  });

  it('is the last thing they wanted', () => {
    keepIntent(bookmark);
    keepIntent({ action: 'follow', alias: 'Plumbline' });
    expect(takeIntent('bookmark')).toBeUndefined();
    expect(takeIntent('follow')).toEqual({ action: 'follow', alias: 'Plumbline' });
  });

  it.each(['/articles', '/articles?category=sag', '/Plumbline/a-number'])(
    'is not done elsewhere: %s',
    (address) => {
      keepIntent(bookmark);
      go(address);
      expect(placeOfIntent()).toBeUndefined();
      expect(takeIntent('bookmark')).toBeUndefined();
    },
  );

  it('is not done a quarter of an hour later', () => {
    keepIntent(bookmark);
    vi.advanceTimersByTime(15 * 60_000 - 1);
    expect(placeOfIntent()).toBe(640);
    vi.advanceTimersByTime(1);
    expect(placeOfIntent()).toBeUndefined();
    expect(takeIntent('bookmark')).toBeUndefined();
  });

  it('is not done when they have let it be', () => {
    keepIntent(bookmark);
    forgetIntent();
    expect(takeIntent('bookmark')).toBeUndefined();
  });

  it('is forgotten where storage is closed, and nothing fails', () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('', 'SecurityError');
      });
    keepIntent(bookmark);
    expect(takeIntent('bookmark')).toBeUndefined();
    forgetIntent();
  });
});
