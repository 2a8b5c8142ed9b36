// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeAudioAndNarrationServer, readPlayerSummary } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { createJsonResponder, rejectAsOffline } from '#web/testing/server.ts';

const narrations = new FakeAudioAndNarrationServer();
const { server } = narrations;
const { closePlayer, pausePlayback, playArticle, resumePlayback, seekTo } = await import(
  './player.ts'
);

const ash = createArticleMeta('Ash');
const POSITION_PATH = '/articles/Plumbline/ash/place';

beforeEach(() => {
  vi.useFakeTimers();
  narrations.listen();
  server.requests = [];
  signIn('ada', { tier: 'premium' });
  server.responses = { 'GET /user/listening': createJsonResponder({ narrator: null, places: [] }) };
  return async () => {
    closePlayer();
    await waitForResponses();
    await resetPage();
  };
});

/** Simulates a switch to another tab or app. */
async function hidePage(): Promise<void> {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('pagehide'));
  Object.defineProperty(document, 'hidden', { value: false, configurable: true });
  await waitForResponses();
}
const listSavedPositions = () =>
  server.requests.filter(({ call }) => call === `PUT ${POSITION_PATH}`).map(({ body }) => body);

it('saves the position of a pause, once', async () => {
  playArticle(ash);
  await vi.advanceTimersByTimeAsync(12_000);
  pausePlayback();
  await waitForResponses();
  expect(listSavedPositions()).toMatchObject([{ anchor: 'title', start: 50 }]);
  await hidePage();
  expect(listSavedPositions()).toHaveLength(1);
});

it('does not save a restored position without further playback, since it may be out of date', async () => {
  const remote = { articleId: 'ash', anchor: 'keyPoints.0.paragraphs.0', start: 0, seconds: 20 };
  server.responses['GET /user/listening'] = createJsonResponder({
    narrator: null,
    places: [remote],
  });
  playArticle(ash);
  await waitForResponses();
  pausePlayback();
  await hidePage();
  expect(readPlayerSummary().at).toBeGreaterThanOrEqual(20);
  expect(listSavedPositions()).toEqual([]);
  resumePlayback();
  await vi.advanceTimersByTimeAsync(11_000);
  await hidePage();
  expect(listSavedPositions()).toMatchObject([{ anchor: remote.anchor, start: 50 }]);
});

it('saves a position again if the server did not get it', async () => {
  playArticle(ash);
  await waitForResponses();
  server.responses[`PUT ${POSITION_PATH}`] = rejectAsOffline;
  seekTo(41);
  await waitForResponses();
  delete server.responses[`PUT ${POSITION_PATH}`];
  await hidePage();
  expect(listSavedPositions()).toHaveLength(2);
});

it('sends how long ago a position was heard, if it could not be sent at once', async () => {
  server.responses[`PUT ${POSITION_PATH}`] = rejectAsOffline;
  playArticle(ash);
  await vi.advanceTimersByTimeAsync(12_000);
  pausePlayback();
  await waitForResponses();
  await vi.advanceTimersByTimeAsync(60_000);
  delete server.responses[`PUT ${POSITION_PATH}`];
  await hidePage();
  const [firstSave, secondSave] = listSavedPositions() as { heardAgo: number }[];
  expect(firstSave!.heardAgo).toBeLessThan(1000);
  expect(secondSave!.heardAgo).toBeGreaterThan(55_000);
});

it('prefers a later position of another device to one that could not be sent', async () => {
  server.responses[`PUT ${POSITION_PATH}`] = rejectAsOffline;
  playArticle(ash);
  await vi.advanceTimersByTimeAsync(12_000);
  pausePlayback();
  await waitForResponses();
  await vi.advanceTimersByTimeAsync(60_000);
  const heardAt = new Date(Date.now() - 30_000).toISOString();
  const later = { articleId: 'ash', anchor: 'keyPoints.1.paragraphs.0', start: 0, seconds: 40 };
  const places = [{ ...later, heardAt }];
  server.responses['GET /user/listening'] = createJsonResponder({ narrator: null, places });
  // The page is closed before the server has received the position, and then opened again.
  await hidePage();
  closePlayer();
  await waitForResponses();
  playArticle(ash);
  await vi.advanceTimersByTimeAsync(1000);
  expect(Math.round(readPlayerSummary().at)).toBeGreaterThanOrEqual(40);
});

it('tries to save every 15 seconds while the server cannot be reached', async () => {
  server.responses[`PUT ${POSITION_PATH}`] = rejectAsOffline;
  playArticle(ash);
  for (let seconds = 0; seconds < 50; seconds += 5) {
    await vi.advanceTimersByTimeAsync(5000);
    await waitForResponses();
  }
  expect(listSavedPositions()).toHaveLength(3);
});

it('continues at the saved sentence, once it is recorded', async () => {
  narrations.available.ash = 'partial';
  const further = { articleId: 'ash', anchor: 'keyPoints.1.paragraphs.0', start: 50, seconds: 77 };
  server.responses['GET /user/listening'] = createJsonResponder({
    narrator: null,
    places: [further],
  });
  playArticle(ash);
  await waitForResponses();
  await hidePage();
  expect([readPlayerSummary().status, listSavedPositions()]).toEqual(['loading', []]);
  // The stored time is wrong for this recording, because it comes from another narrator's. Playback starts at the
  // stored sentence.
  narrations.available.ash = 'full';
  await vi.advanceTimersByTimeAsync(3000);
  expect(readPlayerSummary()).toMatchObject({ status: 'playing', at: expect.closeTo(50, -0.4) });
});
