import { eq, sql } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { parseFeed } from 'podcast-partytime';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { NewPrivatePodcast, PrivatePodcast } from '#domain/podcast.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { RECORD_NARRATION_JOB_DEFINITION } from '#server/catalogue/narration/record-narration-job.ts';
import { narrationSettings } from '#server/catalogue/narration/schema.ts';
import { announceContentChange } from '#server/platform/db/content-changes.ts';
import type { Database } from '#server/platform/db/database.ts';
import { queryRows } from '#server/platform/db/query-rows.ts';
import { ConflictError } from '#server/platform/errors.ts';
import { createOrUpdateQueues } from '#server/platform/jobs/queues.ts';
import { users } from '#server/readers/accounts/schema.ts';
import {
  findPostgresTestEngine,
  openSecondConnection,
  pgliteTestEngine,
} from '#server/testing/databases.ts';
import { createNarrationTestApp, type NarrationTestApp } from '#server/testing/narrated-library.ts';
import { advancePerformanceNowBySeconds } from '#server/testing/performance-now.ts';
import { type ParsedEpisode, PODCAST_PARSERS } from '#server/testing/podcast-parsers.ts';
import { createApiCaller, signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { PODCAST_FEED_CACHE_MILLISECONDS } from './feeds.ts';
import { findReaderByPodcastToken } from './repository.ts';
import { createPrivatePodcastUrl } from './service.ts';

const ORIGIN = 'http://localhost:3000';
const URL_PATTERN = /^http:\/\/localhost:3000\/podcast\/private\/[\w-]{43}\/feed\.xml$/;
const DAY = 24 * 60 * 60 * 1000;

let test: NarrationTestApp;
let ada: TestReader;
let bea: TestReader;

beforeAll(async () => {
  test = await createNarrationTestApp(await pgliteTestEngine.openFilled());
  await createOrUpdateQueues(test.database, [RECORD_NARRATION_JOB_DEFINITION]);
  for (const { id } of test.library.slice(0, 2)) await test.narrations.record(id, 'af');
  ada = await signInTestReader(test.database, 'ada');
  bea = await signInTestReader(test.database, 'bea');
});
afterAll(() => test.close());
beforeEach(async () => {
  for (const reader of [ada, bea]) {
    await changeAccount(reader, { tier: 'premium', subscriptionStatus: 'active', narrator: null });
    await callAs(reader)('DELETE', '/user/podcast');
  }
});

const callAs = (reader: TestReader) => createApiCaller(test, reader);
const changeAccount = ({ user }: TestReader, values: Partial<typeof users.$inferInsert>) =>
  test.database.queries.update(users).set(values).where(eq(users.id, user.id));
async function getAddress(reader: TestReader): Promise<PrivatePodcast> {
  return (await callAs(reader)('GET', '/user/podcast')).json().data;
}
/** Creates a new podcast feed URL for a reader, as the settings page does. */
async function createAddress(reader: TestReader): Promise<NewPrivatePodcast> {
  const { id: replaces } = await getAddress(reader);
  const response = await callAs(reader)('PUT', '/user/podcast', { replaces });
  expect(response.statusCode).toBe(200);
  return response.json().data;
}
/** Sends a request as podcast apps do: without cookies. */
const request = (url: string, options: InjectOptions = {}) =>
  test.app.inject({ ...options, url: url.replace(ORIGIN, '') });
const getStatus = async (url: string) => (await request(url)).statusCode;
async function listEpisodes(url: string): Promise<ParsedEpisode[]> {
  const { statusCode, body } = await request(url);
  expect(statusCode).toBe(200);
  return PODCAST_PARSERS.feedparser!(body);
}
const listIds = async (url: string) =>
  (await listEpisodes(url)).map(({ guid }) => guid!.replace('urn:uuid:', ''));

describe('the address of a private podcast', () => {
  it('is created, shown once, and switched off', async () => {
    expect(await getAddress(ada)).toEqual({ id: null, createdAt: null });
    const { url, ...address } = await createAddress(ada);
    expect(url).toMatch(URL_PATTERN);
    expect(await getAddress(ada)).toEqual(address);
    expect(await getStatus(url)).toBe(200);
    expect((await callAs(ada)('DELETE', '/user/podcast')).statusCode).toBe(204);
    expect(await getAddress(ada)).toEqual({ id: null, createdAt: null });
    expect(await getStatus(url)).toBe(404);
  });

  it('is replaced by a new one, after which the old one and its audio fail', async () => {
    const oldAddress = await createAddress(ada);
    const [episode] = await listEpisodes(oldAddress.url);
    const newAddress = await createAddress(ada);
    expect(newAddress.url).not.toBe(oldAddress.url);
    expect(await getStatus(oldAddress.url)).toBe(404);
    expect(await getStatus(episode!.audio.url)).toBe(404);
    expect(await getStatus(newAddress.url)).toBe(200);
  });

  it('is not created by a request that did not know the current one', async () => {
    const { id, url } = await createAddress(ada);
    for (const replaces of [null, '01a1f786-d343-7750-a2d1-e015f5c91322']) {
      const response = await callAs(ada)('PUT', '/user/podcast', { replaces });
      expect(response.statusCode).toBe(409);
    }
    expect((await callAs(ada)('PUT', '/user/podcast', { replaces: 'x' })).statusCode).toBe(400);
    expect((await callAs(ada)('PUT', '/user/podcast', {})).statusCode).toBe(400);
    expect(await getStatus(url)).toBe(200);
    expect((await callAs(ada)('PUT', '/user/podcast', { replaces: id })).statusCode).toBe(200);
  });

  it('requires Premium', async () => {
    await changeAccount(ada, { tier: 'free' });
    const response = await callAs(ada)('PUT', '/user/podcast', { replaces: null });
    expect(response.statusCode).toBe(403);
    expect(response.json().error).toContain('Premium');
  });

  it('is stored as a hash only, and deleted with the account', async () => {
    const carl = await signInTestReader(test.database, 'carl');
    await changeAccount(carl, { tier: 'premium', subscriptionStatus: 'active' });
    const { url } = await createAddress(carl);
    const token = url.split('/').at(-2)!;
    const rows = await queryRows(test.database.queries, sql`SELECT * FROM private_podcasts`);
    expect(JSON.stringify(rows)).toContain(carl.user.id);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect((await callAs(carl)('GET', '/user/data')).body).not.toMatch(/token/i);
    const confirmation = carl.user.email;
    const { statusCode } = await callAs(carl)('POST', '/user/deletion', { confirmation });
    expect(statusCode).toBe(204);
    expect(await getStatus(url)).toBe(404);
  });
});

describe('a private podcast', () => {
  it.each(Object.keys(PODCAST_PARSERS))(
    'has whole narrations, as %s reads them',
    async (parser) => {
      const { url } = await createAddress(ada);
      const { body } = await request(url);
      const episodes = await PODCAST_PARSERS[parser]!(body);
      expect(episodes.map(({ guid, title }) => ({ guid, title }))).toEqual(
        test.library.slice(0, 2).map(({ id, title }) => ({ guid: `urn:uuid:${id}`, title })),
      );
      for (const [index, { audio }] of episodes.entries()) {
        const { id, authorAlias } = test.library[index]!;
        const narration = await test.app.inject({
          url: `/audio/${authorAlias}.${id}.af.mp3`,
          cookies: ada.cookies,
        });
        const { rawPayload, headers } = await request(audio.url);
        expect(rawPayload.equals(narration.rawPayload)).toBe(true);
        expect(audio).toMatchObject({ type: 'audio/mpeg', length: rawPayload.length });
        expect(headers['content-type']).toBe('audio/mpeg');
      }
    },
  );

  it('is private: blocked in directories, and neither cached nor indexed', async () => {
    const { url } = await createAddress(ada);
    const feed = parseFeed((await request(url)).body)!;
    expect(feed).toMatchObject({ title: 'Octavo Premium', itunesBlock: true, locked: true });
    const [{ audio }] = (await listEpisodes(url)) as [ParsedEpisode];
    const files = ['mp3', 'vtt', 'chapters.json'].map((extension) =>
      audio.url.replace(/\.mp3$/, `.${extension}`),
    );
    for (const file of [url, ...files]) {
      const { statusCode, headers } = await request(file);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-robots-tag': 'noindex, nofollow',
        'referrer-policy': 'no-referrer',
      });
    }
  });

  it('responds to HEAD, ranges, conditional and compressed requests', async () => {
    const { url } = await createAddress(ada);
    const { headers, body } = await request(url);
    expect(headers['content-type']).toBe('application/rss+xml; charset=utf-8');
    const head = await request(url, { method: 'HEAD' });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', headers.etag]);
    const ifNoneMatch = { 'if-none-match': headers.etag as string };
    expect((await request(url, { headers: ifNoneMatch })).statusCode).toBe(304);
    const compressed = await request(url, { headers: { 'accept-encoding': 'gzip' } });
    expect(compressed.headers['content-encoding']).toBe('gzip');
    expect(compressed.rawPayload.length).toBeLessThan(body.length);
    const [{ audio }] = (await listEpisodes(url)) as [ParsedEpisode];
    const part = await request(audio.url, { headers: { range: 'bytes=-10' } });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-range']).toBe(
      `bytes ${audio.length - 10}-${audio.length - 1}/${audio.length}`,
    );
    const audioHead = await request(audio.url, { method: 'HEAD' });
    expect(audioHead.headers['content-length']).toBe(String(audio.length));
  });

  it('stops with Premium, with a sentence, and goes on after a renewal', async () => {
    const { url } = await createAddress(ada);
    const [{ audio }] = (await listEpisodes(url)) as [ParsedEpisode];
    await changeAccount(ada, { subscriptionStatus: 'canceled' });
    for (const file of [url, audio.url]) {
      const { statusCode, headers, body } = await request(file);
      expect(statusCode).toBe(403);
      expect(JSON.parse(body).error).toContain('Premium subscription has ended');
      expect(headers['cache-control']).toBe('no-store');
      expect((await request(file, { method: 'HEAD' })).statusCode).toBe(403);
      expect((await request(file, { headers: { range: 'bytes=0-1' } })).statusCode).toBe(403);
    }
    await changeAccount(ada, { subscriptionStatus: 'trialing' });
    for (const file of [url, audio.url]) expect(await getStatus(file)).toBe(200);
  });

  it('ends the episode of a withdrawn article', async () => {
    const { url } = await createAddress(ada);
    const [{ audio }] = (await listEpisodes(url)) as [ParsedEpisode];
    const { id } = test.library[0]!;
    const setStatus = async (status: 'archived' | 'published') => {
      const { queries } = test.database;
      await queries.update(articles).set({ status }).where(eq(articles.id, id));
      await announceContentChange(queries, [`article:${id}`, 'list']);
    };
    await setStatus('archived');
    await expect.poll(() => listIds(url)).not.toContain(id);
    expect(await getStatus(audio.url)).toBe(404);
    await setStatus('published');
    await expect.poll(() => listIds(url)).toContain(id);
  });

  it('has a different address for each reader, and each opens only its own', async () => {
    const [adasAddress, beasAddress] = [await createAddress(ada), await createAddress(bea)];
    await changeAccount(bea, { subscriptionStatus: 'canceled' });
    const [episode] = (await listEpisodes(adasAddress.url)) as [ParsedEpisode];
    const [adasToken, beasToken] = [adasAddress, beasAddress].map(
      ({ url }) => url.split('/').at(-2)!,
    );
    expect(await getStatus(episode.audio.url)).toBe(200);
    expect(await getStatus(episode.audio.url.replace(adasToken!, beasToken!))).toBe(403);
    expect((await request(adasAddress.url)).body).not.toContain(beasToken);
    await createAddress(ada);
    expect(await getStatus(beasAddress.url)).toBe(403);
    await changeAccount(bea, { subscriptionStatus: 'active' });
    expect(await getStatus(beasAddress.url)).toBe(200);
  });

  it.each(['x', 'a'.repeat(43), '%00', '..%2F'])('does not exist at %s', async (token) => {
    for (const file of ['feed.xml', `${test.library[0]!.id}.af.${'0'.repeat(32)}.mp3`]) {
      const { statusCode, headers } = await request(`/podcast/private/${token}/${file}`);
      expect(statusCode).toBe(404);
      expect(headers['cache-control']).toBe('no-store');
    }
  });

  it('is limited for all addresses together', async () => {
    const limited = await createNarrationTestApp(await pgliteTestEngine.openFilled(), {
      limits: { privatePodcast: 2 },
    });
    const reader = await signInTestReader(limited.database, 'dora');
    const { queries } = limited.database;
    await queries.update(users).set({ tier: 'premium', subscriptionStatus: 'active' });
    const { url } = await createPrivatePodcastUrl(queries, reader.user, {
      replaces: null,
      origin: '',
    });
    const statuses: number[] = [];
    for (const remoteAddress of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      statuses.push((await limited.app.inject({ url, remoteAddress })).statusCode);
    expect(statuses).toEqual([200, 200, 429]);
    await limited.close();
  });
});

describe('the narrator of a private podcast', () => {
  const countRequestedRecordings = async () => {
    const rows = await queryRows(
      test.database.queries,
      sql`SELECT data FROM pgboss.job WHERE name = 'narrate-again' AND data->>'narrator' = 'bm'`,
    );
    return rows.length;
  };
  const setRecordAhead = (recordAhead: 'off' | 'new') =>
    test.database.queries
      .insert(narrationSettings)
      .values({ id: 1, version: 1, recordAhead })
      .onConflictDoUpdate({ target: narrationSettings.id, set: { recordAhead } });

  it('is the reader’s choice, and new articles wait for it', async () => {
    await changeAccount(ada, { narrator: 'bm' });
    const [first, second] = test.library;
    await setPublishedAt(first!.id, new Date(Date.now() - DAY / 2));
    await setPublishedAt(second!.id, new Date(Date.now() - 2 * DAY));
    await setRecordAhead('off');
    const { url } = await createAddress(ada);
    const recordingCount = test.countRecordings();
    // The feed contains only the older article, with the default narrator's recording. The newer article is left out
    // until the reader's preferred narrator has recorded it.
    expect(await listIds(url)).toEqual([second!.id]);
    expect((await listEpisodes(url))[0]!.audio.url).toContain('.af.');
    expect(await countRequestedRecordings()).toBe(0);

    await setRecordAhead('new');
    await listIds(url);
    // The request only enqueues recordings of the twenty newest articles. It does not make them itself.
    expect(await countRequestedRecordings()).toBe(20);
    expect(test.countRecordings()).toBe(recordingCount);
    await listIds(url);
    expect(await countRequestedRecordings()).toBe(20);

    for (const { id } of [first!, second!]) await test.narrations.record(id, 'bm');
    await advancePerformanceNowBySeconds(PODCAST_FEED_CACHE_MILLISECONDS / 1000 + 1);
    onTestFinished(() => void vi.restoreAllMocks());
    const episodes = await listEpisodes(url);
    expect(episodes).toHaveLength(2);
    for (const { audio } of episodes) {
      expect(audio.url).toContain('.bm.');
      expect((await request(audio.url)).rawPayload).toHaveLength(audio.length);
    }
  });

  async function setPublishedAt(id: string, publishedAt: Date) {
    await test.database.queries.update(articles).set({ publishedAt }).where(eq(articles.id, id));
  }
});

const postgres = await findPostgresTestEngine();
describe.runIf(postgres)('two requests for an address at once', () => {
  let database: Database;
  beforeAll(async () => {
    database = await postgres!.open();
  });
  afterAll(() => database.close());

  it('create one address, and it works', async () => {
    const { user } = await signInTestReader(database, 'eve');
    const { queries } = database;
    await queries.update(users).set({ tier: 'premium', subscriptionStatus: 'active' });
    const otherDatabase = await openSecondConnection(database);
    const create = ({ queries }: Database) =>
      createPrivatePodcastUrl(queries, user, { replaces: null, origin: '' });
    const outcomes = await Promise.allSettled(
      [database, otherDatabase, database, otherDatabase].map(create),
    );
    const created = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    expect(created).toHaveLength(1);
    for (const each of outcomes)
      if (each.status === 'rejected') expect(each.reason).toBeInstanceOf(ConflictError);
    const token = created[0]!.url.split('/').at(-2)!;
    expect((await findReaderByPodcastToken(queries, token))?.id).toBe(user.id);
    await otherDatabase.close();
  });
});
