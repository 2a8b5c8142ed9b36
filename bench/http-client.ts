import http from 'node:http';
import type { RecordedResponse } from './baseline-server.ts';

/** A request whose response is measured. */
export interface RequestSpec {
  url: string;
  /** The HTTP method. Default: GET. */
  method?: 'PUT' | 'DELETE' | 'POST';
  headers?: Readonly<Record<string, string>>;
  body?: string;
}

export interface TimedResponse {
  status: number;
  /** Header names and values, alternating, in the order received. */
  rawHeaders: readonly string[];
  /**
   * The Server-Timing header (W3C), if the server sends it. It lists how many milliseconds each part of the server's
   * work took.
   */
  serverTiming: string | undefined;
  body: Uint8Array;
  /** The time to the last byte of the response. */
  milliseconds: number;
}

/** Request headers that a current browser sends. */
export const BROWSER_ACCEPT_HEADERS = {
  'accept-encoding': 'gzip, deflate, br',
  accept: 'text/html',
};

/** Headers that `node:http` adds to every response. */
const OWN = new Set(['date', 'connection', 'keep-alive']);
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
        },
      )
      .once('error', reject)
      .end(body);
  });
}

/** Sends one request and returns the complete response, for the baseline server to replay. */
export async function recordResponse(asked: RequestSpec): Promise<RecordedResponse> {
  const { status, rawHeaders, body } = await sendRequest(asked);
  return { status, headers: withoutOwn(rawHeaders), body };
}

/** Headers that every response with a body needs. */
const REQUIRED_HEADERS = new Set(['content-type', 'content-length', 'content-encoding']);

/** Returns a recorded response without its optional headers. */
export function removeOptionalHeaders({
  status,
  headers,
  body,
}: RecordedResponse): RecordedResponse {
  return { status, headers: keepHeaders(headers, (name) => REQUIRED_HEADERS.has(name)), body };
}

function withoutOwn(rawHeaders: readonly string[]): string[] {
  return keepHeaders(rawHeaders, (name) => !OWN.has(name));
}

function keepHeaders(headers: readonly string[], isKept: (name: string) => boolean): string[] {
  return headers.filter((_, at) => isKept(headers[at - (at % 2)]!.toLowerCase()));
}
