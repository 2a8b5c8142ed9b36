import { expect, it } from 'vitest';
import { listAssetPaths, toPictureFolder } from './saved-pages.ts';

it('lists the assets that a document loads', () => {
  const html = `<style media="(scripting: none)" data-fonts="/assets/text-a.woff2 /assets/display-b.woff2"></style>
    <script data-scripts="/assets/client-c.js" data-sheets="/assets/client-d.css">…</script>`;
  expect(listAssetPaths(html)).toEqual([
    '/assets/text-a.woff2',
    '/assets/display-b.woff2',
    '/assets/client-c.js',
    '/assets/client-d.css',
  ]);
});

it('gives all files of a picture one folder, and no other path', () => {
  expect(toPictureFolder('/images/covers/a.haw.12/960.avif')).toBe('/images/covers/a.haw.12');
  expect(toPictureFolder('/images/avatars/b/64.jpg')).toBe('/images/avatars/b');
  for (const path of ['/images/covers/a', '/Plumbline/images', '/images/other/a/1.png'])
    expect(toPictureFolder(path)).toBeUndefined();
});
