import type { FastifyInstance } from 'fastify';
import type { CustomFetch } from 'openid-client';
import type { DemoSignInSetup } from '#demo/identity/demo-sign-in-setup.ts';
import type { Config } from '#server/platform/config.ts';
import { STORED_DEMO_ISSUER } from '#server/readers/accounts/issuers.ts';
import { IdentityProviders, type ProviderSettings } from './providers.ts';

/** The identity providers, and the routes and accounts of the demo identity provider if it is used. */
export interface SignInSetup {
  providers: IdentityProviders;
  routes?: (app: FastifyInstance) => Promise<void>;
  /** The demo accounts, or `undefined` if a real identity provider is configured. */
  accounts?: DemoSignInSetup['accounts'];
}

/**
 * Returns the configured identity providers. If there are none, returns the demo identity provider. `readConfig` does
 * not allow the demo provider in production. When the issuer changes, the operator can keep the previous issuer as a
 * second provider, so that readers can still sign in to their accounts and link their new identity.
 */
export async function chooseSignInSetup(config: Config): Promise<SignInSetup> {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_PREVIOUS_ISSUER, OIDC_PREVIOUS_CLIENT_ID } = config;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) return createDemoProviders(config);
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
  return { providers: new IdentityProviders(providers) };
}

async function createDemoProviders(config: Config): Promise<SignInSetup> {
  const { createDemoSignInSetup: demoSignIn } = await import(
    '#demo/identity/demo-sign-in-setup.ts'
  );
  const { issuer, clientId, clientSecret, accounts, fetch, routes } = demoSignIn(config);
  const provider = {
    id: STORED_DEMO_ISSUER,
    storedIssuer: STORED_DEMO_ISSUER,
    label: 'a demo account',
    issuer,
    clientId,
    clientSecret,
    identityProvider: undefined,
  };
  const inProcessFetch: CustomFetch = (url, options) => fetch(url, options as RequestInit);
  return { providers: new IdentityProviders([provider], { inProcessFetch }), routes, accounts };
}
