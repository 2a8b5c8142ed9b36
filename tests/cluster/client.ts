import { createHash } from 'node:crypto';
import http from 'node:http';
import { CLUSTER_ADDRESSES } from './cluster.ts';

/** The request timeout in milliseconds. Octavo must respond faster, even during a failure. */
const TIMEOUT = 15_000;

/** The result of one request. */
export interface RequestOutcome {
  /** The HTTP status, or 0 if no complete response was received. */
  status: number;
  hasRetryAfter: boolean;
  body: string;
  /** The times at which the request started and ended, as returned by `performance.now()`. */
  startedAt: number;
  endedAt: number;
}

interface RequestOptions {
  method?: string;
  /** The body of the request, which is sent as JSON together with a hash of its content. */
  body?: unknown;
  session?: string;
}

/**
 * An HTTP client that sends requests to the web processes through HAProxy. Each request has a different client IP
 * address, so that no rate limit is reached. The client never retries a request.
 */
export class WebClient {
  readonly #agent = new http.Agent({ keepAlive: true });
  #requests = 0;

  async request(
    path: string,
    { method = 'GET', body, session }: RequestOptions = {},
  ): Promise<RequestOutcome> {
    const startedAt = performance.now();
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const { status, hasRetryAfter, text } = await send({
      path,
      method,
      payload,
      agent: this.#agent,
      headers: {
        'x-forwarded-for': this.#nextAddress(),
        ...(session && { cookie: `session=${session}` }),
        ...(payload && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(payload)),
          'x-content-sha256': createHash('sha256').update(payload).digest('hex'),
        }),
      },
    });
    return { status, hasRetryAfter, body: text, startedAt, endedAt: performance.now() };
  }

  /** Returns a different IP address for each request of this client, so that no address reaches a rate limit. */
  #nextAddress(): string {
    this.#requests += 1;
    const number = this.#requests;
    return `203.${(number >> 16) & 255}.${(number >> 8) & 255}.${number & 255}`;
  }
}

interface SentRequest {
  path: string;
  method: string;
  payload: string | undefined;
  agent: http.Agent;
  headers: Record<string, string>;
}

function send({ path, method, payload, agent, headers }: SentRequest) {
  const [hostname, port] = CLUSTER_ADDRESSES.web.split(':');
  return new Promise<{ status: number; hasRetryAfter: boolean; text: string }>((resolve) => {
    const fail = (error: Error) =>
      resolve({ status: 0, hasRetryAfter: false, text: error.message });
    const request = http.request(
      { hostname, port, path, method, agent, headers, timeout: TIMEOUT },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk) => chunks.push(chunk));
        response.once('error', fail);
        response.once('end', () =>
          resolve({
            status: response.statusCode!,
            hasRetryAfter: response.headers['retry-after'] !== undefined,
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    request.once('timeout', () => request.destroy(new Error('The client gave up.')));
    request.once('error', fail);
    request.end(payload);
  });
}
