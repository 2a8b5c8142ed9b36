import { CATEGORIES } from '#domain/categories.ts';
import { expectAccessible } from './support/accessible.ts';
import { categoryLink, navigationLink } from './support/article-list.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import {
  audioPlayer,
  ensureNarration,
  installAudioAndHighlightTracking,
  listenButton,
  seekNearEnd,
} from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { signInByApiAndOpen } from './support/reader.ts';

// Reduced motion prevents color transitions, during which a contrast check would measure a wrong color.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the Premium offer for listeners is accessible in both themes', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const article = library.articles[0]!;
  await installAudioAndHighlightTracking(page);
  await signInByApiAndOpen(page, article.path);
  await ensureNarration(page, article, 'preview');
  await listenButton(page).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  await seekNearEnd(page, 0.3);
  await expect(page.getByRole('dialog', { name: 'Premium plays the rest' })).toBeVisible();
  await expectAccessible(page);
});

test('a list that failed to load and its error toast are accessible in both themes', {
  tag: LONG_TEST_TAG,
}, async ({ page, browserErrors }) => {
  browserErrors.expect(/ERR_FAILED/);
  await openHydrated(page, '/articles');
  await page.route('**/api/v1/articles?*', (route) => route.abort());
  await categoryLink(page, CATEGORIES[0]!.name).click();
  // The toast does not disappear while the pointer is over it.
  await page.getByRole('alert').getByRole('paragraph').hover();
  await expectAccessible(page);
});

test('the offline page is accessible in both themes', { tag: LONG_TEST_TAG }, async ({
  page,
  context,
  browserErrors,
}) => {
  browserErrors.expect(/ERR_INTERNET_DISCONNECTED/);
  await openHydrated(page, '/');
  await context.setOffline(true);
  await navigationLink(page, 'Explore').click();
  await expect(page.getByRole('heading', { name: 'You seem to be offline' })).toBeVisible();
  await expectAccessible(page);
});
