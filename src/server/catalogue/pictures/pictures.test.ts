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
import { renderPicture } from '#covers/render.ts';
import { listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { openSecondConnection, selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import type { PictureRequest } from './renderings.ts';
import { createPictureService, type PictureService } from './service.ts';

/** A renderer that runs in the test process, so that tests can count and replace its calls. */
const renderer = {
  render: vi.fn(renderPicture),
  preparePhotoForStorage,
  checkPhoto: checkPreparedPhoto,
  computeTitleAreaColor,
};

const SILENT = pino({ level: 'silent' });
const CROP = { x: 0.5, y: 0.5, ground: 'nsm-dark' } as const;
const NEVER = new AbortController().signal;

describe.each(await selectTestDatabaseEngines())(
  'the pictures, on $name',
  ({ name: engine, openFilled }) => {
    let database: Database;
    /**
     * The database connection of a second process. With the embedded database, which only one process can open, this is
     * the connection of the first process.
     */
    let other: Database;
    let folder: string;
    let pictures: PictureService;
    let key: string;
    let test: TestApp;

    beforeAll(async () => {
      database = await openFilled();
      other = engine === 'PGlite' ? database : await openSecondConnection(database);
      test = await createTestApp(database);
      const { metas } = await listPublishedArticles(database.queries, {}, 1);
      key = metas[0]!.image.src.split('/')[3]!;
    });
    afterAll(async () => {
      if (other !== database) await other.close();
      await test.close();
    });
    beforeEach(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'octavo-pictures-'));
      pictures = await picturesOn(database);
      renderer.render.mockReset().mockImplementation(renderPicture);
      return () => rmSync(folder, { recursive: true });
    });

    const picturesOn = async (on: Database) =>
      createPictureService(on, await openFileStore(readConfig({}), folder), SILENT, renderer);
    const small = (): PictureRequest => ({ kind: 'covers', key, width: 320, format: 'jpg' });
    const read = async (request: PictureRequest) => {
      const reading = await pictures.read(request);
      return reading && buffer(reading.body);
    };

    it('are rendered once for many concurrent requests', async () => {
      const reads = await Promise.all(Array.from({ length: 8 }, () => read(small())));
      const kept = await read(small());
      for (const bytes of reads) expect(bytes!.equals(kept!)).toBe(true);
      expect(renderer.render).toHaveBeenCalledTimes(1);
    });

    it('respond with 404 for unknown keys', async () => {
      expect(await read({ ...small(), key: `${key}9` })).toBeUndefined();
      const portrait = `${key.slice(0, 36)}.nsm.1`;
      expect(await read({ ...small(), kind: 'avatars', key: portrait })).toBeUndefined();
    });

    it.each([
      ['empty', () => Buffer.alloc(0)],
      ['truncated', (whole: Buffer) => whole.subarray(0, whole.length - 100)],
      ['filled with zeros', (whole: Buffer) => Buffer.alloc(whole.length)],
      ['in another format', () => Buffer.from('not a picture')],
    ])('are rendered again if the file is %s', async (_, damage) => {
      const whole = (await read(small()))!;
      const file = path.join(folder, `pictures/covers/${key}/320.jpg`);
      writeFileSync(file, damage(whole));
      expect((await read(small()))!.equals(whole)).toBe(true);
      expect(readFileSync(file).equals(whole)).toBe(true);
    });

    it('are sent even if they cannot be stored', async () => {
      mkdirSync(path.join(folder, `pictures/covers/${key}/320.jpg`), { recursive: true });
      expect((await read(small()))!.length).toBeGreaterThan(1000);
    });

    it.runIf(isRunOfAllTests())(
      'are rendered in advance by one process at a time, and only once',
      async () => {
        renderer.render.mockResolvedValue(Buffer.from('a picture'));
        const progress = vi.fn();
        const processes = [pictures, await picturesOn(other), await picturesOn(database)];
        await Promise.all(processes.map((each) => each.renderMissing(progress, NEVER)));
        // 20 covers in 12 sizes and formats, 10 portraits in 8, and the website's card.
        const all = 20 * (6 + 5 + 1) + 10 * (4 + 4) + 1;
        expect(renderer.render).toHaveBeenCalledTimes(all);
        expect(progress.mock.calls.filter(([done, of]) => done === of)).toHaveLength(3);
        expect(readdirSync(path.join(folder, `pictures/covers/${key}`))).toHaveLength(12);
      },
    );

    it.runIf(isRunOfAllTests())(
      'are rendered in advance in the sizes that pages link to',
      async () => {
        renderer.render.mockResolvedValue(Buffer.from('a picture'));
        await pictures.renderMissing(() => {}, NEVER);
        const { metas } = await listPublishedArticles(database.queries, {}, 1);
        const paths = ['/', '/articles', '/authors', metas[0]!.path];
        const documents = await Promise.all(
          paths.map(async (url) => (await test.app.inject(url)).body),
        );
        const pattern = /\/images\/[\w./-]+\.(avif|webp|jpg)/g;
        // The card of an article is drawn by a job after its publication.
        const named = [...new Set(documents.join().match(pattern))].filter(
          (url) => !url.startsWith(`/images/cards/${metas[0]!.id}`),
        );
        expect(named.length).toBeGreaterThan(20);
        const missing = named.filter(
          (url) => !existsSync(path.join(folder, url.replace('/images/', 'pictures/'))),
        );
        expect(missing).toEqual([]);
      },
    );

    it('are no longer rendered in advance once the process stops', async () => {
      renderer.render.mockResolvedValue(Buffer.from('a picture'));
      const stop = new AbortController();
      await pictures.renderMissing((done) => done === 3 && stop.abort(), stop.signal);
      expect(renderer.render).toHaveBeenCalledTimes(3);
      await pictures.renderMissing(() => {}, stop.signal);
      expect(renderer.render).toHaveBeenCalledTimes(3);
      expect(existsSync(path.join(folder, 'pictures'))).toBe(true);
    });

    it('are deleted with their photograph, and other pictures are not', async () => {
      const files = await openFileStore(readConfig({}), folder);
      const [gone, other] = [randomUUID(), randomUUID()];
      const crops = [CROP, CROP];
      for (const id of [gone, other]) {
        await pictures.storePhoto(id, { bytes: Buffer.from('a photograph') });
        for (const crop of [1, 2])
          await files.write(`pictures/covers/${id}.pic.${crop}/320.jpg`, Buffer.from('it'), 'any');
      }
      await pictures.deletePhoto({ id: gone, crops });
      const left = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.endsWith('.jpg'),
      );
      expect(left).toHaveLength(3);
      for (const name of left) expect(name).toContain(other);
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
      const get = (headers: Record<string, string> = {}) =>
        test.app.inject({ url: url(), headers });

      it('are immutable, with type and length, and may be shown by mail programs', async () => {
        for (const time of ['rendered', 'kept']) {
          const { statusCode, headers, rawPayload } = await get();
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
        const { rawPayload: whole } = await get();
        const { statusCode, headers, rawPayload } = await get({ range: 'bytes=8-11' });
        expect(statusCode).toBe(206);
        expect(headers['content-range']).toBe(`bytes 8-11/${whole.length}`);
        expect(rawPayload.toString()).toBe('WEBP');
        expect((await get({ range: 'bytes=-3' })).rawPayload.equals(whole.subarray(-3))).toBe(true);
      });

      it('are sent completely in response to a conditional range request', async () => {
        const { statusCode, rawPayload } = await get({
          range: 'bytes=8-11',
          'if-range': '"other"',
        });
        expect(statusCode).toBe(200);
        expect(rawPayload.length).toBeGreaterThan(1000);
      });

      it('reject a range beyond their end', async () => {
        const { rawPayload: whole } = await get();
        const { statusCode, headers } = await get({ range: 'bytes=9000000-' });
        expect(statusCode).toBe(416);
        expect(headers['content-range']).toBe(`bytes */${whole.length}`);
      });

      it('respond to HEAD with headers only', async () => {
        const { rawPayload: whole } = await get();
        const { statusCode, headers, rawPayload } = await test.app.inject({
          method: 'HEAD',
          url: url(),
          headers: { range: 'bytes=8-11' },
        });
        expect(statusCode).toBe(200);
        expect(headers['content-length']).toBe(String(whole.length));
        expect(rawPayload).toHaveLength(0);
      });
    });
  },
);
