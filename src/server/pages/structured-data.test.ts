import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authorPath, categoryPath } from '#domain/paths.ts';
import { ALL_SCREENS, hasPathParameters } from '#domain/screens.ts';
import { createLibraryTestApp, type LibraryTestApp } from '#server/testing/app.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { SchemaOrgVocabulary, type StructuredThing } from './testing/schema-org-vocabulary.ts';

let test: LibraryTestApp;
const vocabulary = new SchemaOrgVocabulary();
beforeAll(async () => {
  test = await createLibraryTestApp(pgliteTestEngine.openFilled);
});
afterAll(() => test.close());

/** Returns the structured data in the document of a page. */
async function readStructuredData(path: string): Promise<StructuredThing[]> {
  const { body } = await test.app.inject(path);
  const blocks = body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g);
  return [...blocks].map(([, json]) => JSON.parse(json!));
}

/** Screens whose pages have structured data. */
const DESCRIBED_SCREENS = [
  'home',
  'articles',
  'authors',
  'author',
  'author-articles',
  'article',
  'about',
];

describe('the structured data', () => {
  it.each(ALL_SCREENS.map((screen) => [screen.id, screen] as const))(
    'of the screen %s has only types, properties and values that schema.org defines',
    async (id, screen) => {
      const { authorAlias, category, subcategory } = test.library[0]!;
      const paths: Record<string, string[]> = {
        articles: [
          '/articles',
          categoryPath(category),
          categoryPath(category, subcategory),
          '/articles?q=rome',
        ],
        author: [authorPath(authorAlias)],
        'author-articles': [`${authorPath(authorAlias)}/articles`],
        article: test.library.map(({ path }) => path),
      };
      expect(paths[id] !== undefined || !hasPathParameters(screen)).toBe(true);
      for (const path of paths[id] ?? [screen.path]) {
        const data = await readStructuredData(path);
        expect(data, path).toHaveLength(DESCRIBED_SCREENS.includes(id) ? 1 : 0);
        for (const thing of data) {
          expect(thing['@context']).toBe('https://schema.org');
          expect(vocabulary.listErrors(thing), path).toEqual([]);
        }
      }
    },
  );
});

describe('the vocabulary', () => {
  const listErrors = (thing: StructuredThing) => vocabulary.listErrors(thing);

  it('accepts what schema.org allows', () => {
    expect(
      listErrors({
        '@type': 'Article',
        headline: 'A title',
        datePublished: '2026-01-31T12:00:00.000Z',
        timeRequired: 'PT5M',
        image: 'https://octavo.example/picture.jpg',
        author: [{ '@type': 'Organization', name: 'Octavo' }, { '@id': 'https://octavo.example/' }],
        isAccessibleForFree: true,
        // In schema.org's vocabulary, `NewsMediaOrganization` is a subtype of `Organization`, so it is a valid
        // publisher.
        publisher: { '@type': 'NewsMediaOrganization', name: 'Octavo' },
      }),
    ).toEqual([]);
  });

  it.each<[string, StructuredThing, string]>([
    ['an unknown type', { '@type': 'Artikel' }, ': unknown type Artikel'],
    ['a missing type', { name: 'Octavo' }, ': has no type'],
    ['an unknown property', { '@type': 'Article', titel: 'A' }, 'titel: unknown property'],
    ['another type’s property', { '@type': 'Person', headline: 'A' }, 'headline: Person has no'],
    ['a superseded property', { '@type': 'Place', map: 'https://a.example' }, 'map: unknown'],
    ['a boolean as a number', { '@type': 'ListItem', position: true }, 'position: not'],
    [
      'a text as a boolean',
      { '@type': 'Article', isAccessibleForFree: 'yes' },
      'Free: not Boolean',
    ],
    ['a text as a date', { '@type': 'Article', datePublished: 'today' }, 'datePublished: not Date'],
    ['a path as a URL', { '@type': 'Article', url: '/a' }, 'url: not URL'],
    ['a wrong duration', { '@type': 'Article', timeRequired: '5 minutes' }, 'timeRequired: not'],
    ['a wrong thing', { '@type': 'Article', author: { '@type': 'ListItem' } }, 'author: not'],
    [
      'an error in a part of a thing',
      { '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', nr: 1 }] },
      'itemListElement.0.nr: unknown property',
    ],
  ])('rejects %s', (_, thing, error) => {
    expect(listErrors(thing).join()).toContain(error);
  });
});
