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

const HERE = '127.0.0.1';
const THERE = '203.0.113.7';
const TOKEN = 'a-token-for-the-metrics';
const NO_DATABASE = { countConnections: () => ({ busy: 0, idle: 0, waiting: 0 }) };

describe('metrics for this machine only', () => {
  let app: FastifyInstance;
  beforeAll(() => {
    app = fastify({ trustProxy: 'loopback' });
    metricsRoutes(app, createMetricsRegistry(NO_DATABASE), TOKEN);
  });
  afterAll(() => app.close());

  const statusOf = async (headers: InjectOptions['headers'], remoteAddress = HERE) =>
    (await app.inject({ url: '/metrics', headers: headers ?? {}, remoteAddress })).statusCode;

  const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
  const addresses = [
    HERE,
    '127.0.0.2',
    '::1',
    `::ffff:${HERE}`,
    ...own.map((each) => each.address),
  ];
  it.each(addresses)('are served at %s', async (address) => {
    expect(await statusOf({}, address)).toBe(200);
  });

  it('are served to other machines with the token only', async () => {
    expect(await statusOf({ authorization: `Bearer ${TOKEN}` }, THERE)).toBe(200);
    const proxied = { authorization: `bearer ${TOKEN}`, 'x-forwarded-for': THERE };
    expect(await statusOf(proxied)).toBe(200);
    for (const authorization of ['', 'Bearer ', `Bearer ${TOKEN}x`, `Basic ${TOKEN}`, TOKEN])
      expect(await statusOf({ authorization }, THERE), authorization).toBe(403);
  });

  it('are not served to other machines if no token is configured', async () => {
    const bare = fastify();
    metricsRoutes(bare, createMetricsRegistry(NO_DATABASE), undefined);
    for (const authorization of ['Bearer ', 'Bearer undefined']) {
      const asked = { url: '/metrics', headers: { authorization }, remoteAddress: THERE };
      expect((await bare.inject(asked)).statusCode).toBe(403);
    }
    await bare.close();
  });

  it.each([THERE, `::ffff:${THERE}`, '2001:db8::1', '127.evil'])(
    'are not served at the IP address %s',
    async (address) => {
      expect(await statusOf({}, address)).toBe(403);
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
    expect(await statusOf({ host })).toBe(200);
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
    expect(await statusOf({ host })).toBe(403);
  });

  // The header names are those of the products, and are not derived from the table in the tested code.
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
    for (const value of [HERE, THERE, 'localhost', ''])
      expect(await statusOf({ [name]: value })).toBe(403);
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
    expect(await statusOf(headers)).toBe(200);
  });
});

describe('the metrics', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp(await pgliteTestEngine.open());
  });
  afterAll(() => test.close());

  /** Sends a raw HTTP request, and returns the status line of the response. */
  const statusLine = async (port: number, request: string) => {
    const socket = connect(port, HERE);
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
      const refused = await app.inject(forwarded);
      expect([refused.statusCode, refused.headers['cache-control']]).toEqual([403, 'no-store']);
      expect(Object.keys(refused.json())).toEqual(['error']);
      expect((await app.inject('/metrics')).body).toContain('process_cpu_seconds_total');
    }
    await worker.close();
  });

  it('are not served for HTTP/1.0 and absolute URLs, which proxies send', async () => {
    await test.app.listen({ host: HERE, port: 0 });
    const { port } = test.app.server.address() as { port: number };
    const ask = (request: string) => statusLine(port, request);
    expect(await ask('GET /metrics HTTP/1.1\r\nHost: localhost')).toContain(' 200 ');
    expect(await ask('GET /metrics HTTP/1.1\r\nHost:')).toContain(' 403 ');
    expect(await ask('GET /metrics HTTP/1.0\r\nHost: localhost')).toContain(' 403 ');
    for (const origin of ['http://octavo.example', 'http://localhost'])
      expect(await ask(`GET ${origin}/metrics HTTP/1.1\r\nHost: localhost`)).toContain(' 403 ');
  });
});
