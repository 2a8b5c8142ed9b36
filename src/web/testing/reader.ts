import { updatePageFromSession } from '#web/reader/session.ts';

/** The claims of an `id_token`, except the reader's ID. */
interface Claims {
  name: string;
  email: string;
  tier: string;
  providerLabel: string;
}

/** Signs a reader in by setting the `id_token` cookie. */
export function signIn(id = 'ada', claims: Partial<Claims> = {}): void {
  setIdTokenCookie(createIdToken(id, claims));
  updatePageFromSession();
}

export function signOut(): void {
  setIdTokenCookie('');
  updatePageFromSession();
}

/** Sets the `id_token` cookie without notifying the page, as another tab or the server does. */
export function setIdTokenCookie(token: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the page itself reads document.cookie
  document.cookie = `id_token=${token}; path=/; max-age=${token ? 86_400 : 0}`;
}

/** Creates an `id_token` without a valid signature. Pages do not check the signature. */
export function createIdToken(id: string, claims: Partial<Claims> = {}): string {
  const payload = { sub: id, name: id, email: `${id}@example.org`, tier: 'free', ...claims };
  return `x.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.y`;
}
