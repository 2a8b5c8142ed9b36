import type { Page } from '@playwright/test';
import { expect, openHydrated } from './browser.ts';

/**
 * Opens an article, scrolls through its beginning, and waits until the browser has saved it for reading without a
 * network.
 */
export async function readArticleUntilSaved(page: Page, path: string): Promise<void> {
  await openHydrated(page, path);
  await page.locator('#point-1').evaluate((heading) => heading.scrollIntoView({ block: 'start' }));
  await expect.poll(() => listSavedPaths(page)).toContain(path);
}

/** Returns the paths of all articles that the browser has saved, whether it saved them for a reader or for visitors. */
export function listSavedPaths(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => /articles/.test(name));
    const stored = await Promise.all(
      names.map(async (name) =>
        (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
      ),
    );
    return stored.flat().filter((path) => !/^\/(images|saved-lists)/.test(path));
  });
}
