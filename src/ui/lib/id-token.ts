/** Returns the current `id_token` cookie, which names the signed-in reader for display; `undefined` when signed out. */
export function readIdTokenCookie(): string | undefined {
  return /(?:^|;\s*)id_token=([^;]*)/.exec(document.cookie)?.[1];
}
