// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyAndFollowStoredAppearance } from '#web/boot/appearance.ts';
import {
  applyAndStoreReadingSettings,
  DEFAULT_READING_SETTINGS,
  getSerializedReadingSettings,
  parseReadingSettings,
} from './reading-settings.ts';
import { subscribeToAppearance } from './watch-appearance.ts';

const root = document.documentElement;
const LARGE_TYPE = { ...DEFAULT_READING_SETTINGS, size: 'largest', typeface: 'legible' } as const;

beforeAll(applyAndFollowStoredAppearance);
beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  delete root.dataset.reading;
});

describe('reading settings as text', () => {
  it('consist of one word for each option that is not the default', () => {
    expect(parseReadingSettings('small relaxed wide sans')).toEqual({
      size: 'small',
      spacing: 'relaxed',
      width: 'wide',
      typeface: 'sans',
    });
    expect(parseReadingSettings('')).toEqual(DEFAULT_READING_SETTINGS);
  });

  it.each([
    '{"size":"largest"}',
    'LARGEST',
    'largest;',
    'size-5 __proto__ constructor',
    'normal standard medium serif',
    '\u0000',
  ])('are the defaults if no word is known: %j', (text) => {
    expect(parseReadingSettings(text)).toEqual(DEFAULT_READING_SETTINGS);
  });

  it('keep the known words among others, and the last of two options, as the style sheet does', () => {
    expect(parseReadingSettings(' huge  largest small ')).toEqual({
      ...DEFAULT_READING_SETTINGS,
      size: 'largest',
    });
  });
});

describe('choosing reading settings', () => {
  it('applies them immediately, stores them, and notifies watchers', () => {
    const onChange = vi.fn();
    const stopWatching = subscribeToAppearance(onChange);
    applyAndStoreReadingSettings(LARGE_TYPE);
    stopWatching();
    expect(root.dataset.reading).toBe('largest legible');
    expect(localStorage.getItem('reading')).toBe('largest legible');
    expect(onChange).toHaveBeenCalledTimes(1);
    expect(parseReadingSettings(getSerializedReadingSettings())).toEqual(LARGE_TYPE);
  });

  it('stores nothing for the defaults', () => {
    applyAndStoreReadingSettings(LARGE_TYPE);
    applyAndStoreReadingSettings(DEFAULT_READING_SETTINGS);
    expect(localStorage.getItem('reading')).toBeNull();
    expect(getSerializedReadingSettings()).toBe('');
  });

  it('lasts on the page if storage is blocked', () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('closed', 'SecurityError');
    });
    applyAndStoreReadingSettings(LARGE_TYPE);
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(getSerializedReadingSettings()).toBe('largest legible');
  });
});

it('follows a choice in another tab, and a cleared storage', () => {
  localStorage.setItem('reading', 'small');
  dispatchEvent(new StorageEvent('storage', { key: 'reading' }));
  expect(parseReadingSettings(getSerializedReadingSettings()).size).toBe('small');
  localStorage.clear();
  dispatchEvent(new StorageEvent('storage', { key: null }));
  expect(parseReadingSettings(getSerializedReadingSettings())).toEqual(DEFAULT_READING_SETTINGS);
});

it('are applied by boot.ts before the first paint', async () => {
  applyAndStoreReadingSettings(LARGE_TYPE);
  delete root.dataset.reading;
  vi.resetModules();
  await import('#web/boot.ts');
  expect(parseReadingSettings(getSerializedReadingSettings())).toEqual(LARGE_TYPE);
});
