/**
 * Sends a mixture of requests that resembles readers' requests, from a separate process. Each request has a different
 * client IP address in a proxy header, so the server must trust this machine as a proxy (`TRUST_PROXY`). Sends the
 * number of responses by HTTP status to the parent process.
 *
 *   mixture.ts ORIGIN REQUESTS
 */
import { randomInt } from 'node:crypto';
import http from 'node:http';
import type { ResponseCounts } from './http1-attacks.ts';

const CONNECTIONS = 8;
const [origin, requests] = [new URL(process.argv[2]!), Number(process.argv[3])];
const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS });
const outcome: ResponseCounts = {};

const { paths, pictures } = await findPaths();
const pickAny = (list: readonly string[]) => list[randomInt(list.length)]!;
const createWord = () => randomInt(36 ** 4).toString(36);
/** The kinds of requests in the mixture, with the share of each kind in percent. */
const KINDS: readonly [share: number, createPath: () => string][] = [
  [25, () => pickAny(paths)],
  [15, () => `/page-payload${pickAny(paths)}`],
  [15, () => pickAny(pictures)],
  [10, () => `/api/v1/articles?limit=${randomInt(1, 50)}`],
  [10, () => `/api/v1/search?q=${createWord()}`],
  [10, () => `/articles?q=${createWord()}`],
  [5, () => `/${createWord()}/${createWord()}`],
  [5, () => '/api/v1/user/profile'],
  [5, () => '/'],
];

let startedCount = 0;
await Promise.all(Array.from({ length: CONNECTIONS }, sendRequests));
agent.destroy();
process.send!(outcome);
process.disconnect();

async function sendRequests(): Promise<void> {
  while (startedCount++ < requests) {
    const { status } = await get(choosePath());
    outcome[status] = (outcome[status] ?? 0) + 1;
  }
}

function choosePath(): string {
  let remainder = randomInt(100);
  for (const [share, createPath] of KINDS) {
    remainder -= share;
    if (remainder < 0) return createPath();
  }
  return '/about';
}

async function findPaths() {
  const { body } = await get('/api/v1/articles?limit=50');
  const { metas } = JSON.parse(body).data as {
    metas: { path: string; image: { src: string } }[];
  };
  return {
    paths: ['/about', '/faq', '/articles', '/authors', ...metas.map(({ path }) => path)],
    pictures: metas.map(({ image }) => image.src),
  };
}

/** Sends a request. The status is `cut` if the server closes the connection before the end of the response. */
async function get(path: string): Promise<{ status: number | 'cut'; body: string }> {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`;
  const { hostname, port } = origin;
  const headers = { 'x-forwarded-for': address, 'accept-encoding': 'identity' };
  return new Promise((resolve) => {
    http
      .get({ hostname, port, agent, path, headers }, (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          if (path.startsWith('/api/v1/articles')) body += chunk;
        });
        response.once('close', () =>
          resolve({ status: response.complete ? response.statusCode! : 'cut', body }),
        );
      })
      .once('error', () => resolve({ status: 'cut', body: '' }));
  });
}
