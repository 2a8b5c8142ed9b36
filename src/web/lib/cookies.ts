const PROBE = 'cookie_probe';

/**
 * Returns true if this browser stores cookies. Some browsers report that cookies are enabled, but store none. `boot.ts`
 * has the same check.
 */
export function canStoreCookies(): boolean {
  if (!navigator.cookieEnabled) return false;
  write('1');
  const isKept = document.cookie.includes(`${PROBE}=1`);
  write('; max-age=0');
  return isKept;
}

function write(rest: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari 15 and on plain http
  document.cookie = `${PROBE}=${rest}; path=/; samesite=lax`;
}
