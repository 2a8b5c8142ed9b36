import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLibraryTestApp, type LibraryTestApp } from './testing/app.ts';
import { findPostgresTestEngine } from './testing/databases.ts';
import { createApiCaller, signInTestReader } from './testing/reader.ts';

const postgres = await findPostgresTestEngine();

describe.skipIf(!postgres)('after the primary of the database has become read-only', () => {
  let test: LibraryTestApp;
  let call: ReturnType<typeof createApiCaller>;

  beforeAll(async () => {
    test = await createLibraryTestApp(postgres!.openFilled);
    call = createApiCaller(test, await signInTestReader(test.database, 'ada'));
  });
  afterAll(() => test.close());

  it('responds to a write with 503, and writes through a new connection afterwards', async () => {
    const { authorAlias, id } = test.library[0]!;
    const save = () => call('PUT', `/articles/${authorAlias}/${id}/bookmark`);
    // Makes all ten connections of the pool read-only, as if their database server were no longer the primary. New
    // connections can write.
    await Promise.all(
      Array.from({ length: 10 }, () =>
        test.database.queries.transaction(async (transaction) => {
          await transaction.execute('SET default_transaction_read_only = on');
          // The transactions must overlap, so that each uses its own connection.
          await transaction.execute('SELECT pg_sleep(0.5)');
        }),
      ),
    );
    const refused = await save();
    expect(refused.statusCode, refused.body).toBe(503);
    expect(refused.headers['retry-after']).toBeDefined();
    // Each rejected write replaces one of the ten read-only connections.
    const statuses = [];
    for (let attempt = 0; attempt < 10; attempt++) statuses.push((await save()).statusCode);
    expect(statuses.at(-1)).toBe(204);
  });
});
