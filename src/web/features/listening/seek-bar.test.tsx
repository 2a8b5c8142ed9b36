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

const bar = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Seek' });
const announced = () => bar().getAttribute('aria-valuetext');
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(1000 * seconds));

it('announces the position on focus, and not during playback', async () => {
  await pass(8);
  act(() => bar().focus());
  expect(announced()).toMatch(/^[89] seconds of 1 minute$/);
  const changes: MutationRecord[] = [];
  const watcher = new MutationObserver((records) => changes.push(...records));
  watcher.observe(bar(), { attributeFilter: ['aria-valuetext'] });
  await pass(3);
  expect(changes).toEqual([]);
  expect(Number(bar().value)).toBeGreaterThan(10);
  watcher.disconnect();
});

it('announces seeks by key, drag and skip button', async () => {
  fireEvent.keyDown(bar(), { key: 'ArrowRight' });
  expect(announced()).toMatch(/^[56] seconds of/);
  fireEvent.change(bar(), { target: { value: '30' } });
  expect(announced()).toMatch(/^30 seconds of/);
  await pass(1);
  expect(announced()).toMatch(/^30 seconds of/);
  act(() => skipBy(10));
  expect(announced()).toMatch(/^4[01] seconds of/);
});

it('seeks at the end of a drag, even after a long rest', async () => {
  await pass(1);
  fireEvent.pointerDown(bar());
  fireEvent.input(bar(), { target: { value: '30' } });
  await pass(10);
  expect(playerStore.get().playhead).toBeLessThan(20);
  expect(bar().value).toBe('30');
  fireEvent.input(bar(), { target: { value: '40' } });
  fireEvent.pointerUp(bar());
  await pass(1);
  expect(playerStore.get().playhead).toBeGreaterThanOrEqual(40);
});
