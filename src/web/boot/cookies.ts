/** Returns the page's cookies as one text. Read it once: the browser asks another process for them. */
export function readCookies(): string {
  try {
    return document.cookie;
  } catch {
    return '';
  }
}
