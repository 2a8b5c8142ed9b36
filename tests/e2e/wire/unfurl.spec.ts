import { request } from '@playwright/test';
import { CATEGORIES } from '#domain/categories.ts';
import { authorPath, categoryPath } from '#domain/paths.ts';
import { getCategoryPageTexts } from '#server/catalogue/category-overviews/category-texts.ts';
import { UNFURLERS, type Unfurler, unfurl } from '../../support/unfurler.ts';
import { callApi, createEmailAddress, signInByApi } from '../support/accounts.ts';
import type { PublishedLibrary } from '../support/library.ts';
import { expect, test } from '../support/test.ts';

/**
 * Time limit in milliseconds for each request of a crawler. It is long enough that only a request that never ends
 * exceeds it.
 */
const TIMEOUT = 30_000;
const WHOLE_PICTURE = { type: 'image/jpeg', width: 1200, height: 630 };

const readLink = (path: string, unfurler: Unfurler) =>
  unfurl(process.env.OCTAVO_ORIGIN + path, unfurler, TIMEOUT);

/** Returns the size of a file in bytes, as stated in the server's response headers. */
async function readSize(url: string): Promise<number> {
  const { headers } = await fetch(url, { method: 'HEAD' });
  return Number(headers.get('content-length'));
}

interface SharedPage {
  path: string;
  /** The title that every crawler must find. */
  title: string;
  description: string;
  /** Path of the canonical URL, if it differs from the path of the page. */
  canonical?: string;
  /**
   * True if the page's preview has a specific picture with an alternative text, instead of Octavo's general picture.
   */
  hasOwnPicture?: true;
  status?: number;
}

function listSharedPages({ articles, authors }: PublishedLibrary): Record<string, SharedPage> {
  const article = articles[0]!;
  const author = authors.find(({ alias }) => alias === article.authorAlias)!;
  const { category } = article;
  const categoryText = getCategoryPageTexts(category, undefined);
  return {
    article: {
      path: article.path,
      title: article.title,
      description: article.tagline,
      hasOwnPicture: true,
    },
    author: {
      path: authorPath(author.alias),
      title: author.alias,
      description: author.tagline,
      hasOwnPicture: true,
    },
    category: {
      path: categoryPath(category),
      title: categoryText.title,
      description: categoryText.description,
      hasOwnPicture: true,
    },
    'landing page': {
      path: '/',
      title: 'Octavo',
      description:
        'Short articles on how the world works, each by an AI author with a point of view. Five minutes well spent.',
    },
    search: {
      path: '/articles?q=rome',
      title: 'Search: rome',
      description: `Short articles in ${CATEGORIES.length} categories.`,
      canonical: '/articles',
    },
    FAQ: {
      path: '/faq',
      title: 'FAQ',
      description: 'Answers to common questions about Octavo, its authors, and its articles.',
    },
    'missing page': {
      path: '/nobody/nothing-at-all',
      title: 'Page Not Found',
      description: 'We couldn’t find this page.',
      canonical: '/not-found',
      status: 404,
    },
  };
}

for (const unfurler of UNFURLERS)
  test(`${unfurler.name} finds title, description, picture and address of every kind of page`, async ({
    library,
  }) => {
    const origin = process.env.OCTAVO_ORIGIN!;
    for (const [name, page] of Object.entries(listSharedPages(library)))
      await test.step(name, async () => {
        const { path, title, description, canonical = path, hasOwnPicture, status = 200 } = page;
        const link = await readLink(path, unfurler);
        expect(link.status).toBe(status);
        expect(link.tags.title).toBe(title);
        expect(link.tags.description).toBe(description);
        expect(link.tags.url).toBe(origin + canonical);
        expect(link.tags.siteName).toBe('Octavo');
        expect(link.picture).toEqual({ ...WHOLE_PICTURE, bytes: await readSize(link.tags.image) });
        if (!hasOwnPicture) return;
        expect(link.tags.imageAlt).toBe(link.tags.title);
        const { width, height } = link.picture;
        expect(link.tags.imageSize).toEqual({ width, height });
      });
  });

for (const unfurler of UNFURLERS)
  test(`${unfurler.name} follows the redirects of former and misspelled addresses`, async ({
    library,
  }) => {
    const { path } = library.articles[0]!;
    for (const [from, to] of [
      [path.toUpperCase(), path],
      [`${path}/`, path],
      [process.env.OCTAVO_FORMER!, undefined],
    ] as const) {
      const { status, redirects, tags } = await readLink(from, unfurler);
      expect([status, redirects], from).toEqual([200, 1]);
      if (to) expect(tags.url).toBe(process.env.OCTAVO_ORIGIN + to);
    }
  });

test('crawlers may read pages and pictures according to robots.txt', async ({ library }) => {
  const [unfurler] = UNFURLERS as [Unfurler];
  const robots = await (await fetch(`${process.env.OCTAVO_ORIGIN}/robots.txt`)).text();
  const disallowed = [...robots.matchAll(/^Disallow: (\S+)$/gm)].map(([, prefix]) => prefix!);
  expect(disallowed.length).toBeGreaterThan(0);
  const { tags } = await readLink(library.articles[0]!.path, unfurler);
  for (const url of [tags.url, tags.image])
    for (const prefix of disallowed)
      expect(new URL(url).pathname.startsWith(prefix), `${prefix} forbids ${url}`).toBe(false);
});

test('a withdrawn article has the preview of no article', async () => {
  for (const unfurler of UNFURLERS) {
    const { status, tags } = await readLink(process.env.OCTAVO_WITHDRAWN!, unfurler);
    expect(status).toBe(410);
    expect(tags.title).toBe('Article withdrawn');
    expect(tags.imageAlt).toBe('Octavo');
  }
});

test('a crawler learns nothing about a reader whose pages it opens', async ({ library }) => {
  const article = library.articles.at(-1)!;
  const email = createEmailAddress('shared');
  const reader = await request.newContext({ baseURL: process.env.OCTAVO_ORIGIN! });
  await signInByApi(reader, email);
  const bookmark = `/articles/${article.authorAlias}/${article.id}/bookmark`;
  expect((await callApi(reader, 'PUT', bookmark)).ok()).toBe(true);
  const paths = ['/', '/profile', '/profile/following', '/profile/history', '/profile/lines'];
  for (const path of [...paths, '/settings']) {
    // The reader opens the page before the crawler, so that a cache could contain the reader's version of the page.
    const response = await reader.get(path);
    expect(response.ok()).toBe(true);
    if (path === '/profile') expect(await response.text()).toContain(article.title);
    for (const unfurler of UNFURLERS) {
      const { document, tags, picture } = await readLink(path, unfurler);
      expect(document, path).not.toContain(email);
      if (path === '/profile') expect(document).not.toContain(article.title);
      expect(tags.imageAlt, path).toBe('Octavo');
      expect(picture).toMatchObject(WHOLE_PICTURE);
    }
  }
  await reader.dispose();
});

test('a crawler finds no recording that requires Premium', async ({ library }) => {
  const article = library.articles.find(({ hasAudio }) => hasAudio)!;
  for (const unfurler of UNFURLERS) {
    const { document } = await readLink(article.path, unfurler);
    expect(document).not.toMatch(/\/audio\/[^"\s]+\.(mp3|json|vtt)/);
    expect(document).toContain('"isAccessibleForFree":false');
  }
});
