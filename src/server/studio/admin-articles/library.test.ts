import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import type { EditorArticle, ManuscriptVersionInfo } from '#domain/studio/admin-articles.ts';
import type { Manuscript } from '#domain/studio/manuscript.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { createPictureService } from '#server/catalogue/pictures/service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader } from '#server/testing/reader.ts';
import { copyTestLibraryForAuthors, importTestLibrary } from '#server/testing/test-library.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { findArticleForEditors } from '../../catalogue/articles/editor-articles.ts';
import { exportEditedArticles } from '../export/export.ts';
import { createPublishableManuscript } from '../testing/manuscripts.ts';

describe.each(await selectTestDatabaseEngines())(
  'the library and the studio, on $name',
  ({ open }) => {
    let database: Database;
    let test: TestApp;
    let edda: ReturnType<typeof createApiCaller>;
    let folder: string;

    beforeEach(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'octavo-library-'));
      // Copies only two of the test library's ten authors. Every import reads the whole folder, so more authors would
      // slow down the tests.
      copyTestLibraryForAuthors(folder, ['fencepost', 'plumbline']);
      database = await open();
      await importTestLibrary(database, folder);
      test = await createTestApp(database);
      const reader = await signInTestReader(database, 'edda');
      await updateRole(database.queries, reader.user.id, 'editor');
      edda = createApiCaller(test, reader);
      return async () => {
        await test.close();
        rmSync(folder, { recursive: true });
      };
    });

    const fetchFirstArticle = async () =>
      (await test.app.inject('/api/v1/articles?limit=1')).json().data.metas[0] as ArticleMeta;
    const fetchArticle = async (id: string): Promise<EditorArticle> =>
      (await edda('GET', `/studio/articles/${id}`)).json().data;
    const findTitleAndStatus = async (id: string) => {
      const [row] = await database.queries.select().from(articles).where(eq(articles.id, id));
      return [row!.title, row!.status];
    };
    /** Changes an article's library file and imports the library again. */
    const rewrite = async (articlePath: string, change: (text: string) => string) => {
      const [, alias, slug] = articlePath.split('/');
      const file = path.join(folder, 'articles', alias!.toLowerCase(), `${slug}.md`);
      writeFileSync(file, change(readFileSync(file, 'utf8')));
      await importTestLibrary(database, folder);
    };
    const changeFile = ({ path }: { path: string }, title: string, extraLines = '') =>
      rewrite(path, (text) => text.replace(/^title: .*$/m, `title: ${title}${extraLines}`));
    const save = (id: string, base: number, content: Manuscript) =>
      edda('PUT', `/studio/articles/${id}/manuscript`, { base, content });
    const retitle = async (id: string, title: string) => {
      const { version, content } = (await fetchArticle(id)).manuscript;
      expect((await save(id, version, { ...content, title })).statusCode).toBe(200);
    };
    const publishChanges = async (id: string) => {
      const { version } = (await fetchArticle(id)).manuscript;
      const response = await edda('POST', `/studio/articles/${id}/update`, { version });
      expect(response.statusCode).toBe(200);
    };
    const edit = async (id: string, title: string) => {
      await retitle(id, title);
      await publishChanges(id);
    };
    /** Resolves a conflict as an editor who saw the versions in `seenArticle` (default: the current versions). */
    const resolveConflict = async (
      id: string,
      choice: 'ours' | 'library',
      seenArticle?: EditorArticle,
    ) => {
      const { manuscript, conflict } = seenArticle ?? (await fetchArticle(id));
      return edda('POST', `/studio/articles/${id}/conflict`, {
        choice,
        version: manuscript.version,
        seenAt: conflict?.seenAt ?? new Date().toISOString(),
      });
    };
    /** Publishes a new article that was created in the studio. */
    const publishNew = async (title: string) => {
      const created = await edda('POST', '/studio/articles', { author: 'Plumbline' });
      const { id } = created.json().data as { id: string };
      await save(id, 1, createPublishableManuscript({ title }));
      const move = { event: 'publish', version: 2 };
      const published = await edda('POST', `/studio/articles/${id}/moves`, move);
      return { id, path: (published.json().data as EditorArticle).path! };
    };
    /** Exports the studio's articles into the library folder, and imports the library again. */
    const exportAndImport = async () => {
      const files = await openFileStore(readConfig({}), path.join(folder, 'files'));
      const pictures = createPictureService(database, files, pino({ level: 'silent' }));
      await exportEditedArticles({ queries: database.queries, pictures }, folder);
      await importTestLibrary(database, folder);
    };

    it('keeps an editor’s change on import, and records the conflict', async () => {
      const article = await fetchFirstArticle();
      await edit(article.id, 'By the editor');
      await changeFile(article, 'By the library');
      expect(await findTitleAndStatus(article.id)).toEqual(['By the editor', 'published']);
      expect((await fetchArticle(article.id)).conflict?.content.title).toBe('By the library');

      expect((await resolveConflict(article.id, 'ours')).json().data.conflict).toBeNull();
      await importTestLibrary(database, folder);
      expect((await fetchArticle(article.id)).conflict).toBeNull();

      await changeFile(article, 'By the library again', '\ndrawing: 12\naudio: false');
      expect((await resolveConflict(article.id, 'library')).json().data).toMatchObject({
        conflict: null,
        isHeld: false,
      });
      expect(await findTitleAndStatus(article.id)).toEqual(['By the library again', 'published']);
      const { manuscript, image } = await fetchArticle(article.id);
      expect(manuscript.content).toMatchObject({
        picture: { kind: 'drawn', variant: 12 },
        hasAudio: false,
      });
      expect(image.src).toContain(`.${article.category}12.`);
      // The conflict was resolved in favor of the library, so the next change to the article's library file is
      // imported.
      await changeFile(article, 'By the library at last');
      expect(await findTitleAndStatus(article.id)).toEqual(['By the library at last', 'published']);
      const editorRow = await findArticleForEditors(database.queries, article.id);
      expect(editorRow).toMatchObject({ hasAudio: false, isHeld: false });
      expect((await resolveConflict(article.id, 'ours')).statusCode).toBe(404);
    });

    it('resolves a conflict only for an editor who saw both current versions', async () => {
      const article = await fetchFirstArticle();
      await edit(article.id, 'By the editor');
      await changeFile(article, 'By the library');
      const seenArticle = await fetchArticle(article.id);
      await changeFile(article, 'By the library again');
      for (const choice of ['ours', 'library'] as const) {
        const refused = await resolveConflict(article.id, choice, seenArticle);
        expect([refused.statusCode, refused.json().error]).toEqual([
          409,
          'The library has a newer version by now. Look at it again.',
        ]);
      }
      const seenAgain = await fetchArticle(article.id);
      await retitle(article.id, 'By the editor again');
      for (const choice of ['ours', 'library'] as const) {
        const refused = await resolveConflict(article.id, choice, seenAgain);
        expect([refused.statusCode, refused.json().error]).toEqual([
          409,
          'edda has saved this article in the meantime. Look at it again.',
        ]);
      }
      expect(await fetchArticle(article.id)).toMatchObject({
        manuscript: { content: { title: 'By the editor again' } },
        conflict: { content: { title: 'By the library again' } },
      });
    });

    it.runIf(isRunOfAllTests())(
      'updates the manuscript of an article that follows its file',
      async () => {
        const article = await fetchFirstArticle();
        const { id } = article;
        await edit(id, 'By the editor');
        await changeFile(article, 'By the library');
        await resolveConflict(id, 'library');
        const before = (await fetchArticle(id)).manuscript;
        expect(before.version).toBe(before.publishedVersion);

        await changeFile(article, 'By the library at last');
        const { manuscript } = await fetchArticle(id);
        expect(manuscript.content.title).toBe('By the library at last');
        expect(manuscript.publishedVersion).toBe(manuscript.version);
        // This save is based on the manuscript's version before the import, so it must be rejected.
        expect((await save(id, before.version, before.content)).statusCode).toBe(409);
        const tagline = 'On from there';
        const saved = await save(id, manuscript.version, { ...manuscript.content, tagline });
        expect(saved.statusCode).toBe(200);
        await publishChanges(id);
        expect(await findArticleForEditors(database.queries, id)).toMatchObject({
          title: 'By the library at last',
          tagline,
        });
        const { versions } = (await edda('GET', `/studio/articles/${id}/versions`)).json().data;
        expect(versions.map(({ reason }: ManuscriptVersionInfo) => reason).slice(0, 3)).toEqual([
          'edit',
          'library',
          'library',
        ]);
      },
    );

    it.runIf(isRunOfAllTests())(
      'adopts the level of the library’s version only when an editor chooses that version',
      async () => {
        const article = await fetchFirstArticle();
        await rewrite(article.path, (text) => text.replace(/^level: .*$/m, 'level: beginner'));
        await edit(article.id, 'By the editor');
        const findLevel = async () =>
          (await findArticleForEditors(database.queries, article.id))!.level;
        await rewrite(article.path, (text) =>
          text
            .replace(/^level: .*$/m, 'level: advanced')
            .replace(/^title: .*$/m, 'title: By the library'),
        );
        expect(await findLevel()).toBe('beginner');
        await resolveConflict(article.id, 'library');
        expect(await findLevel()).toBe('advanced');
        expect((await fetchFirstArticle()).level).toBe('advanced');
      },
    );

    it.runIf(isRunOfAllTests())('makes an exported article follow its file', async () => {
      const { id, path } = await publishNew('A lamp of its own');
      const before = (await fetchArticle(id)).manuscript;
      await exportAndImport();
      // The manuscript is unchanged, because it already equals the article in the exported file.
      expect(await fetchArticle(id)).toMatchObject({ isHeld: false, manuscript: before });
      await changeFile({ path: path }, 'By the library');
      expect((await fetchArticle(id)).manuscript.content.title).toBe('By the library');
    });

    it.runIf(isRunOfAllTests())(
      'keeps an exported article with unpublished changes editor-owned',
      async () => {
        const { id, path } = await publishNew('A lamp of its own');
        await retitle(id, 'A lamp that smokes');
        await exportAndImport();
        expect(await fetchArticle(id)).toMatchObject({
          isHeld: true,
          origin: 'library',
          conflict: null,
        });
        await changeFile({ path: path }, 'By the library');
        expect(await findTitleAndStatus(id)).toEqual(['A lamp of its own', 'published']);
        expect(await fetchArticle(id)).toMatchObject({
          manuscript: { content: { title: 'A lamp that smokes' } },
          conflict: { content: { title: 'By the library' } },
        });
      },
    );

    it.runIf(isRunOfAllTests())(
      'adopts the library’s version of an archived article, which stays archived',
      async () => {
        const article = await fetchFirstArticle();
        const moves = `/studio/articles/${article.id}/moves`;
        await edda('POST', moves, { event: 'archive', version: 0 });
        await changeFile(article, 'By the library');
        const resolved = (await resolveConflict(article.id, 'library')).json()
          .data as EditorArticle;
        expect(resolved).toMatchObject({ conflict: null, status: 'archived', isHeld: true });
        expect(resolved.manuscript.content.title).toBe('By the library');
        await importTestLibrary(database, folder);
        expect((await findTitleAndStatus(article.id))[1]).toBe('archived');
      },
    );

    it.runIf(isRunOfAllTests())(
      'adopts the library’s version with the path of its file',
      async () => {
        const article = await fetchFirstArticle();
        await edit(article.id, 'By the editor');
        const [, alias, slug] = article.path.split('/');
        const file = path.join(folder, 'articles', alias!.toLowerCase(), slug!);
        renameSync(`${file}.md`, `${file}-moved.md`);
        await changeFile({ ...article, path: `${article.path}-moved` }, 'By the library');
        const resolved = (await resolveConflict(article.id, 'library')).json()
          .data as EditorArticle;
        expect(resolved.path).toBe(`${article.path}-moved`);
      },
    );

    it.runIf(isRunOfAllTests())(
      'keeps an archived article archived on the next start',
      async () => {
        const article = await fetchFirstArticle();
        const moved = await edda('POST', `/studio/articles/${article.id}/moves`, {
          event: 'archive',
          version: 0,
        });
        expect(moved.json().data.status).toBe('archived');
        await importTestLibrary(database, folder);
        expect((await findTitleAndStatus(article.id))[1]).toBe('archived');
        // Adds only a line break to the archived article's file, so its bytes change, but not its content. The import
        // must not restore the article.
        await rewrite(article.path, (text) => `${text}\n`);
        await importTestLibrary(database, folder);
        expect((await findTitleAndStatus(article.id))[1]).toBe('archived');
      },
    );
  },
);
