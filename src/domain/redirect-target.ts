/**
 * Returns the path to open after sign-in: `given`, or the landing page if `given` is not a valid path on this site, is
 * the sign-in page, or is too long. Targets on another site are recognized in any notation (`//host`, `/\host`,
 * `javascript:`, control characters).
 */
export function sanitizeRedirectPath(given: unknown): string {
  if (typeof given !== 'string' || !/^\/(?![/\\])/.test(given)) return '/';
  // Browsers remove tabs and newlines and treat a backslash as a slash, so a path with these characters could
  // lead to another site.
  if (/[\\\p{Cc}]/u.test(given)) return '/';
  const url = parseUrl(given);
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return '/';
  // Redirecting to the sign-in page would cause an endless loop. The path is decoded first, because the
  // router also opens that page for `/%61uth`.
  const path = decodePath(url.pathname);
  if (path === undefined || /^\/auth(\/|$)/i.test(path)) return '/';
  const target = url.pathname + url.search + url.hash;
  return encodeURIComponent(target).length > MAX_ENCODED_LENGTH ? '/' : target;
}

/**
 * Maximum length of an encoded redirect target, in characters. The target is stored in a cookie. Browsers discard
 * cookies of more than 4 KB, and a proxy may reject a response that sets one.
 */
const MAX_ENCODED_LENGTH = 3000;
const BASE = 'https://octavo.invalid';

/**
 * Parses a URL relative to {@link BASE}. Returns `undefined` if the URL is invalid. `URL.parse` is not used because
 * Safari lacks it before version 18.
 */
function parseUrl(given: string): URL | undefined {
  try {
    return new URL(given, BASE);
  } catch {
    return undefined;
  }
}

/** Decodes a path. Returns `undefined` if its percent-encoding is invalid. */
function decodePath(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
