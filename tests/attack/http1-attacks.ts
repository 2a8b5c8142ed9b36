import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import http from 'node:http';
import net from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import tls from 'node:tls';

/**
 * The number of responses that an attacker received, by HTTP status. For an attack over HTTP/2, the
 * number of received frames, by frame type. The key `cut` counts connections that the server
 * closed.
 */
export type ResponseCounts = Record<string, number>;

/** A simulated attack, which one client runs against a server for a limited time. */
export interface Attack {
  name: string;
  /**
   * Runs the attack for about `milliseconds`. Returns the number of responses of each kind that the attacker received.
   */
  run(origin: URL, milliseconds: number): Promise<ResponseCounts>;
}

const WORDS = 'calendar trial ocean market voting memory tunnel harvest signal cities'.split(' ');
const pickWord = () => WORDS[randomInt(WORDS.length)]!;
/** A character that expands to eighteen characters when the server normalizes a search query. */
const CHARACTER_EXPANDED_BY_FOLDING = '\ufdfa';

/** A JSON event for the payment webhook, almost as large as the webhook accepts. */
const LARGE_EVENT = JSON.stringify({ object: 'event', data: 'x'.repeat(500_000) });

const searchPath = (text: string) => `/api/v1/search?q=${encodeURIComponent(text)}`;
const misspellWord = () => `${pickWord()}${randomBytes(1).toString('hex')}`;

/**
 * Attacks over HTTP/1.1 by clients without an account. Each attack blocked, or could have blocked, an earlier version
 * of the server.
 */
export const HTTP1_ATTACKS: readonly Attack[] = [
  {
    name: 'pipelined searches, 100 on each of 20 connections',
    run: pipelineRequests(20, 100, () => searchPath(`${pickWord()} ${misspellWord()}`)),
  },
  {
    name: 'pipelined lists of a search, 2,000 on one connection',
    run: pipelineRequests(
      1,
      2000,
      () => `/api/v1/articles?limit=${randomInt(1, 50)}&q=${misspellWord()}`,
    ),
  },
  {
    name: 'pipelined lists, 5,000 on each of 60 connections',
    run: pipelineRequests(60, 5000, () => `/api/v1/articles?limit=${randomInt(1, 50)}`),
  },
  {
    name: 'pipelined cached pages, 5,000 on each of 60 connections',
    run: pipelineRequests(60, 5000, () => '/about'),
  },
  {
    name: 'searches that expand in Unicode normalization, 20 at once',
    run: sendConcurrently(20, () => ({
      path: searchPath(CHARACTER_EXPANDED_BY_FOLDING.repeat(randomInt(90, 100))),
    })),
  },
  {
    name: 'searches of twelve misspelt words, 20 at once',
    run: sendConcurrently(20, () => ({
      path: searchPath(Array.from({ length: 12 }, misspellWord).join(' ')),
    })),
  },
  {
    name: 'forged page tokens, 20 at once',
    run: sendConcurrently(20, () => ({ path: `/api/v1/articles?nextToken=${forgeToken()}` })),
  },
  {
    name: 'browser error reports, 20 at once',
    run: sendConcurrently(20, () =>
      createErrorReport({ message: randomBytes(200).toString('hex') }),
    ),
  },
  {
    name: 'unknown URLs, 50 at once',
    run: sendConcurrently(50, () => ({ path: `/${randomBytes(4).toString('hex')}/nothing` })),
  },
  {
    name: 'pipelined redirects, 5,000 on each of 60 connections',
    run: pipelineRequests(60, 5000, () => `/articles/?page=${randomInt(1000)}`),
  },
  {
    name: 'pictures of missing articles, 50 at once',
    run: sendConcurrently(50, () => ({ path: `/images/covers/${randomUUID()}.nsm.1/960.jpg` })),
  },
  {
    name: 'the OpenAPI document, 50 at once',
    run: sendConcurrently(50, () => ({
      path: `/api/v1/openapi.json?${randomInt(1000)}`,
      headers: { 'accept-encoding': 'gzip' },
    })),
  },
  {
    name: 'the scripts of the API reference, 50 at once',
    run: sendConcurrently(50, () => ({
      path: '/api/v1/docs/static/swagger-ui-bundle.js',
      headers: { 'accept-encoding': 'gzip' },
    })),
  },
  {
    name: 'previews of missing narrations, 50 at once',
    run: sendConcurrently(50, () => ({ path: `/audio/Potsherd.${randomUUID()}.af.preview.json` })),
  },
  {
    name: 'pages of searches, 50 at once',
    run: sendConcurrently(50, () => ({ path: `/articles?q=${misspellWord()}` })),
  },
  {
    name: 'forged sessions, 20 at once',
    run: sendConcurrently(20, () => {
      const token = randomBytes(32).toString('base64url');
      return { path: '/api/v1/user/profile', headers: { cookie: `session=${token}` } };
    }),
  },
  {
    name: 'unsigned webhook events of half a megabyte, 20 at once',
    run: sendConcurrently(20, () => ({
      path: '/webhooks/stripe',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${randomBytes(32).toString('hex')}`,
      },
      body: LARGE_EVENT,
    })),
  },
  {
    name: 'returns from invented checkouts, 20 at once',
    run: sendConcurrently(20, () => ({
      path: `/subscriptions/return?checkout=cs_test_${randomBytes(12).toString('hex')}`,
      headers: { cookie: `session=${randomBytes(32).toString('base64url')}` },
    })),
  },
  {
    name: 'challenges of the contact form, 20 at once',
    run: sendConcurrently(20, () => ({ path: '/api/v1/contact/challenge' })),
  },
  {
    name: 'started sign-ins, 20 at once',
    run: sendConcurrently(20, () => ({ path: '/auth/signin' })),
  },
  { name: 'health checks, 50 at once', run: sendConcurrently(50, () => ({ path: '/health' })) },
  { name: 'unfinished request bodies, on 500 connections', run: sendSlowBodies(500) },
];

interface RequestSpec {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

function createErrorReport(report: unknown): RequestSpec {
  const body = JSON.stringify(report);
  return {
    path: '/api/v1/errors',
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-content-sha256': createHash('sha256').update(body).digest('hex'),
    },
    body,
  };
}

/**
 * Returns a pagination token with a valid checksum and random content. Any client can create such a token, because the
 * checksum contains no secret.
 */
function forgeToken(): string {
  const contents = ['5', 'null', '{}', '', '[1,"0000-01-01T00:00:00.000Z","x"]', '[1,1e999]'];
  const content = Buffer.from(contents[randomInt(contents.length)]!);
  const check = createHash('sha256').update('articles\n').update(content).digest().subarray(0, 8);
  return Buffer.concat([check, content]).toString('base64url');
}

/**
 * Returns an attack that writes many requests to each connection without waiting for the responses, disconnects, and
 * repeats this.
 */
function pipelineRequests(
  connections: number,
  requests: number,
  createPath: () => string,
): Attack['run'] {
  return async (origin, milliseconds) => {
    const outcome: ResponseCounts = {};
    const deadline = performance.now() + milliseconds;
    while (performance.now() < deadline) {
      const sockets = Array.from({ length: connections }, () => connect(origin, outcome));
      for (const socket of sockets) {
        const lines = Array.from({ length: requests }, () => requestLine(origin, createPath()));
        socket.write(lines.join(''));
      }
      await pause(Math.min(1000, milliseconds));
      for (const socket of sockets) socket.destroy();
    }
    return outcome;
  };
}

/**
 * Returns an attack that sends requests over several connections at the same time. On each connection, it waits for a
 * response before it sends the next request.
 */
function sendConcurrently(connections: number, next: () => RequestSpec): Attack['run'] {
  return async (origin, milliseconds) => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
    const outcome: ResponseCounts = {};
    const deadline = performance.now() + milliseconds;
    const sendNext = async () => {
      while (performance.now() < deadline) count(outcome, await sendRequest(origin, agent, next()));
    };
    await Promise.all(Array.from({ length: connections }, sendNext));
    agent.destroy();
    return outcome;
  };
}

/**
 * Returns an attack that begins to send a request body on several connections, and then sends one more character from
 * time to time (slow POST).
 */
function sendSlowBodies(connections: number): Attack['run'] {
  return async (origin, milliseconds) => {
    const outcome: ResponseCounts = {};
    const head = `POST /api/v1/errors HTTP/1.1\r\nhost: ${origin.host}\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{`;
    const sockets = Array.from({ length: connections }, () => connect(origin, outcome));
    for (const socket of sockets) socket.write(head);
    const deadline = performance.now() + milliseconds;
    while (performance.now() < deadline) {
      await pause(500);
      for (const socket of sockets) if (socket.writable) socket.write(' ');
    }
    for (const socket of sockets) socket.destroy();
    return outcome;
  };
}

function requestLine(origin: URL, path: string): string {
  return `GET ${path} HTTP/1.1\r\nhost: ${origin.host}\r\n\r\n`;
}

/** Opens a TCP connection. Counts the received responses in `outcome`, by HTTP status. */
function connect(origin: URL, outcome: ResponseCounts): net.Socket {
  const { port, hostname: host } = origin;
  const socket: net.Socket =
    origin.protocol === 'https:'
      ? tls.connect({ port: Number(port), host, rejectUnauthorized: false })
      : net.connect(Number(port), host);
  let isClosedByAttacker = false;
  socket.on('data', (chunk) => {
    for (const [, status] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g))
      count(outcome, status!);
  });
  socket.on('error', () => {});
  const destroy = socket.destroy.bind(socket);
  socket.destroy = (error) => {
    isClosedByAttacker = true;
    return destroy(error);
  };
  socket.once('close', () => {
    if (!isClosedByAttacker) count(outcome, 'cut');
  });
  return socket;
}

async function sendRequest(origin: URL, agent: http.Agent, spec: RequestSpec): Promise<string> {
  return new Promise((resolve) => {
    const { path, method = 'GET', headers = {}, body } = spec;
    const request = http.request(
      { hostname: origin.hostname, port: origin.port, agent, path, method, headers },
      (response) => {
        response.resume().once('close', () => resolve(String(response.statusCode)));
      },
    );
    request.once('error', () => resolve('cut'));
    request.end(body);
  });
}

function count(outcome: ResponseCounts, status: string): void {
  outcome[status] = (outcome[status] ?? 0) + 1;
}
