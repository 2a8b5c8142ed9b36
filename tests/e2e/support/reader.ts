import type { Locator, Page } from '@playwright/test';
import type { ArticleMeta } from '#domain/article.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import { FEEDBACK_TYPE_DETAILS } from '#domain/feedback.ts';
import { authorPath } from '#domain/paths.ts';
import type { ReadingSection } from '#domain/reading.ts';
import { htmlToPlainText } from '#domain/studio/plain-text.ts';
import { callApi, createEmailAddress, signInByApi } from './accounts.ts';
import { expect, triggerHydration } from './browser.ts';

/**
 * Signs in a reader with HTTP requests, and opens a URL. Creates an account for the test unless `email` is given.
 * Returns the account's email address. To test the identity provider's page, use `signInAtProvider` instead.
 */
export async function signInByApiAndOpen(
  page: Page,
  url: string,
  email = createEmailAddress(),
): Promise<string> {
  await signInByApi(page.request, email);
  await page.goto(url);
  await expect(page).toHaveURL(url);
  await triggerHydration(page);
  return email;
}

/** Signs in with an email address on the identity provider's page, which must be open. */
export async function signInAtProvider(page: Page, email: string): Promise<void> {
  await page.getByLabel('Any email address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/**
 * Presses Continue in the open sign-in dialog, and signs in at the identity provider. By default, signs in as a new
 * reader.
 */
export async function signInFromDialog(page: Page, email = createEmailAddress()): Promise<void> {
  await continueToProvider(page);
  await signInAtProvider(page, email);
}

/** Presses Continue in the open sign-in dialog, and waits for the identity provider's page. */
export async function continueToProvider(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^Continue with/ }).click();
  await expect(page.getByLabel('Any email address')).toBeVisible();
}

/** Returns the bookmark button of the current article. */
export function bookmarkButton(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: 'Bookmark' });
}

/** Returns the button that follows or unfollows an author on the current page. */
export function followButton(page: Page, alias: string): Locator {
  return page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^Follow(ing)? ${alias}$`) })
    .first();
}

/** Returns a feedback button of the current article. */
export function feedbackButton(page: Page, type: FeedbackType): Locator {
  return page.getByRole('button', { name: new RegExp(`^${FEEDBACK_TYPE_DETAILS[type].label}`) });
}

/** Opens an author's page and follows the author. */
export async function followAuthor(page: Page, alias: string): Promise<void> {
  await page.goto(authorPath(alias));
  await triggerHydration(page);
  await followButton(page, alias).click();
  await expect(followButton(page, alias)).toHaveAttribute('aria-pressed', 'true');
}

/**
 * Follows an author through the API, as the reader who is signed in to the browser. Open pages
 * learn of the change only from the server, as if it had been made on another device.
 */
export async function followByApi(page: Page, alias: string): Promise<void> {
  expect((await callApi(page.request, 'PUT', `/authors/${alias}/follow`)).status()).toBe(204);
}

/** Records through the API that the page's signed-in reader has reached a section of an article. */
export async function recordReadingByApi(
  page: Page,
  { authorAlias, id }: ArticleMeta,
  section: ReadingSection,
): Promise<void> {
  const path = `/articles/${authorAlias}/${id}/reading`;
  expect((await callApi(page.request, 'PUT', path, { section })).status()).toBe(204);
}

/**
 * Keeps the first takeaway of an article as a line (a saved passage) through the API, as the page's signed-in reader.
 */
export async function keepFirstTakeawayByApi(
  page: Page,
  { path, authorAlias, id }: ArticleMeta,
): Promise<void> {
  const html = await (await page.request.get(path)).text();
  const text = /data-anchor="keyPoints\.0\.takeaway">([^<]+)</.exec(html)![1]!;
  const url = `/articles/${authorAlias}/${id}/lines`;
  expect((await callApi(page.request, 'PUT', url, { text: htmlToPlainText(text) })).status()).toBe(
    200,
  );
}

/**
 * Bookmarks an article through the API, as the reader who is signed in to the browser. Open pages
 * learn of the change only from the server, as if it had been made on another device.
 */
export async function bookmarkByApi(page: Page, { authorAlias, id }: ArticleMeta): Promise<void> {
  const path = `/articles/${authorAlias}/${id}/bookmark`;
  expect((await callApi(page.request, 'PUT', path)).status()).toBe(204);
}

/** Returns the local storage keys of the reader's cached data, such as `cache:bookmarks`. */
export function listLocalStorageCacheKeys(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cache:')));
}

/**
 * Fails if the privacy policy does not list the name of a cookie or storage item in the browser. Also fails if the
 * browser does not store all of `expectedNames`, because the comparison would then prove nothing.
 */
export async function expectStoredDataInPrivacyPolicy(
  page: Page,
  expectedNames: readonly string[],
): Promise<void> {
  const storedNames = await listStoredNames(page);
  expect(storedNames).toEqual(expect.arrayContaining([...expectedNames]));
  const policy = await (await page.request.get('/privacy')).text();
  const policyNames = [...policy.matchAll(/<code>([^<]+)<\/code>/g)].map(([, name]) => name!);
  // A name in the policy that ends in "…" stands for all names that begin with the text before the "…".
  const isInPolicy = (key: string) =>
    policyNames.some((name) =>
      name.endsWith('…') ? key.startsWith(name.slice(0, -1)) : key === name,
    );
  expect(storedNames.filter((key) => !isInPolicy(key))).toEqual([]);
}

/**
 * Returns the names of all cookies and storage items in the browser. Omits the demo identity provider's cookies,
 * because the provider counts as another site.
 */
async function listStoredNames(page: Page): Promise<string[]> {
  const cookies = (await page.context().cookies()).map(({ name }) => name.replace('__Host-', ''));
  const stored = await page.evaluate(() =>
    [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)),
  );
  return [...cookies.filter((name) => !name.startsWith('demo_identity')), ...stored];
}
