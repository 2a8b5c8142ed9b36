import { createHash } from 'node:crypto';
import { getUrlOfPageUnderTest, PAGES_UNDER_TEST } from '../support/pages.ts';
import { expect, test } from '../support/test.ts';

for (const page of PAGES_UNDER_TEST)
  test(`${page.name} is served with status ${page.status}`, async ({ request, library }) => {
    const response = await request.get(getUrlOfPageUnderTest(page, library), { maxRedirects: 0 });
    expect(response.status()).toBe(page.status);
    expect(response.headers()['content-type']).toBe('text/html; charset=utf-8');
    const policy = response.headers()['content-security-policy'];
    const { scripts, styles } = hashInlineCode(await response.text());
    expect(policy).toContain(`script-src ${scripts} 'self';`);
    expect(policy).toContain(`style-src ${styles} 'self';`);
    // A 304 response must contain the content security policy, because browsers update the headers of the cached
    // response from it.
    const { etag } = response.headers();
    const revalidatedResponse = await request.get(getUrlOfPageUnderTest(page, library), {
      maxRedirects: 0,
      headers: { 'if-none-match': etag! },
    });
    expect(revalidatedResponse.headers()['content-security-policy']).toBe(policy);
  });

test('a URL with a trailing slash or other capitalization redirects permanently to the canonical URL', async ({
  request,
  library,
}) => {
  const { path } = library.articles[0]!;
  const { alias } = library.authors[0]!;
  const redirects = {
    '/about/': '/about',
    '/ABOUT': '/about',
    '/explore': '/articles',
    '/Explore?category=nsm': '/articles?category=nsm',
    [`${path}/`]: path,
    [path.toUpperCase()]: path,
    [`/authors/${alias}/`]: `/authors/${alias}`,
    [`/authors/${alias.toUpperCase()}/Articles`]: `/authors/${alias}/articles`,
  };
  for (const [from, to] of Object.entries(redirects)) {
    const response = await request.get(from, { maxRedirects: 0 });
    expect([from, response.status(), response.headers().location]).toEqual([from, 301, to]);
  }
});

test('an article’s former URL redirects to its current URL', async ({ request, library }) => {
  const response = await request.get(process.env.OCTAVO_FORMER!, { maxRedirects: 0 });
  expect(response.status()).toBe(301);
  expect(library.articles.map(({ path }) => path)).toContain(response.headers().location);
});

test('an unknown filter redirects to the full list', async ({ request }) => {
  for (const query of ['category=xyz', 'category=nsm&subcategory=xyz', 'subcategory=mea']) {
    const response = await request.get(`/articles?${query}`, { maxRedirects: 0 });
    expect([query, response.status()]).toEqual([query, 302]);
    expect(response.headers().location).toBe('/articles');
  }
});

test('every link on every page leads to an existing page and fragment', async ({
  request,
  library,
}) => {
  const documents = new Map<string, string | undefined>();
  const links = new Map<string, string>();
  for (const page of PAGES_UNDER_TEST) {
    const pageUrl = getUrlOfPageUnderTest(page, library);
    const html = await (await request.get(pageUrl)).text();
    documents.set(pageUrl, html);
    for (const link of listLinks(html, pageUrl)) if (!links.has(link)) links.set(link, pageUrl);
  }
  expect(links.size).toBeGreaterThan(library.articles.length + library.authors.length);

  const brokenLinks: string[] = [];
  for (const [link, source] of links) {
    const [url = '', id] = link.split('#');
    if (!documents.has(url)) {
      const response = await request.get(url);
      // A link to a personal page is not broken if the response is 401, because this page exists only for signed-in
      // readers.
      const exists = response.ok() || response.status() === 401;
      documents.set(url, exists ? await response.text() : undefined);
    }
    const document = documents.get(url);
    if (document === undefined || (id && !document.includes(`id="${id}"`)))
      brokenLinks.push(`${link} on ${source}`);
  }
  expect(brokenLinks).toEqual([]);
});

/** Returns the internal links of a page as path, query and fragment. */
function listLinks(html: string, pageUrl: string): string[] {
  const { origin } = new URL(process.env.OCTAVO_ORIGIN!);
  return [...html.matchAll(/<a\b[^>]*?\shref="([^"]*)"/g)]
    .map(([, href]) => new URL(href!.replaceAll('&amp;', '&'), origin + pageUrl))
    .filter((url) => url.origin === origin)
    .map(({ pathname, search, hash }) => pathname + search + hash);
}

/** Returns the hashes of a document's inline scripts and styles, in the format of a content security policy. */
function hashInlineCode(document: string) {
  const hashes = (pattern: RegExp) =>
    [...document.matchAll(pattern)]
      .map(([, content]) => createHash('sha256').update(content!).digest('base64'))
      .map((hash) => `'sha256-${hash}'`)
      .join(' ');
  return {
    // Inline JSON data needs no hash, because it is not executed. Speculation rules need a hash, because the policy
    // treats them as scripts.
    scripts: hashes(/<script(?! type="application)[^>]*>(.+?)<\/script>/gs),
    styles: hashes(/<style[^>]*>(.+?)<\/style>/gs),
  };
}
