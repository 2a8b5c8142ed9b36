/** Paths of the pages to which the links in mails lead. */
export const CONFIRM_PATH = '/letter/confirm';
export const UNSUBSCRIBE_PATH = '/letter/unsubscribe';

/** Returns the URL of the page that confirms the letter. */
export function createConfirmUrl(origin: string, token: string): string {
  return `${origin}${CONFIRM_PATH}?token=${token}`;
}

/** Returns the URL that ends the letter: a page for readers, and the target of one-click requests (RFC 8058). */
export function createUnsubscribeUrl(origin: string, token: string): string {
  return `${origin}${UNSUBSCRIBE_PATH}?token=${token}`;
}
