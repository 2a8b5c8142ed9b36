import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { demoAssetRoutes } from '../shared/demo-assets.ts';
import { DISPLAY_FONT, STYLESHEET } from '../shared/demo-page.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { createOidcProvider, type RelyingParty } from './oidc-provider.ts';
import { DEMO_IDENTITY_PATH } from './pages.ts';

/** An identity provider without passwords, for demonstrations. */
export interface DemoIdentityProvider {
  /** The issuer URL that the relying party is configured with. */
  issuer: string;
  /** Creates the signing key and registers the provider's routes under its own prefix. A Fastify plugin. */
  routes(app: FastifyInstance): Promise<void>;
}

/**
 * Creates an OpenID Connect issuer within the application, for trying Octavo without an account: authorization-code
 * flow with PKCE, scopes `openid email profile`. Anyone who can open its page can sign in as anyone, so it must not be
 * public.
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

/** The endpoints that oidc-provider handles. */
const ENDPOINTS = [
  { method: 'GET', url: '/.well-known/openid-configuration' },
  { method: 'GET', url: '/jwks' },
  { method: 'GET', url: '/auth' },
  // To which the pages redirect.
  { method: 'GET', url: '/auth/:uid' },
  { method: 'POST', url: '/token' },
  { method: 'GET', url: '/me' },
  { method: 'POST', url: '/me' },
] as const;

/**
 * URLs that are open to everyone: the assets of the local-only page, and what the relying party itself requests.
 * `token` requires its secret.
 */
export const PUBLIC_URLS: ReadonlySet<string> = new Set(
  [STYLESHEET, DISPLAY_FONT, '.well-known/openid-configuration', 'jwks', 'token'].map(
    (path) => `${DEMO_IDENTITY_PATH}/${path}`,
  ),
);

/** Passes requests for {@link ENDPOINTS} to oidc-provider with unparsed bodies. */
function protocolRoutes(app: FastifyInstance, provider: Provider): void {
  const handleRequest = provider.callback();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    // oidc-provider derives its prefix from the two URLs, as its documentation of mounting says.
    const raw: IncomingMessage & { originalUrl?: string } = request.raw;
    raw.originalUrl = raw.url!;
    raw.url = raw.url!.slice(DEMO_IDENTITY_PATH.length);
    return handleRequest(raw, reply.raw);
  };
  for (const endpoint of ENDPOINTS) app.route({ ...endpoint, schema: { hide: true }, handler });
}
