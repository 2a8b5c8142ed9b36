import * as client from 'openid-client';

/** An identity provider readers can sign in through. */
export interface ProviderSettings {
  /** Names the provider in addresses and in the database; it must stay. */
  id: string;
  /** On the button: "Continue with {label}". */
  label: string;
  issuer: string;
  clientId: string;
  clientSecret: string | undefined;
  /** Sent as `identity_provider`, for a broker in front of several providers (spec 7). */
  identityProvider: string | undefined;
}

/** A provider whose metadata have been discovered. */
export interface Provider extends ProviderSettings {
  configuration: client.Configuration;
}

/** Milliseconds a provider gets to answer. */
const TIMEOUT = 8000;

/**
 * The providers readers can choose from, each discovered when it is first needed, and again after a failure:
 * a provider that is down when the server starts must not keep it from starting.
 */
export class Providers {
  readonly settings: readonly ProviderSettings[];
  readonly #fetch: client.CustomFetch | undefined;
  readonly #discovered = new Map<string, Promise<Provider>>();

  constructor(settings: readonly ProviderSettings[], fetch?: client.CustomFetch) {
    this.settings = settings;
    this.#fetch = fetch;
  }

  /** The provider of that id; `undefined` when there is none. Rejects when it cannot be reached. */
  find(id: string): Promise<Provider> | undefined {
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
    const issuer = new URL(settings.issuer);
    const configuration = await client.discovery(
      issuer,
      settings.clientId,
      undefined,
      settings.clientSecret ? client.ClientSecretPost(settings.clientSecret) : client.None(),
      {
        timeout: TIMEOUT / 1000,
        ...(this.#fetch ? { [client.customFetch]: this.#fetch } : {}),
        // Only a provider on this machine may go without https.
        execute: isLocal(issuer) ? [client.allowInsecureRequests] : [],
      },
    );
    return { ...settings, configuration };
  }
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}
