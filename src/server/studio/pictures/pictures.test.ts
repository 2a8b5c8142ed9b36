import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import type { EditorArticle } from '#domain/studio/admin-articles.ts';
import type { AuditEntry } from '#domain/studio/audit.ts';
import type { DrawingChoicePage, Photo } from '#domain/studio/pictures.ts';
import { listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import { createPictureService } from '#server/catalogue/pictures/service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { updateRole } from '#server/readers/accounts/repository.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';
import { importStockPhoto, storeUploadedPhoto } from './photos.ts';
import { createPexelsClient } from './stock/pexels.ts';
import { createUnsplashClient } from './stock/unsplash.ts';
import { PICTURE_FILE_FACTORIES } from './testing/files.ts';
import {
  createPexelsPhoto,
  createUnsplashPhoto,
  type StockPhotoServer,
  startStockPhotoServer,
} from './testing/stock-photo-server.ts';

const ATTRIBUTION = {
  user: 'Ann "Ink" & Co',
  userProfile: 'https://ann.example/me?a=1&b=2',
  service: '',
  alt: 'Red above, blue below',
};

describe.each(await selectTestDatabaseEngines())('pictures, on $name', ({ openFilled }) => {
  let database: Database;
  let test: TestApp;
  let stockServer: StockPhotoServer;
  let edda: ReturnType<typeof createApiCaller>;
  let editor: TestReader;
  let articles: ArticleMeta[];

  beforeAll(async () => {
    database = await openFilled();
    stockServer = await startStockPhotoServer();
    const access = { key: 'key', api: stockServer.address, images: stockServer.address };
    const stockPhotoServices = [
      createUnsplashClient({ ...access, images: 'https://images.unsplash.com' }),
      createPexelsClient(access),
    ];
    const env = { UNSPLASH_ACCESS_KEY: 'key', PEXELS_API_KEY: 'key' };
    test = await createTestApp(database, env, undefined, undefined, { stockPhotoServices });
    articles = (await test.app.inject('/api/v1/articles?limit=50')).json().data.metas;
    editor = await signInTestReader(database, 'edda');
    await updateRole(database.queries, editor.user.id, 'editor');
    edda = createApiCaller(test, editor);
  });
  afterAll(async () => {
    stockServer.close();
    await test.close();
  });

  const upload = (file: Buffer, attribution: object = {}, headers: object = {}) =>
    test.app.inject({
      method: 'POST',
      url: `/api/v1/studio/photos?${new URLSearchParams({ ...ATTRIBUTION, ...attribution })}`,
      payload: file,
      cookies: editor.cookies,
      headers: {
        'content-type': 'application/octet-stream',
        'x-content-sha256': createHash('sha256').update(file).digest('hex'),
        ...headers,
      },
    });
  const uploadPhoto = async (): Promise<Photo> =>
    (await upload(await PICTURE_FILE_FACTORIES.jpeg())).json().data;
  const fetchArticle = async (id: string): Promise<EditorArticle> =>
    (await edda('GET', `/studio/articles/${id}`)).json().data;
  /** Publishes an article with the given picture, and returns the published article. */
  const publishPicture = async (id: string, picture: object, alt = ''): Promise<ArticleMeta> => {
    const { manuscript } = await fetchArticle(id);
    const content = { ...manuscript.content, picture, alt };
    const saved = await edda('PUT', `/studio/articles/${id}/manuscript`, {
      base: manuscript.version,
      content,
    });
    expect(saved.json()).not.toHaveProperty('error');
    const { version } = saved.json().data;
    const updated = await edda('POST', `/studio/articles/${id}/update`, { version });
    expect(updated.json()).not.toHaveProperty('error');
    // The article is read from the database, because the API's cached responses are invalidated only a moment after the
    // article is updated.
    const { metas } = await listPublishedArticles(database.queries, {}, 50);
    return metas.find((meta) => meta.id === id)!;
  };
  /** Expects that the preview image (`og:image`) for links to a page can be drawn. `document` is the page's HTML. */
  const expectShareCard = async (document: string) => {
    const [, path = ''] =
      /property="og:image" content="https?:\/\/[^/]*([^"]*)"/.exec(document) ?? [];
    const { rawPayload } = await test.app.inject(path);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
  };
  const fetchAuditEntries = async (): Promise<AuditEntry[]> =>
    (await edda('GET', '/studio/audit?subject=picture')).json().data.entries;

  describe('that are drawn', () => {
    it('can be chosen among drawings that differ from each other and their neighbors', async () => {
      const { id, category } = articles[0]!;
      const fetchDrawings = async (from: number): Promise<DrawingChoicePage> =>
        (
          await edda('GET', `/studio/articles/${id}/drawings?category=${category}&from=${from}`)
        ).json().data;
      const { drawings, next } = await fetchDrawings(0);
      const nextPage = await fetchDrawings(next!);
      const variants = [...drawings, ...nextPage.drawings].map(({ variant }) => variant);
      expect(new Set(variants).size).toBe(16);
      const { rawPayload, headers } = await test.app.inject({
        url: drawings[0]!.image.src,
        cookies: editor.cookies,
      });
      expect(headers['cache-control']).toContain('private');
      expect(headers['content-type']).toBe('image/webp');
      expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 320, height: 400 });
      expect((await test.app.inject(drawings[0]!.image.src)).statusCode).toBe(401);
    });

    it('are an empty list after the last page, and respond with 404 if the category lacks them', async () => {
      const { id } = articles[0]!;
      const { drawings, next } = (
        await edda('GET', `/studio/articles/${id}/drawings?category=mab&from=9999`)
      ).json().data as DrawingChoicePage;
      expect([drawings, next]).toEqual([[], null]);
      const missing = await edda('GET', `/studio/articles/${id}/drawings/mab/9000/320`);
      expect(missing.statusCode).toBe(404);
      expect((await edda('GET', `/studio/articles/${id}/drawings/mab/1/333`)).statusCode).toBe(400);
    });

    it('are shown to readers once chosen and published', async () => {
      const { id, category, image } = articles[1]!;
      const { drawings } = (
        await edda('GET', `/studio/articles/${id}/drawings?category=${category}`)
      ).json().data as DrawingChoicePage;
      const { variant } = drawings[1]!;
      const published = await publishPicture(id, { kind: 'drawn', variant });
      expect(published.image.src).toBe(`/images/covers/${id}.${category}${variant}.2/960.jpg`);
      expect(published.image.src).not.toBe(image.src);
      expect(published.image.ground).toBe(drawings[1]!.image.ground);
      expect((await test.app.inject(published.image.src.replace('960', '320'))).statusCode).toBe(
        200,
      );
    });
  });

  describe('that are uploaded', () => {
    it('are shown to readers in every width and format, with their credit', async () => {
      const photo = await uploadPhoto();
      expect(photo).toMatchObject({ source: 'upload', width: 1600, height: 1200, service: null });
      const { id } = articles[2]!;
      const { image } = await publishPicture(id, { kind: 'photo', photoId: photo.id });
      expect(image).toEqual({
        src: `/images/covers/${photo.id}.pic.1/960.jpg`,
        alt: ATTRIBUTION.alt,
        attributionHtml:
          'Image by <a href="https://ann.example/me?a=1&amp;b=2">Ann &quot;Ink&quot; &amp; Co</a> on Octavo',
        ground: photo.image.ground,
      });
      for (const file of ['320.avif', '1280.webp', '640.jpg']) {
        const response = await test.app.inject(image.src.replace('960.jpg', file));
        expect(response.statusCode).toBe(200);
        const [width] = file.split('.');
        expect(await sharp(response.rawPayload).metadata()).toMatchObject({
          width: Number(width),
          height: (Number(width) * 5) / 4,
        });
      }
      const page = await test.app.inject((await fetchArticle(id)).path!);
      expect(page.body).toContain('Ink');
      await expectShareCard(page.body);
      expect((await fetchArticle(id)).manuscript.content.picture).toEqual({
        kind: 'photo',
        photoId: photo.id,
        crop: 1,
      });
    });

    it('are recorded in the audit log, as is choosing one', async () => {
      const photo = await uploadPhoto();
      await publishPicture(articles[3]!.id, { kind: 'photo', photoId: photo.id });
      const [choiceEntry, uploadEntry] = await fetchAuditEntries();
      expect(choiceEntry).toMatchObject({
        action: 'picture.choose',
        subjectId: articles[3]!.id,
        actorName: editor.user.name,
        before: { kind: 'drawn' },
        after: { kind: 'photo', photoId: photo.id },
      });
      expect(uploadEntry).toMatchObject({
        action: 'picture.upload',
        subjectId: photo.id,
        subjectName: ATTRIBUTION.alt,
        after: { user: ATTRIBUTION.user },
      });
    });

    it.runIf(isRunOfAllTests())(
      'can be cropped again, while the published article keeps its crop',
      async () => {
        const { id } = articles[4]!;
        const photo = await uploadPhoto();
        await publishPicture(id, { kind: 'photo', photoId: photo.id });
        const cropped = await edda('POST', `/studio/photos/${photo.id}/crops`, {
          focus: { x: 0, y: 1 },
        });
        const { crops, image } = cropped.json().data as Photo;
        expect(crops.at(-1)).toEqual({ x: 0, y: 1 });
        expect(image.src).toContain('.pic.2/');
        const again = await edda('POST', `/studio/photos/${photo.id}/crops`, {
          focus: { x: 0, y: 1 },
        });
        expect(again.json().data.crops).toHaveLength(2);
        for (const url of [image.src, image.src.replace('.pic.2', '.pic.1')])
          expect((await test.app.inject(url)).statusCode).toBe(200);
        expect((await test.app.inject(image.src.replace('.pic.2', '.pic.3'))).statusCode).toBe(404);
        const published = await publishPicture(id, { kind: 'photo', photoId: photo.id, crop: 2 });
        expect(published.image.src).toBe(image.src);
      },
    );

    it('are rejected with a reason if they are no picture, too large, damaged or without a credit', async () => {
      const jpeg = await PICTURE_FILE_FACTORIES.jpeg();
      const svg = await upload(await PICTURE_FILE_FACTORIES.svg());
      expect([svg.statusCode, svg.json().error]).toEqual([
        400,
        expect.stringContaining('not a JPEG'),
      ]);
      const large = await upload(Buffer.alloc(12 * 1024 * 1024 + 1));
      expect(large.statusCode).toBe(413);
      const corrupted = await upload(jpeg, {}, { 'x-content-sha256': '0'.repeat(64) });
      expect(corrupted.json().error).toBe('The picture was damaged on the way. Try again.');
      const uncredited = await upload(jpeg, { user: '  ' });
      expect([uncredited.statusCode, uncredited.json().error]).toEqual([
        400,
        expect.stringContaining('Say who took the picture.'),
      ]);
      for (const userProfile of ['javascript:alert(1)', 'http://ann.example', 'Ann'])
        expect((await upload(jpeg, { userProfile })).statusCode).toBe(400);
      expect((await upload(jpeg, { alt: '' })).statusCode).toBe(400);
    });

    it.runIf(isRunOfAllTests())('are deleted only if no article uses or used them', async () => {
      const unused = await uploadPhoto();
      const cropped = await edda('POST', `/studio/photos/${unused.id}/crops`, {
        focus: { x: 1, y: 1 },
      });
      const pictures = [unused.image.src, unused.image.src.replace('jpg', 'avif')];
      pictures.push((cropped.json().data as Photo).image.src);
      for (const url of pictures) expect((await test.app.inject(url)).statusCode).toBe(200);
      expect((await edda('DELETE', `/studio/photos/${unused.id}`)).statusCode).toBe(204);
      expect((await edda('GET', `/studio/photos/${unused.id}`)).statusCode).toBe(404);
      expect((await edda('GET', `/studio/photos/${unused.id}/whole`)).statusCode).toBe(404);
      for (const url of pictures) expect((await test.app.inject(url)).statusCode).toBe(404);
      const used = await uploadPhoto();
      const { id } = articles[5]!;
      await publishPicture(id, { kind: 'photo', photoId: used.id });
      const refused = await edda('DELETE', `/studio/photos/${used.id}`);
      expect([refused.statusCode, refused.json().error]).toEqual([
        409,
        'An article uses this picture, or did. It can’t be deleted.',
      ]);
      expect((await edda('GET', `/studio/photos/${used.id}/whole`)).statusCode).toBe(200);
      await publishPicture(id, { kind: 'drawn' });
      expect((await edda('DELETE', `/studio/photos/${used.id}`)).statusCode).toBe(409);
    });

    it('remain if deleting them fails midway', async () => {
      const { id, image } = await uploadPhoto();
      const { queries } = database;
      await queries.execute(
        sql`ALTER TABLE audit_log ADD CONSTRAINT broken CHECK (action <> 'picture.remove') NOT VALID`,
      );
      expect((await edda('DELETE', `/studio/photos/${id}`)).statusCode).toBe(500);
      await queries.execute(sql`ALTER TABLE audit_log DROP CONSTRAINT broken`);
      expect((await edda('GET', `/studio/photos/${id}/whole`)).statusCode).toBe(200);
      expect((await test.app.inject(image.src)).statusCode).toBe(200);
    });

    it.runIf(isRunOfAllTests())('leave no file if they could not be stored', async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'octavo-photos-'));
      const files = await openFileStore(readConfig({}), folder);
      const pictures = createPictureService(database, files, pino({ level: 'silent' }));
      const photoContext = { queries: database.queries, pictures };
      const { id: editorId, name } = editor.user;
      const member = {
        id: editorId,
        name,
        email: '',
        role: 'editor',
        isConfigured: false,
      } as const;
      const jpeg = await PICTURE_FILE_FACTORIES.jpeg();
      const { queries } = database;
      await queries.execute(
        sql`ALTER TABLE audit_log ADD CONSTRAINT broken CHECK (action <> 'picture.upload') NOT VALID`,
      );
      await expect(storeUploadedPhoto(photoContext, member, jpeg, ATTRIBUTION)).rejects.toThrow();
      await queries.execute(sql`ALTER TABLE audit_log DROP CONSTRAINT broken`);
      expect(readdirSync(path.join(folder, 'photos'))).toEqual([]);
      const { id } = await storeUploadedPhoto(photoContext, member, jpeg, ATTRIBUTION);
      expect(readdirSync(path.join(folder, 'photos'))).toEqual([`${id}.jpg`]);
      rmSync(folder, { recursive: true });
    });

    it.runIf(isRunOfAllTests())('are replaced by the earlier drawing', async () => {
      const { id, image } = articles[6]!;
      const photo = await uploadPhoto();
      await publishPicture(id, { kind: 'photo', photoId: photo.id });
      expect((await publishPicture(id, { kind: 'drawn' })).image).toEqual(image);
    });

    it('cannot be chosen if they do not exist', async () => {
      const { id } = articles[7]!;
      const { manuscript } = await fetchArticle(id);
      const picture = { kind: 'photo', photoId: articles[7]!.id };
      const response = await edda('PUT', `/studio/articles/${id}/manuscript`, {
        base: manuscript.version,
        content: { ...manuscript.content, picture },
      });
      expect([response.statusCode, response.json().error]).toEqual([
        400,
        'The picture you chose is no longer available. Choose another one.',
      ]);
    });

    it('are listed, newest first, a page at a time', async () => {
      const newest = await uploadPhoto();
      const firstPage = (await edda('GET', '/studio/photos?limit=2')).json().data;
      expect(firstPage.photos[0].id).toBe(newest.id);
      const secondPage = await edda(
        'GET',
        `/studio/photos?limit=2&nextToken=${firstPage.nextToken}`,
      );
      expect(secondPage.json().data.photos[0].id).not.toBe(firstPage.photos[1].id);
      const uncropped = await edda('GET', `/studio/photos/${newest.id}/whole`);
      expect(await sharp(uncropped.rawPayload).metadata()).toMatchObject({ width: 1600 });
    });
  });

  describe('of a stock service', () => {
    it('are loaded from Unsplash’s servers, with links to their photographer and to Unsplash', async () => {
      stockServer.responses.set('/photos/Dwu85P9SOIk', { body: createUnsplashPhoto(stockServer) });
      stockServer.responses.set('/photos/Dwu85P9SOIk/download', { body: {} });
      const addPhoto = () =>
        edda('POST', '/studio/photos/stock', { service: 'unsplash', id: 'Dwu85P9SOIk' });
      const photo: Photo = (await addPhoto()).json().data;
      expect((await addPhoto()).json().data.id).toBe(photo.id);
      const downloads = stockServer.requestedPaths.filter((path) => path.includes('/download'));
      expect(downloads).toHaveLength(2);
      const { image } = await publishPicture(articles[8]!.id, { kind: 'photo', photoId: photo.id });
      const src = new URL(image.src);
      expect(src.origin).toBe('https://images.unsplash.com');
      expect(Object.fromEntries(src.searchParams)).toMatchObject({
        ixid: 'abc',
        w: '960',
        h: '1200',
        fit: 'crop',
      });
      expect(image.attributionHtml).toBe(
        'Image by <a href="https://unsplash.com/@joel?utm_source=octavo&amp;utm_medium=referral">Joel &lt;b&gt;Bosetti&lt;/b&gt;</a> on <a href="https://unsplash.com/?utm_source=octavo&amp;utm_medium=referral">Unsplash</a>',
      );
      const page = await test.app.inject((await fetchArticle(articles[8]!.id)).path!);
      expect(page.headers['content-security-policy']).toMatch(
        /img-src 'self' data: https:\/\/images\.unsplash\.com(;|$)/,
      );
      // The preview image for links to the page shows a drawing, because Octavo does not store photographs from
      // Unsplash.
      await expectShareCard(page.body);
    });

    it('are stored if they come from Pexels', async () => {
      stockServer.responses.set('/v1/photos/2014422', { body: createPexelsPhoto(stockServer) });
      stockServer.responses.set('/photos/2014422/pexels-photo-2014422.jpeg', {
        body: await PICTURE_FILE_FACTORIES.jpeg(),
      });
      const photo: Photo = (
        await edda('POST', '/studio/photos/stock', { service: 'pexels', id: '2014422' })
      ).json().data;
      const { image } = await publishPicture(articles[9]!.id, { kind: 'photo', photoId: photo.id });
      expect(image.src).toBe(`/images/covers/${photo.id}.pic.1/960.jpg`);
      expect(image.attributionHtml).toBe(
        'Image by <a href="https://www.pexels.com/@joey">Joey Farina</a> on <a href="https://www.pexels.com">Pexels</a>',
      );
      expect((await fetchAuditEntries()).some(({ action }) => action === 'picture.take')).toBe(
        true,
      );
    });

    it.runIf(isRunOfAllTests())('are stored once if two editors choose the same one', async () => {
      stockServer.responses.set('/v1/photos/77', {
        body: createPexelsPhoto(stockServer, { id: 77 }),
      });
      stockServer.responses.set('/photos/2014422/pexels-photo-2014422.jpeg', {
        body: await PICTURE_FILE_FACTORIES.jpeg(),
      });
      const folder = mkdtempSync(path.join(tmpdir(), 'octavo-photos-'));
      const files = await openFileStore(readConfig({}), folder);
      const photoContext = {
        queries: database.queries,
        pictures: createPictureService(database, files, pino({ level: 'silent' })),
      };
      const { id, name } = editor.user;
      const member = { id, name, email: '', role: 'editor', isConfigured: false } as const;
      const service = createPexelsClient({
        key: 'key',
        api: stockServer.address,
        images: stockServer.address,
      });
      const addPhoto = () => importStockPhoto(photoContext, member, service, '77');
      const [one, other] = await Promise.all([addPhoto(), addPhoto()]);
      expect(one.id).toBe(other.id);
      expect(readdirSync(path.join(folder, 'photos'))).toEqual([`${one.id}.jpg`]);
      rmSync(folder, { recursive: true });
    });

    it('are loaded from Pexels by editors only', async () => {
      const fetchPolicy = async (url: string) =>
        (await test.app.inject({ url, cookies: editor.cookies })).headers[
          'content-security-policy'
        ];
      expect(await fetchPolicy('/studio')).toContain('img-src blob: https://images.pexels.com ');
      expect(await fetchPolicy('/about')).not.toContain('pexels');
    });

    it('can be searched, and failures are explained', async () => {
      stockServer.responses.set('/v1/search', {
        body: { photos: [createPexelsPhoto(stockServer)] },
      });
      const response = await edda('GET', '/studio/stock/pexels?q=Sea');
      expect(response.json().data.pictures).toHaveLength(1);
      stockServer.responses.set('/v1/search', { status: 429, body: {} });
      const limited = await edda('GET', '/studio/stock/pexels?q=Sea');
      expect([limited.statusCode, limited.json().error]).toEqual([
        429,
        'Pexels has reached its rate limit. Try again later, or draw a cover.',
      ]);
      expect((await edda('GET', '/studio/stock')).json().data.services).toEqual([
        'unsplash',
        'pexels',
      ]);
    });
  });

  it('include no stock services if none is configured', async () => {
    const plainApp = await createTestApp(database);
    const call = createApiCaller(plainApp, editor);
    expect((await call('GET', '/studio/stock')).json().data.services).toEqual([]);
    const response = await call('GET', '/studio/stock/unsplash?q=Sea');
    expect([response.statusCode, response.json().error]).toEqual([
      404,
      'Unsplash is not configured: set UNSPLASH_ACCESS_KEY.',
    ]);
    const { headers } = await plainApp.app.inject('/about');
    expect(headers['content-security-policy']).not.toContain('unsplash');
    await plainApp.app.close();
  });
});
