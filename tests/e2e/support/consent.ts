import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import {
  CONSENT_COOKIE,
  type ConsentChoices,
  type ConsentRecord,
  formatConsent,
  newConsent,
  parseConsent,
} from '#domain/consent.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** A browser in which nobody has answered the question about cookies. */
export const UNANSWERED: StorageState = { cookies: [], origins: [] };

/** Returns a context with a stored choice about cookies, with some changes to the record. */
export function answered(
  choices: ConsentChoices,
  changes: Partial<ConsentRecord> = {},
): StorageState {
  const value = formatConsent({ ...newConsent(choices), ...changes });
  const cookie = { name: CONSENT_COOKIE, value, path: '/', expires: -1 };
  const flags = { httpOnly: false, secure: false, sameSite: 'Lax' as const };
  const domains = ['127.0.0.1', 'localhost'];
  return { cookies: domains.map((domain) => ({ ...cookie, ...flags, domain })), origins: [] };
}

/** The question about cookies. */
export const banner = (page: Page): Locator => page.getByRole('region', { name: 'Cookies' });

/** Returns the stored choice about cookies; `undefined` if there is none. */
export async function kept(page: Page): Promise<ConsentRecord | undefined> {
  const cookies = await page.context().cookies(page.url());
  return parseConsent(cookies.find(({ name }) => name === CONSENT_COOKIE)?.value);
}
