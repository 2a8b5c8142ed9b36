import { Readable } from 'node:stream';
import { sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { registerErrorHandlers } from './errors.ts';

it('responds with 503 when a file times out, without the headers of the file', async () => {
  const app = Fastify({ handlerTimeout: 20 });
  registerErrorHandlers(app, () => 'an-id');
  app.get('/api/script.js', (_request, reply) =>
    reply
      .headers({
        'content-type': 'application/javascript',
        'content-encoding': 'br',
        'content-length': '100000',
        'cache-control': 'public, max-age=3600',
        etag: '"1"',
        'last-modified': 'Tue, 24 Nov 2026 00:00:00 GMT',
        'accept-ranges': 'bytes',
      })
      .send(new Readable({ read() {} })),
  );
  const response = await app.inject('/api/script.js');
  expect([response.statusCode, response.json()]).toEqual([
    503,
    {
      error:
        'Something went wrong on our end. Please try again, and mention error an-id if you contact us.',
    },
  ]);
  expect(response.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(response.rawPayload.length),
    'cache-control': 'no-store',
    'retry-after': '5',
  });
  for (const name of ['content-encoding', 'etag', 'last-modified', 'accept-ranges'])
    expect(response.headers, name).not.toHaveProperty(name);
  await app.close();
});

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

it.each(databases)('responds with 409 to a unique violation, on $name', async ({ open }) => {
  const database = await open();
  const { queries } = database;
  await queries.execute(sql`CREATE TABLE slots (slot int PRIMARY KEY)`);
  const app = Fastify();
  registerErrorHandlers(app, () => 'an-id');
  app.post('/api/slots', async () => {
    await queries.transaction((transaction) =>
      transaction.execute(sql`INSERT INTO slots VALUES (1)`),
    );
    return {};
  });
  const claimSlot = () => app.inject({ method: 'POST', url: '/api/slots' });
  const responses = await Promise.all([claimSlot(), claimSlot()]);
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
  const { error } = responses.find(({ statusCode }) => statusCode === 409)!.json();
  expect(error).toBe('Someone else just made this change. Reload the page and try again.');
  await app.close();
  await database.close();
});

it.each([
  ['disk_full', 'a full disk'],
  ['out_of_memory', 'insufficient memory'],
  ['io_error', 'a failing disk'],
  ['serialization_failure', 'a read that a replica cancels to apply changes'],
])('responds with 503 to %s: %s', async (condition) => {
  const [engine] = databases;
  const database = await engine!.open();
  const app = Fastify();
  registerErrorHandlers(app, () => 'an-id');
  app.get('/api/slots', () =>
    database.queries.execute(
      sql.raw(`DO $$ BEGIN RAISE EXCEPTION 'as if' USING ERRCODE = '${condition}'; END $$`),
    ),
  );
  const { statusCode, headers } = await app.inject('/api/slots');
  expect([statusCode, headers['retry-after']]).toEqual([503, '5']);
  await app.close();
  await database.close();
});
