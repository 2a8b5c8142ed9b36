import { onlineManager } from '@tanstack/react-query';
import { vi } from 'vitest';
import { PAYLOAD_PREFIX, type Screens } from '#domain/page.ts';

/** A screen and what it is given. */
type Page = { [Name in keyof Screens]: [screen: Name, props: Screens[Name]] }[keyof Screens];

type Answer = () => Response | Promise<Response>;

interface Request {
  /** "PUT /authors/Plumbline/follow". */
  call: string;
  headers: Headers;
  /** What was sent, parsed; `undefined` for nothing. */
  body: unknown;
}

/** Where the API is; calls are named without it. */
const API = '/api/v1';

/** The server, as far as a page in a browser can tell. */
export class FakeServer {
  /** What the API answers, by call; a change it knows nothing of is done, anything else is not there. */
  responses: Record<string, Answer> = {};
  /** The page at each address, by now. */
  pages: Record<string, Page> = {};
  requests: Request[] = [];

  /** What has been asked of the API: "GET /feed?limit=20". */
  get calls(): string[] {
    return this.requests.map(({ call }) => call);
  }

  /** What of it was to change something. */
  get changes(): string[] {
    return this.calls.filter((call) => !call.startsWith('GET '));
  }

  /** To stand in for the browser's. */
  fetch = async (address: string, init: RequestInit = {}): Promise<Response> => {
    if (address.startsWith(PAYLOAD_PREFIX)) return this.#page(address.slice(PAYLOAD_PREFIX.length));
    if (!address.startsWith(`${API}/`)) throw new Error(`Nobody is at ${address}.`);
    const { method = 'GET', headers, body } = init;
    const call = `${method} ${address.slice(API.length)}`;
    const sent = body ? JSON.parse(body as string) : undefined;
    this.requests.push({ call, headers: new Headers(headers), body: sent });
    return (this.responses[call] ?? (method === 'GET' ? refuseWith(404) : respondDone))();
  };

  #page(path: string): Response {
    const [name, props] = this.pages[path]!;
    return Response.json({ screen: name, props, status: 200, head: { title: name, path } });
  }
}

/** A server that stands in for the network until `cleanUp`. */
export function startFakeServer(): FakeServer {
  const server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
  return server;
}

/** Answers with this. */
export function respondWith(data: unknown): Answer {
  return () => Response.json({ data });
}

/** Answers that it is done, and with nothing besides. */
export function respondDone(): Response {
  return new Response(null, { status: 204 });
}

export function refuseWith(status: number, error = 'Out of order'): Answer {
  return () => Response.json({ error }, { status });
}

/** What a call gets where there is no network. */
export function failOffline(): Promise<never> {
  return Promise.reject(new TypeError('Failed to fetch'));
}

/** Tells the page that the browser has lost its connection: until `goOnline`, or the end of the test. */
export function goOffline(): void {
  // It hears of events only while queries are on the page.
  onlineManager.setOnline(false);
  dispatchEvent(new Event('offline'));
}

export function goOnline(): void {
  onlineManager.setOnline(true);
  dispatchEvent(new Event('online'));
}

/** An answer that is awaited for as long as a test lasts. */
export function neverRespond(): Promise<never> {
  return new Promise(() => {});
}
