import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Provider } from 'oidc-provider';
import { demoAssetRoutes } from '../shared/demo-assets.ts';
import { DISPLAY_FONT_FILE_NAME, STYLESHEET_FILE_NAME } from '../shared/demo-page.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { createOidcProvider, type RelyingParty } from './oidc-provider.ts';
import { DEMO_IDENTITY_PATH } from './pages.ts';

/** An identity provider without passwords, for demos. */
export interface DemoIdentityProvider {
  /** The issuer URL, which the relying party needs in its configuration. */
  issuer: string;
  /** A Fastify plugin that creates the signing key and registers the provider's routes under the provider's prefix. */
  routes(app: FastifyInstance): Promise<void>;
}

/**
 * Creates an OpenID Connect issuer that runs inside the application, so that developers can try Octavo without an
 * account at a real provider. The issuer supports the authorization-code flow with PKCE and the scopes
 * `openid email profile`. Anyone who can open its pages can sign in as anyone, so the pages must not be publicly
 * accessible.
 */
export function createDemoIdentityProvider(relyingParty: RelyingParty): DemoIdentityProvider {
  return {
    issuer: relyingParty.origin + DEMO_IDENTITY_PATH,
    async routes(app) {
      const provider = await createOidcProvider(relyingParty, app.log);
      await app.register(demoAssetRoutes, { prefix: DEMO_IDENTITY_PATH });
      await app.register(async (pageScope) => interactionRoutes(pageScope, provider), {
        prefix: DEMO_IDENTITY_PATH,
      });
      await app.register(async (protocolScope) => protocolRoutes(protocolScope, provider), {
        prefix: DEMO_IDENTITY_PATH,
      });
    },
  };
}

/** The endpoints of the demo identity provider that the oidc-provider package handles. */
const ENDPOINTS = [
  { method: 'GET', url: '/.well-known/openid-configuration' },
  { method: 'GET', url: '/jwks' },
  { method: 'GET', url: '/auth' },
  // Browsers are redirected to this URL after they have submitted a sign-in form.
  { method: 'GET', url: '/auth/:uid' },
  { method: 'POST', url: '/token' },
  { method: 'GET', url: '/me' },
  { method: 'POST', url: '/me' },
] as const;

/**
 * The URLs for which `createLocalOnlyHook` accepts all requests. They are the stylesheet and font of the hook's error
 * page, and the endpoints that the relying party calls. The `token` endpoint requires the client secret.
 */
export const URLS_EXEMPT_FROM_LOCAL_ONLY_HOOK: ReadonlySet<string> = new Set(
  [
    STYLESHEET_FILE_NAME,
    DISPLAY_FONT_FILE_NAME,
    '.well-known/openid-configuration',
    'jwks',
    'token',
  ].map((path) => `${DEMO_IDENTITY_PATH}/${path}`),
);

/** Forwards requests for {@link ENDPOINTS} to oidc-provider, without parsing their bodies. */
function protocolRoutes(app: FastifyInstance, provider: Provider): void {
  const handleRequest = provider.callback();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
  const handler = (request: FastifyRequest, reply: FastifyReply) => {
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders()))
      if (value !== undefined) reply.raw.setHeader(name, value);
    // oidc-provider derives its path prefix from `originalUrl` and `url` (see "Mounting oidc-provider" in its
    // documentation).
    const raw: IncomingMessage & { originalUrl?: string } = request.raw;
    raw.originalUrl = raw.url!;
    raw.url = raw.url!.slice(DEMO_IDENTITY_PATH.length);
    return handleRequest(raw, reply.raw);
  };
  for (const endpoint of ENDPOINTS) app.route({ ...endpoint, schema: { hide: true }, handler });
}
