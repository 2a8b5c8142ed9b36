import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { BrowserPage } from './page.ts';

/** Signs in at the demo's identity provider, and opens `path`. By default, signs in as a new reader. */
export async function signInAndOpen(
  page: BrowserPage,
  path: string,
  email = createEmailAddress(),
): Promise<void> {
  await page.open(`/auth/signin?${new URLSearchParams({ redirect: path })}`);
  await signInAtProvider(page, email);
  await expect.poll(() => page.path()).toBe(path);
}

/** Signs in with an email address on the demo identity provider's page, which must be open. */
export async function signInAtProvider(
  page: BrowserPage,
  email = createEmailAddress(),
): Promise<void> {
  await page.fill('Any email address', email);
  await page.press('button', 'Continue');
}

const createEmailAddress = () => `reader.${randomUUID().slice(0, 8)}@example.org`;
