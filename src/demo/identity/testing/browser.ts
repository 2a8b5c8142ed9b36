/** A response from the provider, with its body as text. */
export interface PageResponse {
  status: number;
  url: string;
  location: string | undefined;
  headers: Headers;
  text: string;
}

interface Cookie {
  name: string;
  value: string;
  path: string;
}

/** A minimal browser that stores cookies by path and follows redirects within the provider. */
export class TestBrowser {
  readonly #issuer: string;
  /** The cookies by path and name. Together, the path and the name identify a cookie (RFC 6265, 5.3). */
  readonly #cookies = new Map<string, Cookie>();
  /** All `Set-Cookie` headers that the browser has received so far. */
  readonly setCookies: string[] = [];

  constructor(issuer: string) {
    this.#issuer = issuer;
  }

  get cookieNames(): string[] {
    return [...this.#cookies.values()].map(({ name }) => name);
  }

  /** Requests a URL, or submits a form to it, and follows redirects within the provider. */
  async open(url: string | URL, form?: Record<string, string>): Promise<PageResponse> {
    let response = await this.#request(new URL(url), form);
    while (response.location?.startsWith(`${this.#issuer}/`))
      response = await this.#request(response.location);
    return response;
  }

  async #request(target: string | URL, form?: Record<string, string>): Promise<PageResponse> {
    const url = new URL(target);
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie: this.#formatCookieHeader(url.pathname) },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const header of response.headers.getSetCookie()) this.#storeCookie(header);
    const location = response.headers.get('location');
    return {
      status: response.status,
      url: url.href,
      location: location ? new URL(location, url).href : undefined,
      headers: response.headers,
      text: await response.text(),
    };
  }

  #formatCookieHeader(path: string): string {
    return [...this.#cookies.values()]
      .filter((cookie) => path === cookie.path || path.startsWith(`${cookie.path}/`))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  #storeCookie(header: string): void {
    this.setCookies.push(header);
    const [, name, value] = /^([^=]+)=([^;]*)/.exec(header) as unknown as [string, string, string];
    const path = /; ?path=([^;]*)/i.exec(header)?.[1] ?? '/';
    const expires = /; ?expires=([^;]*)/i.exec(header)?.[1];
    const isExpired = expires !== undefined && Date.parse(expires) <= Date.now();
    if (isExpired) this.#cookies.delete(`${path} ${name}`);
    else this.#cookies.set(`${path} ${name}`, { name, value, path });
  }
}
