// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pressButton, renderOnPage, resetPage } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { ContinueListeningButton } from './continue-listening-button.tsx';
import type { PlaybackSession, PlaybackStatus } from './player-state.ts';
import { playerStore } from './player-store.ts';

const play = vi.hoisted(() => vi.fn());
vi.mock('./player.ts', () => ({ toggleArticlePlayback: play }));

const ARTICLE = createArticleMeta('Left');
const IDLE = playerStore.get();

beforeEach(() => {
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockReturnValue();
});
afterEach(async () => {
  act(() => playerStore.set(IDLE));
  vi.restoreAllMocks();
  await resetPage();
});

const setStatus = (status: PlaybackStatus, article = ARTICLE) =>
  act(() =>
    playerStore.set({ ...IDLE, session: { article, status } as unknown as PlaybackSession }),
  );

it('plays the narration, which continues at the listening position', async () => {
  renderOnPage(<ContinueListeningButton article={ARTICLE} seconds={131.7} />);
  await pressButton('Continue listening at 2:12: Left');
  await vi.waitFor(() => expect(play).toHaveBeenCalledExactlyOnceWith(ARTICLE));
});

it('pauses while the narration plays, and leaves the time to the player', () => {
  renderOnPage(<ContinueListeningButton article={ARTICLE} seconds={131.7} />);
  setStatus('playing', createArticleMeta('Other'));
  screen.getByRole('button', { name: 'Continue listening at 2:12: Left' });
  setStatus('playing');
  screen.getByRole('button', { name: 'Pause the narration: Left' });
  setStatus('paused');
  screen.getByRole('button', { name: 'Continue listening: Left' });
});
