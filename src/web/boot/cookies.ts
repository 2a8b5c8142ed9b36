/** Returns the page's cookies as one string. Call it once: each read is a call to another process of the browser. */
export function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}
