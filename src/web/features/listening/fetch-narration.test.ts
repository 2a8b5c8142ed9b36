// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { readCurrentReader } from '#web/reader/session.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import { createArticleMeta } from '#web/testing/samples.ts';
import { awaitLongerRecording, fetchNarration } from './fetch-narration.ts';

const ash = createArticleMeta('Ash');
const TIMINGS = { recording: 'r1', narrator: 'af', seconds: 28, chapters: [], sentences: [] };

let responders: Record<string, () => Response | Promise<never>>;
let requestedFiles: string[];
beforeEach(() => {
  responders = {};
  requestedFiles = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const file = url.replace('/audio/Plumbline.ash.af.', '');
    requestedFiles.push(file);
    return responders[file]!();
  });
  signIn('ada', { tier: 'premium' });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
    signOut();
  };
});

const respondWith =
  (body: object, status = 200) =>
  () =>
    Response.json(body, { status });

it('returns the full recording to readers with Premium', async () => {
  responders.json = respondWith({ ...TIMINGS, seconds: 300 });
  expect(await fetchNarration(ash, 'af')).toMatchObject({
    extent: 'full',
    source: '/audio/Plumbline.ash.af.mp3?recording=r1',
    seconds: 300,
    audioSeconds: 300,
  });
});

it('returns the recorded part while the rest is being recorded', async () => {
  responders.json = respondWith({ ...TIMINGS, expected: 310 }, 202);
  expect(await fetchNarration(ash, 'af')).toMatchObject({
    extent: 'partial',
    source: '/audio/Plumbline.ash.af.preview.mp3?recording=r1',
    seconds: 310,
    audioSeconds: 28,
  });
});

it('returns the longest part that exists, under a URL of its own', async () => {
  responders.json = respondWith(
    { ...TIMINGS, file: 'beginning-9.mp3', seconds: 60, expected: 310 },
    202,
  );
  expect(await fetchNarration(ash, 'af')).toMatchObject({
    extent: 'partial',
    source: '/audio/Plumbline.ash.af.beginning-9.mp3?recording=r1',
    audioSeconds: 60,
  });
});

it('returns the beginning of the preview to other readers while the rest is being recorded', async () => {
  responders['preview.json'] = respondWith(
    { ...TIMINGS, file: 'opening-2.mp3', seconds: 5, expected: 30 },
    202,
  );
  signIn('bea');
  expect(await fetchNarration(ash, 'af')).toMatchObject({
    extent: 'opening',
    source: '/audio/Plumbline.ash.af.opening-2.mp3?recording=r1',
    seconds: 30,
    audioSeconds: 5,
  });
});

it('waits for a longer part, and asks more often while the part is short', async () => {
  vi.useFakeTimers();
  const part = (seconds: number) => respondWith({ ...TIMINGS, seconds, expected: 310 }, 202);
  const queue = [part(5), part(5), part(12)];
  responders.json = () => queue.shift()!();
  const longer = awaitLongerRecording(ash, 'af', 5, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await longer).toMatchObject({ extent: 'partial', audioSeconds: 12 });
});

it('returns the preview to other readers, without asking for more', async () => {
  responders['preview.json'] = respondWith(TIMINGS);
  signIn('bea');
  expect(await fetchNarration(ash, 'af')).toMatchObject({ extent: 'preview', seconds: 28 });
  expect(requestedFiles).toEqual(['preview.json']);
});

it('returns the preview if the server says that Premium has ended', async () => {
  responders.json = respondWith({}, 403);
  responders['preview.json'] = respondWith(TIMINGS);
  expect(await fetchNarration(ash, 'af')).toMatchObject({ extent: 'preview' });
  expect(readCurrentReader()).not.toBeNull();
});

it('ends the session in the browser if it has ended on the server', async () => {
  responders.json = respondWith({}, 401);
  responders['preview.json'] = respondWith(TIMINGS);
  await fetchNarration(ash, 'af');
  expect(readCurrentReader()).toBeNull();
});

it.each([404, 429, 500])('rejects when the server responds with %s', async (status) => {
  responders.json = respondWith({}, status);
  await expect(fetchNarration(ash, 'af')).rejects.toMatchObject({ status });
});

it('asks a busy server again, and then rejects', async () => {
  vi.useFakeTimers();
  const queue = [
    respondWith({}, 503),
    respondWith({}, 503),
    respondWith({ ...TIMINGS, seconds: 300 }),
  ];
  responders.json = () => queue.shift()!();
  const narration = fetchNarration(ash, 'af');
  await vi.advanceTimersByTimeAsync(4000);
  expect(await narration).toMatchObject({ extent: 'full' });

  requestedFiles = [];
  responders.json = respondWith({}, 503);
  const rejection = expect(fetchNarration(ash, 'af')).rejects.toMatchObject({ status: 503 });
  await vi.advanceTimersByTimeAsync(6000);
  await rejection;
  expect(requestedFiles).toHaveLength(4);
});

it('waits for the full recording, even after a dropped connection', async () => {
  vi.useFakeTimers();
  const queue = [
    respondWith({ ...TIMINGS, expected: 310 }, 202),
    () => Promise.reject(new TypeError('Failed to fetch')),
    respondWith({ ...TIMINGS, seconds: 300 }),
  ];
  responders.json = () => queue.shift()!();
  const fullRecording = awaitLongerRecording(ash, 'af', 28, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await fullRecording).toMatchObject({ extent: 'full', seconds: 300 });
  expect(requestedFiles).toHaveLength(3);
});

it('waits through a few server errors', async () => {
  vi.useFakeTimers();
  const respondPartial = respondWith({ ...TIMINGS, expected: 310 }, 202);
  const queue = [500, 502, 504, 429].flatMap((status) => [respondWith({}, status), respondPartial]);
  responders.json = () => (queue.shift() ?? respondWith({ ...TIMINGS, seconds: 300 }))();
  const fullRecording = awaitLongerRecording(ash, 'af', 28, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await fullRecording).toMatchObject({ extent: 'full' });
});

it('waits as long as a slow model may take, and polls less often after a while', async () => {
  vi.useFakeTimers();
  const minutes = (count: number) => vi.advanceTimersByTimeAsync(60_000 * count);
  responders.json = respondWith({ ...TIMINGS, expected: 310 }, 202);
  const fullRecording = awaitLongerRecording(ash, 'af', 28, new AbortController().signal);
  await minutes(50);
  expect(requestedFiles.length).toBeLessThan(450);
  responders.json = respondWith({ ...TIMINGS, seconds: 300 });
  await minutes(1);
  expect(await fullRecording).toMatchObject({ extent: 'full' });

  responders.json = respondWith({ ...TIMINGS, expected: 310 }, 202);
  const rejection = expect(
    awaitLongerRecording(ash, 'af', 28, new AbortController().signal),
  ).rejects.toThrow();
  await minutes(61);
  await rejection;
});

it.each([
  ['there is no narration', 404, 1],
  ['the server keeps failing', 500, 5],
])('stops waiting for the recording if %s', async (_, status, requestCount) => {
  vi.useFakeTimers();
  responders.json = respondWith({}, status);
  const rejection = expect(
    awaitLongerRecording(ash, 'af', 28, new AbortController().signal),
  ).rejects.toMatchObject({
    status,
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await rejection;
  expect(requestedFiles).toHaveLength(requestCount);
});

it('stops waiting once it is cancelled', async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const stopped = expect(awaitLongerRecording(ash, 'af', 28, controller.signal)).rejects.toThrow();
  controller.abort();
  await vi.advanceTimersByTimeAsync(2000);
  await stopped;
  expect(requestedFiles).toEqual([]);
});
