import http from 'node:http';
import type { RecordedResponse } from './baseline-server.ts';

/** A request that the benchmark sends. */
export interface RequestSpec {
  url: string;
  /** The HTTP method. Default: GET. */
  method?: 'PUT' | 'DELETE' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface TimedResponse {
  status: number;
  /** Alternating header names and values, in the order in which they were received. */
  rawHeaders: readonly string[];
  /**
   * The Server-Timing header (W3C), if the response has one. It lists the milliseconds for each part of the server's
   * work.
   */
  serverTiming: string | undefined;
  body: Uint8Array;
  /** The time from the start of the request until the last byte of the response was received. */
  milliseconds: number;
}

/** Request headers that a current browser sends. */
export const BROWSER_ACCEPT_HEADERS = {
  'accept-encoding': 'gzip, deflate, br',
  accept: 'text/html',
};

/** Headers that `node:http` adds to every response. */
const CONNECTION_HEADERS = new Set(['date', 'connection', 'keep-alive']);
const agent = new http.Agent({ keepAlive: true });

/** Sends one request. Rejects if the response is not successful. */
export function sendRequest({ url, method, headers, body }: RequestSpec): Promise<TimedResponse> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    http
      .request(
        url,
        { agent, method, headers: { ...BROWSER_ACCEPT_HEADERS, ...headers } },
        (response) => {
          const { statusCode: status = 0, rawHeaders } = response;
          if (status !== 200 && status !== 204) reject(new Error(`${url} gave ${status}.`));
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.once('error', reject);
          response.once('end', () =>
            resolve({
              status,
              rawHeaders,
              serverTiming: response.headers['server-timing'] as string | undefined,
              body: Buffer.concat(chunks),
              milliseconds: performance.now() - started,
            }),
          );
        },
      )
      .once('error', reject)
      .end(body);
  });
}

/** Sends one request and returns the complete response in a form that the baseline server can replay. */
export async function recordResponse(requestSpec: RequestSpec): Promise<RecordedResponse> {
  const { status, rawHeaders, body } = await sendRequest(requestSpec);
  return { status, headers: removeConnectionHeaders(rawHeaders), body };
}

/** Headers that every response with a body needs. */
const REQUIRED_HEADERS = new Set(['content-type', 'content-length', 'content-encoding']);

/** Returns a recorded response with only the headers that every response with a body needs. */
export function keepRequiredHeaders({ status, headers, body }: RecordedResponse): RecordedResponse {
  return { status, headers: filterHeaders(headers, (name) => REQUIRED_HEADERS.has(name)), body };
}

function removeConnectionHeaders(rawHeaders: readonly string[]): string[] {
  return filterHeaders(rawHeaders, (name) => !CONNECTION_HEADERS.has(name));
}

function filterHeaders(headers: readonly string[], predicate: (name: string) => boolean): string[] {
  return headers.filter((_, at) => predicate(headers[at - (at % 2)]!.toLowerCase()));
}
