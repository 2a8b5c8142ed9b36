import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.ts';
import { expect, test } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { expectFitsWidth } from './support/narrow-screens.ts';
import { createArticleByApi, openStudio } from './support/studio.ts';

const PLACES = ['X', 'LinkedIn', 'WhatsApp', 'iMessage', 'Slack'];

/** Uses the keyboard to open the menu, and from there the dialog with an article's link previews. */
async function openSharedLink(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Preview shared link' }).press('Enter');
  await expect(page.getByRole('dialog', { name: 'Preview shared link' })).toBeVisible();
}

test('an editor sees how a link looks in five places, from the tags of the page', async ({
  page,
  library,
}) => {
  const { id, path, title, tagline } = library.articles[0]!;
  await openStudio(page, `/studio/articles/${id}`);
  const html = await (await page.request.get(path)).text();
  const readTag = (name: string) =>
    new RegExp(`<meta property="og:${name}" content="([^"]*)"`).exec(html)![1]!;

  await openSharedLink(page);
  const dialog = page.getByRole('dialog');
  const picture = readTag('image');
  for (const place of PLACES) {
    const preview = dialog.getByRole('figure', { name: place });
    await expect(preview.getByText(title, { exact: true })).toBeVisible();
    const image = preview.getByRole('img', { name: title });
    await expect(image).toHaveAttribute('src', picture);
    await expect
      .poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth))
      .toBe(1200);
  }
  const hasTagline = (place: string) =>
    dialog.getByRole('figure', { name: place }).getByText(tagline, { exact: true });
  for (const place of ['WhatsApp', 'Slack']) await expect(hasTagline(place)).toBeVisible();
  for (const place of ['X', 'LinkedIn', 'iMessage']) await expect(hasTagline(place)).toBeHidden();
  await expect(dialog.getByRole('figure', { name: 'Slack' })).toContainText('Octavo');
  await expect(dialog.getByRole('figure', { name: 'X' })).toContainText('From 127.0.0.1');
  // X crops pictures to a ratio of 2:1, and the other services show the whole picture.
  const proportions = await Promise.all(
    PLACES.map(async (place) => {
      const { width, height } = (await dialog
        .getByRole('figure', { name: place })
        .getByRole('img')
        .boundingBox())!;
      return Math.round((width / height) * 100);
    }),
  );
  expect(proportions).toEqual([200, 190, 190, 190, 190]);

  const facts = dialog.getByRole('region', { name: 'What the page says' });
  for (const fact of [title, tagline, '1200 × 630 pixels', path])
    await expect(facts).toContainText(fact);
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused();
});

test('a text that a place cuts off is named', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
  const { id, path } = library.articles[1]!;
  await openStudio(page, `/studio/articles/${id}`);
  const title = 'What everybody in the harbor knew about the weather, except its harbormaster';
  const description = `${'A sentence that goes on for longer than any messenger shows. '.repeat(5)}`;
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const body = (await response.text())
      .replace(/(property="og:title" content=")[^"]*/, `$1${title}`)
      .replace(/(property="og:description" content=")[^"]*/, `$1${description}`);
    await route.fulfill({ response, body });
  });
  await openSharedLink(page);
  const preview = (place: string) => page.getByRole('figure', { name: place });
  // X documents a limit of 70 characters for titles.
  await expect(preview('X').getByText('What everybody')).toHaveText(/^.{60,69}…$/);
  await expect(preview('X')).toContainText('The end of the title isn’t shown here.');
  await expect(preview('WhatsApp')).toContainText('The end of the description isn’t shown here.');
  await expect(preview('LinkedIn')).not.toContainText('description');
});

/** Replaces the title that link previews show for the article at `path`. */
async function replaceTitle(page: Page, path: string, title: string): Promise<void> {
  await page.unroute(path);
  await page.route(path, async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      /(property="og:title" content=")[^"]*/,
      `$1${title}`,
    );
    await route.fulfill({ response, body });
  });
}

test('a title is named as cut off by the width of its line, and after it has changed', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  const { id, path } = library.articles[1]!;
  await openStudio(page, `/studio/articles/${id}`);
  // X shows at most 70 characters of a title, in a single line. This title is shorter, but too wide for the line.
  await replaceTitle(
    page,
    path,
    'What the harbormaster never wanted to know about the coming weather',
  );
  await openSharedLink(page);
  const preview = (place: string) => page.getByRole('figure', { name: place });
  const note = 'The end of the title isn’t shown here.';
  await expect(preview('X')).toContainText(note);
  await expect(preview('LinkedIn')).not.toContainText(note);
  // The new title is longer, but has the same number of lines, so its element keeps its size. The note that the title
  // is cut off must appear nevertheless.
  await replaceTitle(page, path, 'What the harbormaster never wanted to know. '.repeat(4).trim());
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')));
  await expect(preview('LinkedIn').getByText('What the harbormaster')).toContainText('know. What');
  await expect(preview('LinkedIn')).toContainText(note);
});

test('an article’s page that does not load is not taken for a missing network', {
  tag: LONG_TEST_TAG,
}, async ({ page, library, browserErrors }) => {
  browserErrors.expect(/status of 503/);
  const { id, path } = library.articles[1]!;
  await openStudio(page, `/studio/articles/${id}`);
  await page.route(path, (route) => route.fulfill({ status: 503 }));
  await openSharedLink(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The article’s page didn’t load.');
  await page.unroute(path);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('figure')).toHaveCount(PLACES.length);
});

test('the previews fit a phone', { tag: LONG_TEST_TAG }, async ({ page, library }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await openStudio(page, `/studio/articles/${library.articles[0]!.id}`);
  await openSharedLink(page);
  await expect(page.getByRole('figure')).toHaveCount(PLACES.length);
  await expectFitsWidth(page, 320);
});

test('an article that is not published has no previews', async ({ page }) => {
  await openStudio(page);
  const id = await createArticleByApi(page, 'Nobody can share this yet');
  await page.goto(`/studio/articles/${id}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'History' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Preview shared link' })).toBeHidden();
});
