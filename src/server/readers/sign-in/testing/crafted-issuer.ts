import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderSettings } from '../providers.ts';

/** A function that responds to requests to one endpoint. */
type RequestHandler = (response: ServerResponse) => void;

/** An issuer whose responses are defined by a test. */
export interface CraftedIssuer {
  settings: ProviderSettings;
  /** The request handlers by path. Requests to other paths get 404. */
  handlers: Record<string, RequestHandler>;
  /** Valid metadata for the issuer, which tests can change. */
  metadata: Record<string, unknown>;
  stop(): Promise<void>;
}

export const DISCOVERY_PATH = '/.well-known/openid-configuration';

/** Creates a request handler that sends a value as JSON. */
export const createJsonHandler =
  (value: unknown): RequestHandler =>
  (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(value));
  };

export async function startCraftedIssuer(): Promise<CraftedIssuer> {
  const handlers: Record<string, RequestHandler> = {};
  const server = createServer((request, response) => {
    const handler = handlers[request.url!];
    if (handler) handler(response);
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
    handlers,
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
