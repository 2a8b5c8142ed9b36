import { randomUUID } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  checkPreparedPhoto,
  computeTitleAreaColor,
  preparePhotoForStorage,
} from '#covers/photographs.ts';
import { renderPictureFile } from '#covers/render.ts';
import { listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import type { PictureRequest } from './renderings.ts';
import { createPictureService, type PictureService } from './service.ts';

/** A renderer that runs in the test process instead of a child process, so that tests can count and replace calls. */
const renderer = {
  render: vi.fn(renderPictureFile),
  preparePhotoForStorage,
  checkPhoto: checkPreparedPhoto,
  computeTitleAreaColor,
};

const SILENT = pino({ level: 'silent' });
const CROP = { x: 0.5, y: 0.5, ground: 'nsm-dark' } as const;
const NEVER_ABORTED = new AbortController().signal;

describe.each(await selectTestDatabaseEngines())(
  'the pictures, on $name',
  ({ name: engine, openFilled }) => {
    let database: Database;
    /**
     * The database connection of a simulated second process. In tests with the embedded database, this is the same
     * connection as `database`, because only one process can open the embedded database.
     */
    let secondConnection: Database;
    let folder: string;
    let pictures: PictureService;
    let key: string;
    let test: TestApp;

    beforeAll(async () => {
      database = await openFilled();
      secondConnection = engine === 'PGlite' ? database : await openSecondConnection(database);
      test = await createTestApp(database);
      const { metas } = await listPublishedArticles(database.queries, {}, 1);
      key = metas[0]!.image.src.split('/')[3]!;
    });
    afterAll(async () => {
      if (secondConnection !== database) await secondConnection.close();
      await test.close();
    });
    beforeEach(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'octavo-pictures-'));
      pictures = await createPictures(database);
      renderer.render.mockReset().mockImplementation(renderPictureFile);
      return () => rmSync(folder, { recursive: true });
    });

    const createPictures = async (connection: Database) => {
      const files = await openFileStore(readConfig({}), folder);
      return createPictureService(connection, files, SILENT, renderer);
    };
    const createRequest = (): PictureRequest => ({
      kind: 'covers',
      key,
      width: 320,
      format: 'jpg',
    });
    const read = async (request: PictureRequest) => {
      const file = await pictures.read(request);
      return file && buffer(file.body);
    };

    it('are rendered once for many concurrent requests', async () => {
      const results = await Promise.all(Array.from({ length: 8 }, () => read(createRequest())));
      const storedPicture = await read(createRequest());
      for (const bytes of results) expect(bytes!.equals(storedPicture!)).toBe(true);
      expect(renderer.render).toHaveBeenCalledTimes(1);
    });

    it('respond with 404 for unknown keys', async () => {
      expect(await read({ ...createRequest(), key: `${key}9` })).toBeUndefined();
      const portrait = `${key.slice(0, 36)}.nsm.1`;
      expect(await read({ ...createRequest(), kind: 'avatars', key: portrait })).toBeUndefined();
    });

    it.each([
      ['empty', () => Buffer.alloc(0)],
      ['truncated', (picture: Buffer) => picture.subarray(0, picture.length - 100)],
      ['filled with zeros', (picture: Buffer) => Buffer.alloc(picture.length)],
      ['in another format', () => Buffer.from('not a picture')],
    ])('are rendered again if the file is %s', async (_, damage) => {
      const picture = (await read(createRequest()))!;
      const file = path.join(folder, `pictures/covers/${key}/320.jpg`);
      writeFileSync(file, damage(picture));
      expect((await read(createRequest()))!.equals(picture)).toBe(true);
      expect(readFileSync(file).equals(picture)).toBe(true);
    });

    it('are sent even if they cannot be stored', async () => {
      mkdirSync(path.join(folder, `pictures/covers/${key}/320.jpg`), { recursive: true });
      expect((await read(createRequest()))!.length).toBeGreaterThan(1000);
    });

    it.runIf(isRunOfAllTests())(
      'are rendered in advance by one process at a time, and only once',
      async () => {
        renderer.render.mockResolvedValue(Buffer.from('a picture'));
        const progress = vi.fn();
        const processes = [
          pictures,
          await createPictures(secondConnection),
          await createPictures(database),
        ];
        await Promise.all(
          processes.map((each) => each.renderMissing(NEVER_ABORTED, { onProgress: progress })),
        );
        // The expected pictures are 20 covers in 12 combinations of size and format, 10 portraits in 8 combinations,
        // and the website's share card.
        const expectedCount = 20 * (6 + 5 + 1) + 10 * (4 + 4) + 1;
        expect(renderer.render).toHaveBeenCalledTimes(expectedCount);
        expect(progress.mock.calls.filter(([done, total]) => done === total)).toHaveLength(3);
        expect(readdirSync(path.join(folder, `pictures/covers/${key}`))).toHaveLength(12);
      },
    );

    it.runIf(isRunOfAllTests())(
      'are rendered in advance in the sizes that pages link to',
      async () => {
        renderer.render.mockResolvedValue(Buffer.from('a picture'));
        await pictures.renderMissing(NEVER_ABORTED);
        const { metas } = await listPublishedArticles(database.queries, {}, 1);
        const paths = ['/', '/articles', '/authors', metas[0]!.path];
        const documents = await Promise.all(
          paths.map(async (url) => (await test.app.inject(url)).body),
        );
        const pattern = /\/images\/[\w./-]+\.(avif|webp|jpg)/g;
        // The URL of the article's share card is excluded from the check. This card is not rendered in advance, because
        // a job draws it when the article is published.
        const linkedUrls = [...new Set(documents.join().match(pattern))].filter(
          (url) => !url.startsWith(`/images/cards/${metas[0]!.id}`),
        );
        expect(linkedUrls.length).toBeGreaterThan(20);
        const missingUrls = linkedUrls.filter(
          (url) => !existsSync(path.join(folder, url.replace('/images/', 'pictures/'))),
        );
        expect(missingUrls).toEqual([]);
      },
    );

    it('are no longer rendered in advance once the process stops', async () => {
      renderer.render.mockResolvedValue(Buffer.from('a picture'));
      const stop = new AbortController();
      await pictures.renderMissing(stop.signal, {
        onProgress: (done) => done === 3 && stop.abort(),
      });
      expect(renderer.render).toHaveBeenCalledTimes(3);
      await pictures.renderMissing(stop.signal);
      expect(renderer.render).toHaveBeenCalledTimes(3);
      expect(existsSync(path.join(folder, 'pictures'))).toBe(true);
    });

    it('are rendered in advance only while they do not have to wait', async () => {
      renderer.render.mockResolvedValue(Buffer.from('a picture'));
      const stop = new AbortController();
      const turn = Promise.withResolvers<void>();
      const rendering = pictures.renderMissing(stop.signal, {
        onProgress: (done) => done === 3 && stop.abort(),
        waitForTurn: async () => {
          if (renderer.render.mock.calls.length === 2) await turn.promise;
        },
      });
      await vi.waitFor(() => expect(renderer.render).toHaveBeenCalledTimes(2));
      turn.resolve();
      await rendering;
      expect(renderer.render).toHaveBeenCalledTimes(3);
    });

    it('are deleted with their photograph, and other pictures are not', async () => {
      const files = await openFileStore(readConfig({}), folder);
      const [deletedId, remainingId] = [randomUUID(), randomUUID()];
      const crops = [CROP, CROP];
      for (const id of [deletedId, remainingId]) {
        await pictures.storePhoto(id, { bytes: Buffer.from('a photograph') });
        for (const crop of [1, 2])
          await files.write(`pictures/covers/${id}.pic.${crop}/320.jpg`, Buffer.from('it'), 'any');
      }
      await pictures.deletePhoto({ id: deletedId, crops });
      const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const remainingFiles = names.filter((name) => name.endsWith('.jpg'));
      expect(remainingFiles).toHaveLength(3);
      for (const name of remainingFiles) expect(name).toContain(remainingId);
    });

    it('remain if the store fails to delete them, which is logged', async () => {
      const files = await openFileStore(readConfig({}), folder);
      const remove = vi.fn().mockRejectedValue(new Error('The file store timed out.'));
      const warn = vi.spyOn(SILENT, 'warn');
      const failing = createPictureService(database, { ...files, remove }, SILENT, renderer);
      const id = randomUUID();
      await failing.deletePhoto({ id, crops: Array(60).fill(CROP) });
      expect(warn).toHaveBeenCalledWith(expect.objectContaining({ photo: id }), expect.any(String));
      // The first failure stops the deletion, so the deletion of most files is never attempted.
      expect(remove.mock.calls.length).toBeLessThan(20);
      warn.mockRestore();
    });

    describe('at their URL', () => {
      const url = () => `/images/covers/${key}/320.webp`;
      const requestPicture = (headers: Record<string, string> = {}) =>
        test.app.inject({ url: url(), headers });

      it('are immutable, with type and length, and may be shown by mail programs', async () => {
        for (const time of ['rendered', 'kept']) {
          const { statusCode, headers, rawPayload } = await requestPicture();
          expect(statusCode, time).toBe(200);
          expect(headers).toMatchObject({
            'content-type': 'image/webp',
            'content-length': String(rawPayload.length),
            'cache-control': 'public, max-age=31536000, immutable',
            'cross-origin-resource-policy': 'cross-origin',
            'accept-ranges': 'bytes',
          });
          expect(rawPayload.subarray(8, 12).toString()).toBe('WEBP');
        }
      });

      it('support range requests', async () => {
        const { rawPayload: picture } = await requestPicture();
        const { statusCode, headers, rawPayload } = await requestPicture({ range: 'bytes=8-11' });
        expect(statusCode).toBe(206);
        expect(headers['content-range']).toBe(`bytes 8-11/${picture.length}`);
        expect(rawPayload.toString()).toBe('WEBP');
        const suffix = await requestPicture({ range: 'bytes=-3' });
        expect(suffix.rawPayload.equals(picture.subarray(-3))).toBe(true);
      });

      it('are sent completely in response to a conditional range request', async () => {
        const { statusCode, rawPayload } = await requestPicture({
          range: 'bytes=8-11',
          'if-range': '"other"',
        });
        expect(statusCode).toBe(200);
        expect(rawPayload.length).toBeGreaterThan(1000);
      });

      it('reject a range beyond their end', async () => {
        const { rawPayload: picture } = await requestPicture();
        const { statusCode, headers } = await requestPicture({ range: 'bytes=9000000-' });
        expect(statusCode).toBe(416);
        expect(headers['content-range']).toBe(`bytes */${picture.length}`);
      });

      it('respond to HEAD with headers only', async () => {
        const { rawPayload: picture } = await requestPicture();
        const { statusCode, headers, rawPayload } = await test.app.inject({
          method: 'HEAD',
          url: url(),
          headers: { range: 'bytes=8-11' },
        });
        expect(statusCode).toBe(200);
        expect(headers['content-length']).toBe(String(picture.length));
        expect(rawPayload).toHaveLength(0);
      });
    });
  },
);
