import * as client from 'openid-client';
import { normalizeIssuer } from '#server/readers/accounts/issuers.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { assertUsableMetadata } from './metadata.ts';

/** A provider as readers see it. */
export interface ProviderChoice {
  /** Identifies the provider in URLs and sessions. Identities are tied to its issuer instead. */
  id: string;
  /** On the button: "Continue with {label}". */
  label: string;
}

/** The configuration of an identity provider, including its secret. */
export interface ProviderSettings extends ProviderChoice {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Sent as `identity_provider`, for a broker in front of several providers (spec 7). */
  identityProvider: string | undefined;
  /** The issuer that its identities are stored under, if it differs from the tokens' issuer. */
  storedIssuer?: string;
}

/** A provider with its discovered metadata. */
export interface Provider extends ProviderSettings {
  configuration: client.Configuration;
}

/** Options for contacting providers. */
export interface ProviderConnection {
  /** Fetches from a provider in this process. Others are contacted over the network. */
  inProcessFetch?: client.CustomFetch;
  /** Milliseconds a provider has to respond. */
  timeout?: number;
}

/** Milliseconds that readers wait in front of an empty page. */
const PROVIDER_TIMEOUT = 8000;

/**
 * The identity providers. Each is discovered on first use, and again after a failure, so that the server can start
 * while a provider is down.
 */
export class Providers {
  readonly settings: readonly ProviderSettings[];
  readonly #connection: ProviderConnection;
  readonly #discovered = new Map<string, Promise<Provider>>();

  constructor(settings: readonly ProviderSettings[], reach: ProviderConnection = {}) {
    this.settings = settings;
    this.#connection = reach;
  }

  /** The public details of the providers, in the order they are offered. */
  get choices(): readonly ProviderChoice[] {
    return this.settings.map(({ id, label }) => ({ id, label }));
  }

  /** Returns the label of a provider; `undefined` if there is none with this id. */
  labelOf(id: string): string | undefined {
    return this.settings.find((provider) => provider.id === id)?.label;
  }

  /** The issuers that the providers' identities are stored under, in the order of `settings`. */
  get issuers(): string[] {
    return this.settings.map(({ storedIssuer, issuer }) => storedIssuer ?? normalizeIssuer(issuer));
  }

  /** Returns the id of the provider whose identities are stored under `issuer`; `undefined` if there is none. */
  findIdByIssuer(issuer: string): string | undefined {
    return this.settings[this.issuers.indexOf(issuer)]?.id;
  }

  /**
   * Discovers the provider with this id; `undefined` if there is none. Rejects if it cannot be reached or its metadata
   * is unusable.
   */
  discover(id: string): Promise<Provider> | undefined {
    const settings = this.settings.find((provider) => provider.id === id);
    if (!settings) return undefined;
    const known = this.#discovered.get(id);
    if (known) return known;
    const discovering = this.#discover(settings);
    this.#discovered.set(id, discovering);
    discovering.catch(() => this.#discovered.delete(id));
    return discovering;
  }

  async #discover(settings: ProviderSettings): Promise<Provider> {
    const { inProcessFetch, timeout = PROVIDER_TIMEOUT } = this.#connection;
    const issuer = new URL(settings.issuer);
    // Only a provider on this machine may use http.
    const isInsecure = inProcessFetch !== undefined || isLocal(issuer);
    const configuration = await client.discovery(
      issuer,
      settings.clientId,
      undefined,
      settings.clientSecret ? client.ClientSecretPost(settings.clientSecret) : client.None(),
      {
        timeout: timeout / 1000,
        [client.customFetch]: createBoundedFetch(inProcessFetch),
        execute: [
          // Verifies token signatures even though the tokens come directly from the provider.
          client.enableNonRepudiationChecks,
          ...(isInsecure ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    assertUsableMetadata(configuration.serverMetadata(), isInsecure);
    return { ...settings, configuration };
  }
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
