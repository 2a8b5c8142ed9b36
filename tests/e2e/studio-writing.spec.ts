import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page, TestInfo } from '@playwright/test';
import { type DemoDraft, readDemoDrafts } from '#demo/writer/drafts.ts';
import { expectAccessible } from './support/accessible.ts';
import { createEmailAddress, signInByApi } from './support/accounts.ts';
import { expect, test, triggerHydration, waitForNetworkIdle } from './support/browser.ts';
import { LONG_TEST_TAG } from './support/long-test-tag.ts';
import {
  createArticleByApi,
  EDITOR_EMAIL,
  openStudio,
  requestAiReviewByApi,
} from './support/studio.ts';

const CONTENT = path.join(import.meta.dirname, '../../content');

/**
 * Indexes of demo drafts whose authors no other test uses. Each run of a test needs a new draft. Of every four drafts,
 * the simulated AI service fails once for the second draft, and delays the third draft
 * (`src/demo/writer/planned-failures.ts`).
 */
const SUCCEEDING_DRAFTS = [0, 3, 4, 7, 8, 11];
const DRAFTS_FAILING_ONCE = [1, 5, 9];

/** Returns the draft for this run of a test. Retries and repetitions get different drafts. */
async function nextDraft(
  indexes: readonly number[],
  { retry, repeatEachIndex }: TestInfo,
): Promise<DemoDraft> {
  const drafts = await readDemoDrafts(CONTENT, (file, error) => {
    throw new Error(`${file}: ${error}`);
  });
  return drafts[indexes[(retry + repeatEachIndex) % indexes.length]!]!;
}

/** Clicks the link to a studio screen in the navigation of a wide window, and waits until the screen is open. */
async function openScreen(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Studio' }).getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Waits for the next AI request that the page sends. Returns the AI request's ID. */
async function waitForRequestId(page: Page): Promise<string> {
  const requestResponse = await page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith('/api/v1/studio/requests'),
  );
  return (await requestResponse.json()).data.request.id;
}

const removeTags = (html: string) => html.replace(/<[^>]+>/g, '');

test('an idea becomes a published, narrated article, which is then archived', async ({
  page,
  browserErrors,
}, testInfo) => {
  test.setTimeout(600_000);
  browserErrors.allow(/404|410|503/);
  const draft = await nextDraft(SUCCEEDING_DRAFTS, testInfo);
  const { title } = draft.article;
  await openStudio(page, '/studio/ideas');

  // The test asks the AI for ideas for articles by one author.
  await page.getByRole('button', { name: 'Ask for ideas' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(new RegExp(`^${draft.alias}$`, 'i')).check();
  await dialog.getByLabel('Ideas per author').selectOption('1');
  await expect(dialog.getByText(/^About \$/)).toBeVisible();
  const sentRequestId = waitForRequestId(page);
  await dialog.getByRole('button', { name: 'Ask for ideas' }).click();
  const ideasRequestId = await sentRequestId;
  const notification = page.getByRole('status').filter({ hasText: 'New ideas are ready.' });
  await expect(notification.getByRole('link', { name: 'See the ideas' })).toBeVisible();
  const idea = page.getByRole('listitem').filter({ hasText: draft.idea.title });
  await expect(idea).toBeVisible();
  await expect(idea).toContainText(/Closest in meaning: “[^”]+”/);
  await expect(idea).toContainText(`What’s new: ${draft.nearest.whatIsNew}`);

  // The AI writes the article with its claims, and then reviews it.
  await idea.getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Write the article' }).click();
  await expect(idea).toBeHidden();
  await openScreen(page, 'Reviews');
  const row = page.getByRole('link').filter({ hasText: title });
  await expect(row).toContainText('3 of 3 concerns open');
  // The screen of the AI request must link to the idea, although the idea's status has changed.
  await page.goto(`/studio/requests/${ideasRequestId}`);
  await page.getByRole('link', { name: draft.idea.title }).click();
  await expect(page).toHaveURL(/\/studio\/ideas\?status=generated#/);
  await expect(idea).toBeFocused();
  await expect(idea).toBeInViewport();
  await openScreen(page, 'Reviews');
  await row.click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();

  // The test dismisses one concern, edits the passage of a second concern, and lets the AI improve a third one.
  const concerns = page.locator('ol > li');
  await expect(concerns).toHaveCount(3);
  await expectAccessible(page);
  const acceptButton = page.getByRole('button', { name: 'Move to human review' });
  await expect(acceptButton).toBeDisabled();
  await expect(acceptButton).toHaveAccessibleDescription('Resolve 3 concerns to continue.');
  // The studio warns of open concerns before an article is moved to human review.
  await page.getByRole('main').getByRole('link', { name: 'Open article' }).click();
  await expect(page.getByText('The AI review left 3 concerns unresolved')).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /^Move to human review/ }).click();
  const warning = page.getByRole('dialog', { name: 'The AI has concerns' });
  await warning.getByRole('link', { name: 'Resolve them' }).click();
  await expect(acceptButton).toBeDisabled();
  await concerns.nth(0).getByRole('button', { name: 'Ignore' }).click();
  await expect(concerns.nth(0)).toContainText('Ignored');
  await concerns.nth(1).getByRole('button', { name: 'Edit it' }).click();
  await expect(concerns.nth(1).getByLabel('New text')).toBeFocused();
  await concerns.nth(1).getByLabel('New text').fill(draft.concerns[1]!.improved);
  // The test uses the keyboard, because the first decision changes the layout and could move the button away from the
  // pointer.
  await concerns.nth(1).getByRole('button', { name: 'Save' }).press('Enter');
  await expect(concerns.nth(1)).toContainText('Edited');
  await concerns
    .nth(2)
    .getByRole('button', { name: /^Let the AI fix it/ })
    .click();
  await expect(concerns.nth(2)).toContainText('Improved');
  await acceptButton.click();
  await page.getByRole('main').getByRole('link', { name: 'Open article' }).click();

  // The text field must show the improved text, although the article was opened before its concerns were resolved.
  await expect(page.getByText('Human review').first()).toBeVisible();
  for (const { improved } of draft.concerns.slice(1))
    await expect(page.getByRole('main')).toContainText(removeTags(improved));
  await page.getByRole('button', { name: 'Details' }).click();
  const origin = page.getByRole('region', { name: 'Written by the AI' });
  await expect(origin.getByRole('link', { name: draft.idea.title })).toBeVisible();
  await origin.getByRole('link', { name: 'this request' }).click();
  await page.getByRole('listitem').getByRole('link', { name: title }).click();
  await page.getByRole('button', { name: 'Publish' }).first().click();
  const publishDialog = page.getByRole('dialog');
  await publishDialog.getByLabel('I have read this article to the end').check();
  await publishDialog.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('Published').first()).toBeVisible();

  const searchResponse = await page.request.get(`/api/v1/search?q=${encodeURIComponent(title)}`);
  const [meta] = (await searchResponse.json()).data.metas as {
    id: string;
    path: string;
    title: string;
  }[];
  expect(meta!.title).toBe(title);
  await page.goto(meta!.path);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByText(/read by a person on/)).toBeVisible();
  expect(await (await page.request.get('/sitemap.xml')).text()).toContain(meta!.path);
  const alias = meta!.path.split('/')[1];
  await expect
    .poll(
      async () => (await page.request.get(`/audio/${alias}.${meta!.id}.af.preview.mp3`)).status(),
      { intervals: [1000] },
    )
    .toBe(200);

  // An archived article must respond with 410 to readers, and must not be in the sitemap.
  await page.goto(`/studio/articles/${meta!.id}`);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: /^Archive/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
  await expect(page.getByText('Archived').first()).toBeVisible();
  expect((await page.request.get(meta!.path)).status()).toBe(410);
  expect(await (await page.request.get('/sitemap.xml')).text()).not.toContain(meta!.path);
  const laterSearchResponse = await page.request.get(
    `/api/v1/search?q=${encodeURIComponent(title)}`,
  );
  expect(
    (await laterSearchResponse.json()).data.metas.map(({ id }: { id: string }) => id),
  ).not.toContain(meta!.id);
});

test(
  'a request shows its results, and retries only failed items',
  {
    tag: LONG_TEST_TAG,
  },
  async ({ page }, testInfo) => {
    test.setTimeout(480_000);
    const draft = await nextDraft(DRAFTS_FAILING_ONCE, testInfo);
    await openStudio(page, '/studio/ideas');
    await page.getByRole('button', { name: 'Ask for ideas' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(new RegExp(`^${draft.alias}$`, 'i')).check();
    await dialog.getByLabel('Ideas per author').selectOption('1');
    await dialog.getByRole('button', { name: 'Ask for ideas' }).click();
    const idea = page.getByRole('listitem').filter({ hasText: draft.idea.title });
    await expect(idea).toBeVisible();
    await idea.getByRole('checkbox').check();
    const sentRequestId = waitForRequestId(page);
    await page.getByRole('button', { name: 'Write the article' }).click();
    const id = await sentRequestId;

    await openScreen(page, 'AI requests');
    // The test finds the row by its URL, because other tests also send AI requests for articles.
    const row = page.getByRole('main').locator(`a[data-row][href$="/requests/${id}"]`);
    await expect(row).toContainText('Ended');
    await row.click();
    await expect(page.getByText(/makes this request fail the first time/)).toBeVisible();
    const failedUrl = page.url();
    await page.getByRole('button', { name: /^Try the failed one again/ }).click();
    await expect(page).not.toHaveURL(failedUrl);
    await expect(page.getByText('Ended', { exact: true })).toBeVisible();
    await expect(page.getByText(/makes this request fail the first time/)).not.toBeVisible();
    await page.goto('/studio/articles');
    await page.getByRole('searchbox').fill(draft.article.title);
    await expect(page.getByRole('link', { name: draft.article.title }).first()).toBeVisible();
  },
);

test('a missing review is reported, and can be requested again on the same screen', {
  tag: LONG_TEST_TAG,
}, async ({ page }) => {
  test.setTimeout(360_000);
  await signInByApi(page.request, EDITOR_EMAIL);
  const { title, requestId } = await requestCanceledReview(page);
  await page.goto('/studio/reviews');
  const row = page.getByRole('link').filter({ hasText: title });
  await expect(row).toContainText('No answer');
  await row.click();
  await expect(page.getByText('The AI didn’t answer.')).toBeVisible();
  await expect(page.getByText('The AI found nothing wrong.')).not.toBeVisible();
  await expect(page.getByRole('button', { name: 'Move to human review' })).not.toBeVisible();
  await expect(page.getByRole('link', { name: 'See why' })).toHaveAttribute(
    'href',
    `/studio/requests/${requestId}`,
  );
  await page.getByRole('button', { name: /^Ask again/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeFocused();
  await expect(page.getByText('The AI found nothing wrong.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Move to human review' })).toBeEnabled();
});

/**
 * Requests an AI review of a new article, and cancels the AI request before its result arrives. If the result arrives
 * earlier, tries again with another article. Throws after five attempts.
 */
async function requestCanceledReview(page: Page): Promise<{ title: string; requestId: string }> {
  for (let attempt = 1; attempt <= 5; attempt++) {
    const title = `Reviewed at the second try ${randomUUID().slice(0, 8)}`;
    const articleId = await createArticleByApi(page, title);
    const requestId = await requestAiReviewByApi(page, articleId);
    await page.request.post(`/api/v1/studio/requests/${requestId}/cancel`);
    const readReview = async () => {
      const response = await page.request.get(`/api/v1/studio/reviews?articleId=${articleId}`);
      return (await response.json()).data.reviews[0] as {
        isAwaited: boolean;
        version: number | null;
      };
    };
    await expect.poll(async () => (await readReview()).isAwaited).toBe(false);
    if ((await readReview()).version === null) return { title, requestId };
  }
  throw new Error('Each review came before its request was called off.');
}

test('the form for requesting ideas shows which authors have no demo drafts', async ({
  page,
  library,
}) => {
  const drafts = await readDemoDrafts(CONTENT, (file, error) => {
    throw new Error(`${file}: ${error}`);
  });
  const { alias } = library.authors.find(
    (author) => !drafts.some((draft) => draft.alias === author.alias.toLowerCase()),
  )!;
  await openStudio(page, '/studio/ideas');
  await page.getByRole('button', { name: 'Ask for ideas' }).click();
  const dialog = page.getByRole('dialog');
  const sendButton = dialog.getByRole('button', { name: 'Ask for ideas' });
  await expect(sendButton).toBeDisabled();
  await expect(sendButton).toHaveAccessibleDescription('Choose at least one author.');
  await expect(sendButton).toBeInViewport({ ratio: 1 });
  await dialog.getByLabel(new RegExp(`^${alias}`)).check();
  await expect(dialog.getByText(`The demo has no drafts by ${alias}`)).toBeVisible();
  await expect(dialog.getByText(/^About \$/)).toBeVisible();
  await expect(sendButton).toBeEnabled();
});

test('filling the cadence gap shows the request and its price, and asks for confirmation', async ({
  page,
}) => {
  await openStudio(page, '/studio/cadence');
  const fillUrls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/cadence/fill'))
      fillUrls.push(request.url());
  });
  await page.getByRole('button', { name: /^Fill the gap of \d+$/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Fill the gap?' });
  await expect(dialog.getByText(/new ideas? by \d+ authors?|articles? from/).first()).toBeVisible();
  await expect(dialog.getByText(/^About \$|^This could cost/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(fillUrls).toEqual([]);
});

test('a proposed persona can be accepted by an editor', { tag: LONG_TEST_TAG }, async ({
  page,
}) => {
  test.setTimeout(240_000);
  await openStudio(page, '/studio/authors');
  await page.getByRole('button', { name: 'Ask for a persona' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Ask for a persona' }).click();
  await openScreen(page, 'AI requests');
  const row = page.getByRole('link').filter({ hasText: 'New personas' }).first();
  await expect(row).toContainText('Ended');
  await row.click();
  // The test first waits for the screen of this AI request, because the rows in the list of AI requests also show a
  // status.
  await expect(page.getByRole('heading', { level: 1, name: 'New personas' })).toBeVisible();
  await expect(page.getByText('Ended', { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Authors' }).first().click();
  await page.getByRole('link', { name: /^Proposed/ }).click();
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('button', { name: 'Retire' })).toBeVisible();
});

test('a reader cannot open the studio, and readers’ pages load none of its files', {
  tag: LONG_TEST_TAG,
}, async ({ page, browserErrors }) => {
  browserErrors.allow(/404/);
  // Pictures are blocked, because the server would have to draw them. These slow requests would occupy the browser's
  // connections.
  browserErrors.allow(/ERR_FAILED \(\S*\/images\//);
  await page.route('**/images/**', (route) => route.abort());
  await signInByApi(page.request, createEmailAddress());
  expect((await page.goto('/studio'))!.status()).toBe(404);
  const manifest: Record<string, { file: string }> = JSON.parse(
    readFileSync(path.join(CONTENT, '../dist/client/.vite/studio.json'), 'utf8'),
  );
  // The studio's scripts and style sheets, which readers' pages must not load. Font files are not included, because
  // readers' pages use the same fonts.
  const studioFiles = new Set(
    Object.values(manifest).flatMap(({ file }) => (/\.(js|css)$/.test(file) ? file : [])),
  );
  // The newest articles are not used, because other tests may archive them at any time.
  const list = await page.request.get('/api/v1/articles?limit=20');
  const { path: article, authorAlias } = (await list.json()).data.metas.at(-1);
  const loadedFiles: string[] = [];
  page.on('response', (response) => loadedFiles.push(new URL(response.url()).pathname.slice(1)));
  for (const url of [
    ...['/', '/articles', '/settings', '/plans', '/authors'],
    ...[article, `/authors/${authorAlias}`],
  ]) {
    await page.goto(url);
    await page.mouse.move(200, 300);
    await triggerHydration(page);
    // Prefetching is complete when the network is idle.
    await waitForNetworkIdle(page);
  }
  expect(loadedFiles.length).toBeGreaterThan(10);
  expect(loadedFiles.filter((file) => studioFiles.has(file))).toEqual([]);
});
