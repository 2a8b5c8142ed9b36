import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { authorPath } from '#domain/addresses.ts';
import type { FeedbackType } from '#domain/feedback.ts';
import { FEEDBACK_TYPES } from '#domain/feedback.ts';
import { expect, isAlive } from './browser.ts';

/** An address nobody has signed in with before. */
export function newAddress(): string {
  return `reader.${randomUUID().slice(0, 8)}@example.org`;
}

/**
 * Signs the browser in, through the demonstration's own page, and opens `address`. A reader of a test's own
 * by default. Returns their e-mail address.
 */
export async function signIn(page: Page, address: string, email = newAddress()): Promise<string> {
  await page.goto(`/auth/signin?${new URLSearchParams({ redirect: address })}`);
  await becomes(page, email);
  await expect(page).toHaveURL(address);
  await isAlive(page);
  return email;
}

/** Says who one is on the provider's page, which is on show. */
export async function becomes(page: Page, email: string): Promise<void> {
  await page.getByLabel('Any e-mail address').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** The ribbon of the article on show. */
export function ribbon(page: Page): Locator {
  return page.getByRole('banner').getByRole('button', { name: 'Bookmark' });
}

/** Follows the author on show, or no longer. */
export function followButton(page: Page, alias: string): Locator {
  return page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`^Follow(ing)? ${alias}$`) })
    .first();
}

/** One of the answers under an article. */
export function answer(page: Page, type: FeedbackType): Locator {
  return page.getByRole('button', { name: new RegExp(`^${FEEDBACK_TYPES[type].label}`) });
}

/** Opens an author's page and follows them. */
export async function follow(page: Page, alias: string): Promise<void> {
  await page.goto(authorPath(alias));
  await isAlive(page);
  await followButton(page, alias).click();
  await expect(followButton(page, alias)).toHaveAttribute('aria-pressed', 'true');
}

/** What the browser holds of the reader's sets. */
export function heldSets(page: Page): Promise<string[]> {
  return page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('cache:')));
}
