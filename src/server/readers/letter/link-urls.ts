/** Paths of the pages that open from links in emails. */
export const CONFIRM_PATH = '/letter/confirm';
export const UNSUBSCRIBE_PATH = '/letter/unsubscribe';

/** Returns the URL of the page that confirms a subscription to the weekly letter. */
export function createConfirmUrl(origin: string, token: string): string {
  return `${origin}${CONFIRM_PATH}?token=${token}`;
}

/**
 * Returns the URL that ends a subscription to the weekly letter. Readers open it as a page, and mail programs send
 * one-click unsubscribe requests to it (RFC 8058).
 */
export function createUnsubscribeUrl(origin: string, token: string): string {
  return `${origin}${UNSUBSCRIBE_PATH}?token=${token}`;
}
