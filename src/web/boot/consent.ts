import { documentRoot } from './root.ts';

/**
 * Sets attributes on `<html>` for readers who must be asked about cookies, and for readers who have agreed to ads from
 * an ad network. Readers are not asked if they have answered the current version of the question, if their browser
 * sends Global Privacy Control, or if it stores no cookies and therefore could not store the answer.
 */
export function markConsentState(cookies: string): void {
  if (navigator.globalPrivacyControl) return;
  const answer = consentGiven(cookies);
  if (answer?.advertising) documentRoot.dataset.advertising = '';
  if (!answer && canStoreCookies()) documentRoot.dataset.consent = 'asked';
}

/** Returns the reader's answer to the current version of the cookie question. */
function consentGiven(cookies: string): { advertising?: boolean } | undefined {
  try {
    const value = /(?:^|;\s*)cookie_consent=([^;]+)/.exec(cookies)![1]!;
    const answer = JSON.parse(decodeURIComponent(value));
    return answer.version === '1.0' ? answer : undefined;
  } catch {
    return undefined;
  }
}

/** Returns true if cookies can be stored. Some browsers claim that cookies are enabled, but store none. */
function canStoreCookies(): boolean {
  const write = (rest: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari 15 and on plain http
    document.cookie = `cookie_probe=${rest}; path=/; samesite=lax`;
  };
  try {
    write('1');
    const isKept = document.cookie.includes('cookie_probe=1');
    write('; max-age=0');
    return navigator.cookieEnabled && isKept;
  } catch {
    return false;
  }
}
