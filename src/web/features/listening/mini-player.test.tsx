// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FakeNarrations } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { cleanUp, press, settle, show } from '#web/testing/render.tsx';
import { article } from '#web/testing/samples.ts';
import { usePlaybackSession } from './player-store.ts';

const narrations = new FakeNarrations();
const { closePlayer, playArticle } = await import('./player.ts');
const { MiniPlayer } = await import('./mini-player.tsx');

afterEach(async () => {
  act(closePlayer);
  await cleanUp();
});

function Page() {
  return <main id="main">{usePlaybackSession() && <MiniPlayer />}</main>;
}

it('does not move its buttons when playback pauses', async () => {
  narrations.listen();
  signIn('ada', { tier: 'premium' });
  show(<Page />);
  await act(async () => playArticle(article('Ash')));
  await settle();
  const buttons = () => screen.getAllByRole('button');
  const before = buttons();
  await press('Pause');
  expect(buttons()).toEqual(before);
  expect(before.map((button) => button.getAttribute('aria-label')).slice(-2)).toEqual([
    'Forward 10 seconds',
    'Close the player',
  ]);
});
