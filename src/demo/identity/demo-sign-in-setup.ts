import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/platform/config.ts';
import { createInProcessFetch } from '../shared/in-process-fetch.ts';
import { createLocalOnlyHook } from '../shared/local-only-hook.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import {
  createDemoIdentityProvider,
  URLS_EXEMPT_FROM_LOCAL_ONLY_HOOK,
} from './demo-identity-provider.ts';
import { renderLocalOnlyPage } from './pages.ts';

/** The demo identity provider with its routes. Its only client is the application itself. */
export interface DemoSignInSetup {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The accounts that the sign-in page offers. */
  accounts: typeof DEMO_ACCOUNTS;
  /**
   * A `fetch` function that sends requests to the provider in this process. Throws if {@link DemoSignInSetup.routes}
   * has not been registered yet.
   */
  fetch: typeof fetch;
  /** A Fastify plugin that registers the provider's routes. */
  routes(app: FastifyInstance): Promise<void>;
}

/** Creates a demo identity provider whose only client is the application that registers the provider's routes. */
export function createDemoSignInSetup(config: Config): DemoSignInSetup {
  const { ORIGIN } = config;
  const client = { clientId: 'octavo', clientSecret: randomBytes(24).toString('base64url') };
  const redirectUri = `${ORIGIN}/auth/callback`;
  const provider = createDemoIdentityProvider({ origin: ORIGIN, ...client, redirectUri });
  let application: FastifyInstance | undefined;
  return {
    issuer: provider.issuer,
    ...client,
    accounts: DEMO_ACCOUNTS,
    fetch(url, options) {
      if (!application) throw new Error("The demo identity provider's routes are not registered.");
      return createInProcessFetch(application)(url, options);
    },
    async routes(app) {
      application = app;
      app.addHook(
        'onRequest',
        createLocalOnlyHook(config, renderLocalOnlyPage, URLS_EXEMPT_FROM_LOCAL_ONLY_HOOK),
      );
      await provider.routes(app);
    },
  };
}
