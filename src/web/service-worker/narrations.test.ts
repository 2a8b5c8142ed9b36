// @vitest-environment jsdom
import { Blob as NodeBlob } from 'node:buffer';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeCacheStorage } from '#web/testing/fake-caches.ts';
import {
  checkSubscriptionIfDue,
  createAudioResponse,
  createTimingsResponse,
  isRecordingUrl,
  isTimingsUrl,
  updateDownloadRights,
} from './narrations.ts';

const DAY = 24 * 3_600_000;
const CACHE = 'reader-narrations:ada';
const ORIGIN = 'https://octavo.test';
const TIMINGS = '/audio/Ada.1.af.json';
const AUDIO = '/audio/Ada.1.af.mp3?recording=r1';
const rejectAsOffline = () => Promise.reject(new TypeError('Failed to fetch'));

let storage: FakeCacheStorage;
/** The server's responses by path. Requests for all other paths fail as if the server were unreachable. */
let server: Record<string, () => Response | Promise<Response>>;
const requests: string[] = [];

const createProfileResponse = (subscriptionTier: string, subscriptionStatus: string | null) =>
  Response.json({ data: { subscriptionTier, subscriptionStatus } });
const requestTimings = (path = TIMINGS) =>
  createTimingsResponse(new Request(ORIGIN + path), () => {});
const requestAudio = (range?: string, path = AUDIO) =>
  createAudioResponse(new Request(ORIGIN + path, range ? { headers: { range } } : {}));
const readRecording = async (response: Response) => (await response.json()).recording;

beforeEach(async () => {
  vi.useFakeTimers();
  storage = new FakeCacheStorage();
  server = {};
  requests.length = 0;
  // Node's `Response` does not accept jsdom's blobs, so Node's `Blob` replaces them.
  vi.stubGlobal('Blob', NodeBlob);
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const { pathname, search } = new URL(
      typeof request === 'string' ? request : request.url,
      ORIGIN,
    );
    requests.push(pathname + search);
    return (server[pathname + search] ?? rejectAsOffline)();
  });
  const cache = await storage.open(CACHE);
  await cache.put(TIMINGS, Response.json({ recording: 'r1', narrator: 'af' }));
  const headers = { 'content-type': 'audio/mpeg', etag: '"r1"' };
  await cache.put(AUDIO, new Response('0123456789', { headers }));
  await updateDownloadRights(createProfileResponse('premium', 'active'));
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  };
});

it.each([
  ['/audio/Ada.1.af.json', true, false],
  ['/audio/Ada.1.af.preview.json', false, false],
  ['/audio/Ada.1.bm.mp3?recording=r', false, true],
  ['/audio/Ada.1.bm.mp3', false, false],
  ['/audio/Ada.1.bm.preview.mp3?recording=r', false, false],
  ['/audio/Ada.1.bm.beginning-3.mp3?recording=r', false, false],
  ['/audio/bm.sample.mp3', false, false],
])('handles %s as timings: %s, as a recording: %s', (path, isTimings, isRecording) => {
  const url = new URL(path, ORIGIN);
  expect([isTimingsUrl(url), isRecordingUrl(url)]).toEqual([isTimings, isRecording]);
});

describe('without a network', () => {
  it('sends the downloaded timings and audio', async () => {
    expect(await readRecording(await requestTimings())).toBe('r1');
    const audio = await requestAudio();
    expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);
    expect(await audio.text()).toBe('0123456789');
    expect(requests).not.toContain(AUDIO);
  });

  it.each([
    ['bytes=0-', '0123456789', 'bytes 0-9/10'],
    ['bytes=2-4', '234', 'bytes 2-4/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
  ])('sends the range %s', async (range, text, contentRange) => {
    const response = await requestAudio(range);
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(contentRange);
    expect(response.headers.get('content-length')).toBe(`${text.length}`);
    expect(response.headers.get('etag')).toBe('"r1"');
    expect(await response.text()).toBe(text);
  });

  it('refuses a range after the end', async () => {
    const response = await requestAudio('bytes=10-');
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  it('sends the timings of another narrator if only that one is downloaded', async () => {
    const timings = await requestTimings('/audio/Ada.1.bm.json');
    expect(await timings.json()).toEqual({ recording: 'r1', narrator: 'af' });
  });

  it('fails for an article that is not downloaded', async () => {
    await expect(requestTimings('/audio/Ada.2.af.json')).rejects.toThrow('Failed to fetch');
    const request = requestAudio(undefined, '/audio/Ada.2.af.mp3?recording=r1');
    await expect(request).rejects.toThrow('Failed to fetch');
  });
});

describe('with a network', () => {
  it('never mixes a newer recording with the downloaded one', async () => {
    const newerPath = '/audio/Ada.1.af.mp3?recording=r2';
    server[TIMINGS] = () => Response.json({ recording: 'r2' });
    server[newerPath] = () => new Response('newer');
    expect(await readRecording(await requestTimings())).toBe('r2');
    expect(await (await requestAudio(undefined, newerPath)).text()).toBe('newer');
    delete server[TIMINGS];
    expect(await readRecording(await requestTimings())).toBe('r1');
    expect(await (await requestAudio()).text()).toBe('0123456789');
  });

  it('sends the downloaded timings if the server fails', async () => {
    server[TIMINGS] = () => new Response('', { status: 502 });
    expect(await readRecording(await requestTimings())).toBe('r1');
  });

  it('sends the downloaded timings if the server is slow', async () => {
    server[TIMINGS] = () => new Promise(() => {});
    const timings = requestTimings();
    await vi.advanceTimersByTimeAsync(5000);
    expect(await readRecording(await timings)).toBe('r1');
  });

  it('waits for the server if the narration is not downloaded', async () => {
    const path = '/audio/Ada.2.af.json';
    server[path] = async () => {
      await new Promise((resolve) => setTimeout(resolve, 20_000));
      return Response.json({ recording: 'late' });
    };
    const timings = requestTimings(path);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await readRecording(await timings)).toBe('late');
  });

  it('removes the downloads of an article whose narration is gone', async () => {
    const cache = await storage.open(CACHE);
    await cache.put('/audio/Ada.10.af.json', Response.json({}));
    server[TIMINGS] = () => new Response('', { status: 404 });
    expect((await requestTimings()).status).toBe(404);
    expect(storage.listPaths(CACHE)).toEqual(['/audio/Ada.10.af.json', '/narration-rights.json']);
  });
});

describe('the right to play downloads', () => {
  it('ends thirty days after the last check, until the next one', async () => {
    vi.advanceTimersByTime(30 * DAY + 1);
    expect((await requestTimings()).status).toBe(402);
    await expect(requestAudio()).rejects.toThrow('Failed to fetch');
    server['/api/v1/user/profile'] = () => createProfileResponse('premium', 'trialing');
    await checkSubscriptionIfDue();
    expect((await requestTimings()).status).toBe(200);
    expect((await requestAudio()).status).toBe(200);
  });

  it.each([200, 202])('is extended by timings with the status %s', async (status) => {
    vi.advanceTimersByTime(20 * DAY);
    server['/audio/Ada.2.bm.json'] = () => Response.json({}, { status });
    await requestTimings('/audio/Ada.2.bm.json');
    vi.advanceTimersByTime(20 * DAY);
    expect((await requestTimings()).status).toBe(200);
  });

  it('is checked once a day', async () => {
    server['/api/v1/user/profile'] = () => createProfileResponse('premium', 'active');
    vi.advanceTimersByTime(DAY / 2);
    await checkSubscriptionIfDue();
    expect(requests).toEqual([]);
    vi.advanceTimersByTime(DAY);
    await checkSubscriptionIfDue();
    await checkSubscriptionIfDue();
    expect(requests).toEqual(['/api/v1/user/profile']);
  });

  it('is not checked without downloads', async () => {
    await storage.delete(CACHE);
    await checkSubscriptionIfDue();
    expect(requests).toEqual([]);
  });

  it.each([
    ['ended', () => createProfileResponse('free', 'canceled')],
    ['unpaid', () => createProfileResponse('premium', 'past_due')],
    ['of an ended session', () => new Response('', { status: 401 })],
  ])('ends with a Premium that is %s, which removes the downloads', async (_, respond) => {
    vi.advanceTimersByTime(2 * DAY);
    server['/api/v1/user/profile'] = respond;
    await checkSubscriptionIfDue();
    expect(await storage.keys()).toEqual([]);
  });

  it('ends if the server refuses timings, which removes the downloads', async () => {
    server[TIMINGS] = () => new Response('', { status: 403 });
    expect((await requestTimings()).status).toBe(403);
    expect(await storage.keys()).toEqual([]);
  });

  it.each([
    ['cannot be reached', rejectAsOffline],
    ['fails', () => new Response('', { status: 503 })],
  ])('remains if the server %s', async (_, respond) => {
    vi.advanceTimersByTime(2 * DAY);
    server['/api/v1/user/profile'] = respond;
    await checkSubscriptionIfDue();
    expect((await requestTimings()).status).toBe(200);
  });
});
