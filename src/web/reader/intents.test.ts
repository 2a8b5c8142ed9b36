// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  consumeIntent,
  type Intent,
  readIntentScrollPosition,
  removeIntent,
  storeIntent,
} from './intents.ts';

const bookmark: Intent = { action: 'bookmark', article: { authorAlias: 'Plumbline', id: 'a1' } };

/** Simulates a newly opened document at a URL, as when the reader returns from the sign-in provider. */
const openUrl = (url: string) => history.replaceState(null, '', url);

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T06:00:00Z') });
  sessionStorage.clear();
  openUrl('/articles?category=nsm');
  vi.stubGlobal('scrollY', 640);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the intent of a reader before they signed in', () => {
  it('is returned once after the sign-in', () => {
    storeIntent(bookmark);
    expect(consumeIntent('bookmark')).toEqual(bookmark);
    expect(consumeIntent('bookmark')).toBeUndefined();
  });

  it('is kept for the code that handles its action', () => {
    storeIntent(bookmark);
    expect(consumeIntent('follow')).toBeUndefined();
    expect(consumeIntent('bookmark')).toEqual(bookmark);
  });

  it('restores the scroll position of the page on which the reader pressed, and of no other', () => {
    storeIntent(bookmark);
    expect(readIntentScrollPosition()).toBe(640);
    storeIntent({ action: 'listen' }, undefined, '/Plumbline/a-title');
    openUrl('/Plumbline/a-title');
    expect(consumeIntent('listen')).toEqual({ action: 'listen' });
    storeIntent({ action: 'listen' }, undefined, '/articles');
    openUrl('/articles');
    expect(readIntentScrollPosition()).toBeUndefined();
  });

  it('is the last of several actions', () => {
    storeIntent(bookmark);
    storeIntent({ action: 'follow', alias: 'Plumbline' });
    expect(consumeIntent('bookmark')).toBeUndefined();
    expect(consumeIntent('follow')).toEqual({ action: 'follow', alias: 'Plumbline' });
  });

  it.each(['/articles', '/articles?category=sag', '/Plumbline/a-number'])(
    'is not carried out on the page %s',
    (url) => {
      storeIntent(bookmark);
      openUrl(url);
      expect(readIntentScrollPosition()).toBeUndefined();
      expect(consumeIntent('bookmark')).toBeUndefined();
    },
  );

  it('expires after a quarter of an hour', () => {
    storeIntent(bookmark);
    vi.advanceTimersByTime(15 * 60_000 - 1);
    expect(readIntentScrollPosition()).toBe(640);
    vi.advanceTimersByTime(1);
    expect(readIntentScrollPosition()).toBeUndefined();
    expect(consumeIntent('bookmark')).toBeUndefined();
  });

  it('is removed when the reader has canceled', () => {
    storeIntent(bookmark);
    removeIntent();
    expect(consumeIntent('bookmark')).toBeUndefined();
  });

  it('is not stored if storage is blocked, without an error', () => {
    for (const name of ['getItem', 'setItem', 'removeItem'] as const)
      vi.spyOn(Storage.prototype, name).mockImplementation(() => {
        throw new DOMException('', 'SecurityError');
      });
    storeIntent(bookmark);
    expect(consumeIntent('bookmark')).toBeUndefined();
    removeIntent();
  });
});
