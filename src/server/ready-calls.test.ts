import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLibraryTestApp, createPostRequest, type LibraryTestApp } from './testing/app.ts';
import { pgliteTestEngine } from './testing/databases.ts';

const BATCH = '/api/v1/authors/batch';
/**
 * Response headers to ignore when a response over the network is compared with an injected one. `node:http` adds them
 * to responses over the network, and the date differs.
 */
const IGNORED_HEADERS = new Set(['connection', 'keep-alive', 'date', 'content-length']);

type Headers = Record<string, string>;

describe('a call with a body whose response is cached, over the network', () => {
  let test: LibraryTestApp;
  let port: number;
  const cachedRequest = createPostRequest(BATCH, { aliases: ['Gantry', 'Plumbline'] });
  const body = cachedRequest.payload as string;
  const headers = cachedRequest.headers as Headers;

  beforeAll(async () => {
    test = await createLibraryTestApp(pgliteTestEngine.openFilled);
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    port = (test.app.server.address() as AddressInfo).port;
    await test.app.inject(cachedRequest);
  });
  afterAll(() => test.close());

  const openRequest = (extraHeaders: Headers = {}) =>
    http.request({ port, path: BATCH, method: 'POST', headers: { ...headers, ...extraHeaders } });
  const finishRequest = async (request: http.ClientRequest, content = body) => {
    request.end(content);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    const text = Buffer.concat(await response.toArray()).toString();
    return { status: response.statusCode!, headers: response.headers, text };
  };
  const call = (extraHeaders?: Headers, content?: string) =>
    finishRequest(openRequest(extraHeaders), content);
  const countHandled = async (action: () => Promise<unknown>) => {
    const requests: unknown[] = [];
    const recordRequest = (message: unknown) => requests.push(message);
    subscribe('tracing:fastify.request.handler:start', recordRequest);
    await action();
    unsubscribe('tracing:fastify.request.handler:start', recordRequest);
    return requests.length;
  };
  const omitIgnoredHeaders = (allHeaders: object) =>
    Object.fromEntries(Object.entries(allHeaders).filter(([name]) => !IGNORED_HEADERS.has(name)));

  it('gets the same headers and body as from the application', async () => {
    const expected = await test.app.inject(cachedRequest);
    const responses: Awaited<ReturnType<typeof call>>[] = [];
    expect(await countHandled(async () => responses.push(await call()))).toBe(0);
    const [response] = responses;
    expect(response).toMatchObject({ status: 200, text: expected.body });
    expect(omitIgnoredHeaders(response!.headers)).toEqual(omitIgnoredHeaders(expected.headers));
    expect(await call({ 'if-none-match': response!.headers.etag! })).toMatchObject({ status: 304 });
  });

  it('is identified by its body, not by the hash in its header', async () => {
    const other = JSON.stringify({ aliases: ['Gantry', 'Plumblind'] });
    for (let attempt = 0; attempt < 2; attempt++)
      expect(await call({}, other)).toMatchObject({
        status: 400,
        text: JSON.stringify({ error: 'The header x-content-sha256 does not match the body.' }),
      });
    expect(await countHandled(() => call())).toBe(0);
  });

  it('may send its hash in upper case and its body in pieces', async () => {
    const uppercaseHash = { 'x-content-sha256': headers['x-content-sha256']!.toUpperCase() };
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await call(uppercaseHash)).status).toBe(200);
    const request = openRequest({ 'content-length': String(body.length) });
    request.write(body.slice(0, 5));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await finishRequest(request, body.slice(5))).toMatchObject({ status: 200 });
  });

  it.each([
    ['comes from a page of another site', { origin: 'https://elsewhere.example' }, 403],
    ['is sent by another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['declares a text body', { 'content-type': 'text/plain' }, 415],
    ['has no hash', { 'x-content-sha256': '' }, 400],
  ] as const)('is rejected by the application if it %s', async (_, extraHeaders, status) => {
    expect(await call(extraHeaders)).toMatchObject({ status });
  });

  it('does not read into the next request on its connection', async () => {
    const head = Object.entries({ ...headers, host: 'localhost', 'content-length': body.length })
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    const validRequest = `POST ${BATCH} HTTP/1.1\r\n${head}\r\n${body}`;
    const invalidRequest = validRequest.replace('Plumbline', 'Plumblind');
    const socket = net.connect(port, '127.0.0.1');
    // The invalid request comes last, because the application closes the connection after rejecting its body.
    socket.write(validRequest + validRequest + invalidRequest);
    const text = Buffer.concat(await socket.toArray()).toString();
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    expect(statuses).toEqual(['200', '200', '400']);
  });

  it('is discarded if its client disconnects in the middle', async () => {
    const request = openRequest({ 'content-length': String(body.length) });
    request.once('error', () => undefined);
    request.write(body.slice(0, 5));
    await new Promise((resolve) => setTimeout(resolve, 20));
    request.destroy();
    expect(await call()).toMatchObject({ status: 200 });
  });
});
