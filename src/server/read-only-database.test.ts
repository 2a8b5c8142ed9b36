import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LibraryApp, libraryApp } from './testing/app.ts';
import { findPostgres } from './testing/databases.ts';
import { callAs, signInReader } from './testing/reader.ts';

const postgres = await findPostgres();

describe.skipIf(!postgres)('after the primary of the database has become read-only', () => {
  let test: LibraryApp;
  let call: ReturnType<typeof callAs>;

  beforeAll(async () => {
    test = await libraryApp(postgres!.openFilled);
    call = callAs(test, await signInReader(test.database, 'ada'));
  });
  afterAll(() => test.close());

  it('responds to a write with 503, and writes through a new connection afterwards', async () => {
    const { authorAlias, id } = test.library[0]!;
    const save = () => call('PUT', `/articles/${authorAlias}/${id}/bookmark`);
    // Only this connection belongs to the former primary. New connections reach the new one.
    await test.database.queries.execute('SET default_transaction_read_only = on');
    const refused = await save();
    expect(refused.statusCode, refused.body).toBe(503);
    expect(refused.headers['retry-after']).toBeDefined();
    await expect.poll(async () => (await save()).statusCode).toBe(204);
  });
});
