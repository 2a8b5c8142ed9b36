import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findArticleByPath, listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { listActiveAuthors } from '#server/catalogue/authors/author-list.ts';
import { findActiveAuthorByAnyAlias } from '#server/catalogue/authors/repository.ts';
import { authors } from '#server/catalogue/authors/schema.ts';
import { searchCatalogue } from '#server/catalogue/search/service.ts';
import { watchContentChanges } from '#server/platform/db/content-changes.ts';
import type { Database } from '#server/platform/db/database.ts';
import { clearLibrary, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { copyTestLibraryForAuthors, TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { hashLibraryFiles, readEditionFile } from './edition.ts';
import { importLibrary } from './import-library.ts';
import { listImportNotes } from './import-notes.ts';
import { readLibrary } from './library.ts';
import { SHIPPED_LIBRARY_FOLDER } from './sync-library.ts';

const databases = await selectTestDatabaseEngines({ dependsOnEngine: true });

/** Four of the ten authors in the test library, with two articles each. Fewer authors make the tests faster. */
const AUTHORS = ['ballast', 'gantry', 'plumbline', 'potsherd'];
const SLUG = 'absent-brewing-beer';
const NEW_ID = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c01';
const FILE = `articles/potsherd/${SLUG}.md`;

describe.each(databases)('importing the library on $name', ({ open }) => {
  let database: Database;
  let folder: string;

  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    await clearLibrary(database);
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-library-'));
    copyTestLibraryForAuthors(folder, AUTHORS);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  const load = async () => importLibrary(database.queries, await readLibrary(folder));
  const edit = (file: string, change: (text: string) => string) => {
    const filePath = path.join(folder, file);
    const text = readFileSync(filePath, 'utf8');
    const newText = change(text);
    expect(newText).not.toBe(text);
    writeFileSync(filePath, newText);
  };
  const listTitles = async () => {
    const { metas } = await listPublishedArticles(database.queries, {}, 50);
    return metas.map(({ title }) => title);
  };

  it('adds all items, and changes nothing when it runs again', async () => {
    const first = await load();
    expect(first.authors).toMatchObject({ added: 4, updated: 0, archived: 0 });
    expect(first.articles).toMatchObject({ added: 8, updated: 0, archived: 0 });
    expect(await load()).toEqual({
      authors: { added: 0, updated: 0, unchanged: 4, archived: 0, kept: 0 },
      articles: { added: 0, updated: 0, unchanged: 8, archived: 0, kept: 0 },
      warnings: [],
    });
    const { entries } = await listActiveAuthors(database.queries, {}, 10);
    expect(entries.map(([, { publishedArticleCount }]) => publishedArticleCount)).toEqual(
      Array(4).fill(2),
    );
  });

  it('updates a changed article and invalidates only its cache keys', async () => {
    await load();
    const invalidations: (readonly string[])[] = [];
    const stopWatching = await watchContentChanges(database, {
      onChange: (keys) => invalidations.push(keys),
      onUnknownChange: () => invalidations.push([]),
    });
    edit(FILE, (text) => text.replace(/^title: .*$/m, 'title: Absent, with leave'));
    expect((await load()).articles).toMatchObject({ updated: 1, unchanged: 7 });
    expect(await listTitles()).toContain('Absent, with leave');
    await expect.poll(() => invalidations).toHaveLength(1);
    expect(invalidations[0]).toContain('list');
    expect(invalidations[0]?.filter((key) => key.startsWith('article:'))).toHaveLength(1);
    await load();
    expect(invalidations).toHaveLength(1);
    await stopWatching();
  });

  it.runIf(isRunOfAllTests())(
    'shows the level of an article, or of its author if the article has none',
    async () => {
      const findLevel = async () => {
        await load();
        const lookup = await findArticleByPath(database.queries, 'Potsherd', SLUG);
        return lookup?.kind === 'found' && lookup.article.level;
      };
      edit(FILE, (text) => text.replace(/^level: .*$/m, 'level: advanced'));
      expect(await findLevel()).toBe('advanced');
      const { metas } = await listPublishedArticles(database.queries, { alias: 'Potsherd' }, 50);
      expect(metas.find(({ path }) => path.endsWith(SLUG))?.level).toBe('advanced');
      edit(FILE, (text) => text.replace(/^level: .*\n/m, ''));
      const potsherd = await findActiveAuthorByAnyAlias(database.queries, 'Potsherd');
      expect(potsherd?.author.targetAudience.level).toBe('beginner');
      expect(await findLevel()).toBe('beginner');
    },
  );

  it('archives removed articles: 410 at their URL, absent from lists, counts and search', async () => {
    await load();
    unlinkSync(path.join(folder, FILE));
    expect((await load()).articles).toMatchObject({ archived: 1, unchanged: 7 });
    expect(await findArticleByPath(database.queries, 'Potsherd', SLUG)).toMatchObject({
      kind: 'withdrawn',
    });
    expect(
      (await findActiveAuthorByAnyAlias(database.queries, 'Potsherd'))?.author
        .publishedArticleCount,
    ).toBe(1);
    expect((await searchCatalogue(database.queries, 'absent brewing beer', 10)).metas).toEqual([]);
    // After the deleted library file is restored, the next import publishes the article again.
    cpSync(path.join(TEST_LIBRARY_FOLDER, FILE), path.join(folder, FILE));
    expect((await load()).articles).toMatchObject({ updated: 1 });
    expect(await findArticleByPath(database.queries, 'Potsherd', SLUG)).toMatchObject({
      kind: 'found',
    });
    expect((await searchCatalogue(database.queries, 'absent brewing beer', 10)).metas).toHaveLength(
      1,
    );
  });

  it('skips invalid files, keeps their previous versions and imports the other files', async () => {
    await load();
    edit(FILE, (text) => text.replace('## Conclusion', '## The end'));
    edit('authors/gantry.yaml', (text) => text.replace(/^tagline:.*$/m, 'tagline: [not, text]'));
    const library = await readLibrary(folder);
    expect(library.errors.map(({ file }) => file)).toEqual(
      expect.arrayContaining([FILE, 'authors/gantry.yaml']),
    );
    const report = await importLibrary(database.queries, library);
    expect(report.articles.archived).toBe(0);
    expect(report.authors.archived).toBe(0);
    expect(await listTitles()).toHaveLength(8);
  });

  it('withdraws nothing while a file has errors, because it may be a renamed one', async () => {
    await load();
    const renamedFile = 'articles/potsherd/sick-notes.md';
    renameSync(path.join(folder, FILE), path.join(folder, renamedFile));
    edit(renamedFile, (text) => text.replace('## Conclusion', '## The end'));
    renameSync(path.join(folder, 'authors/gantry.yaml'), path.join(folder, 'authors/crane.yaml'));
    renameSync(path.join(folder, 'articles/gantry'), path.join(folder, 'articles/crane'));
    const [{ id }] = (await database.queries
      .select({ id: articles.id })
      .from(articles)
      .where(eq(articles.slug, SLUG))) as [{ id: string }];
    expect(await load()).toEqual({
      authors: { added: 0, updated: 0, unchanged: 3, archived: 0, kept: 1 },
      articles: { added: 0, updated: 0, unchanged: 5, archived: 0, kept: 3 },
      warnings: [expect.stringContaining('Authors: 1; articles: 3.')],
    });
    expect(await listTitles()).toHaveLength(8);
    expect(await listImportNotes(database.queries, [id])).toMatchObject([
      { note: expect.stringContaining('until no file of the library has errors') },
    ]);

    edit(renamedFile, (text) => text.replace('## The end', '## Conclusion'));
    edit('authors/crane.yaml', (text) => text.replace(/^alias: .*$/m, 'alias: Crane'));
    unlinkSync(path.join(folder, 'articles/crane/a-bridge-you-can-sit-in.md'));
    expect(await load()).toMatchObject({
      authors: { updated: 1, archived: 0, kept: 0 },
      articles: { updated: 2, archived: 1, kept: 0 },
      warnings: [],
    });
  });

  it('withdraws an article whose URL another one has, and a draft, even if a file has errors', async () => {
    await load();
    edit('authors/gantry.yaml', (text) => text.replace(/^tagline:.*$/m, 'tagline: [not, text]'));
    edit(FILE, (text) => text.replace(/^id: .*$/m, `id: ${NEW_ID}`));
    edit('articles/potsherd/a-well-full-of-votes.md', (text) =>
      text.replace(/^category:/m, 'status: draft\ncategory:'),
    );
    expect(await load()).toMatchObject({
      authors: { archived: 0, kept: 0 },
      articles: { added: 1, archived: 2, kept: 0 },
      warnings: [],
    });
  });

  it('redirects the former URL when a slug or an alias changes', async () => {
    await load();
    renameSync(path.join(folder, FILE), path.join(folder, 'articles/potsherd/sick-notes.md'));
    await load();
    const firstRedirect = { kind: 'moved', path: '/Potsherd/sick-notes' };
    expect(await findArticleByPath(database.queries, 'Potsherd', SLUG)).toEqual(firstRedirect);

    renameSync(
      path.join(folder, 'authors/potsherd.yaml'),
      path.join(folder, 'authors/ostrakon.yaml'),
    );
    renameSync(path.join(folder, 'articles/potsherd'), path.join(folder, 'articles/ostrakon'));
    edit('authors/ostrakon.yaml', (text) => text.replace(/^alias: .*$/m, 'alias: Ostrakon'));
    await load();
    const secondRedirect = { kind: 'moved', path: '/Ostrakon/sick-notes' };
    expect(await findArticleByPath(database.queries, 'Potsherd', SLUG)).toEqual(secondRedirect);
    expect(await findArticleByPath(database.queries, 'potsherd', 'sick-notes')).toEqual(
      secondRedirect,
    );
    expect((await findActiveAuthorByAnyAlias(database.queries, 'potsherd'))?.author.alias).toBe(
      'Ostrakon',
    );
    expect((await searchCatalogue(database.queries, 'ostrakon', 10)).metas.length).toBeGreaterThan(
      0,
    );
  });

  it.runIf(isRunOfAllTests())('lets two articles swap URLs', async () => {
    await load();
    const [firstFile, secondFile] = ['a-well-full-of-votes', SLUG].map((slug) =>
      path.join(folder, `articles/potsherd/${slug}.md`),
    ) as [string, string];
    const oldLookup = await findArticleByPath(database.queries, 'Potsherd', SLUG);
    renameSync(firstFile, `${firstFile}.away`);
    renameSync(secondFile, firstFile);
    renameSync(`${firstFile}.away`, secondFile);
    await load();
    const newLookup = await findArticleByPath(database.queries, 'Potsherd', 'a-well-full-of-votes');
    expect(newLookup?.kind === 'found' && newLookup.article.id).toBe(
      oldLookup?.kind === 'found' && oldLookup.article.id,
    );
  });

  it.runIf(isRunOfAllTests())('lets a new article take the URL of a removed one', async () => {
    await load();
    edit(FILE, (text) => text.replace(/^id: .*$/m, `id: ${NEW_ID}`));
    expect((await load()).articles).toMatchObject({ added: 1, archived: 1, unchanged: 7 });
    expect(await findArticleByPath(database.queries, 'Potsherd', SLUG)).toMatchObject({
      kind: 'found',
      article: { id: NEW_ID },
    });
    cpSync(path.join(TEST_LIBRARY_FOLDER, FILE), path.join(folder, FILE));
    expect((await load()).articles).toMatchObject({ updated: 1, archived: 1, unchanged: 7 });
  });

  it.runIf(isRunOfAllTests())(
    'lets authors swap aliases, or take the alias of a removed author',
    async () => {
      await load();
      const [firstFile, secondFile] = ['ballast', 'gantry'].map((key) =>
        path.join(folder, `authors/${key}.yaml`),
      ) as [string, string];
      renameSync(firstFile, `${firstFile}.away`);
      renameSync(secondFile, firstFile);
      renameSync(`${firstFile}.away`, secondFile);
      edit('authors/ballast.yaml', (text) => text.replace(/^alias: .*$/m, 'alias: Ballast'));
      edit('authors/gantry.yaml', (text) => text.replace(/^alias: .*$/m, 'alias: Gantry'));
      expect((await load()).authors).toMatchObject({ updated: 2, archived: 0 });

      edit('authors/potsherd.yaml', (text) => text.replace(/^id: .*$/m, `id: ${NEW_ID}`));
      expect((await load()).authors).toMatchObject({ added: 1, archived: 1 });
      expect(await findActiveAuthorByAnyAlias(database.queries, 'Potsherd')).toMatchObject({
        id: NEW_ID,
        author: { publishedArticleCount: 2 },
      });
      expect(await listTitles()).toHaveLength(8);
    },
  );

  it.runIf(isRunOfAllTests())(
    'keeps an author whose file is missing while their articles exist',
    async () => {
      await load();
      unlinkSync(path.join(folder, 'authors/potsherd.yaml'));
      expect(await load()).toMatchObject({ authors: { archived: 0 }, articles: { archived: 0 } });
      expect(await findActiveAuthorByAnyAlias(database.queries, 'Potsherd')).toBeDefined();
      rmSync(path.join(folder, 'articles/potsherd'), { recursive: true });
      expect(await load()).toMatchObject({ authors: { archived: 1 }, articles: { archived: 2 } });
    },
  );

  it.runIf(isRunOfAllTests())(
    'invalidates the lists of a category when one of its authors is renamed',
    async () => {
      await load();
      const invalidatedKeys: string[] = [];
      const stopWatching = await watchContentChanges(database, {
        onChange: (keys) => invalidatedKeys.push(...keys),
        onUnknownChange: () => {},
      });
      edit('authors/potsherd.yaml', (text) => text.replace(/^alias: .*$/m, 'alias: PotSherd'));
      await load();
      await expect.poll(() => invalidatedKeys).toContain('category:whc');
      await stopWatching();
    },
  );

  it.runIf(isRunOfAllTests())(
    'gives adjacent articles of a category different covers, and each article a permanent one',
    async () => {
      const listCovers = async () => {
        const { metas } = await listPublishedArticles(database.queries, {}, 50);
        return new Map(metas.map(({ id, category, image }) => [id, { category, ...image }]));
      };
      rmSync(path.join(folder, 'articles/plumbline'), { recursive: true });
      await load();
      const before = await listCovers();
      cpSync(
        path.join(TEST_LIBRARY_FOLDER, 'articles/plumbline'),
        path.join(folder, 'articles/plumbline'),
        {
          recursive: true,
        },
      );
      edit(FILE, (text) => text.replace(/^title: .*$/m, 'title: Another'));
      await load();
      const after = await listCovers();
      for (const [id, cover] of before) expect(after.get(id)).toEqual(cover);
      const byCategory = Map.groupBy(after.values(), ({ category }) => category);
      for (const [category, categoryCovers] of byCategory) {
        const variants = categoryCovers.map(({ src }) => /\.[a-z]{3}(\d+)\.\d+\//.exec(src)![1]);
        expect(new Set(variants).size, category).toBe(variants.length);
      }
    },
  );

  it.runIf(isRunOfAllTests())('leaves studio content unchanged', async () => {
    await load();
    const [row] = await database.queries.select().from(articles).limit(1);
    await database.queries.insert(articles).values({
      ...row!,
      id: '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3e',
      slug: 'from-the-studio',
      sourceHash: null,
    });
    await load();
    const [stored] = await database.queries
      .select()
      .from(articles)
      .where(eq(articles.slug, 'from-the-studio'));
    expect(stored?.status).toBe('published');
  });

  describe('with editor-owned content', () => {
    const makeEditorOwned = (slug: string, changes: Partial<typeof articles.$inferInsert> = {}) =>
      database.queries
        .update(articles)
        .set({ heldSince: new Date(), ...changes })
        .where(eq(articles.slug, slug));
    const findRow = async (slug: string) => {
      const [row] = await database.queries.select().from(articles).where(eq(articles.slug, slug));
      return row;
    };
    /** Adds a file with a new article by the author Potsherd, as a new release of the library would. */
    const addFile = (slug: string) => {
      cpSync(
        path.join(TEST_LIBRARY_FOLDER, FILE),
        path.join(folder, `articles/potsherd/${slug}.md`),
      );
      edit(`articles/potsherd/${slug}.md`, (text) =>
        text.replace(/^id: .*$/m, `id: ${NEW_ID}`).replace(/^title: .*$/m, 'title: A newcomer'),
      );
    };
    const listNotes = async (subjectId: string) =>
      (await listImportNotes(database.queries, [subjectId])).map(({ note }) => note);

    it.runIf(isRunOfAllTests())(
      'keeps a URL that an editor chose, and reports the library article that needs the same URL',
      async () => {
        await load();
        await makeEditorOwned(SLUG, { slug: 'sick-notes' });
        addFile('sick-notes');
        const { articles: counts, warnings } = await load();
        expect(counts).toMatchObject({ added: 0, archived: 0, unchanged: 9 });
        const editorOwned = (await findRow('sick-notes'))!;
        expect(editorOwned).toMatchObject({
          status: 'published',
          title: expect.not.stringMatching('new'),
        });
        expect(warnings).toEqual([
          expect.stringMatching(
            /^content\/articles\/potsherd\/sick-notes.md: .*“A newcomer”.*won’t be imported/,
          ),
        ]);
        expect(await listNotes(editorOwned.id)).toEqual([expect.stringContaining('“A newcomer”')]);
        // After the editor's article moves to another URL, the library article is imported, and the note about the
        // conflict is deleted.
        await makeEditorOwned('sick-notes', { slug: 'leave' });
        expect(await load()).toMatchObject({ articles: { added: 1 }, warnings: [] });
        expect(await listNotes(editorOwned.id)).toEqual([]);
        expect((await findRow('sick-notes'))!.id).toBe(NEW_ID);
      },
    );

    it.runIf(isRunOfAllTests()).each(['published', 'archived', 'human_review'] as const)(
      'continues although a studio article has a URL of the library, and is %s',
      async (status) => {
        await load();
        const { heldSince: _, ...row } = (await findRow(SLUG))!;
        const id = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3e';
        const studioRow = { ...row, id, slug: 'sick-notes', status, sourceHash: null };
        await database.queries.insert(articles).values(studioRow);
        addFile('sick-notes');
        expect(await load()).toMatchObject({
          articles: { added: 0 },
          warnings: [expect.any(String)],
        });
        expect(await findRow('sick-notes')).toMatchObject({ id, status });
        expect(await listNotes(id)).toHaveLength(1);
      },
    );

    it.runIf(isRunOfAllTests())(
      'does not import articles whose URL is used by a blocked article',
      async () => {
        await load();
        await makeEditorOwned('a-well-full-of-votes', { slug: 'sick-notes' });
        unlinkSync(path.join(folder, 'articles/potsherd/a-well-full-of-votes.md'));
        // The library moves the existing article to a URL that an editor has given to another article, and adds a new
        // article at the URL that the existing one would leave.
        renameSync(path.join(folder, FILE), path.join(folder, 'articles/potsherd/sick-notes.md'));
        cpSync(path.join(TEST_LIBRARY_FOLDER, FILE), path.join(folder, FILE));
        edit(FILE, (text) => text.replace(/^id: .*$/m, `id: ${NEW_ID}`));
        const before = (await findRow(SLUG))!;
        const { articles: counts, warnings } = await load();
        expect(counts).toMatchObject({ added: 0, updated: 0, archived: 0 });
        expect(warnings).toHaveLength(2);
        expect(await findRow(SLUG)).toEqual(before);
      },
    );

    it.runIf(isRunOfAllTests())(
      'reports an edited article that was removed from the library',
      async () => {
        await load();
        await makeEditorOwned(SLUG);
        unlinkSync(path.join(folder, FILE));
        expect(await load()).toMatchObject({ articles: { archived: 0 }, warnings: [] });
        const { id, status } = (await findRow(SLUG))!;
        expect(status).toBe('published');
        expect(await listNotes(id)).toEqual([
          'This article is no longer in the library. It stays published because an editor changed it.',
        ]);
      },
    );

    it.runIf(isRunOfAllTests())(
      'reports an edited author whose file was changed or removed',
      async () => {
        await load();
        await database.queries
          .update(authors)
          .set({ heldSince: new Date(), tagline: 'What bridges carry' })
          .where(eq(authors.aliasKey, 'gantry'));
        const { id } = (await findActiveAuthorByAnyAlias(database.queries, 'Gantry'))!;
        await load();
        expect(await listNotes(id)).toEqual([]);
        edit('authors/gantry.yaml', (text) =>
          text.replace(/^tagline:.*$/m, 'tagline: What cranes do'),
        );
        for (let attempt = 0; attempt < 2; attempt++) {
          await load();
          expect(await listNotes(id)).toEqual([
            expect.stringContaining('different version of this author'),
          ]);
        }
        rmSync(path.join(folder, 'articles/gantry'), { recursive: true });
        unlinkSync(path.join(folder, 'authors/gantry.yaml'));
        await load();
        expect(await listNotes(id)).toEqual([expect.stringContaining('no longer in the library')]);
        expect((await findActiveAuthorByAnyAlias(database.queries, 'Gantry'))?.author.tagline).toBe(
          'What bridges carry',
        );
      },
    );

    it.runIf(isRunOfAllTests())('keeps a studio persona’s alias and edits', async () => {
      await load();
      const [row] = await database.queries
        .select()
        .from(authors)
        .where(eq(authors.aliasKey, 'gantry'));
      const studioRow = { ...row!, id: NEW_ID, alias: 'Wren', aliasKey: 'wren', sourceHash: null };
      await database.queries.insert(authors).values(studioRow);
      cpSync(path.join(folder, 'authors/gantry.yaml'), path.join(folder, 'authors/wren.yaml'));
      cpSync(path.join(folder, 'articles/gantry'), path.join(folder, 'articles/wren'), {
        recursive: true,
      });
      edit('authors/wren.yaml', (text) =>
        text
          .replace(/^id: .*$/m, 'id: 01976b2e-5c00-7a3e-9d21-4f0c6a1b2c09')
          .replace(/^alias: .*$/m, 'alias: Wren'),
      );
      const files = readdirSync(path.join(folder, 'articles/wren'));
      for (const [index, file] of files.entries())
        edit(`articles/wren/${file}`, (text) =>
          text.replace(/^id: .*$/m, `id: 01976b2e-5c00-7a3e-9d21-4f0c6a1b2d0${index}`),
        );
      expect(await load()).toMatchObject({
        authors: { added: 0, archived: 0 },
        articles: { added: 0, archived: 0 },
        warnings: [expect.stringContaining('another author called Wren')],
      });
      expect(await listNotes(NEW_ID)).toHaveLength(1);
      // The author's file in the library now has the ID of the author from the studio. It must not overwrite the
      // editor's version.
      edit('authors/wren.yaml', (text) => text.replace(/^id: .*$/m, `id: ${NEW_ID}`));
      edit('authors/wren.yaml', (text) => text.replace(/^tagline:.*$/m, 'tagline: What birds do'));
      await load();
      const stored = (await findActiveAuthorByAnyAlias(database.queries, 'Wren'))!.author;
      expect(stored.tagline).toBe(row!.tagline);
    });
  });

  it('changes nothing if one step fails', async () => {
    await database.queries.execute(
      sql`ALTER TABLE article_search ADD CONSTRAINT broken CHECK (text = '')`,
    );
    await expect(load()).rejects.toThrow();
    await database.queries.execute(sql`ALTER TABLE article_search DROP CONSTRAINT broken`);
    expect((await listActiveAuthors(database.queries, {}, 10)).entries).toEqual([]);
  });
});

describe('reading a library', () => {
  it.runIf(isRunOfAllTests())(
    'finds no errors in the shipped library, and the hash of its edition file',
    async () => {
      const { errors, articles, authors } = await readLibrary(SHIPPED_LIBRARY_FOLDER);
      expect(errors).toEqual([]);
      expect(authors.length).toBeGreaterThanOrEqual(10);
      expect(articles.length).toBeGreaterThanOrEqual(20);
      const { hash } = await readEditionFile(SHIPPED_LIBRARY_FOLDER);
      expect(hash, 'npm run content:edition').toBe(hashLibraryFiles([...authors, ...articles]));
    },
  );

  it('rejects duplicates and articles without an author, and names the file', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'octavo-library-'));
    copyTestLibraryForAuthors(folder, AUTHORS);
    cpSync(path.join(folder, FILE), path.join(folder, 'articles/potsherd/twin.md'));
    cpSync(path.join(folder, FILE), path.join(folder, 'articles/nobody/orphan.md'), {
      recursive: true,
    });
    const { errors } = await readLibrary(folder);
    expect(errors.map(({ file }) => file).sort()).toEqual([
      'articles/nobody/orphan.md',
      'articles/potsherd/twin.md',
    ]);
    rmSync(folder, { recursive: true });
  });
});
