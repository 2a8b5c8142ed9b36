import type { Page } from '@playwright/test';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { STUDIO_SCREENS, type StudioScreen } from '../../src/studio/screens.ts';
import { expectAccessible } from './support/accessible.ts';
import { callApi, signInByApi } from './support/accounts.ts';
import { expect, test } from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { textFieldNamed } from './support/manuscript.ts';
import { ADMINISTRATOR_EMAIL, createArticleByApi, requestAiReviewByApi } from './support/studio.ts';

// Reduced motion prevents color transitions, during which a contrast check would measure a wrong color.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A function that finds or creates the entity, such as an article, that a screen shows. Returns the entity's ID. */
type FindId = (page: Page) => Promise<string>;

/** Functions that return the ID for each screen whose path contains an ID, by the screen's path. */
const ID_FINDERS: Readonly<Record<string, FindId>> = {
  '/articles/:id': (page) => createArticleByApi(page, 'Swept'),
  '/authors/:id': findFirstAuthor,
  '/authors/:id/edit': findFirstAuthor,
  // The screen of an AI request shows links to its results only after the request has ended.
  '/requests/:id': createEndedRequest,
  async '/reviews/:id'(page) {
    const requestId = await createRequest(page);
    const { reviews } = await readApi<{ reviews: { id: string; requestId: string }[] }>(
      page,
      '/studio/reviews',
    );
    return reviews.find((review) => review.requestId === requestId)!.id;
  },
};

/** Screens that `studio-readers.spec.ts` checks instead of this file. */
const SCREENS_CHECKED_ELSEWHERE = ['/inbox/:id'];

/** Screens whose lists resemble those of other screens. The quick set of tests (`npm test`) omits them. */
const SCREENS_IN_ALL_TESTS = [
  ...['/ideas', '/reviews', '/reviews/:id', '/requests', '/cadence', '/authors'],
  ...['/reports', '/log', '/members', '/authors/:id/edit', '/health'],
];

for (const screen of STUDIO_SCREENS.filter(({ path }) => !SCREENS_CHECKED_ELSEWHERE.includes(path)))
  test(`${screen.path} is accessible in both themes, and has a sound layout in every window`, {
    tag: SCREENS_IN_ALL_TESTS.includes(screen.path) ? LONG_TEST_TAG : [],
  }, async ({ page }) => {
    // The layout is measured with the widest relative time, which is "59 minutes ago".
    await page.clock.setFixedTime(Date.now() + 59 * 60_000);
    // An administrator can open every screen.
    await signInByApi(page.request, ADMINISTRATOR_EMAIL);
    if (screen.path === '/articles') await acceptArticle(page);
    await page.goto(`/studio${await resolvePath(screen, page)}`);
    const screenContent = page
      .getByRole('heading', { level: 1 })
      .or(textFieldNamed(page, 'Introduction'));
    await expect(screenContent.first()).toBeVisible();
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
    await expect(page.getByText(/couldn’t load this|didn’t load|didn’t answer/)).toHaveCount(0);
    await expectAccessible(page, isRunOfAllTests() ? ['light', 'dark'] : ['light']);
    await expectNoLayoutProblems(page);
  });

async function resolvePath({ path }: StudioScreen, page: Page): Promise<string> {
  if (!path.includes(':id')) return path;
  const findId = ID_FINDERS[path];
  if (!findId) throw new Error(`Which id has ${path}?`);
  return path.replace(':id', await findId(page));
}

async function findFirstAuthor(page: Page): Promise<string> {
  const { authors } = await readApi<{ authors: { id: string }[] }>(page, '/studio/authors');
  return authors[0]!.id;
}

async function createRequest(page: Page): Promise<string> {
  return requestAiReviewByApi(page, await createArticleByApi(page, 'To be reviewed'));
}

async function createEndedRequest(page: Page): Promise<string> {
  const id = await createRequest(page);
  const readStatus = async () => {
    const { request } = await readApi<{ request: { status: string } }>(
      page,
      `/studio/requests/${id}`,
    );
    return request.status;
  };
  await expect.poll(readStatus).toBe('ended');
  return id;
}

/** Creates an article and moves it to the status with the longest label. */
async function acceptArticle(page: Page): Promise<void> {
  const id = await createArticleByApi(page, 'To be read by a person');
  const response = await callApi(page.request, 'POST', `/studio/articles/${id}/moves`, {
    event: 'accept',
    version: 1,
  });
  expect(response.ok()).toBe(true);
}

async function readApi<Data>(page: Page, path: string): Promise<Data> {
  const response = await page.request.get(`/api/v1${path}`);
  return ((await response.json()) as { data: Data }).data;
}
