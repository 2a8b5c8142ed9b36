/**
 * Returns the path to open after signing in. Targets on another site, in any notation (`//host`, `/\host`,
 * `javascript:`, control characters), become the landing page.
 */
export function sanitizeRedirect(given: unknown): string {
  if (typeof given !== 'string' || !/^\/(?![/\\])/.test(given)) return '/';
  // Browsers remove tabs and newlines, and treat a backslash as a slash.
  if (/[\\\p{Cc}]/u.test(given)) return '/';
  const url = resolved(given);
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return '/';
  // The sign-in page would lead to itself endlessly. The router decodes `/%61uth`, so that is the sign-in
  // page, too.
  const path = decoded(url.pathname);
  if (path === undefined || /^\/auth(\/|$)/i.test(path)) return '/';
  const target = url.pathname + url.search + url.hash;
  return encodeURIComponent(target).length > LONGEST ? '/' : target;
}

/** Characters in a cookie: browsers drop one of 4 KB, and a proxy may reject the response. */
const LONGEST = 3000;
const BASE = 'https://octavo.invalid';

/** Returns `undefined` for invalid URLs. `URL.parse` is not used, since Safari has it from 18 on. */
function resolved(given: string): URL | undefined {
  try {
    return new URL(given, BASE);
  } catch {
    return undefined;
  }
}

/** Returns `undefined` for paths with invalid encoding. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
