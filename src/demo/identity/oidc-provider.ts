import { randomBytes } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { exportJWK, generateKeyPair } from 'jose';
import Provider, { type Configuration, interactionPolicy, type JWK } from 'oidc-provider';
import { findIdentityBySubject } from './accounts.ts';
import { createBoundedStorageAdapter } from './bounded-adapter.ts';
import { DEMO_IDENTITY_PATH, renderErrorPage } from './pages.ts';

/** The provider's only client: the application that signs users in through the provider. */
export interface RelyingParty {
  /** The public origin of both the application and the provider. */
  origin: string;
  clientId: string;
  clientSecret: string;
  /** The only redirect URI that the provider accepts. */
  redirectUri: string;
}

const SCOPES = ['openid', 'email', 'profile'];

/** The lifetimes of the provider's sessions, codes and tokens, in seconds. */
const LIFETIMES = {
  Interaction: 10 * 60,
  AuthorizationCode: 60,
  AccessToken: 5 * 60,
  IdToken: 5 * 60,
  Grant: 5 * 60,
  // A session at the provider needs no more than a minute, because `endSessionAfterResponse` ends the session as soon
  // as the provider has issued the code.
  Session: 60,
};

const SESSION_COOKIE = { httpOnly: true, sameSite: 'lax', path: DEMO_IDENTITY_PATH } as const;

/** The features of oidc-provider that are enabled by default but not needed here. */
const DISABLED_FEATURES = {
  devInteractions: { enabled: false },
  dPoP: { enabled: false },
  pushedAuthorizationRequests: { enabled: false },
  resourceIndicators: { enabled: false },
  rpInitiatedLogout: { enabled: false },
} as const;

/**
 * Creates an OpenID Connect issuer with a new signing key. It must be mounted at `origin` + {@link DEMO_IDENTITY_PATH}.
 */
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
  const logError = (error: unknown) =>
    log.error({ err: error }, 'The demo identity provider failed');
  provider.on('server_error', (_context, error) => logError(error));
  // This handler replaces Koa's error handler, which writes to the console.
  provider.onerror = logError;
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
    adapter: createBoundedStorageAdapter(),
    features: DISABLED_FEATURES,
    ttl: LIFETIMES,
    scopes: SCOPES,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // If `conformIdTokenClaims` is false, the claims are not only in the userinfo response, but also in the ID token.
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
      // The cookie path is omitted, because oidc-provider sets the paths of the interaction and resume cookies itself.
      short: { httpOnly: true, sameSite: 'lax' },
    },
    async findAccount(_context, subject) {
      const identity = findIdentityBySubject(subject);
      if (!identity) return undefined;
      const { name, email } = identity;
      return {
        accountId: subject,
        claims: async () => ({ sub: subject, name, email, email_verified: true }),
      };
    },
    // Grants the scopes at sign-in, without a consent prompt.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client!.clientId,
        accountId: oidc.session!.accountId,
      });
      grant.addOIDCScope(SCOPES.join(' '));
      await grant.save();
      return grant;
    },
    // Codes and tokens must outlive the provider's session, which ends as soon as the code has been issued.
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

/** Returns oidc-provider's default interaction policy without consent prompts. */
function createLoginPolicy(): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  return policy;
}

/** Makes the provider derive all URLs and the `secure` attribute of cookies from the issuer instead of the request. */
function pinOrigin(provider: Provider, origin: string): void {
  const { protocol, host } = new URL(origin);
  Object.defineProperties(provider.request, {
    protocol: { value: protocol.slice(0, -1) },
    host: { value: host },
  });
}

/** Ends the provider's own session after each response, so that users choose an account at every sign-in. */
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
