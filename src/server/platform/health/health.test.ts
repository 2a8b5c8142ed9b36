import { describe, expect, it } from 'vitest';
import { openDatabase } from '#server/platform/db/open.ts';
import { testApp } from '#server/testing/app.ts';

const PROBE = { accept: 'application/json' };

describe('/health', () => {
  it('answers whoever reads, and nobody else', async () => {
    const { app, close } = await testApp(await openDatabase('memory'));
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

  it('says so everywhere when the database does not answer', async () => {
    const database = await openDatabase('memory');
    const { app, close } = await testApp(database);
    database.queries.execute = (() => Promise.reject(new Error('Gone.'))) as never;
    const probe = await app.inject({ url: '/health', headers: PROBE });
    expect([probe.statusCode, probe.json().status]).toEqual([503, 'unhealthy']);
    expect((await app.inject('/health')).statusCode).toBe(503);
    // A reader who comes from another screen is told too.
    const payload = await app.inject({ url: '/page-payload/health', headers: PROBE });
    expect(payload.json()).toMatchObject({ screen: 'error', status: 500 });
    await close();
  });
});
