import type { Page } from '@playwright/test';
import { sendJson, signInByApi } from './accounts.ts';
import { expect } from './browser.ts';
import { field } from './manuscript.ts';

/** Two of the demonstration's accounts. */
export const EDITOR = 'editor@demo.octavo.example';
export const ADMINISTRATOR = 'admin@demo.octavo.example';

/** Signs the browser in by API, and opens a page of the studio. */
export async function enter(
  page: Page,
  address = '/studio/articles',
  email = EDITOR,
): Promise<void> {
  await signInByApi(page.request, email);
  await page.goto(address);
  await expect(page).toHaveURL(address);
}

/** Signs an editor in, creates an article for the test by API, and opens it in the editor. Returns its id. */
export async function begin(page: Page, title: string): Promise<string> {
  await signInByApi(page.request, EDITOR);
  const id = await createArticle(page, title);
  await page.goto(`/studio/articles/${id}`);
  await expect(field(page, 'Title')).toHaveValue(title);
  // From then on it can be written in.
  await expect(field(page, 'Introduction')).toBeVisible();
  return id;
}

/** Creates an empty article by API, as the editor whom the browser is signed in as. Returns its id. */
export async function createArticle(page: Page, title: string): Promise<string> {
  const answer = await sendJson(page.request, 'POST', '/studio/articles', {
    author: 'Ballast',
    title,
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

/** Asks the AI by API to review an article. Returns the id of the request. */
export async function askForReview(page: Page, articleId: string): Promise<string> {
  const asked = { type: 'review_articles', articleIds: [articleId] };
  const answer = await sendJson(page.request, 'POST', '/studio/requests', asked);
  const { data } = (await answer.json()) as { data: { request: { id: string } } };
  return data.request.id;
}
