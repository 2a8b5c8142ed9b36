import { once } from 'node:events';
import https from 'node:https';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPostRequest, createTestApp, type TestApp } from './testing/app.ts';
import { type CertificateFiles, writeCertificateFiles } from './testing/certificate.ts';
import { pgliteTestEngine } from './testing/databases.ts';
import { connectByHttp2, type Http2Client } from './testing/http2-client.ts';
import { signInTestReader } from './testing/reader.ts';

const PAYLOAD = '/page-payload/about';
/** Response headers that are not compared, because they depend on the connection or on how the response was created. */
const IGNORED_HEADERS = new Set(['connection', 'date', 'content-length', 'server-timing']);
const BATCH = '/api/v1/authors/batch';

describe('with a certificate, the application', () => {
  let files: CertificateFiles;
  let test: TestApp;
  let port: number;
  let client: Http2Client;

  beforeAll(async () => {
    files = writeCertificateFiles();
    const { TLS_CERT, TLS_KEY } = files;
    const database = await pgliteTestEngine.openFilled();
    test = await createTestApp(database, { TLS_CERT, TLS_KEY });
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    port = (test.app.server.address() as AddressInfo).port;
  });
  beforeEach(async () => {
    client = await connectByHttp2(test.app);
  });
  afterEach(() => client.close());
  afterAll(async () => {
    await test.close();
    files.remove();
  });

  /** Sends a request with a client that does not support HTTP/2. */
  const requestOverHttp1 = async (path: string) => {
    const request = https.get({ port, path, rejectUnauthorized: false, agent: false });
    const [response] = (await once(request, 'response')) as [import('node:http').IncomingMessage];
    const body = Buffer.concat(await response.toArray());
    return { status: response.statusCode, version: response.httpVersion, body };
  };
  const postJson = (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const call = createPostRequest(path, body);
    return client.request(
      path,
      { ...(call.headers as Record<string, string>), ...headers },
      call.payload as string,
    );
  };

  it.each([
    [['h2', 'http/1.1'], 'h2'],
    [['http/1.1'], 'http/1.1'],
    [[], false],
  ])('serves a client that offers %j over %s', async (ALPNProtocols, protocol) => {
    const socket = tls.connect({ port, ALPNProtocols, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    expect(socket.alpnProtocol).toBe(protocol);
    socket.destroy();
  });

  it('sends the same body over HTTP/1.1', async () => {
    const { body } = await client.request(PAYLOAD);
    expect(await requestOverHttp1(PAYLOAD)).toEqual({ status: 200, version: '1.1', body });
  });

  it('sends a cached response with the same headers as a newly rendered one', async () => {
    const headers = { 'accept-encoding': 'br' };
    const rendered = await test.app.inject({ url: PAYLOAD, headers });
    const cached = await client.request(PAYLOAD, headers);
    const comparedNames = Object.keys(rendered.headers).filter(
      (name) => !IGNORED_HEADERS.has(name),
    );
    for (const name of comparedNames)
      expect([name, cached.headers[name]]).toEqual([name, rendered.headers[name]]);
    expect(brotliDecompressSync(cached.body)).toEqual(brotliDecompressSync(rendered.rawPayload));
    const { etag } = cached.headers;
    const again = await client.request(PAYLOAD, { ...headers, 'if-none-match': etag! });
    expect([again.status, again.body.length]).toEqual([304, 0]);
  });

  it('compresses API responses, and sends files of the build', async () => {
    const call = await client.request('/api/v1/openapi.json', { 'accept-encoding': 'gzip' });
    expect(call.headers['content-encoding']).toBe('gzip');
    expect(JSON.parse(gunzipSync(call.body).toString())).toHaveProperty('openapi');
    const file = await client.request('/licences.txt');
    expect([file.status, file.body.toString()]).toEqual([200, expect.stringContaining('Lucide')]);
  });

  it('responds to calls with bodies, checks their hash, and caches the responses', async () => {
    const aliases = { aliases: ['Gantry', 'Plumbline'] };
    const first = await postJson(BATCH, aliases);
    expect(first).toMatchObject({ status: 200 });
    expect(await postJson(BATCH, aliases)).toMatchObject({ status: 200, body: first.body });
    const rejected = await postJson(BATCH, aliases, { 'x-content-sha256': '0'.repeat(64) });
    expect([rejected.status, rejected.body.toString()]).toEqual([
      400,
      JSON.stringify({ error: 'The header x-content-sha256 does not match the body.' }),
    ]);
  });

  it('accepts a body without a declared length, but no body that is too large', async () => {
    const call = createPostRequest(BATCH, { aliases: ['Gantry'] });
    const headers = call.headers as Record<string, string>;
    const stream = client.session.request({ ':method': 'POST', ':path': BATCH, ...headers });
    stream.write((call.payload as string).slice(0, 5));
    stream.end((call.payload as string).slice(5));
    const [received] = await once(stream, 'response');
    expect(received[':status']).toBe(200);
    stream.destroy();
    expect(await postJson(BATCH, { aliases: ['x'.repeat(70_000)] })).toMatchObject({ status: 413 });
  });

  it('accepts only the session cookie that requires HTTPS', async () => {
    const { cookies } = await signInTestReader(test.database, 'reader');
    const cookie = `__Host-session=${cookies.session}`;
    const secure = await client.request('/api/v1/user/profile', { cookie });
    expect(secure.status).toBe(200);
    const insecure = await client.request('/api/v1/user/profile', {
      cookie: `session=${cookies.session}`,
    });
    expect(insecure.status).toBe(401);
    const signOut = await client.request('/auth/signout', {
      cookie,
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
    });
    expect(signOut.status).toBe(302);
    expect(signOut.headers['set-cookie']!.join()).toMatch(/__Host-session=;.*Secure/);
  });

  it('serves metrics only to clients on this machine that use its local name', async () => {
    expect(await client.request('/metrics')).toMatchObject({ status: 200 });
    expect(await client.request('/metrics', { ':authority': 'octavo.example' })).toMatchObject({
      status: 403,
    });
    const disguised = { ':authority': 'octavo.example', host: 'localhost' };
    expect(await client.request('/metrics', disguised)).toMatchObject({ status: 403 });
    expect(await client.request('/metrics', { via: '2 proxy' })).toMatchObject({ status: 403 });
    expect(await client.request('/health/ready')).toMatchObject({ status: 200 });
  });

  it('responds to concurrent requests, and to HEAD', async () => {
    const responses = await Promise.all(Array.from({ length: 30 }, () => client.request(PAYLOAD)));
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    const head = client.session.request({ ':method': 'HEAD', ':path': PAYLOAD });
    const [received] = await once(head, 'response');
    expect(received[':status']).toBe(200);
  });

  it('keeps running after connections without TLS and with invalid data', async () => {
    for (const bytes of [
      'GET / HTTP/1.1\r\nhost: x\r\n\r\n',
      '\0'.repeat(100),
      '\x16\x03\x01\x02\0\x01',
    ]) {
      const socket = net.connect(port, '127.0.0.1').on('error', () => {});
      socket.end(bytes);
      socket.resume();
      await once(socket, 'close');
    }
    expect((await client.request(PAYLOAD)).status).toBe(200);
  });
});

describe('a stopping application with a certificate', () => {
  let files: CertificateFiles;
  let test: TestApp;
  /** Lets the `/slow` route respond to the requests that are waiting for it. */
  let release: () => void;
  let isReleased: Promise<void>;
  beforeEach(async () => {
    files = writeCertificateFiles();
    test = await createTestApp(await pgliteTestEngine.open(), {
      TLS_CERT: files.TLS_CERT,
      TLS_KEY: files.TLS_KEY,
    });
    ({ promise: isReleased, resolve: release } = Promise.withResolvers<void>());
    test.app.get('/slow', async () => {
      await isReleased;
      return 'whole';
    });
    await test.app.listen({ port: 0, host: '127.0.0.1' });
  });
  afterEach(() => files.remove());

  it('finishes streams in flight, and sends GOAWAY', async () => {
    const client = await connectByHttp2(test.app);
    const goaway = once(client.session, 'goaway');
    const slowResponse = client.request('/slow');
    await client.request('/health/live');
    const closed = test.close();
    const [code] = await goaway;
    expect(code).toBe(0);
    release();
    expect(await slowResponse).toMatchObject({ status: 200 });
    expect((await slowResponse).body.toString()).toBe('whole');
    await closed;
    expect(client.session.closed).toBe(true);
  });

  it('does not wait for silent or idle connections', async () => {
    const { port } = test.app.server.address() as AddressInfo;
    const silent = net.connect(port, '127.0.0.1').on('error', () => {});
    await once(silent, 'connect');
    const idle = await connectByHttp2(test.app);
    await idle.request('/health/live');
    await test.close();
    silent.destroy();
  });
});
