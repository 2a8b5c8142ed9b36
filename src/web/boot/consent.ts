import { documentRoot } from './root.ts';

/**
 * Sets attributes on `<html>` for readers who must be asked about cookies, and for readers who have agreed to ads from
 * an ad network. Readers are not asked if they have answered the current version of the question, or if their browser
 * sends Global Privacy Control. They are also not asked if the browser stores no cookies, because the answer is stored
 * in a cookie.
 */
export function markConsentState(cookies: string): void {
  if (navigator.globalPrivacyControl) return;
  const consent = readConsent(cookies);
  if (consent?.advertising) documentRoot.dataset.advertising = '';
  if (!consent && canStoreCookies()) documentRoot.dataset.consent = 'asked';
}

/** Returns the reader's answer to the current version of the cookie question. */
function readConsent(cookies: string): { advertising?: boolean } | undefined {
  try {
    const value = /(?:^|;\s*)cookie_consent=([^;]+)/.exec(cookies)![1]!;
    const consent = JSON.parse(decodeURIComponent(value));
    return consent.version === '1.0' ? consent : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if cookies can be stored. Some browsers claim that cookies are enabled, but store none. */
function canStoreCookies(): boolean {
  const write = (valueAndAttributes: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari 15 and on plain http
    document.cookie = `cookie_probe=${valueAndAttributes}; path=/; samesite=lax`;
  };
  try {
    write('1');
    const isStored = document.cookie.includes('cookie_probe=1');
    write('; max-age=0');
    return navigator.cookieEnabled && isStored;
  } catch {
    return false;
  }
}
