import { expect, test } from '../support/browser.ts';

/** The cascade layers from `src/ui/styles`, weakest first. */
const LAYERS = ['tokens', 'base', 'ui', 'features', 'layout', 'screens'];

for (const address of [
  '/',
  '/articles',
  '/authors',
  '/faq',
  '/terms',
  '/plans',
  '/settings',
  '/nope',
])
  test(`the document of ${address} names the cascade layers in their order`, async ({
    request,
  }) => {
    const html = await (await request.get(address)).text();
    const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)]
      .map(([, css]) => css)
      .join('');
    const named = [...styles.matchAll(/@layer ([\w, ]+)[;{]/g)].flatMap(([, names]) =>
      names!.split(/,\s*/),
    );
    expect([...new Set(named)]).toEqual(LAYERS);
  });
