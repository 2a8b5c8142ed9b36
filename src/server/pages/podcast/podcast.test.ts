import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { parseFeed } from 'podcast-partytime';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import {
  MAX_PODCAST_ART_BYTES,
  PODCAST_ART_SIZE,
  PODCAST_FEED_PATH,
  PODCAST_KINDS,
  podcastArtPath,
} from '#domain/podcast.ts';
import type { RecordingTimings } from '#domain/timings.ts';
import { listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { narrations } from '#server/catalogue/narration/schema.ts';
import { MAX_ARTICLES_PER_PODCAST } from '#server/catalogue/podcast/episodes.ts';
import { announceContentChange } from '#server/platform/db/content-changes.ts';
import { pgliteTestEngine } from '#server/testing/databases.ts';
import { insertArticleCopies } from '#server/testing/insert-article-copies.ts';
import { createNarrationTestApp, type NarrationTestApp } from '#server/testing/narrated-library.ts';
import { type ParsedEpisode, PODCAST_PARSERS } from '#server/testing/podcast-parsers.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';

const ORIGIN = 'http://localhost:3000';
/** Number of articles that are recorded before the tests. The newest article is not one of them. */
const RECORDED_COUNT = 3;

let test: NarrationTestApp;
beforeAll(async () => {
  test = await createNarrationTestApp(await pgliteTestEngine.openFilled());
  for (const { id } of test.library.slice(1, RECORDED_COUNT + 1))
    await test.narrations.record(id, 'af');
});
afterAll(() => test.close());

const request = (url: string, options: InjectOptions = {}) =>
  test.app.inject({ ...options, url: url.replace(ORIGIN, '') });
async function fetchOk(url: string) {
  const response = await request(url);
  expect(response.statusCode, url).toBe(200);
  return response;
}
const readFeed = async () => (await fetchOk(PODCAST_FEED_PATH)).body;
const listEpisodes = async (): Promise<ParsedEpisode[]> =>
  PODCAST_PARSERS.feedparser!(await readFeed());
/**
 * Returns the URL of an episode's file with the given extension. Only the extension differs from the audio file's URL.
 */
const getSiblingUrl = ({ audio }: ParsedEpisode, extension: string) =>
  audio.url.replace(/\.mp3$/, `.${extension}`);

describe('the podcast for everybody', () => {
  it.each(Object.keys(PODCAST_PARSERS))(
    'has true facts about its audio, as %s reads it',
    async (parser) => {
      const episodes = await PODCAST_PARSERS[parser]!(await readFeed());
      const recorded = test.library.slice(1, RECORDED_COUNT + 1);
      expect(episodes.map(({ audio: _, ...facts }) => facts)).toEqual(
        recorded.map(({ id, title, createdAt }) => ({
          guid: `urn:uuid:${id}`,
          title,
          // Times in RSS have no milliseconds.
          publishedAt: `${createdAt.slice(0, 19)}.000Z`,
        })),
      );
      for (const { audio } of episodes) {
        const { rawPayload, headers } = await fetchOk(audio.url);
        expect(audio.url).toMatch(/^http:\/\/localhost:3000\/.*\.mp3$/);
        expect(audio).toMatchObject({ type: 'audio/mpeg', length: rawPayload.length });
        expect(headers['content-type']).toBe('audio/mpeg');
      }
    },
  );

  it('has the tags of iTunes and Podcasting 2.0', async () => {
    const feed = parseFeed(await readFeed())!;
    expect(feed).toMatchObject({
      title: 'Octavo Previews',
      language: 'en',
      explicit: false,
      itunesType: 'episodic',
      // Python's `uuid.uuid5` computed this GUID from `localhost:3000/podcast/feed.xml`.
      guid: 'd3046c77-a8ca-510a-8b7f-3bfc4ba70d47',
      locked: true,
      medium: 'podcast',
      itunesImage: ORIGIN + podcastArtPath('previews'),
    });
    expect(feed.itunesBlock ?? false).toBe(false);
    const [first] = feed.items;
    const [, article] = test.library;
    const timings = await readTimings(article!);
    expect(first).toMatchObject({
      link: ORIGIN + article!.path,
      explicit: false,
      itunesEpisodeType: 'full',
      duration: Math.round(timings.seconds),
      podcastPeople: [
        {
          name: `${article!.authorAlias} (AI author)`,
          role: 'Author',
          group: 'Writing',
          href: `${ORIGIN}/authors/${article!.authorAlias}`,
          img: expect.stringMatching(/^http:\/\/localhost:3000\/images\/avatars\/.*\.jpg$/),
        },
        { name: 'American Female (synthetic voice)', role: 'Narrator', group: 'Cast' },
      ],
      podcastChapters: { type: 'application/json+chapters' },
      podcastTranscripts: [{ type: 'text/vtt', language: 'en' }],
    });
    const xml = await readFeed();
    expect(xml).toContain(
      `<atom:link href="${ORIGIN}${PODCAST_FEED_PATH}" rel="self" type="application/rss+xml"/>`,
    );
    expect(xml).toContain('<itunes:category text="Education"/>');
    expect(xml).toContain('<itunes:explicit>false</itunes:explicit>');
    // Dates in RSS have the format of RFC 2822.
    for (const [, date] of xml.matchAll(/<pubDate>(.*?)<\/pubDate>/g))
      expect(date).toMatch(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/);
  });

  it('never makes a recording', async () => {
    const before = test.countRecordings();
    const [unrecorded] = test.library;
    expect(await readFeed()).not.toContain(unrecorded!.id);
    const recording = await test.narrations.findRecordingName(unrecorded!.id, 'af');
    for (const extension of ['mp3', 'vtt', 'chapters.json'])
      for (const narrator of ['af', 'bm']) {
        const file = `/podcast/episodes/${unrecorded!.id}.${narrator}.${recording}.${extension}`;
        expect((await request(file)).statusCode).toBe(404);
      }
    expect(test.countRecordings()).toBe(before);
  });

  it('responds to HEAD and to conditional requests', async () => {
    const { headers, body } = await fetchOk(PODCAST_FEED_PATH);
    expect(headers).toMatchObject({
      'content-type': 'application/rss+xml; charset=utf-8',
      'cache-control': expect.stringContaining('public'),
    });
    const head = await request(PODCAST_FEED_PATH, { method: 'HEAD' });
    expect([head.statusCode, head.body]).toEqual([200, '']);
    expect(head.headers.etag).toBe(headers.etag);
    const conditional = { headers: { 'if-none-match': headers.etag as string } };
    expect((await request(PODCAST_FEED_PATH, conditional)).statusCode).toBe(304);
    const [, { id, title }] = test.library as [unknown, { id: string; title: string }];
    await rename(id, 'A <new> & different title');
    await expect
      .poll(async () => (await request(PODCAST_FEED_PATH, conditional)).statusCode)
      .toBe(200);
    // A narration includes the article's title, so the recording is outdated once the title has changed.
    expect(await readFeed()).not.toContain(id);
    await rename(id, title);
    await expect.poll(readFeed).toBe(body);
  });

  it('ends the episode of a withdrawn article', async () => {
    const [episode] = await listEpisodes();
    const { id } = test.library[1]!;
    await changeArticle(id, { status: 'archived' });
    await expect.poll(readFeed).not.toContain(id);
    for (const extension of ['mp3', 'vtt', 'chapters.json'])
      expect((await request(getSiblingUrl(episode!, extension))).statusCode).toBe(404);
    await changeArticle(id, { status: 'published' });
    await expect.poll(readFeed).toContain(id);
  });
});

describe('an episode', () => {
  it('can be requested in pieces, and without its content', async () => {
    const [{ audio }] = (await listEpisodes()) as [ParsedEpisode];
    const full = await fetchOk(audio.url);
    expect(full.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const head = await request(audio.url, { method: 'HEAD' });
    expect(head.headers['content-length']).toBe(String(audio.length));
    expect(head.headers['content-type']).toBe('audio/mpeg');
    const partial = await request(audio.url, { headers: { range: 'bytes=100-199' } });
    expect(partial.statusCode).toBe(206);
    expect(partial.headers['content-range']).toBe(`bytes 100-199/${audio.length}`);
    expect(partial.rawPayload).toEqual(full.rawPayload.subarray(100, 200));
    const unsatisfiable = await request(audio.url, {
      headers: { range: `bytes=${audio.length}-` },
    });
    expect(unsatisfiable.statusCode).toBe(416);
    const headers = { 'if-none-match': full.headers.etag as string };
    expect((await request(audio.url, { headers })).statusCode).toBe(304);
  });

  it('has a transcript with the times of its sentences', async () => {
    const [episode] = (await listEpisodes()) as [ParsedEpisode];
    const { body, headers } = await fetchOk(getSiblingUrl(episode, 'vtt'));
    expect(headers['content-type']).toMatch(/^text\/vtt/);
    const { sentences, seconds } = await readTimings(test.library[1]!);
    const cues = parseWebVtt(body);
    expect(cues.map(({ from, to }) => [from, to])).toEqual(
      sentences.map(({ from, to }) => [round(from), round(to)]),
    );
    expect(cues.at(-1)!.to).toBeLessThanOrEqual(round(seconds));
    for (const { text } of cues) expect(text).not.toBe('');
  });

  it('has the parts of the article as chapters', async () => {
    const [episode] = (await listEpisodes()) as [ParsedEpisode];
    const { body, headers } = await fetchOk(getSiblingUrl(episode, 'chapters.json'));
    expect(headers['content-type']).toMatch(/^application\/json\+chapters/);
    const { chapters } = await readTimings(test.library[1]!);
    expect(chapters.length).toBeGreaterThan(1);
    expect(chapters[1]!.from).toBeGreaterThan(0);
    expect(JSON.parse(body)).toEqual({
      version: '1.2.0',
      chapters: chapters.map(({ title, from }, at) => ({ startTime: at ? from : 0, title })),
    });
  });

  it('keeps its files after the article has changed, until they are removed', async () => {
    const [episode] = (await listEpisodes()) as [ParsedEpisode];
    const { id, title } = test.library[1]!;
    const files = ['mp3', 'vtt', 'chapters.json'].map((type) => getSiblingUrl(episode, type));
    const before = await Promise.all(files.map(async (file) => (await fetchOk(file)).rawPayload));
    await rename(id, 'Another title');
    await expect.poll(readFeed).not.toContain(id);
    const after = await Promise.all(files.map(async (file) => (await fetchOk(file)).rawPayload));
    expect(after).toEqual(before);
    // A recording's URL works only with the ID of its own article and the code of its own narrator.
    for (const file of files)
      for (const other of [file.replace(id, test.library[2]!.id), file.replace('.af.', '.bm.')])
        expect((await request(other)).statusCode).toBe(404);

    await test.narrations.removeOutdated(0, new AbortController().signal);
    for (const file of files) expect((await request(file)).statusCode).toBe(404);
    await rename(id, title);
    await test.narrations.record(id, 'af');
    await announceContentChange(test.database.queries, ['list']);
    await expect.poll(readFeed).toContain(id);
  });

  it.each(['x', 'x.mp3', '%00.mp3', `${'a'.repeat(36)}.af.${'0'.repeat(32)}.mp3`])(
    'does not exist at the invalid path %s',
    async (file) => {
      expect((await request(`/podcast/episodes/${file}`)).statusCode).toBe(404);
    },
  );
});

describe('the art of the podcasts', () => {
  it.each(isRunOfAllTests() ? PODCAST_KINDS : PODCAST_KINDS.slice(0, 1))(
    'is what directories require: %s',
    async (podcast) => {
      const url = podcastArtPath(podcast);
      // On a busy machine, the first responses have status 503, because pictures are rendered with the lowest priority.
      const isDrawn = async () => (await request(url)).statusCode !== 503;
      await expect.poll(isDrawn, { timeout: 280_000 }).toBe(true);
      const { rawPayload, headers } = await fetchOk(url);
      expect(headers).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(rawPayload.length).toBeLessThan(MAX_PODCAST_ART_BYTES);
      const { width, height, format, space, hasAlpha } = await sharp(rawPayload).metadata();
      expect({ width, height }).toEqual({ width: PODCAST_ART_SIZE, height: PODCAST_ART_SIZE });
      expect({ format, space, hasAlpha }).toEqual({
        format: 'jpeg',
        space: 'srgb',
        hasAlpha: false,
      });
    },
  );

  it.each(['previews.999', 'other.1'])('does not exist under another key: %s', async (key) => {
    expect((await request(`/images/podcasts/${key}/3000.jpg`)).statusCode).toBe(404);
  });
});

it('has recordings by former voices until those by the voices in use exist', async () => {
  const before = await listEpisodes();
  test.changeVoices();
  const [{ id }, { id: idOfOldRow }] = test.library.slice(1) as [ArticleMeta, ArticleMeta];
  // Earlier releases did not store the hash of a recording's script.
  await test.database.queries
    .update(narrations)
    .set({ scriptHash: null })
    .where(eq(narrations.articleId, idOfOldRow));
  await test.narrations.record(id, 'af');
  await announceContentChange(test.database.queries, ['list']);
  await expect
    .poll(async () => (await listEpisodes())[0]!.audio.url)
    .not.toBe(before[0]!.audio.url);
  const after = await listEpisodes();
  expect(after.map(({ guid }) => guid)).toEqual(before.map(({ guid }) => guid));
  expect(after.slice(1)).toEqual(before.slice(1));
  // Podcast apps that still use the previous URL get the previous recording.
  for (const { audio } of [...before, ...after])
    expect((await fetchOk(audio.url)).rawPayload).toHaveLength(audio.length);
});

it('has a bounded number of episodes and bytes in a large library', async () => {
  const large = await createNarrationTestApp(await pgliteTestEngine.openFilled());
  const { queries } = large.database;
  await insertArticleCopies(queries, isRunOfAllTests() ? 10_000 : 2 * MAX_ARTICLES_PER_PODCAST);
  // Copies of an article have the same text, so they share one recording.
  const { metas } = await listPublishedArticles(queries, {}, MAX_ARTICLES_PER_PODCAST + 10);
  for (const { id } of metas) await large.narrations.record(id, 'af');
  const { body } = await large.app.inject(PODCAST_FEED_PATH);
  const episodes = await PODCAST_PARSERS.feedparser!(body);
  expect(episodes.map(({ guid }) => guid)).toEqual(
    metas.slice(0, MAX_ARTICLES_PER_PODCAST).map(({ id }) => `urn:uuid:${id}`),
  );
  expect(Buffer.byteLength(body)).toBeLessThan(MAX_ARTICLES_PER_PODCAST * 5000);
  await large.close();
});

async function readTimings({ id, authorAlias }: { id: string; authorAlias: string }) {
  const { body } = await fetchOk(`/audio/${authorAlias}.${id}.af.preview.json`);
  return JSON.parse(body) as RecordingTimings;
}

async function changeArticle(id: string, values: Partial<typeof articles.$inferInsert>) {
  const { queries } = test.database;
  await queries.update(articles).set(values).where(eq(articles.id, id));
  await announceContentChange(queries, [`article:${id}`, 'list']);
}
const rename = (id: string, title: string) => changeArticle(id, { title });

const round = (seconds: number) => Math.round(seconds * 1000) / 1000;

interface Cue {
  from: number;
  to: number;
  text: string;
}

/** Parses WebVTT, and checks that each cue has an identifier and that the cues are in chronological order (W3C). */
function parseWebVtt(text: string): Cue[] {
  const [signature, ...blocks] = text.trimEnd().split('\n\n');
  expect(signature).toBe('WEBVTT');
  const toSeconds = (clock: string) => {
    const [, hours, minutes, seconds] = /^(\d{2,}):([0-5]\d):([0-5]\d\.\d{3})$/.exec(clock)!;
    return round(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
  };
  const cues = blocks.map((block): Cue => {
    const [identifier, times, ...lines] = block.split('\n');
    expect(identifier).not.toContain('-->');
    const [from, to] = times!.split(' --> ').map(toSeconds) as [number, number];
    expect(to).toBeGreaterThan(from);
    expect(lines.join('\n')).not.toMatch(/-->|<|&(?!amp;|lt;|gt;)/);
    return { from, to, text: lines.join('\n') };
  });
  for (const [index, { from }] of cues.slice(1).entries())
    expect(from).toBeGreaterThanOrEqual(cues[index]!.from);
  return cues;
}
