/**
 * Returns the current value of the `id_token` cookie, which contains the signed-in reader's name for display. Returns
 * `undefined` if no reader is signed in.
 */
export function readIdTokenCookie(): string | undefined {
  return /(?:^|;\s*)id_token=([^;]*)/.exec(document.cookie)?.[1];
}
