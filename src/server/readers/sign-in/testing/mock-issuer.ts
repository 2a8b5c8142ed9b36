import { OAuth2Server } from 'oauth2-mock-server';
import type { ProviderSettings } from '../providers.ts';

/** A mock issuer that is independent of the demo identity provider. A test defines the claims of its tokens. */
export interface MockIssuer {
  server: OAuth2Server;
  settings: ProviderSettings;
  /** The claims of the next token, in addition to `aud` and the nonce. */
  claims: Record<string, unknown>;
  stop(): Promise<void>;
}

export async function startMockIssuer(id: string, label: string): Promise<MockIssuer> {
  const server = new OAuth2Server();
  await server.issuer.keys.generate('RS256');
  await server.start(0, 'localhost');
  const issuer: MockIssuer = {
    server,
    settings: {
      id,
      label,
      issuer: server.issuer.url!,
      clientId: 'octavo',
      clientSecret: 'secret',
      identityProvider: label,
    },
    claims: {},
    stop: () => server.stop(),
  };
  server.service.on('beforeTokenSigning', (token) => {
    Object.assign(token.payload, { aud: 'octavo', ...issuer.claims });
  });
  return issuer;
}
