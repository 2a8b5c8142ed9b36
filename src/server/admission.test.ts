import net, { type AddressInfo } from 'node:net';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostRequest, createTestApp, type TestApp } from './testing/app.ts';
import { pgliteTestEngine } from './testing/databases.ts';

describe('while the database is busy', () => {
  let test: TestApp;
  let origin: string;
  let free: () => void;
  let busy: Promise<unknown>;

  beforeAll(async () => {
    test = await createTestApp(await pgliteTestEngine.open(), { TRUST_PROXY: 'loopback' });
    await test.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
    await fetch(`${origin}/about`);
    let isBusy: () => void;
    const begun = new Promise<void>((resolve) => {
      isBusy = resolve;
    });
    // This transaction occupies the only database session, so all other queries wait for it.
    busy = test.database.queries.transaction(async (transaction) => {
      await transaction.execute(sql`SELECT 1`);
      isBusy();
      await new Promise<void>((resolve) => {
        free = resolve;
      });
    });
    await begun;
  });
  afterAll(() => test.close());

  const metric = async (name: string) => {
    const text = await (await fetch(`${origin}/metrics`)).text();
    return Number(new RegExp(`^${name}\\{lane="work"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0);
  };
  const waiting = () => metric('octavo_requests_waiting');
  const connection = () => {
    const { port } = test.app.server.address() as AddressInfo;
    return net.connect(port, '127.0.0.1').on('error', () => {});
  };

  const ask = (limit: number, forwardedFor: string) => {
    const socket = connection();
    socket.write(
      `GET /api/v1/articles?limit=${limit} HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${forwardedFor}\r\n\r\n`,
    );
    return socket;
  };

  it('runs a few requests, queues some and rejects the others at once', async () => {
    // The normal limits apply only if two clients compete, so a second client joins the queue.
    const other = ask(50, '192.0.2.1');
    const asked = Array.from({ length: 300 }, (_, at) => ask((at % 49) + 1, '127.0.0.1'));
    asked.push(other);
    await expect.poll(() => metric('octavo_requests_refused_total')).toBeGreaterThan(100);
    const refusal = await fetch(`${origin}/somebody/something`, { headers: { accept: '*/*' } });
    expect(refusal.status).toBe(503);
    expect(refusal.headers.get('retry-after')).toBe('5');
    expect(refusal.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await refusal.text()).toContain('<h1>One Moment, Please</h1>');

    const call = await fetch(`${origin}/api/v1/articles`);
    expect(call.status).toBe(503);
    expect(await call.json()).toEqual({ error: expect.stringContaining('Try again') });

    for (const socket of asked) socket.destroy();
  });

  it('removes waiting requests whose clients disconnected', async () => {
    await expect.poll(waiting).toBe(0);
  });

  it('keeps the slots of requests whose clients disconnected after their queries had started', async () => {
    const socket = ask(50, '127.0.0.1');
    await expect.poll(waiting).toBe(1);
    socket.destroy();
    await expect.poll(waiting).toBe(0);
  });

  it('serves cached pages and health checks', async () => {
    expect((await fetch(`${origin}/about`)).status).toBe(200);
    expect((await fetch(`${origin}/health/live`)).status).toBe(200);
  });

  it('does not count requests whose body is still being received', async () => {
    let heads = 0;
    const count = () => heads++;
    test.app.server.on('request', count);
    const slow = Array.from({ length: 100 }, () => {
      const socket = connection();
      socket.write(
        `POST /api/v1/authors/batch HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{`,
      );
      return socket;
    });
    await expect.poll(() => heads).toBe(slow.length);
    test.app.server.off('request', count);
    free();
    await busy;
    // This call has a new body, so its response is not in the cache.
    const { headers, payload, method } = createPostRequest('/', { aliases: ['Nobody'] });
    const told = await fetch(`${origin}/api/v1/authors/batch`, {
      method: method!,
      headers: headers as Record<string, string>,
      body: payload as string,
    });
    expect(told.status).toBe(200);
    expect((await fetch(`${origin}/api/v1/search?q=calendar`)).status).toBe(200);
    for (const socket of slow) socket.destroy();
  });
});
