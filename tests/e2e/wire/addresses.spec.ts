import { createHash } from 'node:crypto';
import { addressOf, PAGES } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

for (const page of PAGES)
  test(`${page.name} is served with status ${page.status}`, async ({ request, library }) => {
    const response = await request.get(addressOf(page, library), { maxRedirects: 0 });
    expect(response.status()).toBe(page.status);
    expect(response.headers()['content-type']).toBe('text/html; charset=utf-8');
    const policy = response.headers()['content-security-policy'];
    const { scripts, styles } = inlineOf(await response.text());
    expect(policy).toContain(`script-src ${scripts} 'self';`);
    expect(policy).toContain(`style-src ${styles} 'self';`);
    // Browsers bring what they keep up to date by such an answer, its policy too.
    const { etag } = response.headers();
    const again = await request.get(addressOf(page, library), {
      maxRedirects: 0,
      headers: { 'if-none-match': etag! },
    });
    expect(again.headers()['content-security-policy']).toBe(policy);
  });

test('an address with a slash at its end, or in other letters, leads to the right one for good', async ({
  request,
  library,
}) => {
  const { path } = library.articles[0]!;
  const { alias } = library.authors[0]!;
  const moves = {
    '/about/': '/about',
    '/ABOUT': '/about',
    '/explore': '/articles',
    '/Explore?category=nsm': '/articles?category=nsm',
    [`${path}/`]: path,
    [path.toUpperCase()]: path,
    [`/authors/${alias}/`]: `/authors/${alias}`,
    [`/authors/${alias.toUpperCase()}/Articles`]: `/authors/${alias}/articles`,
  };
  for (const [from, to] of Object.entries(moves)) {
    const response = await request.get(from, { maxRedirects: 0 });
    expect([from, response.status(), response.headers().location]).toEqual([from, 301, to]);
  }
});

test('an article is found under the address it had before', async ({ request, library }) => {
  const response = await request.get(process.env.OCTAVO_FORMER!, { maxRedirects: 0 });
  expect(response.status()).toBe(301);
  expect(library.articles.map(({ path }) => path)).toContain(response.headers().location);
});

test('a filter that does not exist leads to the whole list', async ({ request }) => {
  for (const query of ['category=xyz', 'category=nsm&subcategory=xyz', 'subcategory=mea']) {
    const response = await request.get(`/articles?${query}`, { maxRedirects: 0 });
    expect([query, response.status()]).toEqual([query, 302]);
    expect(response.headers().location).toBe('/articles');
  }
});

test('every link on every page leads to a page and a place that are there', async ({
  request,
  library,
}) => {
  const texts = new Map<string, string | undefined>();
  const links = new Map<string, string>();
  for (const page of PAGES) {
    const address = addressOf(page, library);
    const html = await (await request.get(address)).text();
    texts.set(address, html);
    for (const link of linksOf(html, address)) if (!links.has(link)) links.set(link, address);
  }
  expect(links.size).toBeGreaterThan(library.articles.length + library.authors.length);

  const dead: string[] = [];
  for (const [link, source] of links) {
    const [address = '', id] = link.split('#');
    if (!texts.has(address)) {
      const response = await request.get(address);
      // Personal pages exist, too, for their readers.
      const isThere = response.ok() || response.status() === 401;
      texts.set(address, isThere ? await response.text() : undefined);
    }
    const text = texts.get(address);
    if (text === undefined || (id && !text.includes(`id="${id}"`)))
      dead.push(`${link} on ${source}`);
  }
  expect(dead).toEqual([]);
});

/** The addresses within the product that a page links to: path, query and fragment. */
function linksOf(html: string, address: string): string[] {
  const { origin } = new URL(process.env.OCTAVO_ORIGIN!);
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)]
    .map(([, href]) => new URL(href!.replaceAll('&amp;', '&'), origin + address))
    .filter((url) => url.origin === origin)
    .map(({ pathname, search, hash }) => pathname + search + hash);
}

/** Hashes of the scripts and of the styles that stand in a document, as a policy names them. */
function inlineOf(document: string) {
  const hashes = (pattern: RegExp) =>
    [...document.matchAll(pattern)]
      .map(([, content]) => createHash('sha256').update(content!).digest('base64'))
      .map((hash) => `'sha256-${hash}'`)
      .join(' ');
  return {
    // Data is no script; rules for fetching ahead are, to a policy.
    scripts: hashes(/<script(?! type="application)[^>]*>(.+?)<\/script>/gs),
    styles: hashes(/<style[^>]*>(.+?)<\/style>/gs),
  };
}
