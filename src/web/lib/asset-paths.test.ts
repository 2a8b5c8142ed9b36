import { expect, it } from 'vitest';
import { listAssetPaths } from './asset-paths.ts';

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
