import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { text } from 'node:stream/consumers';
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { buildWorkerProbeApp } from '#server/worker-probe-app.ts';
import { createMetricsRegistry, metricsRoutes } from './metrics.ts';

const LOCAL_ADDRESS = '127.0.0.1';
const REMOTE_ADDRESS = '203.0.113.7';
const TOKEN = 'a-token-for-the-metrics';
const NO_DATABASE = { countConnections: () => ({ busy: 0, idle: 0, waiting: 0 }) };

describe('metrics for this machine only', () => {
  let app: FastifyInstance;
  beforeAll(() => {
    app = fastify({ trustProxy: 'loopback' });
    metricsRoutes(app, createMetricsRegistry(NO_DATABASE), TOKEN);
  });
  afterAll(() => app.close());

  const fetchStatus = async (headers: InjectOptions['headers'], remoteAddress = LOCAL_ADDRESS) =>
    (await app.inject({ url: '/metrics', headers: headers ?? {}, remoteAddress })).statusCode;

  const ownInterfaces = Object.values(networkInterfaces()).flatMap(
    (interfaces) => interfaces ?? [],
  );
  const addresses = [
    LOCAL_ADDRESS,
    '127.0.0.2',
    '::1',
    `::ffff:${LOCAL_ADDRESS}`,
    ...ownInterfaces.map((each) => each.address),
  ];
  it.each(addresses)('are served at %s', async (address) => {
    expect(await fetchStatus({}, address)).toBe(200);
  });

  it('are served to other machines with the token only', async () => {
    expect(await fetchStatus({ authorization: `Bearer ${TOKEN}` }, REMOTE_ADDRESS)).toBe(200);
    const proxied = { authorization: `bearer ${TOKEN}`, 'x-forwarded-for': REMOTE_ADDRESS };
    expect(await fetchStatus(proxied)).toBe(200);
    for (const authorization of ['', 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN])
      expect(await fetchStatus({ authorization }, REMOTE_ADDRESS), authorization).toBe(403);
  });

  it('are not served to other machines if no token is configured', async () => {
    const appWithoutToken = fastify();
    metricsRoutes(appWithoutToken, createMetricsRegistry(NO_DATABASE), undefined);
    for (const authorization of ['Bearer ', 'Bearer undefined']) {
      const request = {
        url: '/metrics',
        headers: { authorization },
        remoteAddress: REMOTE_ADDRESS,
      };
      expect((await appWithoutToken.inject(request)).statusCode).toBe(403);
    }
    await appWithoutToken.close();
  });

  it.each([REMOTE_ADDRESS, `::ffff:${REMOTE_ADDRESS}`, '2001:db8::1', '127.evil'])(
    'are not served at the IP address %s',
    async (address) => {
      expect(await fetchStatus({}, address)).toBe(403);
    },
  );

  it.each([
    'localhost',
    'LOCALHOST:3000',
    'octavo.localhost:3000',
    '127.0.0.1:3000',
    '127.8.9.10',
    '[::1]:3000',
  ])('are served at the host name %s', async (host) => {
    expect(await fetchStatus({ host })).toBe(200);
  });

  it.each([
    'octavo.example',
    'octavo.example:3000',
    'localhost.octavo.example',
    'notlocalhost',
    '127.0.0.1.octavo.example',
    '127.evil.example',
    '203.0.113.7:3000',
    '[2001:db8::1]',
    ':3000',
    'a b',
  ])('are not served at the host name "%s"', async (host) => {
    expect(await fetchStatus({ host })).toBe(403);
  });

  // Headers that real proxies add. The names are listed independently of the table in `forwarded-requests.ts`, so that
  // a mistake in that table makes the test fail.
  it.each([
    ...['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto'],
    ...['X-Forwarded-Port', 'X-Forwarded-Server', 'X-Forwarded-By', 'X-Forwarded'],
    ...['X-Real-IP', 'X-Client-IP', 'Client-IP', 'X-Cluster-Client-IP', 'X-Original-Host'],
    ...['X-Original-URL', 'X-Original-Forwarded-For', 'X-Originating-IP', 'X-Host', 'X-Scheme'],
    ...['True-Client-IP', 'CF-Connecting-IP', 'CF-Ray', 'CF-Visitor', 'CDN-Loop'],
    ...['Fastly-Client-IP', 'Fastly-SSL', 'Fly-Client-IP', 'X-Envoy-External-Address'],
    ...['X-Amzn-Trace-Id', 'X-Amz-Cf-Id', 'CloudFront-Viewer-Address', 'X-Azure-ClientIP'],
    ...['X-Cloud-Trace-Context', 'X-Appengine-User-IP', 'X-ARR-SSL', 'X-ProxyUser-Ip'],
    ...['X-Varnish', 'Surrogate-Capability', 'Proxy-Connection', 'WL-Proxy-Client-IP'],
    ...['X-Request-Start', 'Tailscale-User-Login', 'X-Vercel-Id', 'X-Forward-For'],
  ])('are not served to a request with the header %s, regardless of its value', async (name) => {
    for (const value of [LOCAL_ADDRESS, REMOTE_ADDRESS, 'localhost', ''])
      expect(await fetchStatus({ [name]: value })).toBe(403);
  });

  it('are served with the headers of browsers and scrapers', async () => {
    const headers = {
      'user-agent': 'Prometheus/3.0',
      accept: 'text/plain;version=0.0.4',
      'accept-encoding': 'gzip',
      'x-prometheus-scrape-timeout-seconds': '10',
      'x-requested-with': 'XMLHttpRequest',
      'sec-fetch-site': 'none',
      'upgrade-insecure-requests': '1',
      'cache-control': 'no-cache',
      origin: 'http://localhost:3000',
      cookie: 'session=x',
    };
    expect(await fetchStatus(headers)).toBe(200);
  });
});

describe('the metrics', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp(await pgliteTestEngine.open());
  });
  afterAll(() => test.close());

  /** Sends a raw HTTP request, and returns the status line of the response. */
  const fetchStatusLine = async (port: number, request: string) => {
    const socket = connect(port, LOCAL_ADDRESS);
    socket.end(`${request}\r\nConnection: close\r\n\r\n`);
    return (await text(socket)).split('\r\n', 1)[0];
  };

  it('are rejected by web and worker processes with a message', async () => {
    const { queries } = test.database;
    const log = pino({ level: 'silent' });
    const worker = buildWorkerProbeApp({
      queries,
      log,
      registry: createMetricsRegistry(NO_DATABASE),
      metricsToken: undefined,
    });
    for (const app of [test.app, worker]) {
      const forwarded = { url: '/metrics', headers: { forwarded: 'for=203.0.113.7' } };
      const response = await app.inject(forwarded);
      expect([response.statusCode, response.headers['cache-control']]).toEqual([403, 'no-store']);
      expect(Object.keys(response.json())).toEqual(['error']);
      expect((await app.inject('/metrics')).body).toContain('process_cpu_seconds_total');
    }
    await worker.close();
  });

  it('are not served for HTTP/1.0 and absolute URLs, which proxies send', async () => {
    await test.app.listen({ host: LOCAL_ADDRESS, port: 0 });
    const { port } = test.app.server.address() as { port: number };
    const fetchLine = (request: string) => fetchStatusLine(port, request);
    expect(await fetchLine('GET /metrics HTTP/1.1\r\nHost: localhost')).toContain(' 200 ');
    expect(await fetchLine('GET /metrics HTTP/1.1\r\nHost:')).toContain(' 403 ');
    expect(await fetchLine('GET /metrics HTTP/1.0\r\nHost: localhost')).toContain(' 403 ');
    for (const origin of ['http://octavo.example', 'http://localhost'])
      expect(await fetchLine(`GET ${origin}/metrics HTTP/1.1\r\nHost: localhost`)).toContain(
        ' 403 ',
      );
  });
});
