import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';

const UNKNOWN_ID = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d';
let test: TestApp;
let call: ReturnType<typeof createApiCaller>;

beforeAll(async () => {
  const database = await pgliteTestEngine.openFilled();
  test = await createTestApp(database, {}, undefined, undefined, { handlerTimeout: 50 });
  const reader = await signInTestReader(database, 'grace');
  await updateRole(database.queries, reader.user.id, 'editor');
  call = createApiCaller(test, reader);
});
afterAll(() => test.close());

/** Occupies the database's only session, so that all queries wait until the returned function is called. */
async function occupyDatabase() {
  const occupied = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const transaction = test.database.queries.transaction(async (queries) => {
    await queries.execute(sql`SELECT 1`);
    occupied.resolve();
    await released.promise;
  });
  await occupied.promise;
  return async () => {
    released.resolve();
    await transaction;
  };
}

it.each<[method: 'GET' | 'POST', path: string, body: object | undefined]>([
  ['GET', '/ideas', undefined],
  ['POST', '/ideas/similarity', { title: 'A title', thesis: 'A thesis.', object: 'an object' }],
])('limits the time of %s %s', async (method, path, body) => {
  const release = await occupyDatabase();
  expect((await call(method, `/studio${path}`, body)).statusCode).toBe(503);
  await release();
});

it.each<[path: string, body: object, status: number]>([
  [`/requests/${UNKNOWN_ID}/check`, {}, 404],
  [`/authors/${UNKNOWN_ID}/retire`, { articles: 'keep' }, 404],
  ['/cadence/fill', {}, 201],
])('gives POST %s more time than other routes', async (path, body, status) => {
  const release = await occupyDatabase();
  const longRequest = call('POST', `/studio${path}`, body);
  // This GET request starts after `longRequest` and fails at the normal timeout. If `longRequest` has not failed by
  // then, its timeout is longer.
  expect((await call('GET', '/studio/ideas')).statusCode).toBe(503);
  await release();
  const response = await longRequest;
  expect([response.statusCode, response.body]).toEqual([status, expect.any(String)]);
});
