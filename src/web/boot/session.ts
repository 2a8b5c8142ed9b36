import { documentRoot } from './root.ts';

/**
 * Sets the attributes on `<html>` that tell style sheets whether the reader is signed in and has Premium. If no reader
 * is signed in, removes the previous reader's cached data.
 */
export function markSignedInOrDropCache(cookies: string): void {
  const { sub, email, tier } = readIdTokenClaims(cookies);
  if (typeof sub === 'string' && typeof email === 'string') {
    documentRoot.dataset.signedIn = '';
    if (tier === 'premium') documentRoot.dataset.premium = '';
  } else {
    delete documentRoot.dataset.signedIn;
    dropReadersCache();
  }
}

/** Returns the unverified claims in the `id_token` cookie. Returns an empty object if there is no valid token. */
function readIdTokenClaims(cookies: string): Record<string, unknown> {
  try {
    const encodedClaims = /(?:^|;\s*)id_token=[^.;]*\.([^.;]+)/.exec(cookies)?.[1] ?? '';
    return JSON.parse(atob(encodedClaims.replaceAll('-', '+').replaceAll('_', '/'))) ?? {};
  } catch {
    return {};
  }
}

function dropReadersCache(): void {
  try {
    for (const storage of [localStorage, sessionStorage])
      for (const name of Object.keys(storage))
        if (name.startsWith('cache:')) storage.removeItem(name);
  } catch {
    // If storage is blocked, there is no cached data to remove.
  }
}
