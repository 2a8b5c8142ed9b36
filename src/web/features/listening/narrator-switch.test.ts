// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeAudioAndNarrationServer, readPlayerSummary } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { playerStore } from './player-store.ts';

const narrations = new FakeAudioAndNarrationServer();
const {
  saveAndSwitchNarrator,
  changeToNextSpeed,
  closePlayer,
  pausePlayback,
  playArticle,
  playAllArticles,
} = await import('./player.ts');
const { playbackQueueStore } = await import('./queue.ts');

const [ash, birch] = [createArticleMeta('Ash'), createArticleMeta('Birch')];
const advanceSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);

beforeEach(() => {
  vi.useFakeTimers();
  narrations.listen();
  signIn('ada', { tier: 'premium' });
  const page = renderOnPage(null);
  return async () => {
    closePlayer();
    playbackQueueStore.set([]);
    await waitForResponses();
    page.unmount();
    await resetPage();
  };
});

describe('a narrator chosen while the narration is being found', () => {
  it('reads the article', async () => {
    narrations.available.ash = 'pending';
    playArticle(ash);
    await waitForResponses();
    saveAndSwitchNarrator('am');
    await waitForResponses();
    narrations.respond();
    await advanceSeconds(1);
    expect(readPlayerSummary()).toMatchObject({ narrator: 'am', status: 'playing' });
    expect(narrations.audio.src).toContain('.am.');
  });

  it('reads the article even before the reader’s preference is known', async () => {
    playArticle(ash);
    saveAndSwitchNarrator('bf');
    await advanceSeconds(1);
    expect(readPlayerSummary()).toMatchObject({ narrator: 'bf', status: 'playing' });
  });

  it('stays paused if the listener paused, and reads the next article if there is no narration', async () => {
    narrations.available.ash = 'pending';
    playArticle(ash);
    await waitForResponses();
    pausePlayback();
    saveAndSwitchNarrator('am');
    narrations.respond();
    await advanceSeconds(1);
    expect(readPlayerSummary()).toMatchObject({ narrator: 'am', status: 'paused', title: 'Ash' });
    expect(playerStore.get().session!.narration).toBeDefined();

    narrations.available.ash = 'pending';
    playAllArticles([ash, birch]);
    await waitForResponses();
    narrations.available.ash = 'missing';
    saveAndSwitchNarrator('bm');
    await waitForResponses();
    narrations.respond();
    await advanceSeconds(1);
    expect(readPlayerSummary()).toMatchObject({ narrator: 'bm', title: 'Birch' });
  });
});

it('waits for the end of the sentence, even if it is slowed down', async () => {
  playArticle(ash);
  await advanceSeconds(5);
  saveAndSwitchNarrator('am');
  await waitForResponses();
  // It takes four changes to get from speed 1 to 0.75, because the faster speeds come first.
  for (let press = 0; press < 4; press++) changeToNextSpeed();
  // The current sentence ends at 9.5 seconds. After five more seconds at speed 0.75, the playhead has not reached this
  // point yet.
  await advanceSeconds(5);
  expect(readPlayerSummary()).toMatchObject({ narrator: 'af', status: 'playing' });
  await advanceSeconds(2);
  expect(readPlayerSummary()).toMatchObject({ narrator: 'am', status: 'playing' });
});
