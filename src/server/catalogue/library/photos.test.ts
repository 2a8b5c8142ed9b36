import { hash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import {
  checkPreparedPhoto,
  computeTitleAreaColor,
  type PreparedPhoto,
  preparePhotoForStorage,
} from '#covers/photographs.ts';
import { renderPictureFile } from '#covers/render.ts';
import { type PhotoSheet, toPhotoFields } from '#server/catalogue/photos/photo-sheet.ts';
import { findPhoto, insertPhoto } from '#server/catalogue/photos/repository.ts';
import { createPictureService, type PictureService } from '#server/catalogue/pictures/service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import type { FileStore } from '#server/platform/files/store.ts';
import { PICTURE_FILE_FACTORIES } from '#server/studio/pictures/testing/files.ts';
import { clearLibrary, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { copyTestLibraryForAuthors, TEST_LIBRARY_FOLDER } from '#server/testing/test-library.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { findArticleForEditors } from '../articles/editor-articles.ts';
import { parseArticleFile } from './article-file.ts';
import { syncLibrary } from './sync-library.ts';

const FILE = 'articles/potsherd/absent-brewing-beer.md';
const { id: ARTICLE } = parseArticleFile(
  readFileSync(path.join(TEST_LIBRARY_FOLDER, FILE), 'utf8'),
);
const ID = '01976b2e-5c00-7a3e-9d21-4f0c6a1b2c3f';
const SHEET = `photos/${ID}.yaml`;
const JPG = `photos/${ID}.jpg`;
const SILENT = pino({ level: 'silent' });

const photo = (await preparePhotoForStorage(await PICTURE_FILE_FACTORIES.jpeg())) as PreparedPhoto;
const otherPhoto = (await preparePhotoForStorage(await PICTURE_FILE_FACTORIES.webp(), {
  x: 0,
  y: 0,
})) as PreparedPhoto;
const UPLOAD = {
  source: 'upload',
  user: 'Ann',
  userProfile: 'https://ann.example',
  alt: 'Red above, blue below',
  width: 1600,
  height: 1200,
  crops: [{ x: 0.5, y: 0.5, ground: 'nsm-dark' }],
  hash: hash('sha256', photo.bytes),
} satisfies PhotoSheet;
const UNSPLASH = {
  ...UPLOAD,
  source: 'unsplash',
  hash: undefined,
  address: 'https://images.unsplash.com/photo-1?ixid=abc',
};

describe.each(await selectTestDatabaseEngines())(
  'photographs of the library, on $name',
  ({ open }) => {
    let database: Database;
    let contentFolder: string;
    let files: FileStore;
    let pictures: PictureService;
    /** A renderer that runs in the test process instead of a child process, so that tests can count the calls. */
    const renderer = {
      render: renderPictureFile,
      preparePhotoForStorage,
      checkPhoto: vi.fn(checkPreparedPhoto),
      computeTitleAreaColor,
    };

    beforeAll(async () => {
      database = await open();
    });
    afterAll(() => database.close());
    beforeEach(async () => {
      await clearLibrary(database);
      renderer.checkPhoto.mockClear();
      const folder = mkdtempSync(path.join(tmpdir(), 'octavo-library-'));
      contentFolder = path.join(folder, 'content');
      copyTestLibraryForAuthors(contentFolder, ['potsherd']);
      mkdirSync(path.join(contentFolder, 'photos'));
      files = await openFileStore(readConfig({}), path.join(folder, 'files'));
      pictures = createPictureService(database, files, SILENT, renderer);
      return () => rmSync(folder, { recursive: true });
    });

    const put = (file: string, value: string | Uint8Array | object) =>
      writeFileSync(
        path.join(contentFolder, file),
        typeof value === 'string' || value instanceof Uint8Array ? value : stringify(value),
      );
    /** Replaces the image in the front matter of an article file. */
    const setArticleImage = (frontMatter: string) => {
      const text = readFileSync(path.join(TEST_LIBRARY_FOLDER, FILE), 'utf8').replace(
        /^drawing: .*\n/m,
        '',
      );
      put(FILE, text.replace(/^category:/m, `${frontMatter}\ncategory:`));
    };
    const addPhoto = (sheet: object = UPLOAD) => {
      put(SHEET, sheet);
      put(JPG, photo.bytes);
      setArticleImage(`photo: { id: ${ID} }`);
    };
    const sync = (service = pictures) => syncLibrary(database, service, contentFolder);
    const findImage = async () => (await findArticleForEditors(database.queries, ARTICLE))!.image;
    const readStoredPhoto = async () => {
      const file = await pictures.readPhoto(ID);
      return file && buffer(file.body);
    };

    it('are stored unchanged and shown with their attribution', async () => {
      addPhoto();
      expect((await sync()).warnings).toEqual([]);
      expect((await readStoredPhoto())!.equals(photo.bytes)).toBe(true);
      expect(await findImage()).toMatchObject({
        cover: `${ID}.pic.1`,
        alt: UPLOAD.alt,
        ground: 'nsm-dark',
        photo: { id: ID, crop: 1, user: 'Ann', userProfile: UPLOAD.userProfile, service: 'Octavo' },
      });
      expect(await findPhoto(database.queries, ID)).toMatchObject({
        ...toPhotoFields(ID, UPLOAD),
        createdByName: 'the library',
      });
    });

    it.runIf(isRunOfAllTests())(
      'are checked once, and stored again if the file store has lost them',
      async () => {
        addPhoto();
        await sync();
        expect(await sync()).toEqual({ warnings: [], changes: [] });
        expect(renderer.checkPhoto).toHaveBeenCalledTimes(1);
        await files.remove(JPG);
        expect(await sync()).toEqual({ warnings: [], changes: [] });
        expect((await readStoredPhoto())!.equals(photo.bytes)).toBe(true);
      },
    );

    it.runIf(isRunOfAllTests())(
      'have no row if the import fails after their file is stored',
      async () => {
        addPhoto();
        const { queries } = database;
        await queries.execute(
          sql`ALTER TABLE article_search ADD CONSTRAINT broken CHECK (text = '')`,
        );
        await expect(sync()).rejects.toThrow();
        await queries.execute(sql`ALTER TABLE article_search DROP CONSTRAINT broken`);
        expect(await findPhoto(queries, ID)).toBeUndefined();
        // The file is stored before the transaction that imports the photograph, so no database row ever refers to a
        // missing file.
        expect((await readStoredPhoto())!.equals(photo.bytes)).toBe(true);
        expect((await sync()).warnings).toEqual([]);
        expect((await findImage()).photo?.id).toBe(ID);
      },
    );

    const tooLarge = Buffer.concat([photo.bytes, Buffer.alloc(12 * 1024 * 1024)]);
    const rejections: [reason: string, corrupt: () => unknown, message: string][] = [
      [
        'the image file is missing',
        () => rmSync(path.join(contentFolder, JPG)),
        `${SHEET}:1: ${ID}.jpg is missing`,
      ],
      ['the image file is too large', () => put(JPG, tooLarge), ' bytes; the limit is 12,582,912'],
      [
        'the file is no image',
        async () => put(JPG, await PICTURE_FILE_FACTORIES.html()),
        'jpg: That’s not a JPEG',
      ],
      [
        'the image file is truncated',
        () => put(JPG, photo.bytes.subarray(0, 9000)),
        'damaged or incomplete',
      ],
      [
        'the image is rotated by metadata',
        async () => put(JPG, await PICTURE_FILE_FACTORIES.exifRotated()),
        'isn’t in Octavo’s format',
      ],
      [
        'the image has another format',
        async () => put(JPG, await PICTURE_FILE_FACTORIES.webp()),
        'isn’t in Octavo’s format',
      ],
      ['the image does not match its hash', () => put(JPG, otherPhoto.bytes), 'hash: '],
      [
        'the image has another size than its sheet states',
        () => put(SHEET, { ...UPLOAD, width: 900 }),
        'is 1600 × 1200 pixels',
      ],
      [
        'the photographer has no name',
        () => put(SHEET, { ...UPLOAD, user: ' ' }),
        'Say who took the picture.',
      ],
      [
        'the URL of the photographer is invalid',
        () => put(SHEET, { ...UPLOAD, userProfile: 'javascript:alert(1)' }),
        'userProfile: Give the address',
      ],
      ['the source is unknown', () => put(SHEET, { ...UPLOAD, source: 'flickr' }), 'source: '],
      [
        'the background color of a crop is unknown',
        () => put(SHEET, { ...UPLOAD, crops: [{ x: 0, y: 0, ground: 'red' }] }),
        'crops.0.ground: ',
      ],
      [
        'a crop is outside the image',
        () => put(SHEET, { ...UPLOAD, crops: [{ ...UPLOAD.crops[0], x: 2 }] }),
        'crops.0.x: ',
      ],
      [
        'the sheet has an unexpected field',
        () => put(SHEET, { ...UPLOAD, address: UNSPLASH.address }),
        '"address"',
      ],
      [
        'the URL of the image has an unknown host',
        () => put(SHEET, { ...UNSPLASH, address: 'https://images.unsplash.com.example/a' }),
        'address: ',
      ],
      ['the sheet is invalid YAML', () => put(SHEET, 'user: ]'), `${SHEET}:1: `],
      [
        'the sheet has another name',
        () => put('photos/cat.yaml', UPLOAD),
        'photos/cat.yaml:1: a photo must be named',
      ],
      [
        'the article refers to an unknown photograph',
        () => setArticleImage(`photo: { id: ${newId()} }`),
        'photo.id: photos/',
      ],
      [
        'the article refers to an unknown crop',
        () => setArticleImage(`photo:\n  id: ${ID}\n  crop: 2`),
        'has 1 crops, so there is no crop 2',
      ],
      [
        'the article refers to an unknown drawing',
        () => setArticleImage('drawing: 9000'),
        `${FILE}:5: drawing: whc has drawings 0 to `,
      ],
      [
        'the photograph has an unexpected field in the article',
        () => setArticleImage(`photo: { id: ${ID}, user: Ann }`),
        '"user"',
      ],
    ];
    it.each(rejections.filter((_, at) => isRunOfAllTests() || at % 3 === 0))(
      'are rejected if %s, and readers keep the previous version',
      async (reason, corrupt, message) => {
        await sync();
        const before = await findImage();
        addPhoto();
        await corrupt();
        const { warnings, changes } = await sync();
        expect(warnings.join('\n')).toContain(message);
        if (reason === 'the sheet has another name') return;
        expect(warnings.join('\n')).toContain(`content/${FILE}:`);
        expect(changes).toEqual([]);
        expect(await findImage()).toEqual(before);
      },
    );

    it('are skipped if they are rejected', async () => {
      addPhoto();
      put(JPG, await PICTURE_FILE_FACTORIES.html());
      await sync();
      expect(await readStoredPhoto()).toBeUndefined();
      expect(await findPhoto(database.queries, ID)).toBeUndefined();
    });

    it.each<[string, () => void, string]>([
      [
        'another picture',
        () => {
          put(JPG, otherPhoto.bytes);
          put(SHEET, { ...UPLOAD, hash: hash('sha256', otherPhoto.bytes) });
        },
        'another picture has its id here',
      ],
      [
        'another crop',
        () => put(SHEET, { ...UPLOAD, crops: [{ x: 0, y: 1, ground: 'nsm-dark' }] }),
        'its crop 1 is another one here',
      ],
    ])('never change to %s, since renderings are cached forever', async (_, change, message) => {
      addPhoto();
      await sync();
      const before = await findImage();
      change();
      expect((await sync()).warnings.join('\n')).toContain(message);
      expect((await readStoredPhoto())!.equals(photo.bytes)).toBe(true);
      expect(await findImage()).toEqual(before);
    });

    it.runIf(isRunOfAllTests())('get new crops and attributions from their sheet', async () => {
      addPhoto();
      await sync();
      const crops = [...UPLOAD.crops, { x: 0, y: 1, ground: 'nsm-light' }];
      put(SHEET, { ...UPLOAD, user: 'Anne', crops });
      setArticleImage(`photo: { id: ${ID}, crop: 2 }`);
      expect(await sync()).toEqual({ warnings: [], changes: ['1 articles updated'] });
      expect(await findImage()).toMatchObject({
        cover: `${ID}.pic.2`,
        ground: 'nsm-light',
        photo: { user: 'Anne' },
      });
      put(SHEET, { ...UPLOAD, user: 'Anna', crops });
      expect((await sync()).changes).toEqual(['1 articles updated']);
      expect((await findImage()).photo?.user).toBe('Anna');
    });

    it.runIf(isRunOfAllTests())('keep the crops that editors added', async () => {
      addPhoto();
      await sync();
      const crops = [...UPLOAD.crops, { x: 0, y: 1, ground: 'nsm-light' }];
      await database.queries.execute(
        sql`UPDATE photos SET crops = ${JSON.stringify(crops)}::jsonb WHERE id = ${ID}`,
      );
      put(SHEET, { ...UPLOAD, user: 'Anne' });
      expect((await sync()).warnings).toEqual([]);
      expect(await findPhoto(database.queries, ID)).toMatchObject({ user: 'Anne', crops });
    });

    it('are stored twice if an editor imported the same photograph from its service', async () => {
      const sheet = { ...UPLOAD, source: 'pexels', sourceId: '2014422' } as const;
      addPhoto(sheet);
      const editorPhoto = {
        ...toPhotoFields(newId(), sheet),
        createdById: newId(),
        createdByName: 'Edda',
      };
      await insertPhoto(database.queries, editorPhoto);
      expect((await sync()).warnings).toEqual([]);
      expect((await findImage()).photo).toMatchObject({ id: ID, service: 'Pexels' });
      expect(await sync()).toEqual({ warnings: [], changes: [] });
    });

    it('are shown from Unsplash without being stored', async () => {
      addPhoto(UNSPLASH);
      rmSync(path.join(contentFolder, JPG));
      expect((await sync()).warnings).toEqual([]);
      const { src } = (await findImage()).photo!;
      expect(new URL(src!).searchParams.get('ixid')).toBe('abc');
      expect(await readStoredPhoto()).toBeUndefined();
    });

    it('are skipped if the file store fails, and all other content is imported', async () => {
      addPhoto();
      const write = () => Promise.reject(new Error('The file store timed out.'));
      const failingPictures = createPictureService(database, { ...files, write }, SILENT, renderer);
      const { warnings, changes } = await sync(failingPictures);
      expect(warnings).toEqual([
        `content/${SHEET}:1: it cannot be stored (The file store timed out.)`,
        `content/${FILE}:1: photo: its photo cannot be shown`,
      ]);
      expect(changes).toContain('1 articles added');
      expect((await sync()).changes).toEqual(['1 articles added']);
    });
  },
);
