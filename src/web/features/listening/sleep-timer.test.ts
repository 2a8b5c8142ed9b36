// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeAudioAndNarrationServer, readPlayerSummary } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { playerStore } from './player-store.ts';

const narrations = new FakeAudioAndNarrationServer();
const {
  saveAndSwitchNarrator,
  closePlayer,
  playArticle,
  resumePlayback,
  seekTo,
  setSleepTimer,
  skipBy,
} = await import('./player.ts');
const { enqueue, playbackQueueStore } = await import('./queue.ts');

const [ash, birch] = [createArticleMeta('Ash'), createArticleMeta('Birch')];
const advanceSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);

beforeEach(() => {
  vi.useFakeTimers();
  narrations.listen();
  signIn('ada', { tier: 'premium' });
  return async () => {
    setSleepTimer(undefined);
    closePlayer();
    playbackQueueStore.set([]);
    await waitForResponses();
    await resetPage();
  };
});

/** Plays the article Ash from the given second. Each of its chapters is twenty seconds long. */
async function playFromTime(second: number): Promise<void> {
  playArticle(ash);
  await waitForResponses();
  seekTo(second);
  await waitForResponses();
}

describe('at the end of a chapter', () => {
  it('pauses after the last sentence, and is removed', async () => {
    await playFromTime(15);
    setSleepTimer('chapter');
    await advanceSeconds(4);
    expect(readPlayerSummary().status).toBe('playing');
    await advanceSeconds(3);
    expect(readPlayerSummary().status).toBe('paused');
    expect(readPlayerSummary().at).toBeGreaterThanOrEqual(19.5);
    expect(readPlayerSummary().at).toBeLessThan(20);
    expect(playerStore.get().session?.sleepTimer).toBeUndefined();
  });

  it('pauses at the end of the same chapter after a narrator switch', async () => {
    await playFromTime(22);
    setSleepTimer('chapter');
    saveAndSwitchNarrator('am');
    await advanceSeconds(12);
    // The chapter takes longer in the new narrator's recording, so it has not ended yet.
    expect(readPlayerSummary()).toMatchObject({ narrator: 'am', status: 'playing' });
    await advanceSeconds(40);
    expect(readPlayerSummary()).toMatchObject({ status: 'paused', at: expect.closeTo(60, -0.4) });
  });

  it('moves to the chapter that the listener seeks to', async () => {
    await playFromTime(22);
    setSleepTimer('chapter');
    skipBy(-10);
    await advanceSeconds(1);
    expect(readPlayerSummary().status).toBe('playing');
    await advanceSeconds(9);
    expect(readPlayerSummary()).toMatchObject({ status: 'paused', at: expect.closeTo(20, -0.4) });
    setSleepTimer('chapter');
    resumePlayback();
    skipBy(20);
    await advanceSeconds(1);
    expect(readPlayerSummary().status).toBe('playing');
  });

  it('plays no next article after the last chapter', async () => {
    await playFromTime(55);
    enqueue([birch]);
    setSleepTimer('chapter');
    await advanceSeconds(10);
    expect(readPlayerSummary()).toMatchObject({ status: 'ended', title: 'Ash' });
    expect([playerStore.get().session?.sleepTimer, playbackQueueStore.get().length]).toEqual([
      undefined,
      1,
    ]);
  });
});

describe('at the end of an article', () => {
  it('stops playback instead of playing the next article, but only once', async () => {
    await playFromTime(55);
    enqueue([birch]);
    setSleepTimer('article');
    await advanceSeconds(10);
    expect(readPlayerSummary()).toMatchObject({ status: 'ended', title: 'Ash' });
    resumePlayback();
    await advanceSeconds(65);
    expect(readPlayerSummary().title).toBe('Birch');
  });
});

describe('after some minutes', () => {
  it('pauses playback', async () => {
    await playFromTime(0);
    enqueue([
      birch,
      createArticleMeta('Cedar'),
      createArticleMeta('Dogwood'),
      createArticleMeta('Elm'),
      createArticleMeta('Fir'),
    ]);
    setSleepTimer({ minutes: 5 });
    await advanceSeconds(299);
    expect(readPlayerSummary().status).toBe('playing');
    await advanceSeconds(2);
    expect(readPlayerSummary().status).toBe('paused');
  });

  it('does not pause an article played after the player was closed', async () => {
    await playFromTime(0);
    setSleepTimer({ minutes: 5 });
    await advanceSeconds(290);
    closePlayer();
    await playFromTime(0);
    await advanceSeconds(30);
    expect([readPlayerSummary().status, playerStore.get().session?.sleepTimer]).toEqual([
      'playing',
      undefined,
    ]);
  });

  it.each(['pending', 'partial'] as const)(
    'stays silent when a recording that is %s becomes available later',
    async (availability) => {
      await playFromTime(0);
      setSleepTimer({ minutes: 5 });
      await advanceSeconds(290);
      narrations.available.birch = availability;
      playArticle(birch);
      await waitForResponses();
      seekTo(50);
      expect(readPlayerSummary().status).toBe('loading');
      await advanceSeconds(11);
      narrations.available.birch = 'full';
      narrations.respond();
      await advanceSeconds(5);
      expect(playerStore.get().session?.narration?.extent).toBe('full');
      expect([readPlayerSummary().status, narrations.audio.paused]).toEqual(['paused', true]);
      resumePlayback();
      await advanceSeconds(1);
      expect(readPlayerSummary().status).toBe('playing');
    },
  );

  it('stays silent when it expires between two retries of a dropped connection', async () => {
    await playFromTime(10);
    setSleepTimer({ minutes: 5 });
    seekTo(0);
    await advanceSeconds(50);
    enqueue([birch]);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    narrations.audio.breakConnection();
    await advanceSeconds(251);
    expect(readPlayerSummary().status).toBe('paused');
    vi.restoreAllMocks();
    dispatchEvent(new Event('online'));
    await advanceSeconds(5);
    expect([readPlayerSummary().status, narrations.audio.paused]).toEqual(['paused', true]);
    resumePlayback();
    await advanceSeconds(1);
    expect(readPlayerSummary().status).toBe('playing');
  });
});
