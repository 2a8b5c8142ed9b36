/**
 * Returns the page's cookies as one string. Call it only once, because each read of the cookies calls another browser
 * process.
 */
export function readDocumentCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}
