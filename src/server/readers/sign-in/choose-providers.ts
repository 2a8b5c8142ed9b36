import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { CustomFetch } from 'openid-client';
import type { Config } from '#server/platform/config.ts';
import { refuseOthers } from '#server/platform/demonstration/service.ts';
import { DEMONSTRATION } from '#server/readers/accounts/service.ts';
import {
  demoIdentityProvider,
  elsewherePage,
  OPEN_TO_ALL,
} from '#server/readers/demo-identity/service.ts';
import { type ProviderSettings, Providers } from './providers.ts';

/** Whom readers sign in through, and the routes of a provider that stands in this very application. */
export interface ChosenProviders {
  providers: Providers;
  routes?: (app: FastifyInstance) => Promise<void>;
  isDemonstration: boolean;
}

/**
 * Returns the configured providers, or the demonstration outside prod; `readConfig` refuses prod without a provider. After
 * a change of issuer, the previous one stays a provider, so that readers can reach their accounts and link the new one.
 */
export function chooseProviders(config: Config): ChosenProviders {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_PREVIOUS_ISSUER, OIDC_PREVIOUS_CLIENT_ID } = config;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) return demonstration(config);
  const providers: ProviderSettings[] = [
    {
      id: 'google',
      label: config.OIDC_LABEL,
      issuer: OIDC_ISSUER,
      clientId: OIDC_CLIENT_ID,
      clientSecret: config.OIDC_CLIENT_SECRET,
      identityProvider: config.OIDC_IDENTITY_PROVIDER,
    },
  ];
  if (OIDC_PREVIOUS_ISSUER && OIDC_PREVIOUS_CLIENT_ID)
    providers.push({
      id: 'previous',
      label: config.OIDC_PREVIOUS_LABEL,
      issuer: OIDC_PREVIOUS_ISSUER,
      clientId: OIDC_PREVIOUS_CLIENT_ID,
      clientSecret: config.OIDC_PREVIOUS_CLIENT_SECRET,
      identityProvider: config.OIDC_PREVIOUS_IDENTITY_PROVIDER,
    });
  return { providers: new Providers(providers), isDemonstration: false };
}

function demonstration(config: Config): ChosenProviders {
  const { ORIGIN } = config;
  const clientId = 'octavo';
  const clientSecret = randomBytes(24).toString('base64url');
  const redirectUri = `${ORIGIN}/auth/callback`;
  const demo = demoIdentityProvider({ origin: ORIGIN, clientId, clientSecret, redirectUri });
  const provider = {
    id: DEMONSTRATION,
    keepsAs: DEMONSTRATION,
    label: 'a demo account',
    issuer: demo.issuer,
    clientId,
    clientSecret,
    identityProvider: undefined,
  };

  let application: FastifyInstance | undefined;
  const inProcess: CustomFetch = (address, options) => {
    if (!application) throw new Error('The demo identity provider’s routes are not registered.');
    return fetchFrom(application, address, options);
  };
  const routes = async (app: FastifyInstance) => {
    application = app;
    app.addHook('onRequest', refuseOthers(config, elsewherePage, OPEN_TO_ALL));
    await demo.routes(app);
  };
  return { providers: new Providers([provider], { inProcess }), routes, isDemonstration: true };
}

/**
 * Asks an application without a network: whatever address it listens on, and whatever stands between its public
 * address and this process.
 */
async function fetchFrom(
  app: FastifyInstance,
  address: string,
  { method, headers, body, signal }: Parameters<CustomFetch>[1],
): Promise<Response> {
  const { pathname, search } = new URL(address);
  const answer = await app.inject({
    method: method as 'GET' | 'POST',
    url: pathname + search,
    headers,
    ...(body ? { payload: String(body) } : {}),
    ...(signal ? { signal } : {}),
  });
  return new Response(answer.body, {
    status: answer.statusCode,
    headers: Object.entries(answer.headers).map(([name, value]) => [name, String(value)]),
  });
}
