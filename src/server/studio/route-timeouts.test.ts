import { afterAll, beforeAll, expect, it } from 'vitest';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { testDatabases } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';

const UNKNOWN_ID = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3d';
const [engine] = await testDatabases();
let test: TestApp;
let call: ReturnType<typeof createApiCaller>;

beforeAll(async () => {
  const database = await engine!.openFilled();
  // One millisecond is too short for every route that keeps the application's own time limit.
  test = await testApp(database, {}, undefined, undefined, { handlerTimeout: 1 });
  const reader = await signInTestReader(database, 'grace');
  await updateRole(database.queries, reader.user.id, 'editor');
  call = createApiCaller(test, reader);
});
afterAll(() => test.close());

it.each<[method: 'GET' | 'POST', path: string, body: object | undefined]>([
  ['GET', '/ideas', undefined],
  ['POST', '/ideas/likeness', { title: 'A title', thesis: 'A thesis.', object: 'an object' }],
])('limits the time of %s %s', async (method, path, body) => {
  expect((await call(method, `/studio${path}`, body)).statusCode).toBe(503);
});

it.each<[path: string, body: object, status: number]>([
  [`/requests/${UNKNOWN_ID}/check`, {}, 404],
  [`/authors/${UNKNOWN_ID}/retire`, { articles: 'keep' }, 404],
  ['/cadence/fill', {}, 201],
])('gives POST %s more time than other routes', async (path, body, status) => {
  const response = await call('POST', `/studio${path}`, body);
  expect([response.statusCode, response.body]).toEqual([status, expect.any(String)]);
});
