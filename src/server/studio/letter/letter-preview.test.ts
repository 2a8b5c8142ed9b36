import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { articles } from '#server/catalogue/articles/schema.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';

const PAST = new Date('2026-01-01T00:00:00Z');

describe.each(await selectTestDatabaseEngines())(
  'the preview of the letter, on $name',
  (engine) => {
    let test: LibraryTestApp;
    let call: ReturnType<typeof createApiCaller>;

    beforeAll(async () => {
      test = await createLibraryTestApp(engine.openFilled);
      const editor = await signInTestReader(test.database, 'editor');
      await updateRole(test.database.queries, editor.user.id, 'editor');
      call = createApiCaller(test, editor);
    });
    afterAll(() => test.close());
    beforeEach(async () => {
      const { queries } = test.database;
      await queries.update(articles).set({ status: 'published', publishedAt: PAST });
    });

    const fetchPreview = async (query = '') =>
      (await call('GET', `/studio/letter${query}`)).json().data;

    it('has today’s five for a reader who follows nobody', async () => {
      const { letter, followedCount, isMailed } = await fetchPreview();
      expect([followedCount, isMailed]).toEqual([0, false]);
      expect(letter.subject).toMatch(/, and 4 more articles$/);
      expect(letter.text).toContain('TODAY’S FIVE');
    });

    it('has the new articles of chosen authors', async () => {
      const [article] = test.library;
      const { id, authorAlias, path } = article!;
      const { queries } = test.database;
      await queries.update(articles).set({ publishedAt: new Date() }).where(eq(articles.id, id));
      const { letter, followedCount } = await fetchPreview(`?authors=Nobody,${authorAlias}`);
      expect(followedCount).toBe(1);
      expect(letter.text.split('FROM TODAY’S FIVE')[0]).toContain(path);
    });

    it.each(['light', 'dark'])('is a sandboxed document in the %s theme', async (theme) => {
      const { statusCode, headers, body } = await call('GET', `/studio/letter/html?theme=${theme}`);
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = headers['content-security-policy'] as string;
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain('sandbox allow-popups allow-popups-to-escape-sandbox');
      expect(policy).not.toMatch(/unsafe-inline|script-src|allow-scripts/);
      const attributes = [...body.matchAll(/ style="([^"]*)"/g)].map(([, style]) => style!);
      expect(attributes.length).toBeGreaterThan(10);
      for (const style of attributes)
        expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
      expect(body).toContain(theme === 'dark' ? '@media all{' : '@media not all{');
    });

    it('is empty if there is nothing to send', async () => {
      await test.database.queries.update(articles).set({ status: 'archived' });
      expect(await fetchPreview()).toMatchObject({ letter: null, followedCount: 0 });
      const { statusCode, json } = await call('GET', '/studio/letter/html');
      expect([statusCode, json()]).toEqual([404, { error: 'There is nothing to send this week.' }]);
    });

    it.each([
      ['an alias that cannot exist', '?authors=a%20b', 'is not an alias'],
      [
        'too many authors',
        `?authors=${Array.from({ length: 11 }, (_, index) => `Author${index}`)}`,
        'must be at most 10',
      ],
    ])('is refused for %s', async (_what, query, error) => {
      const response = await call('GET', `/studio/letter${query}`);
      expect([response.statusCode, response.json().error]).toEqual([
        400,
        expect.stringContaining(error),
      ]);
    });
  },
);
