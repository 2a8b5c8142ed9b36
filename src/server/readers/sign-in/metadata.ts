import type { ServerMetadata } from 'openid-client';

/**
 * Maximum number of characters in the URL of a provider's endpoint. Proxies and browsers must accept the URL even after
 * parameters are appended.
 */
const MAX_URL_LENGTH = 2000;

/**
 * Metadata fields with the URLs that the authorization-code flow requires: those of the authorization endpoint, the
 * token endpoint and the provider's public keys.
 */
const REQUIRED_ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/**
 * Throws unless the issuer's metadata has a usable URL for every required endpoint. URLs must use https. With
 * `mayBeInsecure`, http is allowed too.
 */
export function assertUsableEndpoints(metadata: ServerMetadata, mayBeInsecure: boolean): void {
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
