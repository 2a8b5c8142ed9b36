// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { applyAndStoreTheme, getCurrentTheme, syncAndWatchTheme } from './theme.ts';

const root = document.documentElement;

/** Returns the color that a browser uses for its own bars on a device with the given color scheme. */
function browserColor(scheme: 'light' | 'dark'): string | undefined {
  const metas = [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')];
  return metas.find((meta) => (meta.getAttribute('media') ?? scheme).includes(scheme))?.content;
}

/** Simulates another tab that writes a theme to storage, by dispatching the `storage` event. */
function otherTabStores(theme: string | null): void {
  if (theme === null) localStorage.clear();
  else localStorage.setItem('theme', theme);
  dispatchEvent(new StorageEvent('storage', { key: theme === null ? null : 'theme' }));
}

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  delete root.dataset.theme;
  document.head.innerHTML = `
    <meta name="theme-color" media="(prefers-color-scheme: light)" content="paper">
    <meta name="theme-color" media="(prefers-color-scheme: dark)" content="night">`;
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

  it("colors the browser's own bars in the theme, regardless of the device's preference", () => {
    applyAndStoreTheme('dark');
    expect([browserColor('light'), browserColor('dark')]).toEqual(['night', 'night']);
    applyAndStoreTheme('light');
    expect([browserColor('light'), browserColor('dark')]).toEqual(['paper', 'paper']);
    applyAndStoreTheme('system');
    expect([browserColor('light'), browserColor('dark')]).toEqual(['paper', 'night']);
  });

  it('lasts on the page if storage is blocked', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('closed', 'SecurityError');
    });
    applyAndStoreTheme('light');
    expect(getCurrentTheme()).toBe('light');
  });

  it('lasts through the back-forward cache if storage is blocked', () => {
    vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
      throw new DOMException('closed', 'SecurityError');
    });
    const stop = syncAndWatchTheme();
    applyAndStoreTheme('dark');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(getCurrentTheme()).toBe('dark');
    stop();
  });
});

describe('watching the theme', () => {
  it('applies themes chosen in another tab, and reports the change', () => {
    const onChange = vi.fn();
    const stop = syncAndWatchTheme(onChange);
    otherTabStores('dark');
    expect(root.dataset.theme).toBe('dark');
    otherTabStores('system');
    expect(getCurrentTheme()).toBe('system');
    expect(onChange).toHaveBeenCalledTimes(2);
    stop();
  });

  it('follows the device when another tab clears storage or stores an invalid value', () => {
    const stop = syncAndWatchTheme();
    applyAndStoreTheme('dark');
    otherTabStores(null);
    expect(getCurrentTheme()).toBe('system');
    applyAndStoreTheme('dark');
    otherTabStores('sepia');
    expect(getCurrentTheme()).toBe('system');
    stop();
  });

  it('ignores changes of other storage keys', () => {
    const stop = syncAndWatchTheme();
    applyAndStoreTheme('dark');
    localStorage.setItem('theme', 'light');
    dispatchEvent(new StorageEvent('storage', { key: 'narrator' }));
    expect(getCurrentTheme()).toBe('dark');
    stop();
  });

  it('applies missed changes when the page returns from the back-forward cache', () => {
    const stop = syncAndWatchTheme();
    localStorage.setItem('theme', 'dark');
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    expect(getCurrentTheme()).toBe('dark');
    stop();
  });

  it('stops when the returned function is called', () => {
    const onChange = vi.fn();
    syncAndWatchTheme(onChange)();
    otherTabStores('dark');
    expect(onChange).not.toHaveBeenCalled();
    expect(getCurrentTheme()).toBe('system');
  });
});

it('applies the same stored theme as boot.ts does before the first paint', async () => {
  applyAndStoreTheme('dark');
  delete root.dataset.theme;
  vi.resetModules();
  await import('#web/boot.ts');
  expect(getCurrentTheme()).toBe('dark');
});
