// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { playingSampleStore, stopSample, toggleSample } from './single-playback.ts';

/** Simulated responses in order. Once all of them have been sent, the server responds with the sample. */
let answers: (() => Response)[];
let asked: string[];

/** Simulates the browser's audio element, which requests the file when it plays and does not expose the response. */
class Sample extends EventTarget {
  error: object | null = null;
  isPlaying = false;
  readonly src: string;
  constructor(src: string) {
    super();
    this.src = src;
    samples.push(this);
  }
  load() {
    this.error = null;
  }
  async play() {
    asked.push('play');
    if ((answers.shift()?.().status ?? 200) === 200) {
      this.isPlaying = true;
      return;
    }
    this.error = {};
    queueMicrotask(() => this.dispatchEvent(new Event('error')));
    throw new DOMException('It cannot be loaded.', 'NotSupportedError');
  }
  pause() {
    this.isPlaying = false;
  }
}
let samples: Sample[];

beforeEach(() => {
  vi.useFakeTimers();
  answers = [];
  asked = [];
  samples = [];
  vi.stubGlobal('Audio', Sample);
  vi.stubGlobal('fetch', async (address: string, { method }: RequestInit) => {
    asked.push(`${method} ${address}`);
    return answers.shift()?.() ?? new Response();
  });
  const page = renderOnPage(null);
  return async () => {
    stopSample();
    page.unmount();
    await resetPage();
  };
});

const giving =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status, headers });
const busy = giving(503, { 'retry-after': '2' });
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);
const said = () => document.body.textContent;

it('retries once after the delay that the server requests', async () => {
  answers = [busy, busy];
  toggleSample('am');
  await waitForResponses();
  await pass(1.9);
  expect(asked).toEqual(['play', 'HEAD /audio/am.sample.mp3']);
  expect(playingSampleStore.get()?.narrator).toBe('am');
  await pass(0.2);
  expect([asked.length, samples[0]!.isPlaying, playingSampleStore.get()?.narrator]).toEqual([
    3,
    true,
    'am',
  ]);
  expect(said()).not.toContain(ERROR_MESSAGES.sampleLoadFailed);
});

it('retries immediately if the sample is already recorded', async () => {
  answers = [busy];
  toggleSample('am');
  await waitForResponses();
  expect(samples[0]!.isPlaying).toBe(true);
});

it('shows a message if the second attempt fails', async () => {
  answers = [busy, busy, busy];
  toggleSample('am');
  await pass(3);
  expect(said()).toContain(ERROR_MESSAGES.sampleLoadFailed);
  expect([playingSampleStore.get()?.narrator, asked.length]).toEqual([undefined, 3]);
});

it.each([
  ['does not exist', giving(404)],
  ['takes too long', giving(503, { 'retry-after': '60' })],
  ['has no retry time', giving(503)],
])('shows a message immediately for a sample that %s', async (_, answer) => {
  answers = [answer, answer];
  toggleSample('am');
  await waitForResponses();
  expect(said()).toContain(ERROR_MESSAGES.sampleLoadFailed);
  expect(playingSampleStore.get()?.narrator).toBeUndefined();
});

it('does not play a sample that was stopped or replaced while it loaded', async () => {
  answers = [busy, busy];
  toggleSample('am');
  await waitForResponses();
  toggleSample('am');
  await pass(3);
  expect([samples[0]!.isPlaying, playingSampleStore.get()?.narrator]).toEqual([false, undefined]);

  answers = [busy, busy];
  toggleSample('am');
  await waitForResponses();
  toggleSample('bf');
  await pass(3);
  expect(samples.map(({ isPlaying }) => isPlaying)).toEqual([false, false, true]);
  expect(playingSampleStore.get()?.narrator).toBe('bf');
  expect(said()).not.toContain(ERROR_MESSAGES.sampleLoadFailed);
});
