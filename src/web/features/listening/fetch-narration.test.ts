// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { readCurrentReader } from '#web/reader/session.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import { createArticleMeta } from '#web/testing/samples.ts';
import { awaitLongerRecording, fetchNarration } from './fetch-narration.ts';

const ash = createArticleMeta('Ash');
const TIMINGS = { recording: 'r1', narrator: 'af', seconds: 28, chapters: [], sentences: [] };

let answers: Record<string, () => Response | Promise<never>>;
let asked: string[];
beforeEach(() => {
  answers = {};
  asked = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const file = address.replace('/audio/Plumbline.ash.af.', '');
    asked.push(file);
    return answers[file]!();
  });
  signIn('ada', { tier: 'premium' });
  return () => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
    signOut();
  };
});

const giving =
  (body: object, status = 200) =>
  () =>
    Response.json(body, { status });

it('returns the full recording to readers with Premium', async () => {
  answers.json = giving({ ...TIMINGS, seconds: 300 });
  expect(await fetchNarration(ash, 'af')).toMatchObject({
    extent: 'full',
    source: '/audio/Plumbline.ash.af.mp3?recording=r1',
    seconds: 300,
    available: 300,
  });
});

it('returns the recorded part while the rest is being recorded', async () => {
  answers.json = giving({ ...TIMINGS, expected: 310 }, 202);
  expect(await fetchNarration(ash, 'af')).toMatchObject({
    extent: 'partial',
    source: '/audio/Plumbline.ash.af.preview.mp3?recording=r1',
    seconds: 310,
    available: 28,
  });
});

it('returns the longest part that exists, under a URL of its own', async () => {
  answers.json = giving({ ...TIMINGS, file: 'beginning-9.mp3', seconds: 60, expected: 310 }, 202);
  expect(await fetchNarration(ash, 'af')).toMatchObject({
    extent: 'partial',
    source: '/audio/Plumbline.ash.af.beginning-9.mp3?recording=r1',
    available: 60,
  });
});

it('returns the beginning of the preview to other readers while the rest is being recorded', async () => {
  answers['preview.json'] = giving(
    { ...TIMINGS, file: 'opening-2.mp3', seconds: 5, expected: 30 },
    202,
  );
  signIn('bea');
  expect(await fetchNarration(ash, 'af')).toMatchObject({
    extent: 'opening',
    source: '/audio/Plumbline.ash.af.opening-2.mp3?recording=r1',
    seconds: 30,
    available: 5,
  });
});

it('waits for a longer part, and asks more often while the part is short', async () => {
  vi.useFakeTimers();
  const part = (seconds: number) => giving({ ...TIMINGS, seconds, expected: 310 }, 202);
  const said = [part(5), part(5), part(12)];
  answers.json = () => said.shift()!();
  const longer = awaitLongerRecording(ash, 'af', 5, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(3000);
  expect(await longer).toMatchObject({ extent: 'partial', available: 12 });
});

it('returns the preview to other readers, without asking for more', async () => {
  answers['preview.json'] = giving(TIMINGS);
  signIn('bea');
  expect(await fetchNarration(ash, 'af')).toMatchObject({ extent: 'preview', seconds: 28 });
  expect(asked).toEqual(['preview.json']);
});

it('returns the preview if the server says that Premium has ended', async () => {
  answers.json = giving({}, 403);
  answers['preview.json'] = giving(TIMINGS);
  expect(await fetchNarration(ash, 'af')).toMatchObject({ extent: 'preview' });
  expect(readCurrentReader()).not.toBeNull();
});

it('ends the session in the browser if it has ended on the server', async () => {
  answers.json = giving({}, 401);
  answers['preview.json'] = giving(TIMINGS);
  await fetchNarration(ash, 'af');
  expect(readCurrentReader()).toBeNull();
});

it.each([404, 429, 500])('rejects when the server responds with %s', async (status) => {
  answers.json = giving({}, status);
  await expect(fetchNarration(ash, 'af')).rejects.toMatchObject({ status });
});

it('asks a busy server again, and then rejects', async () => {
  vi.useFakeTimers();
  const said = [giving({}, 503), giving({}, 503), giving({ ...TIMINGS, seconds: 300 })];
  answers.json = () => said.shift()!();
  const found = fetchNarration(ash, 'af');
  await vi.advanceTimersByTimeAsync(4000);
  expect(await found).toMatchObject({ extent: 'full' });

  asked = [];
  answers.json = giving({}, 503);
  const none = expect(fetchNarration(ash, 'af')).rejects.toMatchObject({ status: 503 });
  await vi.advanceTimersByTimeAsync(6000);
  await none;
  expect(asked).toHaveLength(4);
});

it('waits for the full recording, even after a dropped connection', async () => {
  vi.useFakeTimers();
  const said = [
    giving({ ...TIMINGS, expected: 310 }, 202),
    () => Promise.reject(new TypeError('Failed to fetch')),
    giving({ ...TIMINGS, seconds: 300 }),
  ];
  answers.json = () => said.shift()!();
  const whole = awaitLongerRecording(ash, 'af', 28, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await whole).toMatchObject({ extent: 'full', seconds: 300 });
  expect(asked).toHaveLength(3);
});

it('waits through a few server errors', async () => {
  vi.useFakeTimers();
  const begun = giving({ ...TIMINGS, expected: 310 }, 202);
  const said = [500, 502, 504, 429].flatMap((status) => [giving({}, status), begun]);
  answers.json = () => (said.shift() ?? giving({ ...TIMINGS, seconds: 300 }))();
  const whole = awaitLongerRecording(ash, 'af', 28, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(await whole).toMatchObject({ extent: 'full' });
});

it('waits as long as a slow model may take, and polls less often after a while', async () => {
  vi.useFakeTimers();
  const minutes = (count: number) => vi.advanceTimersByTimeAsync(60_000 * count);
  answers.json = giving({ ...TIMINGS, expected: 310 }, 202);
  const whole = awaitLongerRecording(ash, 'af', 28, new AbortController().signal);
  await minutes(50);
  expect(asked.length).toBeLessThan(450);
  answers.json = giving({ ...TIMINGS, seconds: 300 });
  await minutes(1);
  expect(await whole).toMatchObject({ extent: 'full' });

  answers.json = giving({ ...TIMINGS, expected: 310 }, 202);
  const none = expect(
    awaitLongerRecording(ash, 'af', 28, new AbortController().signal),
  ).rejects.toThrow();
  await minutes(61);
  await none;
});

it.each([
  ['there is no narration', 404, 1],
  ['the server keeps failing', 500, 5],
])('stops waiting for the recording if %s', async (_, status, questions) => {
  vi.useFakeTimers();
  answers.json = giving({}, status);
  const failed = expect(
    awaitLongerRecording(ash, 'af', 28, new AbortController().signal),
  ).rejects.toMatchObject({
    status,
  });
  await vi.advanceTimersByTimeAsync(20_000);
  await failed;
  expect(asked).toHaveLength(questions);
});

it('stops waiting once it is cancelled', async () => {
  vi.useFakeTimers();
  const stop = new AbortController();
  const stopped = expect(awaitLongerRecording(ash, 'af', 28, stop.signal)).rejects.toThrow();
  stop.abort();
  await vi.advanceTimersByTimeAsync(2000);
  await stopped;
  expect(asked).toEqual([]);
});
