import { expect, it } from 'vitest';
import { toPictureFolder } from './saved-pages.ts';

it('gives all files of a picture one folder, and no other path', () => {
  expect(toPictureFolder('/images/covers/a.haw.12/960.avif')).toBe('/images/covers/a.haw.12');
  expect(toPictureFolder('/images/avatars/b/64.jpg')).toBe('/images/avatars/b');
  for (const path of ['/images/covers/a', '/Plumbline/images', '/images/other/a/1.png'])
    expect(toPictureFolder(path)).toBeUndefined();
});
