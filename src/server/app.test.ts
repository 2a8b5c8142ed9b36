import net, { type AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PagePayload } from '#domain/page.ts';
import { isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { storedErrorGroups } from './platform/errors/schema.ts';
import { createPostRequest, createTestApp, TEST_WEB_BUILD, type TestApp } from './testing/app.ts';
import { pgliteTestEngine } from './testing/databases.ts';

describe('the application', () => {
  let test: TestApp;

  beforeAll(async () => {
    test = await createTestApp(await pgliteTestEngine.open());
    await test.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => test.close());

  /** Sends a raw request line, which HTTP clients would normalize. Returns the status and the raw response. */
  const sendRequestLine = async (line: string) => {
    const { port } = test.app.server.address() as AddressInfo;
    const socket = net.connect(port, '127.0.0.1');
    socket.write(`${line} HTTP/1.1\r\nhost: octavo.example\r\nconnection: close\r\n\r\n`);
    const response = Buffer.concat(await socket.toArray()).toString();
    return { status: Number(response.split(' ', 2)[1]), response };
  };

  it('accepts a complete URL as the request target, as proxies send it', async () => {
    expect(await sendRequestLine('GET http://octavo.example/about')).toMatchObject({ status: 200 });
    expect(await sendRequestLine('GET http://octavo.example')).toMatchObject({ status: 200 });
    expect(await sendRequestLine('GET http://octavo.example?utm_source=x')).toMatchObject({
      status: 200,
    });
  });

  it('responds with 404 to a request target that is not a URL', async () => {
    expect(await sendRequestLine('GET *')).toMatchObject({ status: 404 });
    expect(await test.database.queries.select().from(storedErrorGroups)).toEqual([]);
  });

  it('serves the license notices of the software in the build', async () => {
    const { statusCode, headers, body } = await test.app.inject('/licences.txt');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
    for (const name of ['Lucide', 'Literata', 'Node.js', 'react', 'sharp', 'PostgreSQL'])
      expect(`\n${body}`).toContain(`\n${name} `);
  });

  it('serves the compressed files that the build created', async () => {
    const request = { url: '/licences.txt', headers: { 'accept-encoding': 'br' } };
    const { headers, rawPayload } = await test.app.inject(request);
    expect(headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/plain; charset=utf-8',
    });
    expect(brotliDecompressSync(rawPayload).toString()).toContain('Lucide');
  });

  it('limits the time that clients have to send a request', () => {
    expect(test.app.server.requestTimeout).toBe(30_000);
  });

  it.each([
    ['/%zz', 'text/html; charset=utf-8'],
    ['/api/v1/%zz', 'application/json; charset=utf-8'],
  ])(
    'responds to the undecodable %s with 404, as %s, with every security header',
    async (url, type) => {
      const response = await test.app.inject(url);
      expect(response.statusCode).toBe(404);
      expect(response.headers).toMatchObject({
        'content-type': type,
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
      });
    },
  );
});

it('responds with 404 to an unknown URL even if the database is unavailable', async () => {
  const test = await createTestApp(await pgliteTestEngine.open());
  await test.database.queries.execute(sql`DROP TABLE content_version`);
  for (const url of ['/%zz', '/no/such/page'])
    expect((await test.app.inject(url)).statusCode).toBe(404);
  await test.close();
});

it.runIf(isRunOfAllTests())(
  'responds to an undecodable URL with the error page if no page can be rendered',
  async () => {
    const renderScreen = async (_url: string, { status }: PagePayload) => {
      if (status === 404) throw new Error('no');
      return '';
    };
    const web = { ...TEST_WEB_BUILD, id: 'broken', renderScreen };
    const test = await createTestApp(await pgliteTestEngine.open(), {}, web);
    expect((await test.app.inject('/%zz')).statusCode).toBe(500);
    await test.close();
  },
);

describe('an application behind proxies', () => {
  /**
   * Sends 25 error reports from one client, each with a different reader's IP address in the `X-Forwarded-For` header.
   * Returns the number of accepted reports.
   */
  const countAcceptedReports = async (TRUST_PROXY: string) => {
    const test = await createTestApp(await pgliteTestEngine.open(), { TRUST_PROXY });
    const { headers, ...call } = createPostRequest('/api/v1/errors', { message: 'again' });
    let count = 0;
    for (let reader = 0; reader < 25; reader++) {
      const forwarded = { 'x-forwarded-for': `10.0.0.${reader}, 192.0.2.1` };
      const response = await test.app.inject({ ...call, headers: { ...headers, ...forwarded } });
      if (response.statusCode === 204) count += 1;
    }
    await test.close();
    return count;
  };

  it('trusts known proxies, but no IP address that the client put before theirs', async () => {
    expect(await countAcceptedReports('loopback')).toBe(20);
    expect(await countAcceptedReports('loopback, 192.0.2.1')).toBe(25);
  });
});
