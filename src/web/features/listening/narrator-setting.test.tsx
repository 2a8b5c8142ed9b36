// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeAudioAndNarrationServer, readPlayerSummary } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { rejectAsOffline } from '#web/testing/server.ts';

const narrations = new FakeAudioAndNarrationServer();
const { closePlayer, playArticle } = await import('./player.ts');
const { NarratorSetting } = await import('./narrator-setting.tsx');

beforeEach(() => {
  vi.useFakeTimers();
  narrations.listen();
  narrations.server.responses = {};
  signIn('ada', { tier: 'premium' });
  renderOnPage(<NarratorSetting />);
  return async () => {
    closePlayer();
    await waitForResponses();
    await resetPage();
  };
});

const choose = (name: string) => fireEvent.click(screen.getByRole('radio', { name }));

it('switches the current narration to the chosen narrator', async () => {
  playArticle(createArticleMeta('Ash'));
  await waitForResponses();
  expect(readPlayerSummary()).toMatchObject({ status: 'playing', narrator: 'af' });
  choose('American Male');
  await waitForResponses();
  // The new narrator starts only at the next sentence.
  for (let second = 0; second < 12; second++) await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(readPlayerSummary().narrator).toBe('am');
  expect(narrations.server.changes).toContain('PUT /user/narrator');
});

it.each([
  ['nothing plays', () => {}],
  ['an article plays', () => playArticle(createArticleMeta('Ash'))],
])('shows a message if the account cannot be updated, while %s', async (_, startPlayback) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  narrations.server.responses['PUT /user/narrator'] = rejectAsOffline;
  startPlayback();
  await waitForResponses();
  choose('American Male');
  await waitForResponses();
  screen.getByText(
    'Your narrator is kept in this browser, and could not be kept with your account.',
  );
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'American Male' }).checked).toBe(true);
});
