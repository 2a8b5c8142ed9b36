import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { type APIRequestContext, type Page, request } from '@playwright/test';
import type { ArticleMeta } from '#domain/article.ts';
import { expectAccessible } from './support/accessible.ts';
import { callApi, createEmailAddress, signInByApi } from './support/accounts.ts';
import { expect, test } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import { doubleTextSize, expectFitsWidth } from './support/narrow-screens.ts';
import { EDITOR_EMAIL } from './support/studio.ts';

/** Signs in an editor, and opens a screen of the studio. */
async function openStudio(page: Page, path: string): Promise<void> {
  await signInByApi(page.request, EDITOR_EMAIL);
  await page.goto(`/studio${path}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

/** Signs in a new reader through the API. The caller must dispose of the returned context. */
async function newReader(): Promise<APIRequestContext> {
  const reader = await request.newContext({ baseURL: process.env.STUDIO_ORIGIN! });
  await signInByApi(reader, createEmailAddress());
  return reader;
}

/** Sends a reader's report about an article. */
async function report(
  reader: APIRequestContext,
  { authorAlias, id }: ArticleMeta,
  details: { reason: string; explanation?: string },
): Promise<void> {
  const response = await callApi(reader, 'PUT', `/articles/${authorAlias}/${id}/report`, details);
  expect(response.status()).toBe(204);
}

const SCREENS = {
  'on a laptop': { articleIndex: -3, use: { viewport: { width: 1280, height: 800 } } },
  'on a phone': {
    articleIndex: -2,
    use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
  },
} as const;

// In the quick set (`npm test`), only `studio-screens.spec.ts` checks the phone layout of these screens.
for (const [screenName, { articleIndex, use }] of Object.entries(SCREENS))
  test.describe(screenName, { tag: 'isMobile' in use ? LONG_TEST_TAG : [] }, () => {
    test.use(use);

    test('an editor reviews a report and resolves it', async ({ page, library }) => {
      // Each test reports a different article, because all tests share the list of reports.
      const article = library.articles.at(articleIndex)!;
      const reader = await newReader();
      const explanation = `The second paragraph says so. ${randomUUID()}`;
      await report(reader, article, { reason: 'MISINFORMATION', explanation });

      await openStudio(page, '/reports');
      const entry = page.getByRole('listitem', { name: article.title });
      await expect(entry).toContainText(explanation);
      await expect(entry).toContainText('Misinformation');
      await expectAccessible(page);

      // Canceling the confirmation dialog must not archive the article.
      await entry.getByRole('button', { name: 'Archive article' }).click();
      const dialog = page.getByRole('dialog');
      await expect(dialog).toContainText('its page says it’s gone');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toBeHidden();
      await expect(entry.getByRole('button', { name: 'Archive article' })).toBeFocused();

      await entry.getByRole('button', { name: 'Dismiss' }).press('Enter');
      await expect(page.getByRole('status').getByText('One report dismissed.')).toBeVisible();
      await expect(entry).toBeHidden();
      // After a decision that was made with the keyboard, focus must move to the heading of the list.
      await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeFocused();
      await page.getByRole('navigation', { name: 'Reports' }).getByText('Dismissed').click();
      await expect(entry).toContainText(explanation);

      // A new report by the same reader must reopen the article's reports.
      await report(reader, article, { reason: 'MISINFORMATION', explanation });
      await page.getByRole('navigation', { name: 'Reports' }).getByText('Open').click();
      await page.reload();
      await expect(entry).toContainText(explanation);
      await reader.dispose();
    });

    test('an editor replies to a message, reopens it, and marks another message as spam', {
      tag: LONG_TEST_TAG,
    }, async ({ page }) => {
      const name = `Ada ${randomUUID().slice(0, 8)}`;
      await page.goto('/contact');
      await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
      await page.getByRole('textbox', { name: 'Email', exact: true }).fill('ada@example.org');
      await page.getByRole('combobox', { name: 'Subject', exact: true }).selectOption('Press');
      await page
        .getByRole('textbox', { name: 'Message', exact: true })
        .fill('Which of the authors is the oldest?');
      await page.getByRole('button', { name: 'Send message' }).click();
      await expect(page.getByText('We’ll reply to ada@example.org')).toBeVisible();

      await openStudio(page, '/inbox');
      const messages = page.getByRole('list').filter({ has: page.getByText(name) });
      await messages.getByRole('link', { name }).click();
      const message = page.getByRole('region', { name: 'Message' });
      await expect(message).toContainText('Which of the authors is the oldest?');
      await expectAccessible(page);

      // The browser must keep the draft of the reply during a reload.
      const replyBox = message.getByRole('textbox', { name: `Reply to ${name}` });
      await replyBox.fill('Marginalia is.');
      await page.reload();
      await expect(replyBox).toHaveValue('Marginalia is.');
      const mailto = await message
        .getByRole('link', { name: 'Open in your email app' })
        .getAttribute('href');
      const mailUrl = new URL(mailto!);
      expect([mailUrl.protocol, mailUrl.pathname]).toEqual(['mailto:', 'ada@example.org']);
      expect(mailUrl.searchParams.get('body')).toBe(
        'Marginalia is.\r\n\r\n> Which of the authors is the oldest?',
      );
      await replyBox.press('Control+Enter');
      await expect(page.getByRole('status').getByText('Marked as answered.')).toBeVisible();
      await expect(message.getByRole('list', { name: 'Replies' })).toContainText('Marginalia is.');
      await expect(message).toContainText('Answered elsewhere');

      await message.getByRole('button', { name: 'Move back to inbox' }).click();
      await expect(message).toContainText('To answer');
      await message.getByRole('button', { name: 'Mark as spam' }).click();
      await expect(message.getByRole('textbox')).toBeHidden();
      await page.goto('/studio/inbox?of=spam');
      await expect(messages.getByRole('link', { name })).toBeVisible();
    });

    test('an editor previews the next letter for followers of an author, in both parts and themes', {
      tag: LONG_TEST_TAG,
    }, async ({ page, library }) => {
      await openStudio(page, '/inbox');
      await page.getByRole('button', { name: 'Preview the next letter' }).click();
      const dialog = page.getByRole('dialog', { name: 'The next letter' });
      const letter = dialog.frameLocator('iframe');
      await expect(letter.getByRole('heading', { name: 'Today’s five' })).toBeVisible();
      await expect(letter.locator('body')).toHaveCSS('background-color', 'rgb(251, 248, 243)');

      const { alias } = library.authors[0]!;
      await dialog.getByRole('checkbox', { name: alias, exact: true }).check();
      await expect(dialog.locator('iframe')).toHaveAttribute('src', RegExp(`authors=${alias}&`));
      await dialog.getByRole('combobox', { name: 'Theme' }).selectOption('Dark');
      await expect(letter.locator('body')).toHaveCSS('background-color', 'rgb(20, 19, 17)');
      await dialog.getByRole('combobox', { name: 'Part' }).selectOption('Plain text');
      const text = dialog.getByRole('region', { name: 'Letter' });
      await expect(text).toContainText('TODAY’S FIVE');
      // Accessibility is checked while the dialog shows plain text, because axe cannot run while the dialog shows the
      // HTML part in a frame that blocks scripts.
      await expectAccessible(page);
      for (const theme of ['light', 'dark'] as const) await expectLetterAccessible(page, theme);
    });

    test('an editor reads the figures in a chart, by keyboard, as a table and in a file', {
      tag: LONG_TEST_TAG,
    }, async ({ page }) => {
      await openStudio(page, '');
      await expect(page.getByRole('heading', { name: 'Reads by day' })).toBeVisible();
      const chart = page.getByRole('application', { name: /^Reads by day, 28 days/ });
      await expect(chart).toBeVisible();
      await expectAccessible(page);

      await chart.focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      const chartStatus = page.getByRole('status').filter({ hasText: 'To the end' });
      await expect(chartStatus).toBeVisible();
      const first = await chartStatus.textContent();
      await page.keyboard.press('ArrowRight');
      await expect(chartStatus).not.toHaveText(first!);

      // The tiles with the figures are a radio group, in which arrow keys change the selection.
      await page.getByRole('radio', { name: /^Reads/ }).focus();
      await page.keyboard.press('ArrowRight');
      await expect(page.getByRole('heading', { name: 'Listens by day' })).toBeVisible();
      await page.getByRole('button', { name: 'Table' }).click();
      const table = page.getByRole('table', { name: 'Listens by day' });
      await expect(table.getByRole('row')).toHaveCount(29);
      await expect(table.getByRole('columnheader')).toHaveText([
        'Day',
        'A quarter',
        'Half',
        'Three quarters',
        'To the end',
      ]);

      await page.getByRole('radio', { name: '7', exact: true }).click({ force: true });
      await expect(page).toHaveURL(/\?days=7$/);
      await expect(table.getByRole('row')).toHaveCount(8);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'CSV of Listens by day' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^octavo-days-7-days-to-\d{4}-\d\d-\d\d\.csv$/);
      const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n');
      expect(lines).toHaveLength(8);
      expect(lines[0]).toMatch(/^Day,Reads,Reads with analytics,Read to the end,Heard a quarter/);

      for (const question of [
        'Read to the end',
        'Heard to the end',
        'Gaining followers',
        'Most reported',
        'Subscriptions',
      ])
        await expect(page.getByRole('heading', { name: question })).toBeVisible();
    });

    test('an editor opens an article’s figures, compared with similar articles', {
      tag: LONG_TEST_TAG,
    }, async ({ page, library }) => {
      const { title, id, authorAlias } = library.articles[0]!;
      await openStudio(page, `/articles/${id}`);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Stats' }).click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect(page.getByRole('radio', { name: /^Reads/ })).toBeChecked();
      // The statistics of an article have no number of new followers, because readers follow authors, not articles.
      await expect(page.getByRole('radio', { name: /^New followers/ })).toHaveCount(0);
      const table = page.getByRole('table', { name: /^Per hundred reads/ });
      await expect(table.getByRole('columnheader')).toContainText([
        'Per hundred reads',
        'This article',
        authorAlias,
      ]);
      await expectAccessible(page);

      await page.getByRole('radio', { name: '90', exact: true }).click({ force: true });
      await expect(page).toHaveURL(
        ({ searchParams }) =>
          searchParams.get('days') === '90' && searchParams.get('article') === id,
      );
      await page.getByRole('link', { name: authorAlias }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
      await expect(page.getByRole('combobox', { name: 'Show' })).toHaveValue(
        `author:${authorAlias}`,
      );
      await page.goBack();
      await page.getByRole('combobox', { name: 'Show' }).selectOption('All of Octavo');
      await expect(page).toHaveURL(/\?days=90$/);
    });

    test('an editor sees the system’s health, and finds an error by its ID', {
      tag: LONG_TEST_TAG,
    }, async ({ page }) => {
      await openStudio(page, '/health');
      await expect(page.getByRole('rowheader', { name: 'counts-tally' })).toBeVisible();
      await expect(page.getByText('Embedded (PGlite)')).toBeVisible();
      // The random part of the message has no digits, because the studio groups errors that differ only in digits. Its
      // words are short, so that they fit on a phone when another test measures the layout of this screen.
      const letters = randomUUID()
        .replaceAll('-', '')
        .replaceAll(/./g, (digit) => (Number.parseInt(digit, 16) + 20).toString(36))
        .replaceAll(/.{4}(?!$)/g, '$& ');
      const message = `Something broke ${letters}`;
      const errorReport = { message, path: '/somewhere' };
      expect((await callApi(page.request, 'POST', '/errors', errorReport)).status()).toBe(204);
      await page.reload();
      // The error must appear in the list of all errors, and in the error list of the process that received the report.
      const errorEntry = page.getByRole('listitem').filter({ hasText: `${message}Browsers` });
      await errorEntry.getByText(message).click();
      const id = (await errorEntry.textContent())!.match(
        /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/,
      )![0];
      const process = page.getByRole('listitem').filter({ hasText: 'You’re connected to it' });
      await process.getByText(/errors? since it started$/).click();
      await process.getByRole('link', { name: id }).click();
      const idField = page.getByRole('textbox', { name: 'ID from a reader’s error page' });
      await expect(idField).toHaveValue(id);
      await expect(idField).toBeFocused();
      await expect(errorEntry).toBeVisible();
      await expect(
        page.getByRole('list').filter({ has: errorEntry }).getByRole('listitem'),
      ).toHaveCount(1);
      await expectAccessible(page);
    });
  });

test('an editor resolves reports with the keyboard alone', { tag: LONG_TEST_TAG }, async ({
  page,
  library,
}) => {
  const article = library.articles.at(-1)!;
  const reader = await newReader();
  await report(reader, article, { reason: 'SPAM' });
  await reader.dispose();

  await openStudio(page, '/reports');
  const entry = page.getByRole('listitem', { name: article.title });
  await expect(entry).toBeVisible();
  for (let step = 0; step < 20; step += 1) {
    await page.keyboard.press('j');
    if (await entry.evaluate((element) => element === document.activeElement)) break;
  }
  await expect(entry).toBeFocused();
  await expect(entry).toHaveCSS('outline-style', 'solid');
  await expect(entry.getByRole('button', { name: 'Dismiss' })).toHaveAttribute(
    'aria-keyshortcuts',
    'D',
  );
  await expectAccessible(page);
  const [openedPage] = await Promise.all([
    page.waitForEvent('popup'),
    page.keyboard.press('Enter'),
  ]);
  expect(new URL(openedPage.url()).pathname).toBe(article.path);
  await openedPage.close();

  await page.keyboard.press('?');
  const shortcutsDialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(shortcutsDialog).toContainText('Dismiss the reports');
  await expectAccessible(page);
  // While the list of shortcuts is open, the shortcut `d` must not dismiss reports.
  await page.keyboard.press('d');
  await page.keyboard.press('Escape');
  await expect(shortcutsDialog).toBeHidden();
  // After the dialog has closed, focus must return to the report, whose first focusable element is the link to the
  // article.
  await expect(entry.getByRole('link', { name: article.title })).toBeFocused();
  await page.keyboard.press('d');
  await expect(page.getByRole('status').getByText('One report dismissed.')).toBeVisible();
  await expect(entry).toBeHidden();
});

test('the dashboard shows pending work, and starts an article', async ({ page, library }) => {
  const reader = await newReader();
  await report(reader, library.articles.at(-4)!, { reason: 'SPAM' });
  await reader.dispose();
  await openStudio(page, '');
  const pendingWork = page.getByRole('region', { name: 'Waiting for you' });
  const reports = pendingWork.getByRole('link', { name: /^\d+ reported articles?$/ });
  await expect(reports).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Show' }).getByRole('option')).toContainText(
    library.authors.map(({ alias }) => alias).toSorted((a, b) => a.localeCompare(b)),
  );
  await reports.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Start an article' }).click();
  await expect(page.getByRole('dialog', { name: 'New article' })).toBeVisible();
});

test('at doubled text size, everything is still usable on a phone', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openStudio(page, '/reports');
  await doubleTextSize(page);
  const menu = page.getByRole('button', { name: 'Menu' });
  await expect(menu).toBeInViewport({ ratio: 1 });
  await expectFitsWidth(page, 390);
});

/**
 * Fails if axe finds an accessibility problem in the preview of the next weekly letter. Opens the letter as a separate
 * page, and wraps its content in a `<main>` element, as email programs do.
 */
async function expectLetterAccessible(page: Page, theme: 'light' | 'dark'): Promise<void> {
  const response = await page.request.get('/api/v1/studio/letter/html', { params: { theme } });
  const letterPage = await page.context().newPage();
  await letterPage.setContent(await response.text());
  await letterPage.evaluate(() => {
    const main = document.createElement('main');
    main.append(...document.body.childNodes);
    document.body.append(main);
  });
  await expect(letterPage.getByRole('heading', { name: 'Today’s five' })).toBeVisible();
  await expectAccessible(letterPage, [theme]);
  await letterPage.close();
}
