import net, { type AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostRequest, createTestApp, type TestApp } from './testing/app.ts';
import { pgliteTestEngine } from './testing/databases.ts';

describe('while the database is busy', () => {
  let test: TestApp;
  let origin: string;
  let release: () => void;
  let busy: Promise<unknown>;

  beforeAll(async () => {
    test = await createTestApp(await pgliteTestEngine.open(), { TRUST_PROXY: 'loopback' });
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
    await fetch(`${origin}/about`);
    let resolveStarted: () => void;
    const started = new Promise<void>((resolve) => {
      resolveStarted = resolve;
    });
    // This transaction occupies the only database session, so all other queries wait for it.
    busy = test.database.queries.transaction(async (transaction) => {
      await transaction.execute(sql`SELECT 1`);
      resolveStarted();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
    });
    await started;
  });
  afterAll(() => test.close());

  const readMetric = async (name: string) => {
    const text = await (await fetch(`${origin}/metrics`)).text();
    return Number(new RegExp(`^${name}\\{lane="work"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  };
  const readWaitingCount = () => readMetric('octavo_requests_waiting');
  const openConnection = () => {
    const { port } = test.app.server.address() as AddressInfo;
    return net.connect(port, '127.0.0.1').on('error', () => {});
  };

  const sendRequest = (limit: number, forwardedFor: string) => {
    const socket = openConnection();
    socket.write(
      `GET /api/v1/articles?limit=${limit} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${forwardedFor}\r\n\r\n`,
    );
    return socket;
  };

  it('runs a few requests, queues some and rejects the others at once', async () => {
    // A client may have more requests waiting than the normal limits allow if no other client sends requests. The test
    // therefore also sends a request from a second client.
    const otherSocket = sendRequest(50, '192.0.2.1');
    const sockets = Array.from({ length: 300 }, (_, at) => sendRequest((at % 49) + 1, '127.0.0.1'));
    sockets.push(otherSocket);
    await expect.poll(() => readMetric('octavo_requests_refused_total')).toBeGreaterThan(100);
    const rejection = await fetch(`${origin}/somebody/something`, { headers: { accept: '*/*' } });
    expect(rejection.status).toBe(503);
    expect(rejection.headers.get('retry-after')).toBe('5');
    expect(rejection.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await rejection.text()).toContain('<h1>One Moment, Please</h1>');

    const apiRejection = await fetch(`${origin}/api/v1/articles`);
    expect(apiRejection.status).toBe(503);
    expect(await apiRejection.json()).toEqual({ error: expect.stringContaining('Try again') });

    for (const socket of sockets) socket.destroy();
  });

  it('removes waiting requests whose clients disconnected', async () => {
    await expect.poll(readWaitingCount).toBe(0);
  });

  it('keeps the slots of requests whose clients disconnected after their queries had started', async () => {
    const socket = sendRequest(50, '127.0.0.1');
    await expect.poll(readWaitingCount).toBe(1);
    socket.destroy();
    await expect.poll(readWaitingCount).toBe(0);
  });

  it('serves cached pages and health checks', async () => {
    expect((await fetch(`${origin}/about`)).status).toBe(200);
    expect((await fetch(`${origin}/health/live`)).status).toBe(200);
  });

  it('does not count requests whose body is still being received', async () => {
    let requestCount = 0;
    const count = () => requestCount++;
    test.app.server.on('request', count);
    const slowSockets = Array.from({ length: 100 }, () => {
      const socket = openConnection();
      socket.write(
        `POST /api/v1/authors/batch HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{`,
      );
      return socket;
    });
    await expect.poll(() => requestCount).toBe(slowSockets.length);
    test.app.server.off('request', count);
    release();
    await busy;
    // No earlier request had this body, so the server cannot respond from the cache.
    const { headers, payload, method } = createPostRequest('/', { aliases: ['Nobody'] });
    const response = await fetch(`${origin}/api/v1/authors/batch`, {
      method: method!,
      headers: headers as Record<string, string>,
      body: payload as string,
    });
    expect(response.status).toBe(200);
    expect((await fetch(`${origin}/api/v1/search?q=calendar`)).status).toBe(200);
    for (const socket of slowSockets) socket.destroy();
  });
});
