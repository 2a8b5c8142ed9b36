import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderSettings } from '../providers.ts';

/** What an issuer answers at one of its addresses. */
type Answer = (response: ServerResponse) => void;

/** An issuer that answers at each of its addresses what a test makes it answer. */
export interface CraftedIssuer {
  settings: ProviderSettings;
  /** By path; what is not there has no answer but 404. */
  answers: Record<string, Answer>;
  /** What an honest issuer would say of itself. */
  metadata: Record<string, unknown>;
  stop(): Promise<void>;
}

export const DISCOVERY = '/.well-known/openid-configuration';

/** Sends a value as JSON. */
export const json =
  (value: unknown): Answer =>
  (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(value));
  };

export async function craftedIssuer(): Promise<CraftedIssuer> {
  const answers: Record<string, Answer> = {};
  const server = createServer((request, response) => {
    const answer = answers[request.url!];
    if (answer) answer(response);
    else response.writeHead(404).end();
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    settings: {
      ...{ id: 'crafted', label: 'Crafted', issuer, clientId: 'octavo', clientSecret: 'secret' },
      identityProvider: undefined,
    },
    answers,
    metadata: {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
