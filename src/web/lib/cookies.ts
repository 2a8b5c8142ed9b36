const PROBE_NAME = 'cookie_probe';

/**
 * Returns true if this browser stores cookies. Some browsers report that cookies are enabled, but store none. `boot.ts`
 * has the same check.
 */
export function canStoreCookies(): boolean {
  if (!navigator.cookieEnabled) return false;
  writeProbe('1');
  const isStored = document.cookie.includes(`${PROBE_NAME}=1`);
  writeProbe('; max-age=0');
  return isStored;
}

function writeProbe(valueAndAttributes: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is missing in Safari 15 and on plain http
  document.cookie = `${PROBE_NAME}=${valueAndAttributes}; path=/; samesite=lax`;
}
