import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getPropertyTestRunCount, isRunOfAllTests } from '../../scripts/test-scope.mjs';
import { storedErrorGroups } from './platform/errors/schema.ts';
import { updateRole } from './readers/accounts/repository.ts';
import { createIdeaFields } from './studio/testing/ai-results.ts';
import { createLibraryTestApp, type LibraryTestApp } from './testing/app.ts';
import { selectTestDatabaseEngines } from './testing/databases.ts';
import { createPageTokenWithContent, listInvalidTokenContents } from './testing/forged-tokens.ts';
import { signInTestReader, type TestReader } from './testing/reader.ts';

/** Hostile values for parameters of URLs, percent-encoded. */
const VALUES = [
  '',
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF%FE',
  '%F4%8F%BF%BF',
  '%EF%BF%BE',
  '%EF%BF%BD',
  '%E2%80%AE%E2%80%8D',
  '%F0%9F%91%A9%E2%80%8D%F0%9F%9A%80',
  '%CD%A0'.repeat(100),
  '%EF%B7%BA'.repeat(100),
  '%E3%8C%96'.repeat(100),
  '%F0%9D%95%8F'.repeat(50),
  '%F0%93%80%80%20%F0%9E%A4%80%20%EA%99%AE',
  '%D9%A3%20%C2%BD%20%E2%91%A0%20%C2%B2',
  '.x',
  '%2E%2E',
  'a%2F%2Fb',
  '%2E%2E%2F%2E%2E%2Fb',
  "'",
  '%27%20OR%201%3D1--',
  '%5C',
  '%25_%25',
  '%26%20%7C%20!%20(%20%3A*%20%3C-%3E',
  'a%3A*%20b%3AA',
  'x'.repeat(100),
  'x'.repeat(199),
  'x'.repeat(5000),
  '0',
  '-1',
  '2147483648',
  '9223372036854775808',
  '1e400',
  '-0',
  '0x10',
  'NaN',
  'Infinity',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  'infinity',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '%7B00000000-0000-4000-8000-000000000000%7D',
  '{}',
  '[]',
  'null',
  'true',
  '__proto__',
  'constructor',
];

/** Hostile JSON values for request bodies. */
const JSON_VALUES = [
  'null',
  'true',
  '[]',
  '{}',
  '0',
  '-0',
  '1e400',
  '5e-324',
  '1e-400',
  '2147483648',
  '9223372036854775808',
  '""',
  '"\\u0000"',
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\uffff\\ufffe"',
  '"0000-01-01"',
  '"0000-01-01T00:00:00Z"',
  '"00000000-0000-0000-0000-000000000000"',
  `"${'x'.repeat(500)}"`,
  `"${'\u{1F680}'.repeat(251)}"`,
  `${'['.repeat(500)}${']'.repeat(500)}`,
  '{"__proto__":{"x":1}}',
];

const QUERIES = [
  'articles?alias=',
  'articles?category=',
  'articles?category=sct&subcategory=',
  'articles?subcategory=',
  'articles?limit=',
  'articles?nextToken=',
  'search?q=',
  'search?q=bridge%20',
  'search?q=bridge&limit=',
  'search?q=bridge&nextToken=',
  'bookmarks?limit=',
  'bookmarks?nextToken=',
  'bookmarks?order=',
  'bookmarks?q=',
  'bookmarks?order=author&q=',
  'feed?limit=',
  'feed?nextToken=',
  'authors?x=',
  'user/data?x=',
  'user/listening?x=',
].map((query) => `/api/v1/${query}`);

const PAGES = [
  '/articles?q=',
  '/articles?category=',
  '/articles?category=sct&subcategory=',
  '/articles?from=',
  '/authors/Potsherd/articles?from=',
  '/authors?category=',
  '/page-payload/articles?q=',
  '/auth?error=',
  '/auth/signin?provider=',
  '/auth/signin?redirect=',
  '/auth/callback?state=x&code=',
  '/auth/signout?redirect=',
  '/oembed?url=',
  '/oembed?url=http%3A%2F%2Flocalhost%3A3000%2FPotsherd%2F',
  '/oembed?url=http%3A%2F%2Flocalhost%3A3000%2F&maxwidth=',
  '/search/suggestions?q=',
];

/**
 * Returns true if the hostile value with index `value` is tested in the place with index `placeIndex`. A place is, for
 * example, a path segment or a field of a request body. A quick test run covers a third of all combinations, but still
 * tests every value and every place.
 */
const isTested = (placeIndex: number, value: number) =>
  (placeIndex + value) % getPropertyTestRunCount(3, 1) === 0;
/**
 * Returns the combinations of hostile values and places that are tested. `createPlaces` returns every place, such as a
 * URL or request body, with the given value inserted.
 */
const listTestedPlaces = <Place>(
  values: readonly string[],
  createPlaces: (value: string) => Place[],
): Place[] =>
  values.flatMap((value, at) =>
    createPlaces(value).filter((_, placeIndex) => isTested(placeIndex, at)),
  );

/**
 * Returns true if forged content makes a valid page token for a list that is sorted by name, because any string can be
 * a name.
 */
const isOfSomeAuthor = (forged: string | Uint8Array) =>
  /^\[1,"(infinity|now)"/.test(String(forged));

let addressCount = 0;
/** Returns a new IP address for each request, so that rate limits do not apply. */
function nextAddress(): string {
  addressCount += 1;
  return `10.${addressCount >> 16}.${(addressCount >> 8) & 255}.${addressCount & 255}`;
}

describe.each(await selectTestDatabaseEngines())('hostile input, on $name', ({ openFilled }) => {
  let test: LibraryTestApp;
  let reader: TestReader;

  beforeAll(async () => {
    test = await createLibraryTestApp(openFilled);
    reader = await signInTestReader(test.database, 'ada');
    for (const { id, authorAlias } of test.library) {
      await call('PUT', `/api/v1/articles/${authorAlias}/${id}/bookmark`);
      await call('PUT', `/api/v1/authors/${authorAlias}/follow`);
    }
  });
  afterAll(() => test.close());

  const call = (
    method: 'GET' | 'PUT' | 'POST' | 'DELETE',
    url: string,
    payload?: string,
    { cookies } = reader,
  ) => {
    const body = payload !== undefined && {
      payload,
      headers: {
        'content-type': 'application/json',
        'x-content-sha256': createHash('sha256').update(payload).digest('hex'),
      },
    };
    return test.app.inject({ method, url, cookies, remoteAddress: nextAddress(), ...body });
  };
  const fetchStatus = async (...args: Parameters<typeof call>) => (await call(...args)).statusCode;
  const expectNoRecordedErrors = async () => {
    expect(await test.database.queries.select().from(storedErrorGroups)).toEqual([]);
  };

  describe('in a page token', () => {
    it.each([
      ['articles', '/api/v1/articles?', () => 'articles   '],
      ['an author', '/api/v1/articles?alias=Potsherd&', () => 'articles potsherd  '],
      ['a search', '/api/v1/search?q=the%20a&', () => 'search the a'],
      ['bookmarks', '/api/v1/bookmarks?', () => `bookmarks ${reader.user.id} kept `],
      [
        'bookmarks by author',
        '/api/v1/bookmarks?order=author&',
        () => `bookmarks ${reader.user.id} author `,
      ],
      [
        'bookmarks by length',
        '/api/v1/bookmarks?order=length&q=a&',
        () => `bookmarks ${reader.user.id} length a`,
      ],
      ['the feed', '/api/v1/feed?', () => `feed ${reader.user.id}`],
    ])('is rejected by the list of %s', async (_, listUrl, getContext) => {
      const { nextToken } = (await call('GET', `${listUrl}limit=1`)).json().data;
      const content = Buffer.from(nextToken, 'base64url').subarray(8);
      // First checks that `getContext` returns the context for which the list issues its page tokens. With any other
      // context, every forged token would be rejected for this reason alone, and the test would prove nothing.
      expect(createPageTokenWithContent(getContext(), content)).toBe(nextToken);
      const [, ...key] = JSON.parse(content.toString());
      for (const forged of listInvalidTokenContents(key).filter((each) => !isOfSomeAuthor(each))) {
        const url = `${listUrl}limit=1&nextToken=${createPageTokenWithContent(getContext(), forged)}`;
        const response = await call('GET', url);
        // The error message begins with "nextToken" if the parameter is empty or too long, and with "This nextToken" if
        // the token is invalid.
        expect([response.statusCode, response.json().error], String(forged)).toEqual([
          400,
          expect.stringMatching(/^(This )?nextToken/),
        ]);
      }
      expect(await fetchStatus('GET', `${listUrl}limit=1&nextToken=${nextToken}`)).toBe(200);
      await expectNoRecordedErrors();
    });
  });

  it.each([...QUERIES, ...PAGES].map((urlPrefix, placeIndex) => [urlPrefix, placeIndex] as const))(
    'in %s causes no internal error',
    async (urlPrefix, placeIndex) => {
      for (const value of VALUES.filter((_, at) => isTested(placeIndex, at)))
        expect(await fetchStatus('GET', urlPrefix + value), value).toBeLessThan(500);
      await expectNoRecordedErrors();
    },
  );

  it('in a path causes no internal error', async () => {
    const { id } = test.library[0]!;
    const requests = listTestedPlaces(VALUES, (value) => [
      ['GET', `/${value}`],
      ['GET', `/Potsherd/${value}`],
      ['GET', `/${value}/slug`],
      ['GET', `/authors/${value}`],
      ['GET', `/authors/${value}/articles`],
      ['GET', `/page-payload/${value}`],
      ['GET', `/images/covers/${value}/960.jpg`],
      ['GET', `/images/covers/${id}.${value}/960.jpg`],
      ['GET', `/images/avatars/${id}.whc.1/${value}.jpg`],
      ['GET', `/images/cards/${value}/1200.jpg`],
      ['GET', `/images/cards/${id}.art${value}/1200.jpg`],
      ['GET', `/images/podcasts/${value}/3000.jpg`],
      ['GET', `/images/podcasts/previews.${value}/3000.jpg`],
      ['GET', `/images/podcasts/previews.1/${value}`],
      ['GET', `/audio/${value}`],
      ['GET', `/audio/Potsherd.${id}.af.${value}`],
      ['GET', `/audio/${value}.mp3`],
      ['GET', `/podcast/episodes/${value}`],
      ['GET', `/podcast/episodes/${id}.af.${value}.mp3`],
      ['GET', `/podcast/private/${value}/feed.xml`],
      ['GET', `/podcast/private/${'x'.repeat(43)}/${value}`],
      ['GET', `/embed/${value}/slug`],
      ['GET', `/embed/Potsherd/${value}`],
      ['GET', `/Potsherd/${value}.md`],
      ['GET', `/feeds/${value}.xml`],
      ['GET', `/authors/${value}/feed.atom`],
      ['GET', `/sitemap-${value}.xml`],
      ['GET', `/assets/${value}`],
      ['GET', `/studio/${value}`],
      ['PUT', `/api/v1/articles/${value}/${id}/bookmark`],
      ['PUT', `/api/v1/articles/Potsherd/${value}/bookmark`],
      ['DELETE', `/api/v1/articles/${value}/${value}/bookmark`],
      ['GET', `/api/v1/articles/${value}/${id}/feedback`],
      ['DELETE', `/api/v1/articles/Potsherd/${value}/feedback`],
      ['PUT', `/api/v1/articles/${value}/${id}/place`],
      ['DELETE', `/api/v1/articles/${value}/${id}/place`],
      ['DELETE', `/api/v1/articles/Potsherd/${value}/place`],
      ['PUT', `/api/v1/authors/${value}/follow`],
      ['DELETE', `/api/v1/authors/${value}/follow`],
      ['DELETE', `/api/v1/user/sessions/${value}`],
    ]) as ['GET', string][];
    for (const [method, url] of requests)
      expect(await fetchStatus(method, url), `${method} ${url}`).toBeLessThan(500);
    await expectNoRecordedErrors();
  });

  it('in a body causes no internal error', async () => {
    const { id, authorAlias } = test.library[0]!;
    const articleUrl = `/api/v1/articles/${authorAlias}/${id}`;
    const bodies = listTestedPlaces(JSON_VALUES, (value) => [
      ['PUT', `${articleUrl}/feedback`, `{"feedbackType":${value}}`],
      ['PUT', `${articleUrl}/place`, `{"anchor":${value},"start":0,"seconds":0}`],
      ['PUT', `${articleUrl}/place`, `{"anchor":"title","start":${value},"seconds":0}`],
      ['PUT', `${articleUrl}/place`, `{"anchor":"title","start":0,"seconds":${value}}`],
      ['PUT', `${articleUrl}/place`, value],
      ['PUT', '/api/v1/user/narrator', `{"narrator":${value}}`],
      ['PUT', '/api/v1/user/narrator', value],
      ['PUT', `${articleUrl}/report`, `{"reason":${value}}`],
      ['PUT', `${articleUrl}/report`, `{"reason":"OTHER","explanation":${value}}`],
      ['POST', '/api/v1/authors/batch', `{"aliases":${value}}`],
      ['POST', '/api/v1/authors/batch', `{"aliases":[${value}]}`],
      ['POST', '/api/v1/user/deletion', `{"confirmation":${value}}`],
      ['POST', '/api/v1/errors', value],
      ['PUT', `${articleUrl}/feedback`, value],
    ]) as ['PUT', string, string][];
    for (const [method, url, body] of bodies)
      expect(await fetchStatus(method, url, body), `${url} ${body}`).toBeLessThan(500);
    await expectNoRecordedErrors();
  });

  it.runIf(isRunOfAllTests())('in a body of the studio causes no internal error', async () => {
    const editor = await signInTestReader(test.database, 'edda');
    await updateRole(test.database.queries, editor.user.id, 'editor');
    const { id } = test.library[0]!;
    const articleUrl = `/api/v1/studio/articles/${id}`;
    const articleResponse = await call('GET', articleUrl, undefined, editor);
    const { manuscript } = articleResponse.json().data;
    const author = (await call('GET', '/api/v1/studio/authors', undefined, editor)).json().data;
    const authorId = author.authors[0].id;
    const idea = { ...createIdeaFields('quib'), title: 'VALUE' };
    const saveBodies = [
      ...['title', 'slug', 'alt', 'subcategory'].map((field) => ({ [field]: 'VALUE' })),
      { summary: ['VALUE', '', '', '', ''] },
      { introduction: ['VALUE'], keywords: ['VALUE'] },
      { corrections: [{ on: '2026-11-24', what: 'VALUE' }] },
      { corrections: [{ on: 'VALUE', what: '' }] },
    ].map((changes) => ({
      base: manuscript.version,
      content: { ...manuscript.content, ...changes },
    }));
    const bodies = [
      ...saveBodies.map((body) => ['PUT', `${articleUrl}/manuscript`, body] as const),
      ['POST', '/api/v1/studio/articles', { author: 'VALUE', title: 'VALUE' }] as const,
      ['POST', '/api/v1/studio/ideas', { authorId, idea, allowSimilar: true }] as const,
      [
        'POST',
        '/api/v1/studio/ideas/similarity',
        { title: 'VALUE', thesis: 'VALUE', object: '' },
      ] as const,
      ...['accept', 'publish', 'VALUE'].map(
        (event) => ['POST', `${articleUrl}/moves`, { event, version: 'VALUE' }] as const,
      ),
      ['POST', `${articleUrl}/update`, { version: 'VALUE' }] as const,
      ['POST', `${articleUrl}/read`, { version: 'VALUE' }] as const,
      ['PUT', `${articleUrl}/manuscript`, { base: 'VALUE', content: manuscript.content }] as const,
      ['POST', `${articleUrl}/versions/1/restore`, { base: 'VALUE' }] as const,
      ['PUT', `${articleUrl}/schedule`, { at: 'VALUE', version: 'VALUE' }] as const,
      ['PUT', `${articleUrl}/schedule`, { at: 'VALUE', version: manuscript.version }] as const,
      [
        'POST',
        `${articleUrl}/conflict`,
        { choice: 'ours', version: 'VALUE', seenAt: '2026-11-24T00:00:00Z' },
      ] as const,
      [
        'POST',
        `${articleUrl}/conflict`,
        { choice: 'ours', version: manuscript.version, seenAt: 'VALUE' },
      ] as const,
      [
        'POST',
        `/api/v1/studio/reports/${id}/decision`,
        { decision: 'dismiss', seenUntil: 'VALUE' },
      ] as const,
    ];
    const requests = listTestedPlaces(JSON_VALUES, (value) =>
      bodies.map(([method, url, template]) => {
        const body = JSON.stringify(template).replaceAll('"VALUE"', () => value);
        return [method, url, body] as const;
      }),
    );
    for (const [method, url, body] of requests) {
      const { statusCode } = await call(method, url, body, editor);
      expect(statusCode, `${url} ${body}`).toBeLessThan(500);
    }
    await expectNoRecordedErrors();
  });

  it.runIf(isRunOfAllTests())('in a URL of the studio causes no internal error', async () => {
    const editor = await signInTestReader(test.database, 'edda');
    await updateRole(test.database.queries, editor.user.id, 'editor');
    const { id } = test.library[0]!;
    const paths = listTestedPlaces(VALUES, (value) => [
      `articles/${value}`,
      `articles/${id}/versions/${value}`,
      `articles/${id}/drawings?category=tae&from=${value}`,
      `articles/${id}/drawings/tae/${value}/320`,
      `photos/${value}`,
      `photos/${value}/whole`,
      `figures/articles?order=${value}`,
      `figures/days?article=${value}`,
      `figures/days?author=${value}`,
      `audit?subjectId=${value}`,
      `audit?nextToken=${value}`,
      `reports?nextToken=${value}`,
      `messages?nextToken=${value}`,
    ]);
    for (const path of paths) {
      const { statusCode } = await call('GET', `/api/v1/studio/${path}`, undefined, editor);
      expect(statusCode, path).toBeLessThan(500);
    }
    await expectNoRecordedErrors();
  });

  it.runIf(isRunOfAllTests())(
    'in a body of the studio is rejected at any depth of nesting',
    async () => {
      const editor = await signInTestReader(test.database, 'edda');
      await updateRole(test.database.queries, editor.user.id, 'editor');
      const { id } = test.library[0]!;
      const articleUrl = `/api/v1/studio/articles/${id}`;
      const { manuscript } = (await call('GET', articleUrl, undefined, editor)).json().data;
      const nestedValues = [
        ['['.repeat(100_000), ']'.repeat(100_000)],
        ['{"a":'.repeat(30_000), '}'.repeat(30_000)],
      ].map(([open, close]) => `${open}1${close}`);
      const template = JSON.stringify({
        base: manuscript.version,
        content: { ...manuscript.content, introduction: ['VALUE'] },
      });
      const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
      for (const value of nestedValues)
        for (const [method, path, body] of [
          ['PUT', `${articleUrl}/manuscript`, template.replace('"VALUE"', value)],
          ['PUT', `${articleUrl}/manuscript`, value],
        ] as const) {
          const response = await fetch(origin + path, {
            method,
            body,
            headers: {
              'content-type': 'application/json',
              'x-content-sha256': createHash('sha256').update(body).digest('hex'),
              cookie: `session=${editor.cookies.session}`,
            },
          });
          expect([response.status, (await response.json()).error]).toEqual([
            400,
            expect.stringMatching(/must be|is missing|does not know/),
          ]);
        }
      await expectNoRecordedErrors();
    },
  );

  it('in an error report is stored or rejected', async () => {
    for (const value of JSON_VALUES.filter((value) => value.startsWith('"') && value !== '""')) {
      const body = `{"message":${value},"stack":${value},"path":${value}}`;
      const response = await test.app.inject({
        method: 'POST',
        url: '/api/v1/errors',
        payload: body,
        headers: {
          'content-type': 'application/json',
          'x-content-sha256': createHash('sha256').update(body).digest('hex'),
        },
        remoteAddress: '203.0.113.9',
      });
      expect([204, 400], value).toContain(response.statusCode);
    }
    await expect
      .poll(async () => (await test.database.queries.select().from(storedErrorGroups)).length)
      .toBeGreaterThan(0);
    const storedErrors = await test.database.queries.select().from(storedErrorGroups);
    expect(new Set(storedErrors.map(({ source }) => source))).toEqual(new Set(['browser']));
  });

  it('in a cookie is not a session', async () => {
    for (const value of VALUES) {
      const headers = { cookie: `session=${value}; id_token=${value}` };
      const request = { url: '/api/v1/feed', headers, remoteAddress: nextAddress() };
      const { statusCode } = await test.app.inject(request);
      expect(statusCode, value).toBe(401);
    }
  });
});
