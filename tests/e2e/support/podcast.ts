import type { Page } from '@playwright/test';
import { privatePodcastCopy as copy } from '#web/copy/private-podcast.ts';
import { settingsCopy } from '#web/copy/settings.ts';
import { expect } from './browser.ts';

/** Returns the dialog in which readers create and delete the private URL of their podcast. */
export const podcastDialog = (page: Page) => page.getByRole('dialog', { name: copy.title });

/** Creates a new private URL for the reader's podcast, in the settings. Returns this URL. */
export async function createPodcastUrl(page: Page): Promise<string> {
  await page.getByRole('button', { name: settingsCopy.podcast.open }).click();
  const dialog = podcastDialog(page);
  const createButton = dialog.getByRole('button', {
    name: new RegExp(`${copy.create}|${copy.replace}`),
  });
  await expect(createButton).toHaveAttribute('aria-disabled', 'false');
  await createButton.click();
  const address = dialog.getByText('/podcast/private/');
  await expect(address).toBeVisible();
  return (await address.textContent())!;
}
