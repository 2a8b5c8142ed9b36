import * as client from 'openid-client';
import { normalizeIssuer } from '#server/readers/accounts/issuers.ts';
import { assertUsableEndpoints } from './metadata.ts';
import { createSizeLimitedFetch } from './size-limited-fetch.ts';

/** The public details of an identity provider. */
export interface ProviderIdAndLabel {
  /** ID of the provider in URLs and sessions. Identities contain the provider's issuer instead of this ID. */
  id: string;
  /** The name on the button "Continue with {label}". */
  label: string;
}

/** The configuration of an identity provider, including its secret. */
export interface ProviderSettings extends ProviderIdAndLabel {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Value of the parameter `identity_provider`, which selects a provider behind a broker (spec 7). */
  identityProvider: string | undefined;
  /** The issuer under which the provider's identities are stored. The default is the issuer in its tokens. */
  storedIssuer?: string;
}

/** An identity provider with its discovered metadata. */
export interface DiscoveredProvider extends ProviderSettings {
  configuration: client.Configuration;
}

/** Options for requests to identity providers. */
export interface ProviderRequestOptions {
  /** Fetch function for an identity provider that runs in the same process. The default is fetch over the network. */
  inProcessFetch?: client.CustomFetch;
  /** Timeout for a request to an identity provider, in milliseconds. */
  timeout?: number;
}

/**
 * Default timeout for a request to an identity provider, in milliseconds. The reader sees an empty page until the
 * provider responds.
 */
const PROVIDER_TIMEOUT = 8000;

/**
 * The identity providers. A provider's metadata is discovered on first use, and again after a failure, so the server
 * can start while a provider is down.
 */
export class IdentityProviders {
  readonly settings: readonly ProviderSettings[];
  readonly #requestOptions: ProviderRequestOptions;
  readonly #discovered = new Map<string, Promise<DiscoveredProvider>>();

  constructor(settings: readonly ProviderSettings[], requestOptions: ProviderRequestOptions = {}) {
    this.settings = settings;
    this.#requestOptions = requestOptions;
  }

  /** The public details of the identity providers, in the order of the buttons on the sign-in page. */
  get choices(): readonly ProviderIdAndLabel[] {
    return this.settings.map(({ id, label }) => ({ id, label }));
  }

  /** Returns an identity provider's label, or `undefined` if no provider has this ID. */
  getLabel(id: string): string | undefined {
    return this.settings.find((provider) => provider.id === id)?.label;
  }

  /** The issuers under which the providers' identities are stored, in the order of `settings`. */
  get issuers(): string[] {
    return this.settings.map(({ storedIssuer, issuer }) => storedIssuer ?? normalizeIssuer(issuer));
  }

  /**
   * Returns the ID of the identity provider whose identities are stored under `issuer`, or `undefined` if there is
   * none.
   */
  findIdByIssuer(issuer: string): string | undefined {
    return this.settings[this.issuers.indexOf(issuer)]?.id;
  }

  /**
   * Discovers an identity provider's metadata. Returns `undefined` if no provider has this ID. Rejects if the provider
   * cannot be reached or its metadata is unusable.
   */
  discover(id: string): Promise<DiscoveredProvider> | undefined {
    const settings = this.settings.find((provider) => provider.id === id);
    if (!settings) return undefined;
    const existing = this.#discovered.get(id);
    if (existing) return existing;
    const discovery = this.#discover(settings);
    this.#discovered.set(id, discovery);
    discovery.catch(() => this.#discovered.delete(id));
    return discovery;
  }

  async #discover(settings: ProviderSettings): Promise<DiscoveredProvider> {
    const { inProcessFetch, timeout = PROVIDER_TIMEOUT } = this.#requestOptions;
    const issuer = new URL(settings.issuer);
    // Only an identity provider on this machine may use http.
    const isInsecure = inProcessFetch !== undefined || isLocal(issuer);
    const configuration = await client.discovery(
      issuer,
      settings.clientId,
      undefined,
      settings.clientSecret ? client.ClientSecretPost(settings.clientSecret) : client.None(),
      {
        timeout: timeout / 1000,
        [client.customFetch]: createSizeLimitedFetch(inProcessFetch),
        execute: [
          // The signatures of tokens are verified, even though the tokens come directly from the provider.
          client.enableNonRepudiationChecks,
          ...(isInsecure ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    assertUsableEndpoints(configuration.serverMetadata(), isInsecure);
    return { ...settings, configuration };
  }
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
