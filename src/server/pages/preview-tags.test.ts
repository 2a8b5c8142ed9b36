import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getCategory, getSubcategory } from '#domain/categories.ts';
import { authorPath, categoryPath } from '#domain/paths.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';

const ORIGIN = 'http://localhost:3000';

let test: LibraryTestApp;
beforeAll(async () => {
  test = await createLibraryTestApp(pgliteTestEngine.openFilled);
});
afterAll(() => test.close());

const readDocument = async (path: string) => (await test.app.inject(path)).body;

interface Thing {
  '@type': string;
  [property: string]: unknown;
}

/** Returns the objects in a page's structured data, by type. */
async function readThings(path: string): Promise<Record<string, Thing>> {
  const document = await readDocument(path);
  const [, json = '{}'] =
    /<script type="application\/ld\+json">(.*?)<\/script>/.exec(document) ?? [];
  const { '@context': context, '@graph': graph, ...thing } = JSON.parse(json);
  expect(context).toBe(json === '{}' ? undefined : 'https://schema.org');
  const things: Thing[] = graph ?? (thing['@type'] ? [thing] : []);
  return Object.fromEntries(things.map((each) => [each['@type'], each]));
}

describe('structured data', () => {
  it('describes an article, and its place in the library', async () => {
    const { path, title, tagline, authorAlias, category, subcategory, createdAt, readingMinutes } =
      test.library[0]!;
    const { Article, BreadcrumbList } = await readThings(path);
    expect(Article).toMatchObject({
      headline: title,
      description: tagline,
      datePublished: createdAt,
      articleSection: [getCategory(category).name, getSubcategory(category, subcategory).name],
      timeRequired: `PT${readingMinutes}M`,
      isAccessibleForFree: true,
      // The article's text is free, but its narration requires Premium.
      audio: { '@type': 'AudioObject', isAccessibleForFree: false },
      author: { '@type': 'Organization', url: ORIGIN + authorPath(authorAlias) },
    });
    const steps = BreadcrumbList!.itemListElement as {
      position: number;
      item?: { '@id': string };
    }[];
    expect(steps.map(({ position, item }) => [position, item?.['@id']])).toEqual([
      [1, `${ORIGIN}/articles`],
      [2, ORIGIN + categoryPath(category)],
      [3, ORIGIN + categoryPath(category, subcategory)],
      // The last breadcrumb is the article's own page and has no URL.
      [4, undefined],
    ]);
  });

  it('describes an author as what it is, and never as a person', async () => {
    const path = authorPath(test.library[0]!.authorAlias);
    const { ProfilePage } = await readThings(path);
    expect(ProfilePage!.mainEntity).toMatchObject({ '@type': 'Organization', url: ORIGIN + path });
    expect(await readDocument(path)).not.toContain('"@type":"Person"');
  });

  it('lists the articles of a list', async () => {
    const { ItemList } = await readThings('/articles');
    const items = ItemList!.itemListElement as { position: number; url: string }[];
    expect(items.length).toBeGreaterThan(5);
    for (const [index, { position, url }] of items.entries()) {
      expect(position).toBe(index + 1);
      expect(url).toBe(ORIGIN + test.library[index]!.path);
    }
  });

  it('lists the authors of a list', async () => {
    const { ItemList } = await readThings('/authors');
    const items = ItemList!.itemListElement as { url: string }[];
    const aliases = new Set(test.library.map(({ authorAlias }) => authorAlias));
    expect(items.map(({ url }) => url)).toEqual(
      [...aliases].toSorted().map((alias) => ORIGIN + authorPath(alias)),
    );
  });

  it('describes the website, with its search', async () => {
    const { WebSite } = await readThings('/');
    expect(WebSite!.potentialAction).toMatchObject({
      '@type': 'SearchAction',
      target: `${ORIGIN}/articles?q={query}`,
      'query-input': 'required name=query',
    });
    const { Organization } = await readThings('/about');
    expect(Organization).toMatchObject({ name: 'Octavo', logo: `${ORIGIN}/icons/512.png` });
  });

  it('is absent from pages that it has no words for', async () => {
    expect(await readThings('/contact')).toEqual({});
  });
});

describe('the link to the web feed', () => {
  const readFeedPath = async (path: string) =>
    /<link rel="alternate" type="application\/rss\+xml" href="([^"]*)"/.exec(
      await readDocument(path),
    )?.[1];

  it('leads to the feed with the articles of the page', async () => {
    const { authorAlias, category, subcategory, path } = test.library[0]!;
    expect(await readFeedPath('/')).toBe('/feed.xml');
    expect(await readFeedPath('/articles')).toBe('/feed.xml');
    expect(await readFeedPath(categoryPath(category))).toBe(`/feeds/${category}.xml`);
    const ofSubcategory = await readFeedPath(categoryPath(category, subcategory));
    expect(ofSubcategory).toBe(`/feeds/${category}/${subcategory}.xml`);
    const ofAuthor = await readFeedPath(authorPath(authorAlias));
    expect(ofAuthor).toBe(`/authors/${authorAlias}/feed.xml`);
    expect(await readFeedPath(path)).toBeUndefined();
    for (const feed of ['/feed.xml', ofSubcategory!, ofAuthor!])
      expect((await test.app.inject(feed)).statusCode).toBe(200);
  });
});
