import { OAuth2Server } from 'oauth2-mock-server';
import type { ProviderSettings } from '../providers.ts';

/** A provider that has nothing to do with the demonstration, and says of people what a test tells it to. */
export interface MockIssuer {
  server: OAuth2Server;
  settings: ProviderSettings;
  /** What the next token says, beside `aud` and the nonce it was asked with. */
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
