import { expect, test } from '../support/browser.ts';

/** The cascade layers from `src/ui/styles`, weakest first. */
const LAYERS = ['tokens', 'base', 'ui', 'features', 'layout', 'screens'];

for (const path of ['/', '/articles', '/authors', '/faq', '/terms', '/plans', '/settings', '/nope'])
  test(`the document of ${path} names the cascade layers in their order`, async ({ request }) => {
    const html = await (await request.get(path)).text();
    const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)]
      .map(([, css]) => css)
      .join('');
    const layerNames = [...styles.matchAll(/@layer ([\w, ]+)[;{]/g)].flatMap(([, names]) =>
      names!.split(/,\s*/),
    );
    expect([...new Set(layerNames)]).toEqual(LAYERS);
  });
