import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ArticleMeta } from '#domain/article.ts';
import { NARRATORS_BY_ID, type NarratorId } from '#domain/narrators.ts';
import type { RecordingTimings } from '#domain/timings.ts';
import { listPublishedArticles } from '#server/catalogue/articles/repository.ts';
import { articles } from '#server/catalogue/articles/schema.ts';
import { NarrationService } from '#server/catalogue/narration/narration-service.ts';
import { createNarratorSampleService } from '#server/catalogue/narration/narrator-sample-service.ts';
import { VoiceTrialService } from '#server/catalogue/narration/voice-trial-service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { Database } from '#server/platform/db/database.ts';
import { openFileStore } from '#server/platform/files/service.ts';
import { users } from '#server/readers/accounts/schema.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { selectTestDatabaseEngines } from '#server/testing/databases.ts';
import {
  createHummingSpeechEngine,
  createVoicesWithFingerprint,
  recordScriptAsHum,
} from '#server/testing/humming-recorder.ts';
import { signInTestReader, type TestReader } from '#server/testing/reader.ts';
import { buildLexicon, EMPTY_LEXICON } from '#speech/script/lexicon.ts';
import { isRunOfAllTests } from '../../../../scripts/test-scope.mjs';

/** The recorder waits for this promise before the first sentence of a recording. */
let startGate = Promise.resolve();
/** Number of sentences after which the recorder fails. */
let sentencesBeforeFailure = Number.POSITIVE_INFINITY;
/** The recorder waits for this promise before it fails. */
let failureGate = Promise.resolve();
let recordingCount = 0;
/** A recorder that waits before each sentence, so that tests can request a recording while it is being made. */
const recordSlowly: typeof recordScriptAsHum = async function* (...parameters) {
  recordingCount++;
  await startGate;
  const parts = recordScriptAsHum(...parameters);
  let next = await parts.next();
  for (let sentenceCount = 0; !next.done; next = await parts.next()) {
    await wait(2);
    if (++sentenceCount > sentencesBeforeFailure) {
      await failureGate;
      throw new Error('The voice is lost.');
    }
    yield next.value;
  }
  return next.value;
};

describe.each(await selectTestDatabaseEngines())('audio files, on $name', ({ openFilled }) => {
  let database: Database;
  let test: TestApp;
  let folder: string;
  let article: ArticleMeta;
  let free: TestReader;
  let premium: TestReader;
  let narrations: NarrationService;
  const errors: unknown[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'octavo-listening-'));
    database = await openFilled();
    const files = await openFileStore(readConfig({}), folder);
    const recorder = { record: recordSlowly };
    narrations = new NarrationService(database, files, recorder, {
      pictures: { read: async () => undefined },
      lexicon: buildLexicon({}),
      voices: createVoicesWithFingerprint('humming'),
      onFault: (error) => errors.push(error),
    });
    const samples = createNarratorSampleService(database, files, recorder, {
      voices: createVoicesWithFingerprint('humming'),
    });
    const speech = createHummingSpeechEngine();
    const trials = new VoiceTrialService(speech, EMPTY_LEXICON);
    test = await createTestApp(database, {}, undefined, undefined, {
      audio: { narrations, samples, speech, trials },
    });
    article = (await listPublishedArticles(database.queries, {}, 1)).metas[0]!;
    await narrations.record(article.id, 'af');
    free = await signInTestReader(database, 'free');
    premium = await signInTestReader(database, 'premium');
    await database.queries
      .update(users)
      .set({ tier: 'premium', subscriptionStatus: 'active' })
      .where(eq(users.id, premium.user.id));
  });
  afterAll(async () => {
    await test.close();
    rmSync(folder, { recursive: true });
  });

  const getAudioUrl = (file = 'mp3', narrator: NarratorId = 'af') =>
    `/audio/${article.authorAlias}.${article.id}.${narrator}.${file}`;
  const get = (url: string, reader?: TestReader, options: InjectOptions = {}) =>
    test.app.inject({ url, ...(reader && { cookies: reader.cookies }), ...options });
  const getRange = (range: string, headers: Record<string, string> = {}) =>
    get(getAudioUrl(), premium, { headers: { range, ...headers } });

  it('do not block pages while many requests wait', async () => {
    const origin = await test.app.listen({ port: 0, host: '127.0.0.1' });
    let requestCount = 0;
    test.app.server.on('request', () => {
      requestCount += 1;
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    startGate = promise;
    const responses = Array.from({ length: 20 }, () =>
      fetch(origin + getAudioUrl('preview.json', 'bm')).then(({ status }) => status),
    );
    await expect.poll(() => requestCount).toBe(20);
    const page = await fetch(`${origin}/api/v1/articles?limit=7`);
    expect(page.status).toBe(200);
    resolve();
    for (const status of await Promise.all(responses)) expect([200, 202]).toContain(status);
  });

  describe('a narration', () => {
    it.each(['mp3', 'json', 'vtt'])('requires Premium: %s', async (file) => {
      expect((await get(getAudioUrl(file))).statusCode).toBe(401);
      expect((await get(getAudioUrl(file), free)).statusCode).toBe(403);
      const response = await get(getAudioUrl(file), premium);
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('private, no-cache');
      expect(response.rawPayload).toHaveLength(Number(response.headers['content-length']));
    });

    it('is forbidden after Premium has ended', async () => {
      const pastDue = await signInTestReader(database, 'past');
      await database.queries
        .update(users)
        .set({ tier: 'premium', subscriptionStatus: 'past_due' })
        .where(eq(users.id, pastDue.user.id));
      expect((await get(getAudioUrl(), pastDue)).statusCode).toBe(403);
    });

    it('supports HEAD requests', async () => {
      const { statusCode, headers, rawPayload } = await get(getAudioUrl(), premium, {
        method: 'HEAD',
      });
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-type': 'audio/mpeg' });
      expect(Number(headers['content-length'])).toBeGreaterThan(1000);
      expect(rawPayload).toHaveLength(0);
    });

    it('supports range requests', async () => {
      const fullAudio = (await get(getAudioUrl(), premium)).rawPayload;
      const size = fullAudio.length;
      const cases: [range: string, from: number, to: number][] = [
        ['bytes=0-', 0, size - 1],
        ['bytes=0-0', 0, 0],
        ['bytes=100-199', 100, 199],
        [`bytes=${size - 1}-`, size - 1, size - 1],
        [`bytes=0-${size + 1000}`, 0, size - 1],
        ['bytes=-1', size - 1, size - 1],
        [`bytes=-${size}`, 0, size - 1],
        [`bytes=-${size + 1}`, 0, size - 1],
      ];
      for (const [range, from, to] of cases) {
        const { statusCode, headers, rawPayload } = await getRange(range);
        expect([range, statusCode]).toEqual([range, 206]);
        expect(headers['content-range']).toBe(`bytes ${from}-${to}/${size}`);
        expect(rawPayload.equals(fullAudio.subarray(from, to + 1))).toBe(true);
      }
      for (const unsatisfiable of [`bytes=${size}-`, `bytes=${size + 5}-${size + 9}`, 'bytes=-0']) {
        const { statusCode, headers } = await getRange(unsatisfiable);
        expect([unsatisfiable, statusCode]).toEqual([unsatisfiable, 416]);
        expect(headers['content-range']).toBe(`bytes */${size}`);
      }
      for (const ignored of ['bytes=5-2', 'bytes=a-b', 'seconds=0-1', 'bytes=0-1,3-4'])
        expect([ignored, (await getRange(ignored)).statusCode]).toEqual([ignored, 200]);
    });

    it('is sent completely if the range is for another version', async () => {
      const { etag } = (await get(getAudioUrl(), premium)).headers;
      expect((await getRange('bytes=5-9', { 'if-range': String(etag) })).statusCode).toBe(206);
      expect((await getRange('bytes=5-9', { 'if-range': '"another"' })).statusCode).toBe(200);
      expect((await getRange('bytes=99999999-', { 'if-range': '"another"' })).statusCode).toBe(200);
      expect((await getRange('bytes=99999999-', { 'if-range': String(etag) })).statusCode).toBe(
        416,
      );
    });

    it('responds with 304 if it is unchanged', async () => {
      const { etag } = (await get(getAudioUrl(), premium)).headers;
      const matchingEtag = { headers: { 'if-none-match': `"other", W/${etag}` } };
      for (const options of [matchingEtag, { headers: { 'if-none-match': '*' } }])
        for (const method of ['GET', 'HEAD'] as const) {
          const response = await get(getAudioUrl(), premium, { ...options, method });
          expect([response.statusCode, response.rawPayload.length]).toEqual([304, 0]);
          expect(response.headers.etag).toBe(etag);
        }
      const otherEtag = { headers: { 'if-none-match': '"other"' } };
      expect((await get(getAudioUrl(), premium, otherEtag)).statusCode).toBe(200);
    });

    it('responds with 412 if `If-Match` names another version', async () => {
      const { etag } = (await get(getAudioUrl(), premium)).headers;
      const cases: [ifMatch: string, status: number][] = [
        ['*', 200],
        [`"other", ${etag}`, 200],
        ['"other"', 412],
        // With `If-Match`, a weak ETag never matches, because it does not identify exact bytes (RFC 9110, 13.1.1).
        [`W/${etag}`, 412],
      ];
      for (const [ifMatch, status] of cases)
        for (const method of ['GET', 'HEAD'] as const) {
          const response = await get(getAudioUrl(), premium, {
            method,
            headers: { 'if-match': ifMatch },
          });
          expect([ifMatch, method, response.statusCode]).toEqual([ifMatch, method, status]);
          if (status === 412) expect(response.rawPayload).toHaveLength(0);
        }
    });

    it('is generated on the first request, which gets the preview', async () => {
      const response = await get(getAudioUrl('json', 'bm'), premium);
      expect(response.statusCode).toBe(202);
      expect(response.headers).toMatchObject({ 'cache-control': 'no-store', 'retry-after': '2' });
      const { seconds, recorded, expected, outline, sentences, recording } = response.json();
      expect(seconds).toBeLessThanOrEqual(30);
      expect(recorded).toBeGreaterThanOrEqual(seconds);
      expect(expected).toBeGreaterThan(120);
      expect(sentences[0]).toMatchObject({ anchor: 'title', start: 0 });
      expect((await get(getAudioUrl('preview.mp3', 'bm'))).statusCode).toBe(200);
      await expect
        .poll(async () => {
          const finalResponse = await get(getAudioUrl('json', 'bm'), premium);
          return [finalResponse.statusCode, finalResponse.json().recording];
        })
        .toEqual([200, recording]);
      const { chapters } = (await get(getAudioUrl('json', 'bm'), premium)).json<RecordingTimings>();
      expect(outline.slice(0, chapters.length)).toEqual(chapters.map(({ title }) => title));
      expect(outline.at(-1)).toBe('Conclusion');
      expect((await get(getAudioUrl('mp3', 'bm'), premium)).statusCode).toBe(200);
    });

    it('responds with a retry time while it is generated', async () => {
      const { statusCode, headers, body } = await get(getAudioUrl('mp3', 'bf'), premium);
      expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
      expect(JSON.parse(body)).toEqual({
        error: 'This recording isn’t ready yet. Try again in a few seconds.',
      });
      await expect
        .poll(async () => (await get(getAudioUrl('mp3', 'bf'), premium)).statusCode)
        .toBe(200);
    });

    it.runIf(isRunOfAllTests())(
      'responds with a retry time if it takes too long, and is generated anyway',
      async () => {
        const { metas } = await listPublishedArticles(database.queries, {}, 2);
        const { authorAlias, id } = metas[1]!;
        const { promise, resolve } = Promise.withResolvers<void>();
        startGate = promise;
        const { statusCode, headers } = await get(`/audio/${authorAlias}.${id}.af.preview.mp3`);
        expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
        resolve();
        await expect
          .poll(async () => (await get(`/audio/${authorAlias}.${id}.af.preview.mp3`)).statusCode)
          .toBe(200);
      },
    );

    it('records a failure after the preview, and does not retry with every request', async () => {
      const { authorAlias, id } = (await listPublishedArticles(database.queries, {}, 3)).metas[2]!;
      const getFileUrl = (file: string) => `/audio/${authorAlias}.${id}.bm.${file}`;
      const countBefore = recordingCount;
      sentencesBeforeFailure = 40;
      const { promise, resolve } = Promise.withResolvers<void>();
      failureGate = promise;
      onTestFinished(() => {
        sentencesBeforeFailure = Number.POSITIVE_INFINITY;
        vi.useRealTimers();
      });
      expect((await get(getFileUrl('json'), premium)).statusCode).toBe(202);
      resolve();
      await expect.poll(() => errors).toEqual([new Error('The voice is lost.')]);
      for (const file of ['json', 'mp3', 'json']) {
        const { statusCode, body } = await get(getFileUrl(file), premium);
        expect([statusCode, body]).toEqual([500, expect.stringContaining('Something went wrong')]);
      }
      expect(recordingCount).toBe(countBefore + 1);
      expect((await get(getFileUrl('preview.mp3'))).statusCode).toBe(200);

      sentencesBeforeFailure = Number.POSITIVE_INFINITY;
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 });
      expect((await get(getFileUrl('json'), premium)).statusCode).toBe(202);
      vi.useRealTimers();
      await narrations.record(id, 'bm');
      expect((await get(getFileUrl('json'), premium)).statusCode).toBe(200);
    });

    it('is not generated for unauthorized callers', async () => {
      expect((await get(getAudioUrl('json', 'am'))).statusCode).toBe(401);
      expect((await get(getAudioUrl('json', 'am'), free)).statusCode).toBe(403);
      expect(await narrations.isRecorded(article.id, 'am')).toBe(false);
      // Requesting the preview, which is public, does not start the full recording.
      expect((await get(getAudioUrl('preview.mp3', 'am'), free)).statusCode).toBe(200);
      expect(await narrations.isRecorded(article.id, 'am')).toBe(false);
    });

    it('plays to its end after the article changes, without mixing recordings', async () => {
      const { recording } = (await get(getAudioUrl('json'), premium)).json();
      const source = `${getAudioUrl()}?recording=${recording}`;
      const earlierAudio = (await get(source, premium)).rawPayload;
      const changeTitle = async (title: string) => {
        await database.queries.update(articles).set({ title }).where(eq(articles.id, article.id));
        narrations.invalidate([`article:${article.id}`]);
      };
      await changeTitle('It says something else');
      const rangeOptions = { headers: { range: 'bytes=50000-' } };
      const response = await get(source, premium, rangeOptions);
      expect(response.statusCode).toBe(206);
      expect(response.rawPayload.equals(earlierAudio.subarray(50_000))).toBe(true);
      expect((await get(source.replace('mp3', 'preview.mp3'))).statusCode).toBe(200);
      // The query parameter `recording` does not lift the Premium requirement. It can only select recordings of the
      // URL's article by the URL's narrator.
      expect((await get(source, free)).statusCode).toBe(403);
      await narrations.record(article.id, 'af');
      expect((await get(getAudioUrl(), premium)).rawPayload.equals(earlierAudio)).toBe(false);
      expect(
        (await get(source, premium, rangeOptions)).rawPayload.equals(earlierAudio.subarray(50_000)),
      ).toBe(true);
      for (const otherUrl of [source.replace('.af.', '.bm.'), `${getAudioUrl()}?recording=../x`]) {
        const refusal = await get(otherUrl, premium);
        expect([otherUrl, refusal.statusCode]).toEqual([otherUrl, 404]);
        expect(refusal.json().error).toMatch(
          /^This recording of the article is no longer available/,
        );
      }
      rmSync(path.join(folder, 'narrations', `${recording}.mp3`));
      expect((await get(source, premium, rangeOptions)).statusCode).toBe(404);
      await changeTitle(article.title);
      await narrations.record(article.id, 'af');
    });

    it('has one URL for each spelling of the article id', async () => {
      const getUppercaseUrl = (file: string) =>
        getAudioUrl(file).replace(article.id, article.id.toUpperCase());
      const { recording } = (await get(getUppercaseUrl('json'), premium)).json();
      const changeTitle = async (title: string) => {
        await database.queries.update(articles).set({ title }).where(eq(articles.id, article.id));
        narrations.invalidate([`article:${article.id}`]);
      };
      await changeTitle('It says something else');
      const response = await get(`${getUppercaseUrl('mp3')}?recording=${recording}`, premium);
      expect(response.statusCode).toBe(200);
      await narrations.record(article.id, 'af');
      expect((await get(getUppercaseUrl('json'), premium)).json().recording).not.toBe(recording);
      await changeTitle(article.title);
    });

    it('does not exist for unknown narrators and articles', async () => {
      const id = crypto.randomUUID();
      for (const url of [
        getAudioUrl('mp3', 'xx' as NarratorId),
        getAudioUrl('mp4'),
        getAudioUrl().replace(article.id, id),
        getAudioUrl().replace(article.authorAlias, 'Nobody'),
        `/audio/${article.id}.af.mp3`,
        '/audio/af.mp3',
        '/audio/..mp3',
        '/audio/%2e%2e%2f.af.mp3',
        getAudioUrl().replace('.af.', '.AF.'),
        getAudioUrl('MP3'),
        getAudioUrl('preview'),
        getAudioUrl('preview.preview.mp3'),
        getAudioUrl('mp3\0'.replace('\0', '%00')),
        getAudioUrl().replace(article.authorAlias, 'No%00body'),
        getAudioUrl().replace(article.authorAlias, 'a'.repeat(100)),
        getAudioUrl().replace(article.authorAlias, '%F0%9F%8E%A7'),
        getAudioUrl().replace(article.id, '..'),
        '/audio/..%2f..%2faf.sample.mp3',
        '/audio/AF.sample.mp3',
        '/audio/af.sample.json',
        '/audio/af.sample.mp3%00',
      ]) {
        const response = await get(url, premium);
        expect([url, response.statusCode]).toEqual([url, 404]);
        expect(response.json().error).toMatch(/^[A-Z].*\.$/);
      }
      const longUrl = getAudioUrl().replace(article.authorAlias, 'a'.repeat(5000));
      expect([400, 404, 414]).toContain((await get(longUrl, premium)).statusCode);
    });

    it('does not exist for withdrawn articles', async () => {
      const setStatus = (status: 'archived' | 'published') =>
        database.queries.update(articles).set({ status }).where(eq(articles.id, article.id));
      await setStatus('archived');
      expect((await get(getAudioUrl(), premium)).statusCode).toBe(404);
      expect((await get(getAudioUrl('preview.mp3'))).statusCode).toBe(404);
      await setStatus('published');
      expect((await get(getAudioUrl(), premium)).statusCode).toBe(200);
    });

    it('does not exist while an editor has turned off audio, with a reason', async () => {
      const setHasAudio = async (hasAudio: boolean) => {
        await database.queries
          .update(articles)
          .set({ hasAudio })
          .where(eq(articles.id, article.id));
        narrations.invalidate([`article:${article.id}`]);
      };
      await setHasAudio(false);
      for (const [file, reader] of [['mp3', premium], ['json'], ['preview.mp3']] as const) {
        const response = await get(getAudioUrl(file), reader);
        expect([file, response.statusCode]).toEqual([file, 404]);
        expect(response.json()).toEqual({ error: 'This article has no audio.' });
      }
      await setHasAudio(true);
      expect((await get(getAudioUrl(), premium)).statusCode).toBe(200);
    });
  });

  describe('a preview', () => {
    it('is public and limited to the first thirty seconds', async () => {
      const { statusCode, headers, rawPayload } = await get(getAudioUrl('preview.mp3'));
      expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
      const timings = (await get(getAudioUrl('preview.json'))).json();
      expect(timings.seconds).toBeLessThanOrEqual(30);
      expect(timings.seconds).toBeGreaterThan(18);
      for (const { from, to } of timings.sentences) {
        expect(from).toBeLessThan(timings.seconds);
        expect(to).toBeLessThanOrEqual(timings.seconds);
      }
      const fullAudio = (await get(getAudioUrl(), premium)).rawPayload;
      // Audio files have 6,000 bytes per second. The limit for a preview is the size of 31 seconds instead of 30, to
      // allow for the file's ID3 tag and additional frames.
      expect(rawPayload.length).toBeLessThan(31 * 6000);
      expect(fullAudio.length).toBeGreaterThan(2 * rawPayload.length);
    });

    it('cannot be extended by range requests', async () => {
      const { rawPayload } = await get(getAudioUrl('preview.mp3'));
      const rangeOptions = { headers: { range: `bytes=${rawPayload.length}-` } };
      expect((await get(getAudioUrl('preview.mp3'), undefined, rangeOptions)).statusCode).toBe(416);
    });

    it('has cues for its own part only', async () => {
      const { body, headers } = await get(getAudioUrl('preview.vtt'));
      expect(headers['content-type']).toMatch('text/vtt');
      expect(body).toMatch(/^WEBVTT\n\ntitle:0\n00:00:00\.000 --> 00:00:01\.008\n/);
      expect(body).toContain(article.title);
    });
  });

  it.each(Object.keys(NARRATORS_BY_ID))('publishes a sample of %s', async (narrator) => {
    const first = await get(`/audio/${narrator}.sample.mp3`);
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-type']).toBe('audio/mpeg');
    const second = await get(`/audio/${narrator}.sample.mp3`);
    expect(second.rawPayload.equals(first.rawPayload)).toBe(true);
    expect((await get('/audio/xx.sample.mp3')).statusCode).toBe(404);
  });

  it.runIf(isRunOfAllTests())('responds with a retry time if a sample takes too long', async () => {
    for (const name of readdirSync(path.join(folder, 'narrations/samples')))
      rmSync(path.join(folder, 'narrations/samples', name));
    const { promise, resolve } = Promise.withResolvers<void>();
    startGate = promise;
    const { statusCode, headers } = await get('/audio/bm.sample.mp3');
    expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
    resolve();
    await expect.poll(async () => (await get('/audio/bm.sample.mp3')).statusCode).toBe(200);
  });
});
