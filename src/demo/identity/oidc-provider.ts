import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration, interactionPolicy, type JWK } from 'oidc-provider';
import { findIdentity } from './accounts.ts';
import { createBoundedAdapter } from './bounded-adapter.ts';
import { DEMO_IDENTITY_PATH, renderErrorPage } from './pages.ts';

/** The one application the provider serves. */
export interface RelyingParty {
  /** Public origin of the application, and so of the provider. */
  origin: string;
  clientId: string;
  clientSecret: string;
  /** The only address a reader is sent back to. */
  redirectUri: string;
}

const SCOPES = ['openid', 'email', 'profile'];

/** Seconds each thing lives. */
const LIFETIMES = {
  Interaction: 10 * 60,
  AuthorizationCode: 60,
  AccessToken: 5 * 60,
  IdToken: 5 * 60,
  Grant: 5 * 60,
  // Ended as soon as the code is given: see `forgetSession`.
  Session: 60,
};

const SESSION_COOKIE = { httpOnly: true, sameSite: 'lax', path: DEMO_IDENTITY_PATH } as const;

/** On in oidc-provider unless switched off, and of no use here. */
const DISABLED_FEATURES = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  resourceIndicators: { enabled: false },
  rpInitiatedLogout: { enabled: false },
} as const;

/** An OpenID Connect issuer at `origin` + {@link DEMO_IDENTITY_PATH} with a key of its own, to be mounted at that prefix. */
export async function createOidcProvider(
  relyingParty: RelyingParty,
  log: FastifyBaseLogger,
): Promise<Provider> {
  const provider = new Provider(relyingParty.origin + DEMO_IDENTITY_PATH, {
    ...createConfiguration(relyingParty),
    jwks: { keys: [await createSigningKey()] },
  });
  pinOrigin(provider, relyingParty.origin);
  endSessionAfterResponse(provider);
  const report = (error: unknown) => log.error({ err: error }, 'The demo identity provider failed');
  provider.on('server_error', (_context, error) => report(error));
  // Koa's own writes to the console.
  provider.onerror = report;
  return provider;
}

function createConfiguration({ clientId, clientSecret, redirectUri }: RelyingParty): Configuration {
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    adapter: createBoundedAdapter(),
    features: DISABLED_FEATURES,
    ttl: LIFETIMES,
    scopes: SCOPES,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // The claims are in the ID token itself; userinfo has them too.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['client_secret_post'],
    enabledJWA: { idTokenSigningAlgValues: ['RS256'] },
    extraParams: ['identity_provider'],
    interactions: {
      policy: createLoginPolicy(),
      url: (_context, { uid }) => `${DEMO_IDENTITY_PATH}/interaction/${uid}`,
    },
    cookies: {
      keys: [randomBytes(32)],
      names: {
        session: 'demo_identity',
        interaction: 'demo_identity_interaction',
        resume: 'demo_identity_resume',
      },
      long: SESSION_COOKIE,
      // oidc-provider gives the two others narrower paths itself.
      short: { httpOnly: true, sameSite: 'lax' },
    },
    async findAccount(_context, subject) {
      const identity = findIdentity(subject);
      if (!identity) return undefined;
      const { name, email } = identity;
      return {
        accountId: subject,
        claims: async () => ({ sub: subject, name, email, email_verified: true }),
      };
    },
    // Nobody is asked for consent: signing in grants the scopes.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId,
      });
      grant.addOIDCScope(SCOPES.join(' '));
      await grant.save();
      return grant;
    },
    // Codes and tokens outlive the provider's session, which ends at once.
    expiresWithSession: async () => false,
    issueRefreshToken: async () => false,
    clientBasedCORS: () => false,
    renderError(context, { error, error_description }) {
      context.type = 'html';
      context.body = renderErrorPage(error_description ?? error);
    },
  };
}

async function createSigningKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' } as JWK;
}

/** The stock policy without its questions about consent. */
function createLoginPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
}

/** Makes every address the provider names, and whether its cookies are Secure, a matter of the issuer alone. */
function pinOrigin(provider: Provider, origin: string): void {
  const { protocol, host } = new URL(origin);
  Object.defineProperties(provider.request, {
    protocol: { value: protocol.slice(0, -1) },
    host: { value: host },
  });
}

/** Ends the provider's own session with each answer: whoever signs in again chooses again who to be. */
function endSessionAfterResponse(provider: Provider): void {
  provider.use(async (context, next) => {
    await next();
    const { oidc } = context;
    if (!oidc?.session?.accountId) return;
    await oidc.session.destroy();
    const options = { ...SESSION_COOKIE, overwrite: true };
    oidc.cookies.set(provider.cookieName('session'), null, options);
  });
}
