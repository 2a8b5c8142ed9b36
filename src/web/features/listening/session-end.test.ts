// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Prompt } from '#web/reader/prompt.ts';
import { readCurrentReader } from '#web/reader/session.ts';
import { FakeAudioAndNarrationServer } from '#web/testing/narrations.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import {
  getCurrentPrompt,
  renderOnPage,
  resetPage,
  waitForResponses,
} from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { createErrorResponder } from '#web/testing/server.ts';
import { playerStore } from './player-store.ts';

const narrations = new FakeAudioAndNarrationServer();
const { server } = narrations;
const { closePlayer, playArticle } = await import('./player.ts');

const ash = createArticleMeta('Ash');
const advanceSeconds = (seconds: number) => vi.advanceTimersByTimeAsync(1000 * seconds);

beforeEach(() => {
  vi.useFakeTimers();
  narrations.listen();
  server.responses = {};
  signIn('ada', { tier: 'premium' });
  const page = renderOnPage(null);
  return async () => {
    closePlayer();
    await waitForResponses();
    page.unmount();
    await resetPage();
  };
});

describe('a session that has ended on the server', () => {
  it.each([
    ['the listening position', 'GET /user/listening'],
    ['the narration', undefined],
  ])('asks the reader to sign in to listen, when %s is requested', async (_, call) => {
    const { fetch } = globalThis;
    if (call) server.responses[call] = createErrorResponder(401);
    else
      vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
        url.endsWith('.af.json') ? createErrorResponder(401)() : fetch(url, init),
      );
    playArticle(ash);
    await waitForResponses();
    expect([readCurrentReader(), playerStore.get().session]).toEqual([null, undefined]);
    const { authorAlias, id } = ash;
    const prompt = getCurrentPrompt() as Extract<Prompt, { kind: 'sign-in' }>;
    expect(prompt.intent).toEqual({ action: 'listen', article: { authorAlias, id } });
  });

  it('stops playback with a message', async () => {
    playArticle(ash);
    await advanceSeconds(5);
    signOut();
    await waitForResponses();
    expect(playerStore.get().session).toBeUndefined();
    expect(document.body.textContent).toContain(
      'You are signed out, so the narration has stopped.',
    );
  });
});
