import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { demoIdentityProvider } from '../demo-identity/demo-identity.ts';
import { ForbiddenError } from '../errors.ts';
import { Providers } from './providers.ts';

/** Whom readers sign in through, and the routes of a provider that stands in this very application. */
export interface ChosenProviders {
  providers: Providers;
  routes?: (app: FastifyInstance) => Promise<void>;
  isDemonstration: boolean;
}

/** The demonstration lets anyone in: it answers this machine only, unless `ALLOW_DEMO` says otherwise. */
async function refuseOthers(request: FastifyRequest): Promise<void> {
  const isThisMachine = /^(::ffff:)?127\.|^::1$/.test(request.ip);
  if (!isThisMachine)
    throw new ForbiddenError(
      'Demonstration accounts open on the machine Octavo runs on only. Set ALLOW_DEMO=1 to open them to others.',
    );
}

/** The configured provider, or outside prod the demonstration; `readConfig` has refused prod without one. */
export function chooseProviders(config: Config): ChosenProviders {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_LABEL } = config;
  if (OIDC_ISSUER && OIDC_CLIENT_ID) {
    const provider = {
      id: 'google',
      label: OIDC_LABEL,
      issuer: OIDC_ISSUER,
      clientId: OIDC_CLIENT_ID,
      clientSecret: OIDC_CLIENT_SECRET,
      identityProvider: config.OIDC_IDENTITY_PROVIDER,
    };
    return { providers: new Providers([provider]), isDemonstration: false };
  }

  const { ORIGIN, PORT } = config;
  const clientId = 'octavo';
  const clientSecret = randomBytes(24).toString('base64url');
  const redirectUri = `${ORIGIN}/auth/callback`;
  const demo = demoIdentityProvider({ origin: ORIGIN, clientId, clientSecret, redirectUri });
  const provider = {
    id: 'demo',
    label: 'a demonstration account',
    issuer: demo.issuer,
    clientId,
    clientSecret,
    identityProvider: undefined,
  };
  // The public address may not be reachable from within; this process always is.
  const inside = `http://127.0.0.1:${PORT}`;
  const providers = new Providers([provider], (url, options) =>
    fetch(url.replace(ORIGIN, inside), options as RequestInit),
  );
  const routes = async (app: FastifyInstance) => {
    if (!config.ALLOW_DEMO) app.addHook('onRequest', refuseOthers);
    await demo.routes(app);
  };
  return { providers, routes, isDemonstration: true };
}
