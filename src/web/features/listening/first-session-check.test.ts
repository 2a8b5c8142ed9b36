// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { FakeAudioAndNarrationServer } from '#web/testing/narrations.ts';
import { getCurrentPrompt, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { playerStore } from './player-store.ts';

const { closePlayer, playArticle } = await import('./player.ts');

it('plays the preview to a visitor whose session is first checked during the search for the narration', async () => {
  new FakeAudioAndNarrationServer().listen();
  const ash = createArticleMeta('Ash');
  playArticle(ash);
  dispatchEvent(new Event('focus'));
  await waitForResponses();
  expect(getCurrentPrompt()).toBeUndefined();
  expect(playerStore.get().session?.article).toBe(ash);
  closePlayer();
  await resetPage();
});
