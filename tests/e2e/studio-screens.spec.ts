import type { Page } from '@playwright/test';
import { SCREENS, type StudioScreen } from '../../src/studio/screens.ts';
import { expectAccessible } from './support/accessible.ts';
import { sendJson, signInByApi } from './support/accounts.ts';
import { expect, test } from './support/browser.ts';
import { ADMINISTRATOR, askForReview, createArticle } from './support/desk.ts';
import { expectSoundLayout } from './support/layout.ts';
import { field } from './support/manuscript.ts';

// Colours that are still fading have no contrast of their own.
test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(({ faults }) => faults.allow(/404 .*\/studio\/counts/));

/** Finds an id for the path of a screen that has one. */
type FindId = (page: Page) => Promise<string>;

/** By the screen's path. A screen with an id in its address needs a row here. */
const IDS: Readonly<Record<string, FindId>> = {
  '/articles/:id': (page) => createArticle(page, 'Swept'),
  '/authors/:id': firstAuthor,
  '/authors/:id/edit': firstAuthor,
  '/requests/:id': newRequest,
  async '/reviews/:id'(page) {
    const requestId = await newRequest(page);
    const { reviews } = await read<{ reviews: { id: string; requestId: string }[] }>(
      page,
      '/studio/reviews',
    );
    return reviews.find((review) => review.requestId === requestId)!.id;
  },
};

/** The inbox with a message open in it, which `studio-readers.spec.ts` sees. */
const ELSEWHERE = ['/inbox/:id'];

for (const screen of SCREENS.filter(({ path }) => !ELSEWHERE.includes(path)))
  test(`${screen.path} is accessible in both themes, and laid out soundly in every window`, async ({
    page,
  }) => {
    // A recent date shows the widest relative time.
    await page.clock.setFixedTime(Date.now() + 59 * 60_000);
    // Administrators see every screen.
    await signInByApi(page.request, ADMINISTRATOR);
    if (screen.path === '/articles') await acceptArticle(page);
    await page.goto(`/studio${await pathOf(screen, page)}`);
    const shown = page.getByRole('heading', { level: 1 }).or(field(page, 'Introduction'));
    await expect(shown.first()).toBeVisible();
    await expect(page.getByText('Loading', { exact: true })).toHaveCount(0);
    await expect(page.getByText(/couldn’t load this|didn’t load|didn’t answer/)).toHaveCount(0);
    await expectAccessible(page);
    await expectSoundLayout(page);
  });

async function pathOf({ path }: StudioScreen, page: Page): Promise<string> {
  if (!path.includes(':id')) return path;
  const findId = IDS[path];
  if (!findId) throw new Error(`Which id has ${path}?`);
  return path.replace(':id', await findId(page));
}

async function firstAuthor(page: Page): Promise<string> {
  const { authors } = await read<{ authors: { id: string }[] }>(page, '/studio/authors');
  return authors[0]!.id;
}

async function newRequest(page: Page): Promise<string> {
  return askForReview(page, await createArticle(page, 'To be reviewed'));
}

/** Creates an article in the status with the longest label. */
async function acceptArticle(page: Page): Promise<void> {
  const id = await createArticle(page, 'To be read by a person');
  const accepted = await sendJson(page.request, 'POST', `/studio/articles/${id}/moves`, {
    event: 'accept',
    version: 1,
  });
  expect(accepted.ok()).toBe(true);
}

async function read<Data>(page: Page, path: string): Promise<Data> {
  const answer = await page.request.get(`/api/v1${path}`);
  return ((await answer.json()) as { data: Data }).data;
}
