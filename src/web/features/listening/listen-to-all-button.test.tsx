// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeAudioAndNarrationServer, readPlayerSummary } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { pressButton, renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { ListenToAllButton } from './listen-to-all-button.tsx';

const narrations = new FakeAudioAndNarrationServer();
const { closePlayer } = await import('./player.ts');
const { playbackQueueStore } = await import('./queue.ts');

const articles = Array.from({ length: 45 }, (_, index) =>
  createArticleMeta(`Article ${index + 1}`, { hasAudio: index % 3 !== 0 }),
);
const shown = articles.slice(0, 20);

beforeEach(() => {
  narrations.listen();
  signIn('ada', { tier: 'premium' });
  return async () => {
    closePlayer();
    playbackQueueStore.set([]);
    await waitForResponses();
    await resetPage();
  };
});

it('plays all articles with a narration, also those that are not on this screen', async () => {
  renderOnPage(<ListenToAllButton articles={shown} loadAll={async () => articles} />);
  await pressButton('Listen to all');
  await expect.poll(() => playbackQueueStore.get()).toHaveLength(29);
  expect(readPlayerSummary().title).toBe('Article 2');
  expect(playbackQueueStore.get().at(-1)!.title).toBe('Article 45');
});

it('plays the articles on this screen if the others cannot be loaded, with a message', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  renderOnPage(
    <ListenToAllButton articles={shown} loadAll={() => Promise.reject(new TypeError('offline'))} />,
  );
  await pressButton('Listen to all');
  await expect.poll(() => playbackQueueStore.get()).toHaveLength(12);
  expect(readPlayerSummary().title).toBe('Article 2');
  screen.getByText('Only those on this page could be put in your queue.');
});

it('is hidden if no article has a narration', () => {
  renderOnPage(<ListenToAllButton articles={[articles[0]!]} loadAll={undefined} />);
  expect(screen.queryByRole('button')).toBeNull();
});
