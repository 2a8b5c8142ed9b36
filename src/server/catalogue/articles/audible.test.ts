import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/catalogue/library/import.ts';
import type { Library } from '#server/catalogue/library/library.ts';
import type { Database } from '#server/platform/db/database.ts';
import { fillWithLibrary } from '#server/testing/app.ts';
import { testDatabases } from '#server/testing/databases.ts';
import { articles } from './schema.ts';
import { listArticles, listAudibleIds } from './service.ts';

const MIGRATION = new URL('../../platform/db/migrations/0011_audible.sql', import.meta.url);

describe.each(await testDatabases())('the articles that can be heard, on $name', ({ open }) => {
  let database: Database;
  let library: Library;
  let id: string;

  beforeAll(async () => {
    database = await open();
    library = await fillWithLibrary(database);
    id = library.articles[0]!.id;
  });
  afterAll(() => database.close());

  const audibleIds = () => listAudibleIds(database.queries);
  const switchAudio = (hasAudio: boolean) =>
    database.queries.update(articles).set({ hasAudio }).where(eq(articles.id, id));

  it('are all that are published', async () => {
    expect(new Set(await audibleIds())).toEqual(new Set(library.articles.map(({ id }) => id)));
  });

  it('are those too that were published before any could be', async () => {
    await database.queries.execute(
      sql`ALTER TABLE articles ALTER COLUMN has_audio SET DEFAULT false`,
    );
    await database.queries.update(articles).set({ hasAudio: false });
    expect(await audibleIds()).toEqual([]);
    const statements = (await readFile(MIGRATION, 'utf8')).split('--> statement-breakpoint');
    for (const statement of statements) await database.queries.execute(statement);
    expect(await audibleIds()).toHaveLength(library.articles.length);
  });

  it('are without one that an editor has switched off, whatever becomes of it later', async () => {
    await switchAudio(false);
    expect(await audibleIds()).not.toContain(id);
    const changed = library.articles.map((article) => ({ ...article, hash: 'later' }));
    const { articles: counts } = await importLibrary(database.queries, {
      ...library,
      articles: changed,
    });
    expect(counts.updated).toBe(library.articles.length);
    expect(await audibleIds()).not.toContain(id);
    const { metas } = await listArticles(database.queries, {}, 50);
    expect(metas.filter(({ hasAudio }) => !hasAudio).map((meta) => meta.id)).toEqual([id]);
    await switchAudio(true);
    expect(await audibleIds()).toContain(id);
  });
});
