import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderSettings } from '../providers.ts';

/** An identity provider for tests that accepts connections but leaves requests unanswered. */
export interface SilentProvider {
  settings: ProviderSettings;
  stop(): Promise<void>;
}

/**
 * Starts an identity provider that responds to no requests or, if `servesMetadata` is true, only to discovery requests.
 */
export async function startSilentProvider(
  id: string,
  { servesMetadata }: { servesMetadata: boolean },
): Promise<SilentProvider> {
  const server = createServer((request, response) => {
    if (!servesMetadata || !request.url!.startsWith('/.well-known/')) return;
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      }),
    );
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      ...{ id, label: id, issuer, clientId: 'octavo', clientSecret: 'secret' },
      identityProvider: undefined,
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
