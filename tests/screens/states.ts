import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { ArticleMeta } from '#domain/article.ts';
import type { ArticleReview } from '#domain/studio/reviews.ts';
import { downloadsCopy } from '#web/copy/downloads.ts';
import { sharedControlsCopy } from '#web/copy/shared-controls.ts';
import { STUDIO_SCREENS } from '../../src/studio/screens.ts';
import { callApi, signInByApi } from '../e2e/support/accounts.ts';
import { expect, openHydrated } from '../e2e/support/browser.ts';
import { cookieBanner } from '../e2e/support/consent.ts';
import type { PublishedLibrary } from '../e2e/support/library.ts';
import {
  audioPlayer,
  ensureNarration,
  installAudioAndHighlightTracking,
  listenButton,
  openArticleAsPremiumReader,
  seekNearEnd,
} from '../e2e/support/listening.ts';
import { getUrlOfPageUnderTest, PAGES_UNDER_TEST } from '../e2e/support/pages.ts';
import { createPodcastUrl } from '../e2e/support/podcast.ts';
import {
  bookmarkButton,
  feedbackButton,
  followAuthor,
  followButton,
  followByApi,
  keepFirstTakeawayByApi,
  recordReadingByApi,
  signInByApiAndOpen,
} from '../e2e/support/reader.ts';
import {
  ADMINISTRATOR_EMAIL,
  createArticleByApi,
  EDITOR_EMAIL,
  openNewArticle,
  requestAiReviewByApi,
} from '../e2e/support/studio.ts';

/** Time limit, in milliseconds, for results from the demo writer, which simulates an AI service. */
const WRITING_TIMEOUT = { timeout: 100_000 };

export const SCREENSHOT_READERS = ['visitor', 'free', 'premium', 'editor'] as const;
export type ScreenshotReader = (typeof SCREENSHOT_READERS)[number];

/** The page on which a screen state is shown, and the data for it. */
export interface ScreenStateContext {
  page: Page;
  library: PublishedLibrary;
  premiumReader: string;
}

/** A screen in a certain state, for example with an open dialog. */
export interface ScreenState {
  name: string;
  reader: ScreenshotReader;
  /** True if the cookie banner is shown, because the reader has not made a choice. */
  isFirstVisit?: boolean;
  /** Opens the screen and brings it into this state, for example by opening a dialog. */
  show(scene: ScreenStateContext): Promise<void>;
}

const visitor: ScreenState[] = [
  ...PAGES_UNDER_TEST.map(
    (pageUnderTest): ScreenState => ({
      name: pageUnderTest.name,
      reader: 'visitor',
      show: ({ page, library }) =>
        openHydrated(page, getUrlOfPageUnderTest(pageUnderTest, library)),
    }),
  ),
  {
    name: 'the question about cookies',
    reader: 'visitor',
    isFirstVisit: true,
    show: ({ page }) => openHydrated(page, '/articles'),
  },
  {
    name: 'choices about cookies',
    reader: 'visitor',
    isFirstVisit: true,
    async show({ page }) {
      await openHydrated(page, '/');
      await cookieBanner(page).getByRole('button', { name: 'Customize' }).click();
    },
  },
  {
    name: 'the share sheet',
    reader: 'visitor',
    async show({ page, library }) {
      await openHydrated(page, library.articles[0]!.path);
      await page.getByRole('banner').getByRole('button', { name: 'Share' }).click();
    },
  },
  {
    name: 'the reading settings',
    reader: 'visitor',
    async show({ page, library }) {
      await openHydrated(page, library.articles[0]!.path);
      await page.getByRole('button', { name: 'Reading settings' }).click();
    },
  },
  {
    name: 'the sign-in dialog',
    reader: 'visitor',
    async show({ page, library }) {
      await openHydrated(page, library.articles[0]!.path);
      await bookmarkButton(page).click();
    },
  },
  {
    name: 'a preview that plays',
    reader: 'visitor',
    async show({ page, library }) {
      await playPreview(page, library);
    },
  },
  {
    name: 'a preview that has ended',
    reader: 'visitor',
    async show({ page, library }) {
      await playPreview(page, library);
      await seekNearEnd(page, 0.3);
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'a list that did not load',
    reader: 'visitor',
    async show({ page }) {
      await page.route('**/api/v1/articles?*', (route) => route.abort());
      await openHydrated(page, '/articles');
      await page.getByRole('navigation', { name: 'Categories' }).getByRole('link').nth(2).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'a contact form with mistakes',
    reader: 'visitor',
    async show({ page }) {
      await openHydrated(page, '/contact');
      await page.getByRole('button', { name: 'Send message' }).click();
    },
  },
];

const free: ScreenState[] = [
  ...[
    '/',
    '/profile',
    '/profile?show=read',
    '/profile/following',
    '/profile/lines',
    '/profile/history',
    '/settings',
    '/plans',
    '/auth',
  ].map(
    (url): ScreenState => ({
      name: `${url} of somebody new`,
      reader: 'free',
      async show({ page }) {
        await signInByApiAndOpen(page, url);
      },
    }),
  ),
  {
    name: 'topics that were picked',
    reader: 'free',
    async show({ page }) {
      await signInByApiAndOpen(page, '/');
      const topics = await page.getByRole('checkbox', { name: /&/ }).all();
      for (const topic of topics.slice(0, 2)) await topic.check();
    },
  },
  ...[
    '/',
    '/profile',
    '/profile?show=unread',
    '/profile/following',
    '/profile/lines',
    '/profile/history',
    '/settings',
  ].map(
    (url): ScreenState => ({
      name: `${url} of a reader with bookmarks, authors, lines and a history`,
      reader: 'free',
      async show({ page, library }) {
        await signInByApiAndOpen(page, library.articles[0]!.path);
        for (const { path } of library.articles.slice(0, 3)) {
          await openHydrated(page, path);
          await bookmarkButton(page).click();
          await expect(bookmarkButton(page)).toHaveAttribute('aria-pressed', 'true');
        }
        for (const { alias } of library.authors.slice(0, 3)) await followAuthor(page, alias);
        for (const [index, section] of (['point-2', 'end', 'point-3'] as const).entries())
          await recordReadingByApi(page, library.articles[index]!, section);
        for (const article of library.articles.slice(0, 3))
          await keepFirstTakeawayByApi(page, article);
        await openHydrated(page, url);
      },
    }),
  ),
  {
    name: 'the unread articles of a feed',
    reader: 'free',
    async show({ page, library }) {
      await signInByApiAndOpen(page, '/about');
      await followByApi(page, library.articles[0]!.authorAlias);
      await recordReadingByApi(page, library.articles[0]!, 'end');
      await openHydrated(page, '/?show=unread');
    },
  },
  {
    name: 'finished articles in Explore',
    reader: 'free',
    async show({ page, library }) {
      await signInByApiAndOpen(page, '/about');
      for (const article of library.articles.slice(0, 3))
        await recordReadingByApi(page, article, 'end');
      await openHydrated(page, '/articles');
      await expect(page.getByText(sharedControlsCopy.read, { exact: true }).first()).toBeVisible();
    },
  },
  {
    name: 'a history that is switched off',
    reader: 'free',
    async show({ page, library }) {
      await signInByApiAndOpen(page, '/about');
      await recordReadingByApi(page, library.articles[0]!, 'point-2');
      await callApi(page.request, 'PUT', '/user/history', { keepsHistory: false });
      await openHydrated(page, '/profile/history');
    },
  },
  {
    name: 'an article that has been answered',
    reader: 'free',
    async show({ page, library }) {
      await signInByApiAndOpen(page, library.articles[0]!.path);
      await feedbackButton(page, 'PRACTICAL').click();
      await expect(feedbackButton(page, 'PRACTICAL')).toHaveAttribute('aria-pressed', 'true');
      await feedbackButton(page, 'PRACTICAL').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'the limit dialog',
    reader: 'free',
    async show({ page, library }) {
      const aliases = library.authors.map(({ alias }) => alias);
      await signInByApiAndOpen(page, '/authors');
      for (const alias of aliases.slice(0, 3)) await followAuthor(page, alias);
      await openHydrated(page, `/authors/${aliases[3]}`);
      await followButton(page, aliases[3]!).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the report dialog',
    reader: 'free',
    async show({ page, library }) {
      await signInByApiAndOpen(page, library.articles[0]!.path);
      await page.getByRole('button', { name: /^Report/ }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the dialog that deletes an account',
    reader: 'free',
    async show({ page }) {
      await signInByApiAndOpen(page, '/settings');
      const main = page.getByRole('main');
      await main.getByRole('button', { name: /^Delete account/ }).click();
    },
  },
  {
    name: 'a payment that failed',
    reader: 'free',
    show: ({ page }) => showOverdue(page, '/settings'),
  },
  {
    name: 'plans after a payment that failed',
    reader: 'free',
    show: ({ page }) => showOverdue(page, '/plans'),
  },
];

const premium: ScreenState[] = [
  {
    name: 'the list of feeds',
    reader: 'premium',
    async show({ page, library, premiumReader }) {
      const { authorAlias } = library.articles[0]!;
      await signInByApiAndOpen(page, `/authors/${authorAlias}`, premiumReader);
      await page.getByRole('link', { name: 'Feeds' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'the address of a private podcast',
    reader: 'premium',
    async show({ page, premiumReader }) {
      await signInByApiAndOpen(page, '/settings', premiumReader);
      await createPodcastUrl(page);
    },
  },
  ...['/', '/plans', '/settings', '/profile'].map(
    (url): ScreenState => ({
      name: url,
      reader: 'premium',
      async show({ page, premiumReader }) {
        await signInByApiAndOpen(page, url, premiumReader);
      },
    }),
  ),
  {
    name: 'welcome after a payment',
    reader: 'premium',
    async show({ page, premiumReader }) {
      await signInByApiAndOpen(page, '/plans?checkout=success', premiumReader);
    },
  },
  {
    name: 'an article',
    reader: 'premium',
    async show({ page, library }) {
      await openArticleAsPremiumReader(page, library.articles[0]!);
    },
  },
  {
    name: 'the player',
    reader: 'premium',
    async show({ page, library }) {
      await playArticle(page, library);
    },
  },
  {
    name: 'the full player with a queue',
    reader: 'premium',
    async show({ page, library }) {
      await openFullPlayer(page, library);
    },
  },
  ...['Speed', 'Narrator', 'Sleep timer'].map(
    (label): ScreenState => ({
      name: `${label} in the full player`,
      reader: 'premium',
      async show({ page, library }) {
        const player = await openFullPlayer(page, library);
        await player.getByRole('button', { name: new RegExp(`^${label}`) }).click();
      },
    }),
  ),
  {
    name: 'downloads',
    reader: 'premium',
    async show({ page, library, premiumReader }) {
      await signInByApiAndOpen(page, '/profile', premiumReader);
      await storeDownloads(page, library.articles.slice(0, 3));
      await page.getByRole('button', { name: downloadsCopy.title }).click();
      await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
    },
  },
  {
    name: 'downloads without a network',
    reader: 'premium',
    async show({ page, library, premiumReader }) {
      await signInByApiAndOpen(page, '/profile', premiumReader);
      await storeDownloads(page, library.articles.slice(0, 3));
      await openHydrated(page, '/offline');
      await expect(page.getByText(downloadsCopy.mark).first()).toBeVisible();
    },
  },
];

const editor: ScreenState[] = [
  ...STUDIO_SCREENS.filter(({ path }) => !path.includes(':id')).map(
    ({ path }): ScreenState => ({
      name: path,
      reader: 'editor',
      show: ({ page }) => openStudio(page, path),
    }),
  ),
  {
    name: 'an article in the editor',
    reader: 'editor',
    async show({ page, library }) {
      await signInByApi(page.request, EDITOR_EMAIL);
      const { id } = library.articles[0]!;
      await page.goto(`/studio/articles/${id}`);
      await waitUntilLoaded(page);
    },
  },
  {
    name: 'a new article in the editor',
    reader: 'editor',
    async show({ page }) {
      await openNewArticle(page, 'An article that begins');
    },
  },
  {
    name: 'what is missing for publishing',
    reader: 'editor',
    async show({ page }) {
      await openNewArticle(page, 'An article to publish');
      await page.getByRole('button', { name: 'Publish', exact: true }).click();
    },
  },
  {
    name: 'New article',
    reader: 'editor',
    async show({ page }) {
      await openStudio(page, '/articles');
      await page.getByRole('button', { name: 'New article' }).click();
    },
  },
  {
    name: 'Ask for ideas',
    reader: 'editor',
    async show({ page }) {
      await openStudio(page, '/ideas');
      await page.getByRole('button', { name: 'Ask for ideas' }).click();
    },
  },
  {
    name: 'Write an idea',
    reader: 'editor',
    async show({ page }) {
      await openStudio(page, '/ideas');
      await page.getByRole('button', { name: 'Write an idea' }).click();
    },
  },
  {
    name: 'The next letter',
    reader: 'editor',
    async show({ page }) {
      await openStudio(page, '/inbox');
      await page.getByRole('button', { name: 'Preview the next letter' }).click();
      await expect(page.frameLocator('iframe').getByRole('heading', { level: 1 })).toBeVisible();
    },
  },
  {
    name: 'Search or jump to',
    reader: 'editor',
    async show({ page }) {
      await openStudio(page, '/articles');
      await page.keyboard.press('Control+k');
    },
  },
  {
    name: 'the previews of a shared link',
    reader: 'editor',
    async show({ page, library }) {
      await openStudio(page, `/articles/${library.articles[0]!.id}`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Preview shared link' }).click();
      await expect(page.getByRole('figure')).toHaveCount(5);
    },
  },
  {
    name: 'an author',
    reader: 'editor',
    async show({ page }) {
      await openStudio(page, `/authors/${await findFirstAuthor(page)}`);
    },
  },
  {
    name: 'the form of an author',
    reader: 'editor',
    async show({ page }) {
      await openStudio(page, `/authors/${await findFirstAuthor(page)}/edit`);
    },
  },
  {
    name: 'a request',
    reader: 'editor',
    async show({ page }) {
      await signInByApi(page.request, ADMINISTRATOR_EMAIL);
      const id = await requestAiReviewByApi(
        page,
        await createArticleByApi(page, 'An article to review'),
      );
      await openStudio(page, `/requests/${id}`);
    },
  },
  {
    name: 'a request that is not confirmed',
    reader: 'editor',
    async show({ page }) {
      await signInByApi(page.request, ADMINISTRATOR_EMAIL);
      // The simulated AI service loses a submission that contains an article with this title
      // (`tests/e2e/setup/stand-ins/writer.ts`).
      const title = `Lost before arrival ${randomUUID()}`;
      const id = await requestAiReviewByApi(page, await createArticleByApi(page, title));
      await openStudio(page, `/requests/${id}`);
      await expect(page.getByRole('button', { name: 'Check again' })).toBeVisible();
    },
  },
  {
    name: 'a review with concerns',
    reader: 'editor',
    async show({ page }) {
      await signInByApi(page.request, ADMINISTRATOR_EMAIL);
      await openStudio(page, `/reviews/${await createReviewWithConcerns(page)}`);
    },
  },
];

/** Every screen of Octavo, in each state that looks different. */
export const SCREEN_STATES: readonly ScreenState[] = [...visitor, ...free, ...premium, ...editor];

async function playPreview(page: Page, library: PublishedLibrary): Promise<void> {
  const article = library.articles[0]!;
  await installAudioAndHighlightTracking(page);
  await ensureNarration(page, article, 'preview');
  await openHydrated(page, article.path);
  await listenButton(page).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
}

async function playArticle(page: Page, library: PublishedLibrary): Promise<void> {
  await openArticleAsPremiumReader(page, library.articles[0]!);
  await listenButton(page).click();
  await expect(audioPlayer(page)).toHaveAttribute('data-status', 'playing');
}

async function openFullPlayer(page: Page, library: PublishedLibrary) {
  await playArticle(page, library);
  await audioPlayer(page)
    .getByRole('button', { name: /Open the player/ })
    .click();
  const player = page.getByRole('dialog');
  await player.getByRole('button', { name: /^Add / }).first().click();
  await player.getByRole('button', { name: /^Add / }).first().click();
  return player;
}

/**
 * Stores articles and the timings of their narrations in the browser, as a download does, but without audio. A real
 * download is impossible, because it needs a service worker, which tests disable.
 */
async function storeDownloads(page: Page, articles: readonly ArticleMeta[]): Promise<void> {
  const stored = articles.map((article, index) => ({
    article,
    ...{
      recording: 'r',
      narrator: index ? 'bm' : 'af',
      seconds: 260 + 40 * index,
      bytes: 3e6 + 7e5 * index,
    },
    source: `/audio/${article.authorAlias}.${article.id}.af.mp3?recording=r`,
    savedAt: '2026-11-20T06:00:00.000Z',
  }));
  await page.evaluate(async (stored) => {
    const token = /id_token=[^.]*\.([^.]*)/.exec(document.cookie)![1]!;
    const { sub } = JSON.parse(atob(token.replaceAll('-', '+').replaceAll('_', '/')));
    const narrations = await caches.open(`reader-narrations:${sub}`);
    const pages = await caches.open(`reader-articles:${sub}`);
    await narrations.put('/narration-rights.json', Response.json({ checkedAt: Date.now() }));
    const downloads = stored.map(({ article }) => article.path);
    await pages.put('/saved-lists.json', Response.json({ downloads }));
    for (const saved of stored) {
      await narrations.put(saved.source.replace(/mp3.*/, 'json'), Response.json({ saved }));
      await pages.put(saved.article.path, await fetch(saved.article.path));
    }
  }, stored);
}

async function showOverdue(page: Page, url: string): Promise<void> {
  const profileUrl = '**/api/v1/user/profile';
  await page.route(profileUrl, async (route) => {
    const response = await route.fetch();
    const { data } = await response.json();
    const overdueSubscription = {
      subscriptionStatus: 'past_due',
      subscriptionExpiresAt: new Date().toISOString(),
      subscriptionEnds: false,
    };
    await route.fulfill({ response, json: { data: { ...data, ...overdueSubscription } } });
  });
  await signInByApiAndOpen(page, url);
}

/** Opens a screen of the studio as an administrator, who can open every screen. */
async function openStudio(page: Page, path: string): Promise<void> {
  await signInByApi(page.request, ADMINISTRATOR_EMAIL);
  await page.goto(`/studio${path}`);
  await waitUntilLoaded(page);
}

async function waitUntilLoaded(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

async function findFirstAuthor(page: Page): Promise<string> {
  await signInByApi(page.request, ADMINISTRATOR_EMAIL);
  const { authors } = await readApi<{ authors: { id: string }[] }>(page, '/studio/authors');
  return authors[0]!.id;
}

/** Index of a demo draft that `tests/e2e/studio-writing.spec.ts` does not use. */
const DRAFT_INDEX = 6;

/** Requests an article and its review from the demo writer. Returns the review's ID. */
async function createReviewWithConcerns(page: Page): Promise<string> {
  const { authors } = await readApi<{ authors: { id: string; alias: string }[] }>(
    page,
    '/studio/authors',
  );
  const { draftsBy } = await readApi<{ draftsBy: string[] }>(page, '/studio/writing');
  const { id: authorId } = authors.find(
    ({ alias }) => alias.toLowerCase() === draftsBy[DRAFT_INDEX],
  )!;
  await sendRequest(page, { type: 'generate_article_ideas', authors: [{ authorId, count: 1 }] });
  const readIdeas = async () => {
    const query = new URLSearchParams({ status: 'pending', authorId });
    return (await readApi<{ ideas: { id: string }[] }>(page, `/studio/ideas?${query}`)).ideas;
  };
  await expect.poll(async () => (await readIdeas()).length, WRITING_TIMEOUT).toBeGreaterThan(0);
  const [idea] = await readIdeas();
  await sendRequest(page, { type: 'generate_articles', ideaIds: [idea!.id], thenReview: true });
  const findReview = async () => {
    const { reviews } = await readApi<{ reviews: ArticleReview[] }>(page, '/studio/reviews');
    return reviews.find(({ concerns }) => (concerns.pending_action ?? 0) > 0)?.id;
  };
  await expect.poll(findReview, WRITING_TIMEOUT).toBeTruthy();
  return (await findReview())!;
}

async function sendRequest(page: Page, request: object): Promise<void> {
  const response = await callApi(page.request, 'POST', '/studio/requests', request);
  expect(response.ok(), await response.text()).toBe(true);
}

async function readApi<Data>(page: Page, path: string): Promise<Data> {
  const response = await page.request.get(`/api/v1${path}`);
  return ((await response.json()) as { data: Data }).data;
}
