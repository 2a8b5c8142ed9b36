/**
 * Returns the path to open after sign-in. If `input` is a valid path on this site, returns it in the form that browsers
 * normalize it to. Returns `/`, the path of the landing page, if `input` is invalid or too long, could lead to another
 * site (`//host`, `/\host`, `javascript:`, control characters), or leads to the sign-in page or a path below it.
 */
export function sanitizeRedirectPath(input: unknown): string {
  if (typeof input !== 'string' || !/^\/(?![/\\])/.test(input)) return '/';
  // Browsers remove tabs and newlines and treat a backslash as a slash, so a path with these characters could
  // lead to another site.
  if (/[\\\p{Cc}]/u.test(input)) return '/';
  const url = parseUrl(input);
  if (url?.origin !== BASE || url.pathname.startsWith('//')) return '/';
  // Redirecting to the sign-in page would cause an endless loop. The path is decoded first, because the router also
  // opens the sign-in page for an encoded path such as `/%61uth`.
  const path = decodePath(url.pathname);
  if (path === undefined || /^\/auth(\/|$)/i.test(path)) return '/';
  const target = url.pathname + url.search + url.hash;
  return encodeURIComponent(target).length > MAX_ENCODED_LENGTH ? '/' : target;
}

/**
 * Maximum length of an encoded redirect target, in characters. The target is stored in a cookie. Browsers discard
 * cookies that are larger than 4 KB, and a proxy may reject a response with such a cookie.
 */
const MAX_ENCODED_LENGTH = 3000;
const BASE = 'https://octavo.invalid';

/**
 * Parses a URL relative to {@link BASE}. Returns `undefined` if the URL is invalid. `URL.parse` is not used because
 * Safari lacks it before version 18.
 */
function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text, BASE);
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
