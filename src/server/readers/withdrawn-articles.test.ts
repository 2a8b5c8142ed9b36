import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { articles } from '#server/catalogue/articles/schema.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';

let test: LibraryTestApp;
let call: ReturnType<typeof createApiCaller>;

beforeAll(async () => {
  test = await createLibraryTestApp(pgliteTestEngine.openFilled);
  call = createApiCaller(test, await signInTestReader(test.database, 'ada'));
});
afterAll(() => test.close());

describe.each([
  ['GET', 'feedback', 200],
  ['DELETE', 'feedback', 204],
  ['DELETE', 'bookmark', 204],
  ['DELETE', 'reading?readAgo=0', 204],
  ['DELETE', 'place?heardAgo=0', 204],
] as const)('%s %s', (method, path, success) => {
  const callFor = async (index: number, changes: Partial<typeof articles.$inferInsert>) => {
    const { authorAlias, id } = test.library[index]!;
    await test.database.queries.update(articles).set(changes).where(eq(articles.id, id));
    return (await call(method, `/articles/${authorAlias}/${id}/${path}`)).statusCode;
  };

  it('is allowed for an article that was withdrawn', async () => {
    expect(await callFor(0, { status: 'archived' })).toBe(success);
  });

  it.each(['draft', 'archived'] as const)(
    'finds no article that was never published (status %s)',
    async (status) => {
      expect(await callFor(1, { status, sourceHash: null, slug: '~draft' })).toBe(404);
    },
  );
});
