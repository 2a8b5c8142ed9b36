/**
 * Where a reader goes after signing in: the path they came from. Whatever would lead to another site, in any
 * disguise (`//host`, `/\host`, `javascript:`, control characters), becomes the landing page.
 */
export function sanitizeRedirect(given: unknown): string {
  if (typeof given !== 'string' || !/^\/(?![/\\])/.test(given)) return '/';
  // Browsers drop tabs and newlines, and take a backslash for a slash.
  if (/[\\\p{Cc}]/u.test(given)) return '/';
  const url = resolved(given);
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return '/';
  // Signing in leads back to signing in for ever. The router decodes `/%61uth`, so it is that too.
  const path = decoded(url.pathname);
  if (path === undefined || /^\/auth(\/|$)/i.test(path)) return '/';
  const target = url.pathname + url.search + url.hash;
  return encodeURIComponent(target).length > LONGEST ? '/' : target;
}

/** Characters in a cookie: browsers drop one of 4 KB, and a proxy may refuse the whole answer. */
const LONGEST = 3000;
const BASE = 'https://octavo.invalid';

/** `undefined` when it resolves to nothing. Not by `URL.parse`, which Safari has since 18 only. */
function resolved(given: string): URL | undefined {
  try {
    return new URL(given, BASE);
  } catch {
    return undefined;
  }
}

/** `undefined` when the path decodes to nothing. */
function decoded(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
