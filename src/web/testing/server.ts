import { onlineManager } from '@tanstack/react-query';
import { vi } from 'vitest';
import { PAYLOAD_PATH_PREFIX, type ScreenPropsByKind } from '#domain/page.ts';

/** A screen's name and props. */
type Page = {
  [Name in keyof ScreenPropsByKind]: [screen: Name, props: ScreenPropsByKind[Name]];
}[keyof ScreenPropsByKind];

type Responder = () => Response | Promise<Response>;

interface Request {
  /** Method and path of the request, such as "PUT /authors/Plumbline/follow". */
  call: string;
  headers: Headers;
  /** The parsed request body, or `undefined` if there is none. */
  body: unknown;
}

/** The prefix of API paths. It is omitted from `Request.call`. */
const API = '/api/v1';

/** A fake server with pages and an API. */
export class FakeServer {
  /**
   * Responses by method and path. Without an entry, a GET request receives status 404, and any other request succeeds.
   */
  responses: Record<string, Responder> = {};
  /** The page that the server currently returns for each path. */
  pages: Record<string, Page> = {};
  requests: Request[] = [];

  /** Method and path of each API request so far, such as "GET /feed?limit=20". */
  get calls(): string[] {
    return this.requests.map(({ call }) => call);
  }

  /** Method and path of each API request so far, except GET requests. */
  get changes(): string[] {
    return this.calls.filter((call) => !call.startsWith('GET '));
  }

  /** The last request other than GET. GET requests are skipped, because the app may send them at any time. */
  get lastChange(): Request | undefined {
    return this.requests.findLast(({ call }) => !call.startsWith('GET '));
  }

  /** Replaces the browser's `fetch`. */
  fetch = async (url: string, init: RequestInit = {}): Promise<Response> => {
    if (url.startsWith(PAYLOAD_PATH_PREFIX))
      return this.#sendPage(url.slice(PAYLOAD_PATH_PREFIX.length));
    if (!url.startsWith(`${API}/`)) throw new Error(`Nobody is at ${url}.`);
    const { method = 'GET', headers, body } = init;
    const call = `${method} ${url.slice(API.length)}`;
    const parsedBody = body ? JSON.parse(body as string) : undefined;
    this.requests.push({ call, headers: new Headers(headers), body: parsedBody });
    return (
      this.responses[call] ?? (method === 'GET' ? createErrorResponder(404) : respondNoContent)
    )();
  };

  #sendPage(path: string): Response {
    const [name, props] = this.pages[path]!;
    return Response.json({ screen: name, props, status: 200, head: { title: name, path } });
  }
}

/** Starts a fake server that replaces the network until `resetPage` is called. */
export function startFakeServer(): FakeServer {
  const server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  return server;
}

/** Returns a function that responds with the JSON object `{ data }`. */
export function createJsonResponder(data: unknown): Responder {
  return () => Response.json({ data });
}

/** Returns a 204 response, which has no content. */
export function respondNoContent(): Response {
  return new Response(null, { status: 204 });
}

export function createErrorResponder(status: number, error = 'Out of order'): Responder {
  return () => Response.json({ error }, { status });
}

/** Rejects in the same way as `fetch` does without a network connection. */
export function rejectAsOffline(): Promise<never> {
  return Promise.reject(new TypeError('Failed to fetch'));
}

/** Simulates an offline browser until `goOnline` is called or the test ends. */
export function goOffline(): void {
  // TanStack Query receives browser events only while queries are mounted, so it is set offline directly.
  onlineManager.setOnline(false);
  dispatchEvent(new Event('offline'));
}

export function goOnline(): void {
  onlineManager.setOnline(true);
  dispatchEvent(new Event('online'));
}

/** Returns a promise that never settles. It simulates a server that does not respond. */
export function neverRespond(): Promise<never> {
  return new Promise(() => {});
}
