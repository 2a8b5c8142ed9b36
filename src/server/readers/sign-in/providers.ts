import * as client from 'openid-client';
import { normalizeIssuer } from '#server/readers/accounts/issuers.ts';
import { createBoundedFetch } from './bounded-fetch.ts';
import { assertUsableMetadata } from './metadata.ts';

/** A provider as readers are offered it. */
export interface ProviderChoice {
  /** Names the provider in addresses and in sessions; who somebody is there hangs on its issuer. */
  id: string;
  /** On the button: "Continue with {label}". */
  label: string;
}

/** An identity provider readers can sign in through, with what only the server may know. */
export interface ProviderSettings extends ProviderChoice {
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Sent as `identity_provider`, for a broker in front of several providers (spec 7). */
  identityProvider: string | undefined;
  /** What its identities are kept under, where that is not the issuer its tokens name. */
  storedIssuer?: string;
}

/** A provider whose metadata have been discovered. */
export interface Provider extends ProviderSettings {
  configuration: client.Configuration;
}

/** How providers are reached. */
export interface ProviderConnection {
  /** Asks a provider that stands in this very process; others are asked over the network. */
  inProcessFetch?: client.CustomFetch;
  /** Milliseconds a provider gets to answer. */
  timeout?: number;
}

/** Readers wait this long in front of an empty page. */
const PROVIDER_TIMEOUT = 8000;

/**
 * The providers readers can choose from, each discovered when it is first needed, and again after a failure:
 * a provider that is down when the server starts must not keep it from starting.
 */
export class Providers {
  readonly settings: readonly ProviderSettings[];
  readonly #connection: ProviderConnection;
  readonly #discovered = new Map<string, Promise<Provider>>();

  constructor(settings: readonly ProviderSettings[], reach: ProviderConnection = {}) {
    this.settings = settings;
    this.#connection = reach;
  }

  /** What readers may see of the providers, in the order they are offered. */
  get choices(): readonly ProviderChoice[] {
    return this.settings.map(({ id, label }) => ({ id, label }));
  }

  /** What people call the provider of that id; `undefined` when there is none. */
  labelOf(id: string): string | undefined {
    return this.settings.find((provider) => provider.id === id)?.label;
  }

  /** The issuers that the providers' identities are stored under, in the order of `settings`. */
  get issuers(): string[] {
    return this.settings.map(({ storedIssuer, issuer }) => storedIssuer ?? normalizeIssuer(issuer));
  }

  /** The provider whose identities are kept under `issuer`; `undefined` when there is none. */
  findIdByIssuer(issuer: string): string | undefined {
    return this.settings[this.issuers.indexOf(issuer)]?.id;
  }

  /**
   * The provider of that id; `undefined` when there is none. Rejects when it cannot be reached, or what it says of
   * itself cannot be used.
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
    // Only a provider on this machine may go without https.
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
          // The tokens' signatures are verified, though they come straight from the provider.
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
