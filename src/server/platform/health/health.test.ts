import { describe, expect, it } from 'vitest';
import { createTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';

const PROBE = { accept: 'application/json' };

describe('the health probes', () => {
  it('succeed without a database, so that cached pages are still served', async () => {
    const database = await pgliteTestEngine.open();
    const { app, close } = await createTestApp(database);
    await app.inject('/about');
    database.queries.execute = (() => Promise.reject(new Error('Gone.'))) as never;
    for (const [url, status] of [
      ['/health/live', 'alive'],
      ['/health/ready', 'ready'],
    ]) {
      const response = await app.inject(url!);
      expect([response.statusCode, response.json()]).toEqual([200, { status }]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
    expect((await app.inject('/about')).statusCode).toBe(200);
    await close();
  });

  it('fail in a stopping process', async () => {
    const { app, database } = await createTestApp(await pgliteTestEngine.open());
    const statuses: number[] = [];
    let origin = '';
    app.addHook('preClose', async () => {
      statuses.push((await fetch(`${origin}/health/ready`)).status);
    });
    origin = await app.listen({ port: 0, host: '127.0.0.1' });
    expect((await fetch(`${origin}/health/ready`)).status).toBe(200);
    await app.close();
    expect(statuses).toEqual([503]);
    await database.close();
  });
});

describe('/health', () => {
  it('returns JSON to probes and a page to readers', async () => {
    const { app, close } = await createTestApp(await pgliteTestEngine.open());
    const statuses = ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS'].map(async (method) => {
      const response = await app.inject({
        method: method as 'GET',
        url: '/health',
        headers: PROBE,
      });
      return response.statusCode;
    });
    expect(await Promise.all(statuses)).toEqual([200, 200, 405, 405, 405]);
    expect((await app.inject('/page-payload/health')).json()).toMatchObject({ screen: 'health' });
    await close();
  });

  it('reports an unavailable database as JSON and as a page', async () => {
    const database = await pgliteTestEngine.open();
    const { app, close } = await createTestApp(database);
    database.queries.execute = (() => Promise.reject(new Error('Gone.'))) as never;
    const probe = await app.inject({ url: '/health', headers: PROBE });
    expect([probe.statusCode, probe.json().status]).toEqual([503, 'unhealthy']);
    expect((await app.inject('/health')).statusCode).toBe(503);
    // When a reader navigates to the health page from another of Octavo's pages, the browser requests only this JSON
    // payload. The payload must therefore contain the error page if the database is unavailable.
    const payload = await app.inject({ url: '/page-payload/health', headers: PROBE });
    expect(payload.json()).toMatchObject({ screen: 'error', status: 500 });
    await close();
  });
});
