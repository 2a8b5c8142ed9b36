import type { Page } from '@playwright/test';
import { callApi, signInByApi } from './accounts.ts';
import { expect } from './browser.ts';
import { textFieldNamed } from './manuscript.ts';

/** Email addresses of the demo's editor and administrator. */
export const EDITOR_EMAIL = 'editor@demo.octavo.example';
export const ADMINISTRATOR_EMAIL = 'admin@demo.octavo.example';

/** Signs in an editor through the API, and opens a page of the studio. */
export async function openStudio(
  page: Page,
  path = '/studio/articles',
  email = EDITOR_EMAIL,
): Promise<void> {
  await signInByApi(page.request, email);
  await page.goto(path);
  await expect(page).toHaveURL(path);
}

/** Signs in an editor, creates an article through the API, and opens it in the editor. Returns its ID. */
export async function openNewArticle(page: Page, title: string): Promise<string> {
  await signInByApi(page.request, EDITOR_EMAIL);
  const id = await createArticleByApi(page, title);
  await page.goto(`/studio/articles/${id}`);
  await expect(textFieldNamed(page, 'Title')).toHaveValue(title);
  // The article can be edited when the field for the introduction is visible.
  await expect(textFieldNamed(page, 'Introduction')).toBeVisible();
  return id;
}

/** Creates an empty article through the API, as the signed-in editor. Returns its ID. */
export async function createArticleByApi(page: Page, title: string): Promise<string> {
  const response = await callApi(page.request, 'POST', '/studio/articles', {
    author: 'Ballast',
    title,
  });
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}

/** Requests an AI review of an article through the API. Returns the ID of the AI request. */
export async function requestAiReviewByApi(page: Page, articleId: string): Promise<string> {
  const body = { type: 'review_articles', articleIds: [articleId] };
  const response = await callApi(page.request, 'POST', '/studio/requests', body);
  const { data } = (await response.json()) as { data: { request: { id: string } } };
  return data.request.id;
}
