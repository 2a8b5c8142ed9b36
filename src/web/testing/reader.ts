import { syncSession } from '#web/reader/session.ts';

/** What an `id_token` says of somebody besides who they are. */
interface Claims {
  name: string;
  email: string;
  tier: string;
  providerLabel: string;
}

/** Signs a reader in, as far as a page can tell. */
export function signIn(id = 'ada', claims: Partial<Claims> = {}): void {
  setCookie(createIdToken(id, claims));
  syncSession();
}

export function signOut(): void {
  setCookie('');
  syncSession();
}

/** Changes the cookie as another tab does, or the server: nobody tells this page. */
export function setCookie(token: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the page itself reads document.cookie
  document.cookie = `id_token=${token}; path=/; max-age=${token ? 86_400 : 0}`;
}

/** An `id_token`, but for its signature, which pages do not look at. */
export function createIdToken(id: string, claims: Partial<Claims> = {}): string {
  const all = { sub: id, name: id, email: `${id}@example.org`, tier: 'free', ...claims };
  return `x.${Buffer.from(JSON.stringify(all)).toString('base64url')}.y`;
}
