// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { playingVoiceSampleStore, stopVoiceSample, toggleVoiceSample } from './single-playback.ts';

/** Simulated responses in order. Once all of them have been sent, the server responds with the sample. */
let responders: (() => Response)[];
let requests: string[];

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
    requests.push('play');
    if ((responders.shift()?.().status ?? 200) === 200) {
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
  responders = [];
  requests = [];
  samples = [];
  vi.stubGlobal('Audio', Sample);
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    requests.push(`${method} ${url}`);
    return responders.shift()?.() ?? new Response();
  });
  const page = renderOnPage(null);
  return async () => {
    stopVoiceSample();
    page.unmount();
    await resetPage();
  };
});

const createResponder =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(null, { status, headers });
const respondBusy = createResponder(503, { 'retry-after': '2' });
const advanceSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);
const readPageText = () => document.body.textContent;

it('retries once after the delay that the server requests', async () => {
  responders = [respondBusy, respondBusy];
  toggleVoiceSample('am');
  await waitForResponses();
  await advanceSeconds(1.9);
  expect(requests).toEqual(['play', 'HEAD /audio/am.sample.mp3']);
  expect(playingVoiceSampleStore.get()?.narrator).toBe('am');
  await advanceSeconds(0.2);
  expect([requests.length, samples[0]!.isPlaying, playingVoiceSampleStore.get()?.narrator]).toEqual(
    [3, true, 'am'],
  );
  expect(readPageText()).not.toContain(ERROR_MESSAGES.sampleLoadFailed);
});

it('retries immediately if the sample is already recorded', async () => {
  responders = [respondBusy];
  toggleVoiceSample('am');
  await waitForResponses();
  expect(samples[0]!.isPlaying).toBe(true);
});

it('shows a message if the second attempt fails', async () => {
  responders = [respondBusy, respondBusy, respondBusy];
  toggleVoiceSample('am');
  await advanceSeconds(3);
  expect(readPageText()).toContain(ERROR_MESSAGES.sampleLoadFailed);
  expect([playingVoiceSampleStore.get()?.narrator, requests.length]).toEqual([undefined, 3]);
});

it.each([
  ['does not exist', createResponder(404)],
  ['takes too long', createResponder(503, { 'retry-after': '60' })],
  ['has no retry time', createResponder(503)],
])('shows a message immediately for a sample that %s', async (_, respond) => {
  responders = [respond, respond];
  toggleVoiceSample('am');
  await waitForResponses();
  expect(readPageText()).toContain(ERROR_MESSAGES.sampleLoadFailed);
  expect(playingVoiceSampleStore.get()?.narrator).toBeUndefined();
});

it('does not play a sample that was stopped or replaced while it loaded', async () => {
  responders = [respondBusy, respondBusy];
  toggleVoiceSample('am');
  await waitForResponses();
  toggleVoiceSample('am');
  await advanceSeconds(3);
  expect([samples[0]!.isPlaying, playingVoiceSampleStore.get()?.narrator]).toEqual([
    false,
    undefined,
  ]);

  responders = [respondBusy, respondBusy];
  toggleVoiceSample('am');
  await waitForResponses();
  toggleVoiceSample('bf');
  await advanceSeconds(3);
  expect(samples.map(({ isPlaying }) => isPlaying)).toEqual([false, false, true]);
  expect(playingVoiceSampleStore.get()?.narrator).toBe('bf');
  expect(readPageText()).not.toContain(ERROR_MESSAGES.sampleLoadFailed);
});
