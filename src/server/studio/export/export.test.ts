import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ArticleBody } from '#domain/article.ts';
import {
  createEmptyManuscript,
  type Manuscript,
  type PictureChoice,
} from '#domain/studio/manuscript.ts';
import type { StudioMember } from '#domain/studio/roles.ts';
import {
  findArticleForEditors,
  listFormerPaths,
} from '#server/catalogue/articles/editor-articles.ts';
import { findArticleByPath } from '#server/catalogue/articles/repository.ts';
import {
  detachAuthorFromLibrary,
  findAuthorForEditors,
  listAllAuthorsForEditors,
  updateAuthorTexts,
} from '#server/catalogue/authors/editor-authors.ts';
import { readWritingVoice } from '#server/catalogue/editorial/authoring-files.ts';
import { parseArticleFile } from '#server/catalogue/library/article-file.ts';
import { listLibraryConflicts } from '#server/catalogue/library/conflicts.ts';
import { importLibrary } from '#server/catalogue/library/import-library.ts';
import {
  type Library,
  type LibraryArticle,
  readLibrary,
} from '#server/catalogue/library/library.ts';
import { SHIPPED_LIBRARY_FOLDER, syncLibrary } from '#server/catalogue/library/sync-library.ts';
import { findPhoto } from '#server/catalogue/photos/repository.ts';
import { createPictureService, type PictureService } from '#server/catalogue/pictures/service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { importTestLibrary, TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import { getPropertyTestRunCount, isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { lockOrCreateSyncedManuscript } from '../manuscripts/article-with-manuscript.ts';
import { saveManuscript } from '../manuscripts/save-manuscript.ts';
import { addPhotoCrop, importStockPhoto, storeUploadedPhoto } from '../pictures/photos.ts';
import { createPexelsClient } from '../pictures/stock/pexels.ts';
import { createUnsplashClient } from '../pictures/stock/unsplash.ts';
import { PICTURE_FILE_FACTORIES } from '../pictures/testing/files.ts';
import {
  createPexelsPhoto,
  createUnsplashPhoto,
  type StockPhotoServer,
  startStockPhotoServer,
} from '../pictures/testing/stock-photo-server.ts';
import { publishArticleChanges, transitionArticle } from '../publication/transition-article.ts';
import { exportEditedArticles, exportEditedAuthors } from './export.ts';
import { serializeArticle } from './serialize-article.ts';

const SILENT = pino({ level: 'silent' });
/** The library that the tests export and import again. */
const LIBRARY = isRunOfAllTests() ? SHIPPED_LIBRARY_FOLDER : TEST_LIBRARY_FOLDER;

async function createPictures(database: Database, folder: string): Promise<PictureService> {
  return createPictureService(database, await openFileStore(readConfig({}), folder), SILENT);
}

describe('an exported article', () => {
  let database: Database;
  let library: Library;
  let folder: string;
  let pictures: PictureService;

  beforeAll(async () => {
    database = await pgliteTestEngine.open();
    library = await importTestLibrary(database, LIBRARY);
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-export-'));
    pictures = await createPictures(database, path.join(folder, 'files'));
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  it('is the same article after its file was imported, for a whole library', async () => {
    const { articles } = library;
    expect(articles.length).toBeGreaterThanOrEqual(getPropertyTestRunCount(20, 100));
    for (const { id } of articles) {
      const article = (await findArticleForEditors(database.queries, id))!;
      const { body, ...head } = parseArticleFile(serializeArticle(article), article.body.sources);
      expect(body).toEqual(article.body);
      const { title, tagline, level, image } = article;
      expect(level).not.toBeNull();
      const { alt, variant: drawing } = image;
      expect(head).toMatchObject({ id, title, tagline, level, alt, drawing });
    }
  });

  it.each([
    'H<sub>2</sub>O and E = mc<sup>2</sup>',
    '2 * 3 * 4 = 24, _not_ emphasis, [not] a link, `not` code',
    'A <strong>bold <em>and slanted</em></strong> word, <code>a * b</code>',
    '1. not a list',
    '# no heading, &#x3C;b> no markup &#x26; an ampersand',
    'A <a href="https://example.org/a_b?c=d&#x26;e=f">link_with_lines</a>.',
    'A line<br>\nand another',
    '+ 5 degrees – and – 3',
  ])('keeps %s', async (html) => {
    const { id } = library.articles[0]!;
    const article = (await findArticleForEditors(database.queries, id))!;
    const body: ArticleBody = { ...article.body, introduction: [html], conclusion: [html] };
    const parsed = parseArticleFile(serializeArticle({ ...article, body }), body.sources);
    expect(parsed.body.introduction).toEqual([html]);
  });

  it('marks an article without a narration', async () => {
    const { id } = library.articles[0]!;
    const article = (await findArticleForEditors(database.queries, id))!;
    const { sources } = article.body;
    for (const hasAudio of [true, false]) {
      const parsed = parseArticleFile(serializeArticle({ ...article, hasAudio }), sources);
      expect(parsed.audio).toBe(hasAudio);
    }
  });

  it('is the only article whose files are written, and is up to date after an import', async () => {
    const { queries } = database;
    const { id, slug } = library.articles[0]!;
    const actor = { id: crypto.randomUUID(), name: 'Edda' };
    await queries.transaction(async (transaction) => {
      const { content } = await lockOrCreateSyncedManuscript(transaction, actor, id);
      expect(content).not.toEqual(createEmptyManuscript({ category: 'nsm', subcategory: 'mea' }));
      await saveManuscript(transaction, actor, id, {
        base: 1,
        content: { ...content, title: 'As the editor has it' },
        reason: 'edit',
      });
      await publishArticleChanges(transaction, id, { actor });
    });
    const sources = { queries, pictures };
    const writtenFiles = await exportEditedArticles(sources, folder);
    expect(writtenFiles).toHaveLength(2);
    const [file] = writtenFiles.filter((name) => name.endsWith(`${slug}.md`));
    expect(readFileSync(path.join(folder, file!), 'utf8')).toContain('title: As the editor has it');
    expect(await exportEditedArticles(sources, folder)).toEqual([]);
    expect((await importLibrary(queries, library)).articles.updated).toBe(0);
  });

  describe('a moved or archived article', () => {
    let content: string;
    let source: Database;
    let target: Database;
    let sourcePictures: PictureService;

    beforeEach(async () => {
      content = path.join(await mkdtemp(path.join(folder, 'moves-')), 'content');
      cpSync(TEST_LIBRARY_FOLDER, content, { recursive: true });
      cpSync(path.join(SHIPPED_LIBRARY_FOLDER, 'claims'), path.join(content, 'claims'), {
        recursive: true,
      });
      source = await pgliteTestEngine.openFilled();
      target = await pgliteTestEngine.openFilled();
      sourcePictures = await createPictures(source, path.join(content, '../files'));
      return () => Promise.all([source.close(), target.close()]);
    });

    const actor = { id: crypto.randomUUID(), name: 'Edda' };
    const change = (id: string, changes: Partial<Manuscript>) =>
      source.queries.transaction(async (transaction) => {
        const { content: before, version } = await lockOrCreateSyncedManuscript(
          transaction,
          actor,
          id,
        );
        const content = { ...before, ...changes };
        await saveManuscript(transaction, actor, id, { base: version, content, reason: 'edit' });
        await publishArticleChanges(transaction, id, { actor });
      });
    const exportArticles = () =>
      exportEditedArticles({ queries: source.queries, pictures: sourcePictures }, content);
    /** Imports the exported files into a second installation. Returns the article's slug and status there. */
    const importIntoTarget = async (id: string) => {
      const library = await readLibrary(content);
      expect(library.errors).toEqual([]);
      await importLibrary(target.queries, library);
      const { slug, status } = (await findArticleForEditors(target.queries, id))!;
      return [slug, status];
    };

    it.runIf(isRunOfAllTests())(
      'loses its old file when it is moved, and moves in every other installation',
      async () => {
        const { id, aliasKey, slug } = (await readLibrary(content)).articles.find(isNeverMoved)!;
        await change(id, { slug: 'quite-elsewhere' });
        const touched = await exportArticles();
        expect(touched).toEqual(
          expect.arrayContaining([
            `articles/${aliasKey}/quite-elsewhere.md`,
            `articles/${aliasKey}/${slug}.md`,
            `claims/${aliasKey}/${slug}.yaml`,
          ]),
        );
        expect(await importIntoTarget(id)).toEqual(['quite-elsewhere', 'published']);
        expect(await findArticleByPath(target.queries, aliasKey, slug)).toMatchObject({
          kind: 'moved',
        });
        expect(await exportArticles()).toEqual([]);
        // After the first installation has imported the exported file, the article is no longer editor-owned.
        await importLibrary(source.queries, await readLibrary(content));
        expect(await findArticleForEditors(source.queries, id)).toMatchObject({ isHeld: false });
      },
    );

    it.runIf(isRunOfAllTests())(
      'is redirected from its former URLs in a new installation',
      async () => {
        const { id, aliasKey, slug } = (await readLibrary(content)).articles.find(isNeverMoved)!;
        await change(id, { slug: 'quite-elsewhere' });
        await exportArticles();
        // This import makes the article follow its library file again, before the article is moved a second time.
        await importLibrary(source.queries, await readLibrary(content));
        await change(id, { slug: 'elsewhere-again' });
        await exportArticles();
        const file = readFileSync(
          path.join(content, `articles/${aliasKey}/elsewhere-again.md`),
          'utf8',
        );
        const formerSlugs = [slug, 'quite-elsewhere'].toSorted();
        expect(file).toContain(
          `formerly:\n${formerSlugs.map((each) => `  - ${aliasKey}/${each}\n`).join('')}`,
        );

        const fresh = await pgliteTestEngine.open();
        const library = await readLibrary(content);
        expect(library.errors).toEqual([]);
        await importLibrary(fresh.queries, library);
        for (const each of formerSlugs)
          expect(await findArticleByPath(fresh.queries, aliasKey, each)).toMatchObject({
            kind: 'moved',
            path: expect.stringMatching(/\/elsewhere-again$/),
          });
        // An import into a new installation also stores both of the article's former paths, so an export from there
        // would contain them too.
        expect(await listFormerPaths(fresh.queries, id)).toEqual(
          formerSlugs.map((each) => `${aliasKey}/${each}`),
        );
        expect(await exportArticles()).toEqual([]);
        await fresh.close();
      },
    );

    it.runIf(isRunOfAllTests())(
      'gives up a former URL that another article has now, in every installation',
      async () => {
        const { articles } = await readLibrary(content);
        const byAuthor = Map.groupBy(articles.filter(isNeverMoved), ({ aliasKey }) => aliasKey);
        const [one, other] = [...byAuthor.values()].find(({ length }) => length > 1)! as [
          LibraryArticle,
          LibraryArticle,
        ];
        const { aliasKey } = one;
        await change(one.id, { slug: 'quite-elsewhere' });
        await change(other.id, { slug: one.slug });
        await exportArticles();
        const { articles: writtenArticles } = await readLibrary(content);
        const listFormerPathsInFile = (id: string) =>
          writtenArticles.find((each) => each.id === id)!.article.formerly;
        expect(listFormerPathsInFile(one.id)).toEqual([]);
        expect(listFormerPathsInFile(other.id)).toEqual([`${aliasKey}/${other.slug}`]);
        // Adds former paths to an exported article's file, as an editor might do by hand.
        const file = path.join(content, `articles/${aliasKey}/quite-elsewhere.md`);
        const frontMatter = `formerly: [${aliasKey}/${one.slug}, nobody/nowhere]\npublished:`;
        writeFileSync(file, readFileSync(file, 'utf8').replace(/^published:/m, frontMatter));
        const fresh = await pgliteTestEngine.open();
        const library = await readLibrary(content);
        expect(library.errors).toEqual([]);
        await importLibrary(fresh.queries, library);
        const { authorAlias } = (await findArticleForEditors(fresh.queries, other.id))!;
        expect(await findArticleByPath(fresh.queries, authorAlias, one.slug)).toMatchObject({
          kind: 'found',
          article: { id: other.id },
        });
        expect(await listFormerPaths(fresh.queries, one.id)).toEqual([]);
        await fresh.close();
      },
    );

    it.runIf(isRunOfAllTests())('can take the former path of another article', async () => {
      const { articles } = await readLibrary(content);
      const one = articles[0]!;
      const other = articles.find(
        ({ aliasKey, id }) => aliasKey === one.aliasKey && id !== one.id,
      )!;
      await change(one.id, { slug: 'quite-elsewhere' });
      await change(other.id, { slug: one.slug });
      await exportArticles();
      expect(await importIntoTarget(one.id)).toEqual(['quite-elsewhere', 'published']);
      expect(await importIntoTarget(other.id)).toEqual([one.slug, 'published']);
      expect(await exportArticles()).toEqual([]);
    });

    it.runIf(isRunOfAllTests())('is archived in every other installation too', async () => {
      const { id, file } = (await readLibrary(content)).articles[0]!;
      await source.queries.transaction((transaction) =>
        transitionArticle(transaction, id, 'archive', { actor, role: 'editor' }),
      );
      expect(await exportArticles()).toContain(file);
      expect((await importIntoTarget(id))[1]).toBe('archived');
    });
  });

  it('exports only authors whose files differ', async () => {
    const { queries } = database;
    for (const part of ['authors', 'voices'])
      cpSync(path.join(SHIPPED_LIBRARY_FOLDER, part), path.join(folder, part), { recursive: true });
    const [author, other] = await listAllAuthorsForEditors(queries);
    const { id, aliasKey, profile } = author!;
    await detachAuthorFromLibrary(queries, id);
    await detachAuthorFromLibrary(queries, other!.id);
    expect(await exportEditedAuthors(queries, folder)).toEqual([]);

    const words = { ...profile, subjects: profile.expertise.subjects, tagline: 'As it is: edited' };
    const voice = await readWritingVoice(SHIPPED_LIBRARY_FOLDER, aliasKey);
    await updateAuthorTexts(queries, id, words, { ...voice!, promise: 'every sum is shown' });
    expect(await exportEditedAuthors(queries, folder)).toEqual([
      `authors/${aliasKey}.yaml`,
      `voices/${aliasKey}.yaml`,
    ]);
    const exported = (await readLibrary(folder)).authors.find((each) => each.id === id);
    expect(exported!.profile).toEqual({
      id,
      ...(await findAuthorForEditors(queries, id))!.profile,
    });
    expect(exported!.profile.tagline).toBe('As it is: edited');
    expect((await readWritingVoice(folder, aliasKey))!.promise).toBe('every sum is shown');
    expect(await exportEditedAuthors(queries, folder)).toEqual([]);
  });
});

describe('the picture of an exported article', () => {
  /** The database and the picture service of one installation. */
  interface Installation {
    database: Database;
    pictures: PictureService;
  }

  const edda = { id: crypto.randomUUID(), name: 'Edda', email: '', role: 'editor' } as const;
  const member: StudioMember = { ...edda, isConfigured: false };
  let source: Installation;
  let target: Installation;
  let folder: string;
  let stockServer: StockPhotoServer;
  /** The report of the import into the second installation. */
  let importReport: Awaited<ReturnType<typeof syncLibrary>>;
  /** Names of the files that the export wrote. */
  let writtenFiles: string[];
  /** Library articles, each published with a different picture. */
  let articles: LibraryArticle[];

  const openInstallation = async (name: string): Promise<Installation> => {
    const database = await pgliteTestEngine.open();
    return { database, pictures: await createPictures(database, path.join(folder, name)) };
  };
  const photoContext = () => ({ queries: source.database.queries, pictures: source.pictures });
  /** Publishes an article with the given picture. */
  const publishPicture = async (id: string, picture: PictureChoice, alt = '') => {
    await source.database.queries.transaction(async (transaction) => {
      const { content, version: base } = await lockOrCreateSyncedManuscript(
        transaction,
        member,
        id,
      );
      const changed = { ...content, picture, alt };
      await saveManuscript(transaction, member, id, { base, content: changed, reason: 'edit' });
      await publishArticleChanges(transaction, id, { actor: member });
    });
  };
  const findImage = async ({ database }: Installation, id: string) =>
    (await findArticleForEditors(database.queries, id))!.image;
  const exportArticles = ({ database, pictures }: Installation) =>
    exportEditedArticles({ queries: database.queries, pictures }, path.join(folder, 'content'));
  const importFiles = ({ database, pictures }: Installation) =>
    syncLibrary(database, pictures, path.join(folder, 'content'));
  /** Returns the picture file that an installation serves to readers. */
  const readServedPicture = async ({ pictures }: Installation, key: string) => {
    const cover = await pictures.read({ kind: 'covers', key, width: 320, format: 'jpg' });
    return buffer(cover!.body);
  };

  const upload = async (file: Buffer, service = ''): Promise<string> => {
    const userProfile = 'https://ann.example/me?a=1&b=2';
    const attribution = {
      user: 'Ann "Ink" & Co',
      userProfile,
      service,
      alt: 'Red above, blue below',
    };
    return (await storeUploadedPhoto(photoContext(), member, file, attribution)).id;
  };
  const choosePhoto = (photoId: string, crop = 1): PictureChoice => ({
    kind: 'photo',
    photoId,
    crop,
  });

  /**
   * For each kind of picture that an editor can choose: a description, and a function that creates a picture of this
   * kind.
   */
  const CHOICES: Record<string, (id: string) => Promise<[PictureChoice, alt?: string]>> = {
    'a drawing': async (id) => {
      const { variant } = await findImage(source, id);
      return [{ kind: 'drawn', variant: (variant + 7) % 100 }, 'Hills'];
    },
    'a photograph of their own, cut anew': async () => {
      const id = await upload(await PICTURE_FILE_FACTORIES.exifRotated());
      await addPhotoCrop(photoContext(), member, id, { x: 0, y: 1 });
      return [choosePhoto(id, 2)];
    },
    'a photograph of somebody on another service': async () => [
      choosePhoto(await upload(await PICTURE_FILE_FACTORIES.png(), 'Flickr')),
      'What an editor says it shows',
    ],
    'a photograph of Pexels': async () => {
      const service = createPexelsClient({
        key: 'key',
        api: stockServer.address,
        images: stockServer.address,
      });
      const file = await PICTURE_FILE_FACTORIES.jpeg();
      stockServer.responses.set('/v1/photos/2014422', { body: createPexelsPhoto(stockServer) });
      stockServer.responses.set('/photos/2014422/pexels-photo-2014422.jpeg', { body: file });
      return [choosePhoto((await importStockPhoto(photoContext(), member, service, '2014422')).id)];
    },
    'a photograph of Unsplash, cut anew': async () => {
      const service = createUnsplashClient({ key: 'key', api: stockServer.address });
      stockServer.responses.set('/photos/Dwu85P9SOIk', { body: createUnsplashPhoto(stockServer) });
      stockServer.responses.set('/photos/Dwu85P9SOIk/download', { body: {} });
      const { id } = await importStockPhoto(photoContext(), member, service, 'Dwu85P9SOIk');
      await addPhotoCrop(photoContext(), member, id, { x: 0.25, y: 0.75 });
      return [choosePhoto(id, 2)];
    },
  };
  const KINDS = Object.keys(CHOICES);
  const findId = (kind: string) => articles[KINDS.indexOf(kind)]!.id;

  beforeAll(async () => {
    stockServer = await startStockPhotoServer();
    folder = await mkdtemp(path.join(tmpdir(), 'octavo-export-'));
    cpSync(TEST_LIBRARY_FOLDER, path.join(folder, 'content'), { recursive: true });
    ({ articles } = await readLibrary(TEST_LIBRARY_FOLDER));
    [source, target] = [await openInstallation('here'), await openInstallation('elsewhere')];
    await importFiles(source);
    for (const kind of KINDS)
      await publishPicture(findId(kind), ...(await CHOICES[kind]!(findId(kind))));
    writtenFiles = await exportArticles(source);
    importReport = await importFiles(target);
  });
  afterAll(async () => {
    stockServer.close();
    for (const { database } of [source, target]) await database.close();
    await rm(folder, { recursive: true });
  });

  it.each(KINDS)('is the same one in another installation: %s', async (kind) => {
    const id = findId(kind);
    const image = await findImage(source, id);
    expect(Boolean(image.photo)).toBe(kind !== 'a drawing');
    expect(await findImage(target, id)).toEqual(image);
    const [one, other] = [
      await readServedPicture(source, image.cover),
      await readServedPicture(target, image.cover),
    ];
    expect(one.equals(other)).toBe(true);
    if (!image.photo) return;
    const { createdById, createdByName, createdAt, ...facts } = (await findPhoto(
      source.database.queries,
      image.photo.id,
    ))!;
    const imported = await findPhoto(target.database.queries, image.photo.id);
    expect(imported).toMatchObject({ ...facts, createdByName: 'the library' });
  });

  it('is written once and imported once', async () => {
    expect(writtenFiles.filter((file) => file.startsWith('photos/'))).toHaveLength(4 + 3);
    expect(importReport.warnings).toEqual([]);
    expect(await exportArticles(source)).toEqual([]);
    expect(await exportArticles(target)).toEqual([]);
    expect(await importFiles(target)).toEqual({ warnings: [], changes: [] });
  });

  it.runIf(isRunOfAllTests())(
    'follows its file unless another picture was chosen since',
    async () => {
      const [changed, ...others] = KINDS.map(findId);
      await publishPicture(
        changed!,
        choosePhoto(await upload(await PICTURE_FILE_FACTORIES.webp())),
      );
      expect(await importFiles(source)).toEqual({ warnings: [], changes: [] });
      const { queries } = source.database;
      expect(await listLibraryConflicts(queries)).toMatchObject([{ articleId: changed }]);
      expect(await findArticleForEditors(queries, changed!)).toMatchObject({ isHeld: true });
      for (const id of others)
        expect(await findArticleForEditors(queries, id)).toMatchObject({ isHeld: false });
    },
  );

  it.runIf(isRunOfAllTests())(
    'is a single file for two articles with the same photograph',
    async () => {
      const [one, other] = articles.slice(-2).map(({ id }) => id);
      const id = await upload(await PICTURE_FILE_FACTORIES.avif());
      await addPhotoCrop(photoContext(), member, id, { x: 0, y: 0 });
      await publishPicture(one!, choosePhoto(id, 1));
      await publishPicture(other!, choosePhoto(id, 2));
      const files = await exportArticles(source);
      expect(files.filter((file) => file.includes(id))).toHaveLength(2);
      expect((await importFiles(target)).warnings).toEqual([]);
      for (const each of [one!, other!])
        expect(await findImage(target, each)).toEqual(await findImage(source, each));
    },
  );

  it('exports nothing of an article whose picture file is missing', async () => {
    const { id, file } = articles.at(-3)!;
    const photoId = await upload(await PICTURE_FILE_FACTORIES.jpeg());
    await publishPicture(id, choosePhoto(photoId));
    await rm(path.join(folder, `here/photos/${photoId}.jpg`));
    await expect(exportArticles(source)).rejects.toThrow(
      `The file store has no photograph ${photoId}`,
    );
    const readArticleFile = (root: string) => readFileSync(path.join(root, file), 'utf8');
    expect(readArticleFile(path.join(folder, 'content'))).toBe(
      readArticleFile(TEST_LIBRARY_FOLDER),
    );
  });
});

/** Returns true if an article has no former paths. */
function isNeverMoved({ article }: LibraryArticle): boolean {
  return article.formerly.length === 0;
}
