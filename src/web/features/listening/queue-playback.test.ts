// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeAudioAndNarrationServer, readPlayerSummary } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { createErrorResponder } from '#web/testing/server.ts';
import type { PlayableArticle } from './player-state.ts';
import { playerStore } from './player-store.ts';

const narrations = new FakeAudioAndNarrationServer();
const { closePlayer, pausePlayback, playArticle, playAllArticles } = await import('./player.ts');
const { enqueue, playbackQueueStore } = await import('./queue.ts');

const [ash, birch, cedar] = [
  createArticleMeta('Ash'),
  createArticleMeta('Birch'),
  createArticleMeta('Cedar'),
];
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

const readPageText = () => document.body.textContent;

describe('a queue', () => {
  it('does not repeat an article that was played directly', async () => {
    enqueue([birch, ash, cedar]);
    playArticle(ash);
    await advanceSeconds(65);
    expect(readPlayerSummary()).toMatchObject({ title: 'Birch', status: 'playing' });
    expect(playbackQueueStore.get().map(({ title }) => title)).toEqual(['Cedar']);
  });

  it('skips an article without a narration, with a message', async () => {
    narrations.available.birch = 'missing';
    playAllArticles([ash, birch, cedar]);
    await advanceSeconds(65);
    expect(readPlayerSummary()).toMatchObject({ title: 'Cedar', status: 'playing' });
    expect(readPageText()).toContain('There is no narration of “Birch”.');
  });

  it('ends after the last article, even if that has no narration', async () => {
    narrations.available.ash = 'missing';
    narrations.available.birch = 'missing';
    playAllArticles([ash, birch]);
    await waitForResponses();
    expect(playerStore.get().session).toBeUndefined();
    expect(readPageText()).toContain('There is no narration of “Birch”.');
  });

  it('stops at a server error, and keeps the article', async () => {
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url.includes('.birch.') ? createErrorResponder(500)() : fetch(url, init),
    );
    playAllArticles([ash, birch, cedar]);
    await advanceSeconds(65);
    expect(playerStore.get().session).toBeUndefined();
    expect(playbackQueueStore.get().map(({ title }) => title)).toEqual(['Birch', 'Cedar']);
  });
});

describe('a list that loads slowly', () => {
  const createDeferredList = () => Promise.withResolvers<readonly PlayableArticle[]>();

  it('plays even if another article started automatically while it loaded', async () => {
    enqueue([cedar]);
    playArticle(birch);
    await advanceSeconds(50);
    const list = createDeferredList();
    playAllArticles(list.promise);
    await advanceSeconds(15);
    expect(readPlayerSummary().title).toBe('Cedar');
    list.resolve([ash]);
    await advanceSeconds(1);
    expect(readPlayerSummary()).toMatchObject({ title: 'Ash', status: 'playing' });
  });

  it.each([
    ['another article was played', () => playArticle(birch), 'playing'],
    ['the listener paused', pausePlayback, 'paused'],
    ['the player was closed', closePlayer, undefined],
  ])('does not play if %s while it loaded', async (_, press, status) => {
    playArticle(birch);
    await advanceSeconds(1);
    const list = createDeferredList();
    playAllArticles(list.promise);
    press();
    list.resolve([ash, cedar]);
    await advanceSeconds(1);
    expect([playerStore.get().session?.status, playerStore.get().session?.article.title]).toEqual([
      status,
      status && 'Birch',
    ]);
    expect(playbackQueueStore.get()).toEqual([]);
  });
});
