// @vitest-environment jsdom
import { beforeEach, expect, it, vi } from 'vitest';
import { cleanUp, settle } from '#web/testing/bench.tsx';
import { Narrations, now } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { article } from '#web/testing/samples.ts';
import { giving, offline } from '#web/testing/server.ts';

const narrations = new Narrations();
const { server } = narrations;
const { close, pause, play, resume, seek } = await import('./player.ts');

const ash = article('Ash');
const PLACE = '/articles/Plumbline/ash/place';

beforeEach(() => {
  vi.useFakeTimers();
  narrations.listen();
  server.requests = [];
  signIn('ada', { tier: 'premium' });
  server.answers = { 'GET /user/listening': giving({ narrator: null, places: [] }) };
  return async () => {
    close();
    await settle();
    await cleanUp();
  };
});

/** The reader turns to something else: another tab, or another app. */
async function hide(): Promise<void> {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  dispatchEvent(new Event('visibilitychange'));
  dispatchEvent(new Event('pagehide'));
  Object.defineProperty(document, 'hidden', { value: false, configurable: true });
  await settle();
}
const kept = () =>
  server.requests.filter(({ call }) => call === `PUT ${PLACE}`).map(({ body }) => body);

it('keeps where the reader pauses, once', async () => {
  play(ash);
  await vi.advanceTimersByTimeAsync(12_000);
  pause();
  await settle();
  expect(kept()).toMatchObject([{ anchor: 'title', start: 50 }]);
  await hide();
  expect(kept()).toHaveLength(1);
});

it('says nothing of a place where nobody has gone on, which may be out of date', async () => {
  const elsewhere = { articleId: 'ash', anchor: 'keyPoints.0.paragraphs.0', start: 0, seconds: 20 };
  server.answers['GET /user/listening'] = giving({ narrator: null, places: [elsewhere] });
  play(ash);
  await settle();
  pause();
  await hide();
  expect(now().at).toBeGreaterThanOrEqual(20);
  expect(kept()).toEqual([]);
  resume();
  await vi.advanceTimersByTimeAsync(11_000);
  await hide();
  expect(kept()).toMatchObject([{ anchor: elsewhere.anchor, start: 50 }]);
});

it('keeps it again where the account has not heard of it', async () => {
  play(ash);
  await settle();
  server.answers[`PUT ${PLACE}`] = offline;
  seek(41);
  await settle();
  delete server.answers[`PUT ${PLACE}`];
  await hide();
  expect(kept()).toHaveLength(2);
});

it('is told with how long ago it was heard, when it could not be told at once', async () => {
  server.answers[`PUT ${PLACE}`] = offline;
  play(ash);
  await vi.advanceTimersByTimeAsync(12_000);
  pause();
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  delete server.answers[`PUT ${PLACE}`];
  await hide();
  const [before, then] = kept() as { heardAgo: number }[];
  expect(before!.heardAgo).toBeLessThan(1000);
  expect(then!.heardAgo).toBeGreaterThan(55_000);
});

it('gives way to what was heard later elsewhere while nothing could be told here', async () => {
  server.answers[`PUT ${PLACE}`] = offline;
  play(ash);
  await vi.advanceTimersByTimeAsync(12_000);
  pause();
  await settle();
  await vi.advanceTimersByTimeAsync(60_000);
  const heardAt = new Date(Date.now() - 30_000).toISOString();
  const later = { articleId: 'ash', anchor: 'keyPoints.1.paragraphs.0', start: 0, seconds: 40 };
  const places = [{ ...later, heardAt }];
  server.answers['GET /user/listening'] = giving({ narrator: null, places });
  // The page goes, without the account's hearing of it, and comes again.
  await hide();
  close();
  await settle();
  play(ash);
  await vi.advanceTimersByTimeAsync(1000);
  expect(Math.round(now().at)).toBeGreaterThanOrEqual(40);
});

it('is said now and then, and not all the time, where the account cannot hear of it', async () => {
  server.answers[`PUT ${PLACE}`] = offline;
  play(ash);
  for (let seconds = 0; seconds < 50; seconds += 5) {
    await vi.advanceTimersByTimeAsync(5000);
    await settle();
  }
  expect(kept()).toHaveLength(3);
});

it('is where the reader waits for, while that is being made', async () => {
  narrations.available.ash = 'partial';
  const further = { articleId: 'ash', anchor: 'keyPoints.1.paragraphs.0', start: 50, seconds: 77 };
  server.answers['GET /user/listening'] = giving({ narrator: null, places: [further] });
  play(ash);
  await settle();
  await hide();
  expect([now().status, kept()]).toEqual(['loading', []]);
  // In this voice that sentence is elsewhere.
  narrations.available.ash = 'full';
  await vi.advanceTimersByTimeAsync(3000);
  expect(now()).toMatchObject({ status: 'playing', at: expect.closeTo(50, -0.4) });
});
