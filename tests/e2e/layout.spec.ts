import type { Page } from '@playwright/test';
import { shortcutsCopy } from '#web/copy/shortcuts.ts';
import { expectAccessible } from './support/accessible.ts';
import { createEmailAddress, signInByApi } from './support/accounts.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import { cookieBanner, STATE_WITHOUT_CONSENT } from './support/consent.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import type { PublishedLibrary } from './support/library.ts';
import { audioPlayer, listenButton, openArticleAsPremiumReader } from './support/listening.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { setTextSize } from './support/narrow-screens.ts';
import { createPodcastUrl } from './support/podcast.ts';
import {
  bookmarkButton,
  bookmarkByApi,
  feedbackButton,
  followButton,
  followByApi,
  signInByApiAndOpen,
} from './support/reader.ts';

// With reduced motion, transitions end immediately, so the final layout is measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('the pages of a reader with bookmarks and followed authors have a sound layout', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  await signInByApi(page.request, createEmailAddress());
  await bookmarkByApi(page, library.articles[0]!);
  for (const { alias } of library.authors.slice(0, 3)) await followByApi(page, alias);
  for (const path of ['/', '/profile', '/profile/following', '/settings']) {
    await openHydrated(page, path);
    await expectNoLayoutProblems(page);
  }
});

test('the pages of a Premium reader have a sound layout', { tag: LONG_TEST_TAG }, async ({
  page,
  premiumReader,
}) => {
  await signInByApi(page.request, premiumReader);
  for (const path of ['/plans', '/settings', '/profile']) {
    await openHydrated(page, path);
    await expectNoLayoutProblems(page);
  }
});

test.describe('on a first visit', () => {
  test.use({ storageState: STATE_WITHOUT_CONSENT });
  test('the cookie banner has a sound layout', async ({ page }) => {
    await openHydrated(page, '/articles');
    // The cookie banner disappears after the reader's choice, so it may cover more of the window than permanent bars.
    await expectNoLayoutProblems(page, { maxFixedShare: 0.75 });
    await cookieBanner(page).getByRole('button', { name: 'Customize' }).click();
    await expectNoLayoutProblems(page, { maxFixedShare: 0.95 });
  });
});

/** The dialogs to check, each with its name and a function that opens it on a phone. */
const DIALOGS: readonly [
  name: string,
  openDialog: (page: Page, library: PublishedLibrary, premiumReader: string) => Promise<void>,
][] = [
  [
    'the share sheet',
    async (page, { articles }) => {
      await openHydrated(page, articles[0]!.path);
      await page.getByRole('banner').getByRole('button', { name: 'Share' }).click();
    },
  ],
  [
    'the sheet with the reading settings',
    async (page, { articles }) => {
      await openHydrated(page, articles[0]!.path);
      await page.getByRole('button', { name: 'Reading settings' }).click();
    },
  ],
  [
    'the sign-in dialog',
    async (page, { articles }) => {
      await openHydrated(page, articles[0]!.path);
      await bookmarkButton(page).click();
    },
  ],
  [
    'the limit dialog',
    async (page, { authors }) => {
      const aliases = authors.map(({ alias }) => alias);
      await signInByApi(page.request, createEmailAddress());
      for (const alias of aliases.slice(0, 3)) await followByApi(page, alias);
      await openHydrated(page, `/authors/${aliases[3]}`);
      await followButton(page, aliases[3]!).click();
    },
  ],
  [
    'the report dialog',
    async (page, { articles }) => {
      await signInByApiAndOpen(page, articles[0]!.path);
      await page.getByRole('button', { name: /^Report/ }).click();
    },
  ],
  [
    'the dialog that deletes an account',
    async (page) => {
      await signInByApiAndOpen(page, '/settings');
      await page
        .getByRole('main')
        .getByRole('button', { name: /^Delete account/ })
        .click();
    },
  ],
  [
    'the list of keyboard shortcuts',
    async (page) => {
      await openHydrated(page, '/settings');
      await page.getByRole('button', { name: shortcutsCopy.show }).click();
    },
  ],
  [
    'the list of feeds',
    async (page, { authors }) => {
      await openHydrated(page, `/authors/${authors[0]!.alias}`);
      await page.getByRole('link', { name: 'Feeds' }).click();
    },
  ],
  [
    'the dialog with the address of a private podcast',
    async (page, _, premiumReader) => {
      await signInByApiAndOpen(page, '/settings', premiumReader);
      await createPodcastUrl(page);
    },
  ],
];

/** Dialogs whose layout resembles that of other dialogs. The quick set of tests (`npm test`) omits them. */
const SIMILAR_DIALOGS = [
  'the limit dialog',
  'the dialog that deletes an account',
  'the list of keyboard shortcuts',
  'the list of feeds',
  'the dialog with the address of a private podcast',
];

for (const [name, openDialog] of DIALOGS)
  test(`${name} is accessible and has a sound layout in every window`, {
    tag: SIMILAR_DIALOGS.includes(name) ? LONG_TEST_TAG : [],
  }, async ({ page, library, premiumReader, browserErrors }) => {
    browserErrors.allow(/403/);
    await openDialog(page, library, premiumReader);
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await expectNoLayoutProblems(page);
  });

test('the player is accessible and has a sound layout, collapsed and expanded', async ({
  page,
  library,
}) => {
  await openArticleAsPremiumReader(page, library.articles[0]!);
  await listenButton(page).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
  await setTextSize(page, 100);
  await page.setViewportSize({ width: 390, height: 844 });
  await audioPlayer(page)
    .getByRole('button', { name: /Open the player/ })
    .click();
  const player = page.getByRole('dialog');
  await expect(player).toBeVisible();
  await expectAccessible(page);
  await player.getByRole('button', { name: /^Add / }).first().click();
  await player.getByRole('button', { name: /^Add / }).first().click();
  await expectNoLayoutProblems(page);
  await player.getByRole('button', { name: /^Narrator/ }).click();
  await expect(page.getByRole('dialog', { name: 'Narrator' })).toBeVisible();
  await expectNoLayoutProblems(page);
});

test('an article with the reader’s feedback has a sound layout', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  await signInByApiAndOpen(page, library.articles[0]!.path);
  await feedbackButton(page, 'PRACTICAL').click();
  await expect(feedbackButton(page, 'PRACTICAL')).toHaveAttribute('aria-pressed', 'true');
  await expectNoLayoutProblems(page);
});
