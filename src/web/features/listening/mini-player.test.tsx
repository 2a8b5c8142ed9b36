// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeAudioAndNarrationServer } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { pressButton, renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { usePlaybackSession } from './player-store.ts';

const narrations = new FakeAudioAndNarrationServer();
const { closePlayer, playArticle } = await import('./player.ts');
const { MiniPlayer } = await import('./mini-player.tsx');

afterEach(async () => {
  act(closePlayer);
  await resetPage();
});

function Page() {
  return <main id="main">{usePlaybackSession() && <MiniPlayer />}</main>;
}

it('does not move its buttons when playback pauses', async () => {
  narrations.listen();
  signIn('ada', { tier: 'premium' });
  renderOnPage(<Page />);
  await act(async () => playArticle(createArticleMeta('Ash')));
  await waitForResponses();
  const buttons = () => screen.getAllByRole('button');
  const before = buttons();
  await pressButton('Pause');
  expect(buttons()).toEqual(before);
  expect(before.map((button) => button.getAttribute('aria-label')).slice(-2)).toEqual([
    'Forward 10 seconds',
    'Close the player',
  ]);
});
