import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorPath } from '#domain/paths.ts';
import { MAX_SHARE_CARD_BYTES, SHARE_CARD_SIZE } from '#domain/share-cards.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { announceContentChange } from '#server/platform/db/content-changes.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';

const ORIGIN = 'http://localhost:3000';

let test: LibraryTestApp;
beforeAll(async () => {
  test = await createLibraryTestApp(pgliteTestEngine.openFilled);
});
afterAll(() => test.close());

/** Returns the content of a `<meta>` element of a page. */
async function readMeta(path: string, property: string): Promise<string> {
  const { body } = await test.app.inject(path);
  return new RegExp(`<meta property="${property}" content="([^"]*)"`).exec(body)?.[1] ?? '';
}
const readCardPath = async (path: string) => (await readMeta(path, 'og:image')).replace(ORIGIN, '');

describe('the card of a page', () => {
  it('is a JPEG picture of the size that the page states, and small enough for messengers', async () => {
    const [article] = test.library;
    for (const path of [
      article!.path,
      authorPath(article!.authorAlias),
      '/',
      `/articles?category=${article!.category}`,
      `/articles?category=${article!.category}&subcategory=${article!.subcategory}`,
    ]) {
      const { statusCode, headers, rawPayload } = await test.app.inject(await readCardPath(path));
      expect(statusCode, path).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(rawPayload.length, path).toBeLessThanOrEqual(MAX_SHARE_CARD_BYTES);
      const { width, height, format } = await sharp(rawPayload).metadata();
      expect({ width, height, format }).toEqual({ ...SHARE_CARD_SIZE, format: 'jpeg' });
      expect(await readMeta(path, 'og:image:width'), path).toBe(String(width));
      expect(await readMeta(path, 'og:image:height'), path).toBe(String(height));
      const alt = path === '/' ? 'Octavo' : await readMeta(path, 'og:title');
      expect(await readMeta(path, 'og:image:alt'), path).toBe(alt);
    }
  });

  it('differs from the cards of other pages', async () => {
    const paths = [
      ...test.library.map(({ path }) => path),
      authorPath(test.library[0]!.authorAlias),
      '/',
      '/articles?category=nsm',
      '/articles?category=mab',
    ];
    const cards = await Promise.all(paths.map(readCardPath));
    expect(new Set(cards).size).toBe(paths.length);
    // Pages without a particular subject have the website's card.
    expect(await readCardPath('/about')).toBe(await readCardPath('/'));
    expect(await readCardPath('/articles')).toBe(await readCardPath('/'));
  });

  it('gets a new URL with the article’s title, and the former URL responds with 404', async () => {
    const { id, path, title } = test.library.at(-1)!;
    const { queries } = test.database;
    const oldPath = await readCardPath(path);
    const rename = async (newTitle: string) => {
      await queries.update(articles).set({ title: newTitle }).where(eq(articles.id, id));
      await announceContentChange(queries, [`article:${id}`]);
    };
    await rename('A Different Title');
    await expect.poll(() => readCardPath(path)).not.toBe(oldPath);
    expect((await test.app.inject(oldPath)).statusCode).toBe(404);
    await rename(title);
    await expect.poll(() => readCardPath(path)).toBe(oldPath);
  });

  it.each([
    '0190a5f0-0000-7000-8000-000000000000.art1.1',
    'not-a-uuid.art1.1',
    'nobody.aut1.1',
    'zzz.cat1.1',
    'nsm.cat1.1',
    'nsm-zzz.cat1.1',
    'octavo.all1.1',
    'octavo.xyz1.1',
    '..%2f..%2fetc',
  ])('is not found with the key %s', async (key) => {
    const { statusCode } = await test.app.inject(`/images/cards/${key}/1200.jpg`);
    expect(statusCode).toBe(404);
  });

  it('has one size and one format', async () => {
    const path = await readCardPath('/');
    for (const file of ['600.jpg', '1200.avif', '1200.png'])
      expect((await test.app.inject(path.replace('1200.jpg', file))).statusCode).toBe(404);
  });
});
