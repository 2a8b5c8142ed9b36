/**
 * Returns the page's cookies as one string. Call it only once, because each call waits for another process of the
 * browser.
 */
export function readDocumentCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}
