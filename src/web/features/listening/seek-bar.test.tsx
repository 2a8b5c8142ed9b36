// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeAudioAndNarrationServer } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { playerStore, usePlaybackSession } from './player-store.ts';

const narrations = new FakeAudioAndNarrationServer();
const { closePlayer, playArticle, skipBy } = await import('./player.ts');
const { SeekBar } = await import('./seek-bar.tsx');

function Bar() {
  return <SeekBar narration={usePlaybackSession()?.narration} />;
}

beforeEach(async () => {
  vi.useFakeTimers();
  narrations.listen();
  signIn('ada', { tier: 'premium' });
  renderOnPage(<Bar />);
  await act(async () => playArticle(createArticleMeta('Ash')));
  await waitForResponses();
  return async () => {
    act(closePlayer);
    await waitForResponses();
    await resetPage();
  };
});

const getBar = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Seek' });
const readAnnouncedTime = () => getBar().getAttribute('aria-valuetext');
const advanceSeconds = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(1000 * seconds));

it('announces the position on focus, and not during playback', async () => {
  await advanceSeconds(8);
  act(() => getBar().focus());
  expect(readAnnouncedTime()).toMatch(/^[89] seconds of 1 minute$/);
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(getBar(), { attributeFilter: ['aria-valuetext'] });
  await advanceSeconds(3);
  expect(changes).toEqual([]);
  expect(Number(getBar().value)).toBeGreaterThan(10);
  observer.disconnect();
});

it('announces seeks by key, drag and skip button', async () => {
  fireEvent.keyDown(getBar(), { key: 'ArrowRight' });
  expect(readAnnouncedTime()).toMatch(/^[56] seconds of/);
  fireEvent.change(getBar(), { target: { value: '30' } });
  expect(readAnnouncedTime()).toMatch(/^30 seconds of/);
  await advanceSeconds(1);
  expect(readAnnouncedTime()).toMatch(/^30 seconds of/);
  act(() => skipBy(10));
  expect(readAnnouncedTime()).toMatch(/^4[01] seconds of/);
});

it('seeks at the end of a drag, even if the pointer rests for a long time', async () => {
  await advanceSeconds(1);
  fireEvent.pointerDown(getBar());
  fireEvent.input(getBar(), { target: { value: '30' } });
  await advanceSeconds(10);
  expect(playerStore.get().playhead).toBeLessThan(20);
  expect(getBar().value).toBe('30');
  fireEvent.input(getBar(), { target: { value: '40' } });
  fireEvent.pointerUp(getBar());
  await advanceSeconds(1);
  expect(playerStore.get().playhead).toBeGreaterThanOrEqual(40);
});
