import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { demoAssetRoutes } from '../shared/demo-assets.ts';
import { DISPLAY_FONT, STYLESHEET } from '../shared/demo-page.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { createOidcProvider, type RelyingParty } from './oidc-provider.ts';
import { DEMO_IDENTITY_PATH } from './pages.ts';

/** An identity provider that asks nobody for a password. */
export interface DemoIdentityProvider {
  /** What a relying party is configured with. */
  issuer: string;
  /** Makes the signing key and adds the provider's routes, all under its own prefix. A plugin for `register`. */
  routes(app: FastifyInstance): Promise<void>;
}

/**
 * A real OpenID Connect issuer within the application, for trying Octavo without an account anywhere: the
 * authorization-code flow with PKCE, scopes `openid email profile`. Whoever can open its page can be anyone,
 * so it must not stand in front of readers.
 */
export function createDemoIdentityProvider(relyingParty: RelyingParty): DemoIdentityProvider {
  return {
    issuer: relyingParty.origin + DEMO_IDENTITY_PATH,
    async routes(app) {
      const provider = await createOidcProvider(relyingParty, app.log);
      await app.register(demoAssetRoutes, { prefix: DEMO_IDENTITY_PATH });
      await app.register(async (screens) => interactionRoutes(screens, provider), {
        prefix: DEMO_IDENTITY_PATH,
      });
      await app.register(async (endpoints) => protocolRoutes(endpoints, provider), {
        prefix: DEMO_IDENTITY_PATH,
      });
    },
  };
}

/** What oidc-provider answers: its own paths, as it publishes them. */
const ENDPOINTS = [
  { method: 'GET', url: '/.well-known/openid-configuration' },
  { method: 'GET', url: '/jwks' },
  { method: 'GET', url: '/auth' },
  // Where the screens send people back to.
  { method: 'GET', url: '/auth/:uid' },
  { method: 'POST', url: '/token' },
  { method: 'GET', url: '/me' },
  { method: 'POST', url: '/me' },
] as const;

/**
 * Addresses that a guard in front of the provider lets everybody have: what {@link elsewherePage} is dressed in,
 * and what the relying party itself asks for: `token` only with its secret.
 */
export const PUBLIC_URLS: ReadonlySet<string> = new Set(
  [STYLESHEET, DISPLAY_FONT, '.well-known/openid-configuration', 'jwks', 'token'].map(
    (path) => `${DEMO_IDENTITY_PATH}/${path}`,
  ),
);

/** Hands requests for {@link ENDPOINTS} to oidc-provider, bodies unread. */
function protocolRoutes(app: FastifyInstance, provider: Provider): void {
  const answer = provider.callback();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    // As in its documentation of mounting: from the two addresses it learns its prefix.
    const raw: IncomingMessage & { originalUrl?: string } = request.raw;
    raw.originalUrl = raw.url!;
    raw.url = raw.url!.slice(DEMO_IDENTITY_PATH.length);
    return answer(raw, reply.raw);
  };
  for (const endpoint of ENDPOINTS) app.route({ ...endpoint, schema: { hide: true }, handler });
}
