import type { Page } from '@playwright/test';
import { sendJson, signInByApi } from './accounts.ts';
import { expect } from './browser.ts';
import { field } from './manuscript.ts';

/** Email addresses of the demo's editor and administrator. */
export const EDITOR = 'editor@demo.octavo.example';
export const ADMINISTRATOR = 'admin@demo.octavo.example';

/** Signs in an editor through the API, and opens a page of the studio. */
export async function enter(
  page: Page,
  address = '/studio/articles',
  email = EDITOR,
): Promise<void> {
  await signInByApi(page.request, email);
  await page.goto(address);
  await expect(page).toHaveURL(address);
}

/** Signs in an editor, creates an article through the API, and opens it in the editor. Returns its ID. */
export async function begin(page: Page, title: string): Promise<string> {
  await signInByApi(page.request, EDITOR);
  const id = await createArticle(page, title);
  await page.goto(`/studio/articles/${id}`);
  await expect(field(page, 'Title')).toHaveValue(title);
  // The introduction field is visible once the article can be edited.
  await expect(field(page, 'Introduction')).toBeVisible();
  return id;
}

/** Creates an empty article through the API, as the signed-in editor. Returns its ID. */
export async function createArticle(page: Page, title: string): Promise<string> {
  const answer = await sendJson(page.request, 'POST', '/studio/articles', {
    author: 'Ballast',
    title,
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  return data.id;
}

/** Requests an AI review of an article through the API. Returns the ID of the AI request. */
export async function askForReview(page: Page, articleId: string): Promise<string> {
  const asked = { type: 'review_articles', articleIds: [articleId] };
  const answer = await sendJson(page.request, 'POST', '/studio/requests', asked);
  const { data } = (await answer.json()) as { data: { request: { id: string } } };
  return data.request.id;
}
