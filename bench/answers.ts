import http from 'node:http';
import type { BareAnswer } from './bare.ts';

/** A request of its own. */
export interface Asked {
  url: string;
  /** GET when it is absent. */
  method?: 'PUT' | 'DELETE' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface Answer {
  status: number;
  /** Names and values alternating, as they came. */
  rawHeaders: readonly string[];
  /** Milliseconds each part of it took the server, where it says so (W3C Server Timing). */
  serverTiming: string | undefined;
  body: Uint8Array;
  /** Until the last byte. */
  milliseconds: number;
}

/** What browsers that are not old accept. */
export const ACCEPT = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' };

/** Headers `node:http` adds by itself, to every server alike. */
const OWN = new Set(['date', 'connection', 'keep-alive']);
const agent = new http.Agent({ keepAlive: true });

/** Asks once. Rejects when the answer is no success. */
export function ask({ url, method, headers, body }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    http
      .request(url, { agent, method, headers: { ...ACCEPT, ...headers } }, (response) => {
        const { statusCode: status = 0, rawHeaders } = response;
        if (status !== 200 && status !== 204) reject(new Error(`${url} gave ${status}.`));
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.once('end', () =>
          resolve({
            status,
            rawHeaders,
            serverTiming: response.headers['server-timing'] as string | undefined,
            body: Buffer.concat(parts),
            milliseconds: performance.now() - started,
          }),
        );
      })
      .once('error', reject)
      .end(body);
  });
}

/** Asks once, and keeps the answer as it came, for the bare server to repeat. */
export async function learnAnswer(asked: Asked): Promise<BareAnswer> {
  const { status, rawHeaders, body } = await ask(asked);
  return { status, headers: withoutOwn(rawHeaders), body };
}

/** What no answer with a body can do without. */
const LEAST = new Set(['content-type', 'content-length', 'content-encoding']);

/** The same body under the fewest headers. */
export function withFewestHeaders({ status, headers, body }: BareAnswer): BareAnswer {
  return { status, headers: keepHeaders(headers, (name) => LEAST.has(name)), body };
}

function withoutOwn(rawHeaders: readonly string[]): string[] {
  return keepHeaders(rawHeaders, (name) => !OWN.has(name));
}

function keepHeaders(headers: readonly string[], isKept: (name: string) => boolean): string[] {
  return headers.filter((_, at) => isKept(headers[at - (at % 2)]!.toLowerCase()));
}
