import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import type { Library, LibraryArticle } from '#server/catalogue/library/library.ts';
import type { Database } from '#server/platform/db/database.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { importTestLibrary } from '#server/testing/test-library.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { listAudioEnabledArticleIds, listPublishedArticles } from './repository.ts';
import { articles } from './schema.ts';

const MIGRATION = new URL('../../platform/db/migrations/0011_audible.sql', import.meta.url);

describe.each(await selectTestDatabaseEngines())('articles with audio, on $name', ({ open }) => {
  let database: Database;
  let library: Library;
  let id: string;

  beforeAll(async () => {
    database = await open();
    library = await importTestLibrary(database);
    id = library.articles[0]!.id;
  });
  afterAll(() => database.close());

  const listAudioIds = () => listAudioEnabledArticleIds(database.queries);

  it('include all published articles', async () => {
    expect(new Set(await listAudioIds())).toEqual(new Set(library.articles.map(({ id }) => id)));
  });

  it('include articles that were published before audio existed', async () => {
    await database.queries.execute(
      sql`ALTER TABLE articles ALTER COLUMN has_audio SET DEFAULT false`,
    );
    await database.queries.update(articles).set({ hasAudio: false });
    expect(await listAudioIds()).toEqual([]);
    const statements = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint');
    for (const statement of statements) await database.queries.execute(statement);
    expect(await listAudioIds()).toHaveLength(library.articles.length);
  });

  /**
   * Imports the library as if every file had changed. Adds `frontMatter` to the front matter of the library's first
   * article. Returns the number of updated articles.
   */
  const reimport = async (hash: string, frontMatter: Partial<LibraryArticle['article']> = {}) => {
    const changedArticles = library.articles.map((each) =>
      each.id === id
        ? { ...each, hash, article: { ...each.article, ...frontMatter } }
        : { ...each, hash },
    );
    const { articles } = await importLibrary(database.queries, {
      ...library,
      articles: changedArticles,
    });
    return articles.updated;
  };

  it('exclude an article whose audio an editor has turned off, even if its file changes later', async () => {
    const byId = eq(articles.id, id);
    await database.queries
      .update(articles)
      .set({ hasAudio: false, heldSince: new Date() })
      .where(byId);
    expect(await listAudioIds()).not.toContain(id);
    expect(await reimport('later')).toBe(library.articles.length - 1);
    expect(await listAudioIds()).not.toContain(id);
    const { metas } = await listPublishedArticles(database.queries, {}, 50);
    expect(metas.filter(({ hasAudio }) => !hasAudio).map((meta) => meta.id)).toEqual([id]);
    await database.queries.update(articles).set({ heldSince: null }).where(byId);
  });

  it.runIf(isRunOfAllTests())(
    'exclude an article as long as its file turns audio off',
    async () => {
      await reimport('silent', { audio: false });
      expect(await listAudioIds()).not.toContain(id);
      await reimport('heard again');
      expect(await listAudioIds()).toContain(id);
    },
  );
});
