// @vitest-environment jsdom
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { applyAndFollowStoredAppearance } from '#web/boot/appearance.ts';
import { applyAndStoreTheme, getCurrentTheme } from './theme.ts';
import { subscribeToAppearance } from './watch-appearance.ts';

const root = document.documentElement;

/** Returns the color that a browser uses for its own bars on a device with the given color scheme. */
function getBrowserColor(scheme: 'light' | 'dark'): string | undefined {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  return metas.find((meta) => (meta.getAttribute('media') ?? scheme).includes(scheme))?.content;
}

/** Simulates another tab that writes a theme to storage, by dispatching the `storage` event. */
function storeThemeInOtherTab(theme: string | null): void {
  if (theme === null) localStorage.clear();
  else localStorage.setItem('theme', theme);
  dispatchEvent(new StorageEvent('storage', { key: theme === null ? null : 'theme' }));
}

beforeAll(applyAndFollowStoredAppearance);
beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  delete root.dataset.theme;
  document.head.innerHTML = `
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="paper">
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="night">
    <meta name="theme-color" media="sepia" content="warm">`;
});

describe('choosing a theme', () => {
  it('applies it immediately and stores it in the browser', () => {
    applyAndStoreTheme('dark');
    expect(root.dataset.theme).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(getCurrentTheme()).toBe('dark');
  });

  it('follows the device when System is chosen', () => {
    applyAndStoreTheme('dark');
    applyAndStoreTheme('system');
    expect(root.hasAttribute('data-theme')).toBe(false);
    expect(localStorage.getItem('theme')).toBe('system');
    expect(getCurrentTheme()).toBe('system');
  });

  it.each([
    ['dark', 'night', 'night'],
    ['sepia', 'warm', 'warm'],
    ['light', 'paper', 'paper'],
    ['system', 'paper', 'night'],
  ] as const)("colors the browser's own bars in the theme %s", (theme, onLight, onDark) => {
    applyAndStoreTheme('dark');
    applyAndStoreTheme(theme);
    expect([getBrowserColor('light'), getBrowserColor('dark')]).toEqual([onLight, onDark]);
  });

  it('notifies the watchers, until they stop', () => {
    const onChange = vi.fn();
    const stopWatching = subscribeToAppearance(onChange);
    applyAndStoreTheme('sepia');
    expect(onChange).toHaveBeenCalledTimes(1);
    stopWatching();
    applyAndStoreTheme('light');
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('lasts on the page, also through the back-forward cache, if storage is blocked', () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('closed', 'SecurityError');
    });
    applyAndStoreTheme('dark');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(getCurrentTheme()).toBe('dark');
  });
});

describe('the theme of an open page', () => {
  it('follows a choice in another tab, before the watchers are notified', () => {
    const reportedThemes: string[] = [];
    const stopWatching = subscribeToAppearance(() => reportedThemes.push(getCurrentTheme()));
    storeThemeInOtherTab('sepia');
    storeThemeInOtherTab('system');
    expect(reportedThemes).toEqual(['sepia', 'system']);
    stopWatching();
  });

  it('follows the device when another tab clears storage or stores an invalid value', () => {
    applyAndStoreTheme('dark');
    storeThemeInOtherTab(null);
    expect(getCurrentTheme()).toBe('system');
    applyAndStoreTheme('dark');
    storeThemeInOtherTab('purple');
    expect(getCurrentTheme()).toBe('system');
    expect(getBrowserColor('dark')).toBe('night');
  });

  it('includes changes that it missed in the back-forward cache', () => {
    localStorage.setItem('theme', 'dark');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(getCurrentTheme()).toBe('dark');
    expect(getBrowserColor('light')).toBe('night');
  });
});

it.each(['light', 'sepia', 'dark'] as const)(
  'is applied by boot.ts before the first paint: %s',
  async (theme) => {
    applyAndStoreTheme(theme);
    const colors = [getBrowserColor('light'), getBrowserColor('dark')];
    delete root.dataset.theme;
    document.querySelector('meta[name="theme-color"]:not([media])')?.remove();
    vi.resetModules();
    await import('#web/boot.ts');
    expect(getCurrentTheme()).toBe(theme);
    expect([getBrowserColor('light'), getBrowserColor('dark')]).toEqual(colors);
  },
);
