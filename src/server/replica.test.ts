import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { getLastContentChangeTime, watchContentChanges } from './platform/db/content-changes.ts';
import type { Database } from './platform/db/database.ts';
import { openDatabase } from './platform/db/open.ts';
import { createTestApp, type TestApp } from './testing/app.ts';
import { findPostgresTestEngine, getTestDatabaseUrl } from './testing/databases.ts';
import { createApiCaller, signInTestReader } from './testing/reader.ts';
import { openTcpProxy, type TcpProxy } from './testing/tcp-proxy.ts';

const postgres = await findPostgresTestEngine();

describe.skipIf(!postgres)('while the primary cannot be reached', () => {
  let directDatabase: Database;
  let relay: TcpProxy;
  let withReplica: TestApp;
  let withoutReplica: TestApp;
  let call: ReturnType<typeof createApiCaller>;

  beforeAll(async () => {
    directDatabase = await postgres!.openFilled();
    const replicaUrl = await getTestDatabaseUrl(directDatabase);
    relay = await openTcpProxy(replicaUrl);
    const database = await openDatabase({ url: relay.url, replicaUrl });
    withReplica = await createTestApp(database);
    call = createApiCaller(withReplica, await signInTestReader(database, 'ada'));
    withoutReplica = await createTestApp(await openDatabase({ url: relay.url }));
    await relay.close();
  });
  afterAll(async () => {
    await withReplica.close();
    await withoutReplica.close();
    await directDatabase.close();
  });

  it.each(['/articles', '/authors', '/api/v1/articles', '/api/v1/search?q=history'])(
    'reads %s from the replica, and responds with 503 without one',
    async (url) => {
      expect((await withoutReplica.app.inject(url)).statusCode).toBe(503);
      const response = await withReplica.app.inject(url);
      expect(response.statusCode, response.body.slice(0, 200)).toBe(200);
    },
  );

  it.each([
    ['PUT', '/articles/Ballast/01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d/bookmark'],
    ['GET', '/bookmarks'],
  ] as const)('responds to a personal request with 503: %s %s', async (method, path) => {
    expect((await call(method, path)).statusCode).toBe(503);
  });
});

it.skipIf(!postgres)(
  'treats all content as changed when reading from the primary again',
  async () => {
    const directDatabase = await postgres!.openFilled();
    const replicaUrl = await getTestDatabaseUrl(directDatabase);
    const relay = await openTcpProxy(replicaUrl);
    const database = await openDatabase({ url: relay.url, replicaUrl });
    const onUnknownChange = vi.fn();
    const stop = await watchContentChanges(database, { onChange: () => {}, onUnknownChange });
    relay.refuse();
    await getLastContentChangeTime(database.publicQueries);
    expect(onUnknownChange).not.toHaveBeenCalled();
    relay.accept();
    await expect.poll(() => onUnknownChange.mock.calls.length).toBe(1);
    await stop();
    await database.close();
    await relay.close();
    await directDatabase.close();
  },
);
