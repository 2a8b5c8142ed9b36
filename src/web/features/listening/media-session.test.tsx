// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { FakeAudioAndNarrationServer, readPlayerSummary } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createArticleMeta } from '#web/testing/samples.ts';
import { usePlaybackSession } from './player-store.ts';

const narrations = new FakeAudioAndNarrationServer();
const { closePlayer, pausePlayback, playArticle, seekTo } = await import('./player.ts');
const { enqueue, playbackQueueStore } = await import('./queue.ts');
const { useMediaSession } = await import('./media-session.ts');

/** A fake of the browser's media session. It records the state and the handlers that the page sets. */
const mediaSession = {
  metadata: null as MediaMetadata | null,
  playbackState: 'none',
  positions: [] as (MediaPositionState | undefined)[],
  handlers: new Map<string, MediaSessionActionHandler | null>(),
  setPositionState(state?: MediaPositionState) {
    mediaSession.positions.push(state);
  },
  setActionHandler(action: string, handler: MediaSessionActionHandler | null) {
    // Browsers throw an error for media session actions that they do not support.
    if (action === 'stop') throw new TypeError('No such action.');
    mediaSession.handlers.set(action, handler);
  },
};

function PlayerStub() {
  const session = usePlaybackSession();
  return session ? <MediaSessionPublisher session={session} /> : null;
}
function MediaSessionPublisher({
  session,
}: {
  session: NonNullable<ReturnType<typeof usePlaybackSession>>;
}) {
  useMediaSession(session);
  return null;
}

beforeEach(async () => {
  vi.useFakeTimers();
  Object.defineProperty(navigator, 'mediaSession', { value: mediaSession, configurable: true });
  narrations.listen();
  vi.stubGlobal(
    'MediaMetadata',
    class {
      constructor(metadata: object) {
        Object.assign(this, metadata);
      }
    },
  );
  signIn('ada', { tier: 'premium' });
  render(<PlayerStub />);
  playArticle(createArticleMeta('Ash'));
  await waitForResponses();
  return async () => {
    act(closePlayer);
    playbackQueueStore.set([]);
    await waitForResponses();
    await resetPage();
  };
});

const press = (action: MediaSessionAction, details: object = {}) =>
  act(async () =>
    mediaSession.handlers.get(action)!({ action, ...details } as MediaSessionActionDetails),
  );
const getLastPosition = () => mediaSession.positions.at(-1);

it('controls the narration', async () => {
  await press('pause');
  expect([readPlayerSummary().status, mediaSession.playbackState]).toEqual(['paused', 'paused']);
  await press('play');
  await waitForResponses();
  expect([readPlayerSummary().status, mediaSession.playbackState]).toEqual(['playing', 'playing']);
  const steps: [MediaSessionAction, object, number][] = [
    ['seekto', { seekTime: 30 }, 30],
    ['seekforward', {}, 40],
    ['seekbackward', {}, 30],
    ['seekforward', { seekOffset: 5 }, 35],
    ['seekbackward', { seekOffset: 15 }, 20],
    ['nexttrack', {}, 40],
    // In the last chapter with an empty queue, "next track" has no effect.
    ['nexttrack', {}, 40],
    ['previoustrack', {}, 20],
    ['previoustrack', {}, 0],
  ];
  for (const [action, details, to] of steps) {
    await press(action, details);
    expect([action, readPlayerSummary().at]).toEqual([action, expect.closeTo(to, -0.4)]);
  }
});

it('plays the next article after the last chapter', async () => {
  enqueue([createArticleMeta('Birch')]);
  for (const title of ['Ash', 'Ash', 'Birch']) {
    await press('nexttrack');
    await waitForResponses();
    expect(readPlayerSummary()).toMatchObject({ title, status: 'playing' });
  }
  expect(playbackQueueStore.get()).toEqual([]);
});

it('gets the position after each seek, also while paused', async () => {
  expect(getLastPosition()).toMatchObject({ duration: 60, playbackRate: 1 });
  act(pausePlayback);
  await waitForResponses();
  act(() => seekTo(42));
  expect(getLastPosition()).toEqual({ duration: 60, position: 42, playbackRate: 1 });
  expect(mediaSession.metadata).toMatchObject({
    title: 'Ash',
    artist: 'Plumbline',
    album: 'Second',
  });
  const count = mediaSession.positions.length;
  await press('play');
  await waitForResponses();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  // During playback, the operating system advances the position by itself, so the page must not keep sending it.
  expect(mediaSession.positions.length - count).toBeLessThan(4);
});

it('is cleared when the player closes', async () => {
  act(closePlayer);
  await waitForResponses();
  expect([mediaSession.playbackState, mediaSession.metadata, getLastPosition()]).toEqual([
    'none',
    null,
    undefined,
  ]);
  expect([...mediaSession.handlers.values()].every((handler) => handler === null)).toBe(true);
});
