import type { BrowserContextOptions, Locator, Page } from '@playwright/test';
import {
  CONSENT_COOKIE_NAME,
  type ConsentChoices,
  type ConsentRecord,
  createConsentRecord,
  formatConsentCookie,
  parseConsentCookie,
} from '#domain/consent.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** The browser state of a first visit, in which the reader has not made a choice about cookies. */
export const STATE_WITHOUT_CONSENT: StorageState = { cookies: [], origins: [] };

/**
 * Returns a browser state in which the reader has made a choice about cookies. `changes` overrides fields of the stored
 * choice.
 */
export function createConsentState(
  choices: ConsentChoices,
  changes: Partial<ConsentRecord> = {},
): StorageState {
  const value = formatConsentCookie({ ...createConsentRecord(choices), ...changes });
  const cookie = { name: CONSENT_COOKIE_NAME, value, path: '/', expires: -1 };
  const flags = { httpOnly: false, secure: false, sameSite: 'Lax' as const };
  const domains = ['127.0.0.1', 'localhost'];
  return { cookies: domains.map((domain) => ({ ...cookie, ...flags, domain })), origins: [] };
}

/** Returns the cookie banner. */
export const cookieBanner = (page: Page): Locator => page.getByRole('region', { name: 'Cookies' });

/** Returns the stored choice about cookies, or `undefined` if there is none. */
export async function readStoredConsent(page: Page): Promise<ConsentRecord | undefined> {
  const cookies = await page.context().cookies(page.url());
  return parseConsentCookie(cookies.find(({ name }) => name === CONSENT_COOKIE_NAME)?.value);
}
