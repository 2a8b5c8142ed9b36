import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { BrowserPage } from './page.ts';

/** Signs in at the demo's identity provider, by default as a new reader, and opens `path`. */
export async function signInAndOpen(
  page: BrowserPage,
  path: string,
  email = createEmailAddress(),
): Promise<void> {
  await page.open(`/auth/signin?${new URLSearchParams({ redirect: path })}`);
  await signInAtProvider(page, email);
  await expect.poll(() => page.path()).toBe(path);
}

/** Enters an email address on the open page of the demo's identity provider. */
export async function signInAtProvider(
  page: BrowserPage,
  email = createEmailAddress(),
): Promise<void> {
  await page.fill('Any email address', email);
  await page.press('button', 'Continue');
}

const createEmailAddress = () => `reader.${randomUUID().slice(0, 8)}@example.org`;
