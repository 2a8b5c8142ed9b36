import { expect, it, vi } from 'vitest';
import { FakeCacheStorage } from '#web/testing/fake-caches.ts';
import { getPictureFolderPath, removeReaderCaches } from './saved-pages.ts';

it('gives all files of a picture one folder, and no other path', () => {
  expect(getPictureFolderPath('/images/covers/a.haw.12/960.avif')).toBe('/images/covers/a.haw.12');
  expect(getPictureFolderPath('/images/avatars/b/64.jpg')).toBe('/images/avatars/b');
  for (const path of ['/images/covers/a', '/Plumbline/images', '/images/other/a/1.png'])
    expect(getPictureFolderPath(path)).toBeUndefined();
});

it('removes the data of all readers, or of all but one, and nothing of visitors', async () => {
  const storage = new FakeCacheStorage();
  const adaCaches = ['reader-articles:ada', 'reader-narrations:ada'];
  for (const name of ['visitor-articles', 'assets', ...adaCaches, 'reader-narrations:bea'])
    await storage.open(name);
  await removeReaderCaches('ada');
  expect(await storage.keys()).toEqual(['visitor-articles', 'assets', ...adaCaches]);
  await removeReaderCaches();
  expect(await storage.keys()).toEqual(['visitor-articles', 'assets']);
  vi.unstubAllGlobals();
});
