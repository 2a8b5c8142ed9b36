import type { FastifyInstance, LightMyRequestResponse } from 'fastify';

/** The headers that browsers send when the user follows a link on a page of the same site. */
export const SAME_ORIGIN_NAVIGATION_HEADERS = {
  'sec-fetch-site': 'same-origin',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-user': '?1',
} as const;

/** A minimal browser for sign-in tests. It stores cookies and follows the redirect to the provider. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  async get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    const response = await this.#app.inject({
      url,
      headers,
      cookies: Object.fromEntries(this.cookies),
    });
    for (const { name, value, maxAge, expires } of response.cookies)
      if (maxAge === 0 || (expires && expires.getTime() < Date.now())) this.cookies.delete(name);
      else this.cookies.set(name, value);
    return response;
  }

  /**
   * Starts a sign-in and opens the identity provider's authorization URL. Returns this URL and the callback URL, which
   * the browser opens next.
   */
  async visitProvider(
    parameters: Record<string, string> = {},
    headers: Record<string, string> = SAME_ORIGIN_NAVIGATION_HEADERS,
  ): Promise<{ authorize: URL; callback: string }> {
    const start = await this.get(`/auth/signin?${new URLSearchParams(parameters)}`, headers);
    const authorize = new URL(String(start.headers.location));
    const response = await fetch(authorize, { redirect: 'manual' });
    const { pathname, search } = new URL(response.headers.get('location')!);
    return { authorize, callback: pathname + search };
  }

  /** Completes a sign-in and returns the response to the callback. */
  async signIn(
    parameters?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse> {
    const { callback } = await this.visitProvider(parameters, headers);
    return this.get(callback);
  }

  /** The claims that pages read from the `id_token` cookie. */
  get idTokenClaims(): Record<string, unknown> | undefined {
    const payload = this.cookies.get('id_token')?.split('.')[1];
    return payload && JSON.parse(Buffer.from(payload, 'base64url').toString());
  }

  /** Returns a second browser with the same cookies. */
  clone(): TestBrowser {
    const clone = new TestBrowser(this.#app);
    for (const [name, value] of this.cookies) clone.cookies.set(name, value);
    return clone;
  }
}
