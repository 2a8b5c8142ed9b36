import type { ServerMetadata } from 'openid-client';

/** Characters of an address that proxies and browsers can be sent to, with what we ask appended to it. */
const MAX_URL_LENGTH = 2000;

/** Addresses an issuer must name for the code flow: where readers are sent, where codes and keys are had. */
const REQUIRED_ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/**
 * Throws unless every address an issuer names for what we ask of it can be asked: https, or http as well where the
 * issuer may go without.
 */
export function assertUsableMetadata(metadata: ServerMetadata, mayBeInsecure: boolean): void {
  const protocols = mayBeInsecure ? ['https:', 'http:'] : ['https:'];
  for (const name of REQUIRED_ENDPOINTS) {
    const url: unknown = metadata[name];
    const isUsable =
      typeof url === 'string' &&
      url.length <= MAX_URL_LENGTH &&
      protocols.includes(URL.parse(url)?.protocol ?? '');
    if (!isUsable) throw new Error(`The issuer’s metadata has no usable ${name}.`);
  }
}
