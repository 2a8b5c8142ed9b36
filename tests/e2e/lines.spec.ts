import type { Locator, Page } from '@playwright/test';
import { linesCopy } from '#web/copy/lines.ts';
import { signInDialogCopy } from '#web/copy/sign-in-dialog.ts';
import { expectAccessible } from './support/accessible.ts';
import { createEmailAddress, signInByApi } from './support/accounts.ts';
import { expect, openHydrated, test } from './support/browser.ts';
import { expectNoLayoutProblems } from './support/layout.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { keepFirstTakeawayByApi, signInFromDialog } from './support/reader.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const keepButtons = (page: Page) =>
  page.getByRole('button', { name: /^(Keep|Kept) this takeaway$/ });
const selectionMenu = (page: Page) => page.getByRole('group', { name: linesCopy.menu.name });
const lineEntries = (page: Page) => page.getByRole('main').getByRole('figure');

/** Selects the first characters of an article element, and waits for the selection menu. Returns the menu. */
async function selectText(page: Page, anchor: string, length: number): Promise<Locator> {
  const part = page.locator(`[data-anchor="${anchor}"]`);
  await part.evaluate((element, end) => {
    element.scrollIntoView({ block: 'center' });
    const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode()!;
    getSelection()!.setBaseAndExtent(text, 0, text, end);
  }, length);
  await expect(selectionMenu(page)).toBeVisible();
  return selectionMenu(page);
}

test('a kept takeaway and a kept sentence lead back to their places from the profile', async ({
  page,
  library,
}) => {
  const { path, title } = library.articles[0]!;
  await signInByApi(page.request, createEmailAddress());
  await openHydrated(page, path);
  await page.locator('#point-3').scrollIntoViewIfNeeded();
  const text = page.locator('[data-anchor="keyPoints.2.takeaway"]');
  const takeaway = await text.innerText();
  // Simulates a browser that translates the page. The takeaway must be kept in the original language.
  await text.evaluate((element) => {
    const translation = document.createElement('font');
    translation.textContent = 'Eine Übersetzung.';
    element.firstChild!.replaceWith(translation);
  });
  const keepButton = keepButtons(page).last();
  await keepButton.click();
  await expect(keepButton).toHaveAttribute('aria-pressed', 'true');
  const menu = await selectText(page, 'introduction.0', 20);
  const linesResponse = page.waitForResponse((response) => response.url().endsWith('/lines'));
  await menu.getByRole('button', { name: linesCopy.keep }).click();
  await expect(menu).toBeHidden();
  expect((await linesResponse).status()).toBe(200);

  await openHydrated(page, '/profile/lines');
  await expect(lineEntries(page)).toHaveCount(2);
  await expect(page.getByRole('heading', { name: title })).toHaveCount(1);
  await expect(lineEntries(page).last()).toContainText(takeaway);
  const link = page.getByRole('link', { name: linesCopy.place['point-3'] });
  await expect(link).toHaveAttribute('href', /#point-3:~:text=/);
  await link.click();
  // Playwright's browser ignores the text fragment of the URL, so it scrolls to the beginning of the section.
  await expect(page).toHaveURL(new RegExp(`${path}#point-3`));
  await expect(page.locator('#point-3')).toBeInViewport();
  await expect(keepButtons(page).last()).toHaveAttribute('aria-pressed', 'true');
  await keepButtons(page).last().click();
  await expect(keepButtons(page).last()).toHaveAttribute('aria-pressed', 'false');
});

test('the menu is used by keyboard, and copies a selection with its link', async ({
  page,
  context,
  library,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { path } = library.articles[0]!;
  await openHydrated(page, path);
  const menu = await selectText(page, 'keyPoints.0.paragraphs.0', 20);
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('button', { name: linesCopy.keep })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('button', { name: linesCopy.menu.copyWithLink })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(linesCopy.menu.copied)).toBeVisible();
  await expect(menu).toBeHidden();
  await expect(page.locator('.reading')).toBeFocused();
  const copiedText = await page.evaluate(() => navigator.clipboard.readText());
  expect(copiedText).toContain(`${baseURL}${path}#point-1:~:text=`);
  await selectText(page, 'keyPoints.0.paragraphs.0', 30);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
});

test('a visitor who keeps a takeaway is asked to sign in, and then it is kept', async ({
  page,
  library,
}) => {
  await openHydrated(page, library.articles[0]!.path);
  await page.locator('#point-1').scrollIntoViewIfNeeded();
  await keepButtons(page).first().click();
  const dialog = page.getByRole('dialog', { name: signInDialogCopy.keep.title });
  await expect(dialog).toBeVisible();
  await signInFromDialog(page);
  await expect(page.getByText(linesCopy.keptToast)).toBeVisible();
  await expect(keepButtons(page).first()).toHaveAttribute('aria-pressed', 'true');
});

test('lines, their notes and the menu are accessible and have a sound layout', {
  tag: LONG_TEST_TAG,
}, async ({ page, library }) => {
  await signInByApi(page.request, createEmailAddress());
  for (const article of library.articles.slice(0, 3)) await keepFirstTakeawayByApi(page, article);
  await openHydrated(page, '/profile/lines');
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
  await page
    .getByRole('button', { name: new RegExp(`^${linesCopy.note.add}`) })
    .first()
    .click();
  await page.keyboard.type('Remember this.');
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
  await page.getByRole('button', { name: linesCopy.note.save }).click();
  await expect(lineEntries(page).first()).toContainText('Remember this.');
  await page.getByRole('searchbox').fill('remember');
  await expect(page).toHaveURL(/q=remember/);
  await expect(lineEntries(page)).toHaveCount(1);

  await openHydrated(page, library.articles[0]!.path);
  await page.locator('#point-1').scrollIntoViewIfNeeded();
  await expect(keepButtons(page).first()).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await expectNoLayoutProblems(page);
  await selectText(page, 'introduction.0', 20);
  await expectAccessible(page);
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('lines can be read, searched and downloaded', async ({ page, library }) => {
    await signInByApi(page.request, createEmailAddress());
    for (const article of library.articles.slice(0, 2)) await keepFirstTakeawayByApi(page, article);
    await page.goto('/profile/lines');
    await expect(lineEntries(page)).toHaveCount(2);
    await page.getByRole('searchbox').fill(library.articles[0]!.title);
    await page.getByRole('searchbox').press('Enter');
    await expect(lineEntries(page)).toHaveCount(1);
    const link = page.getByRole('link', { name: linesCopy.formats.json });
    const file = await page.request.get((await link.getAttribute('href'))!);
    expect(await file.json()).toHaveLength(2);
  });
});
