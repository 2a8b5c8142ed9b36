// @vitest-environment jsdom
import { act, render } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { cleanUp, settle } from '#web/testing/bench.tsx';
import { Narrations, now } from '#web/testing/narrations.ts';
import { signIn } from '#web/testing/reader.ts';
import { article } from '#web/testing/samples.ts';
import { usePlaybackSession } from './player-store.ts';

const narrations = new Narrations();
const { close, pause, play, seek } = await import('./player.ts');
const { enqueue, queue } = await import('./queue.ts');
const { useMediaSession } = await import('./media-session.ts');

/** What the device has been told, and how it steers. */
const session = {
  metadata: null as MediaMetadata | null,
  playbackState: 'none',
  positions: [] as (MediaPositionState | undefined)[],
  steer: new Map<string, MediaSessionActionHandler | null>(),
  setPositionState(state?: MediaPositionState) {
    session.positions.push(state);
  },
  setActionHandler(action: string, handler: MediaSessionActionHandler | null) {
    // As browsers do with what they do not know.
    if (action === 'stop') throw new TypeError('No such action.');
    session.steer.set(action, handler);
  },
};

function Session() {
  const listening = usePlaybackSession();
  return listening ? <Told listening={listening} /> : null;
}
function Told({ listening }: { listening: NonNullable<ReturnType<typeof usePlaybackSession>> }) {
  useMediaSession(listening);
  return null;
}

beforeEach(async () => {
  vi.useFakeTimers();
  Object.defineProperty(navigator, 'mediaSession', { value: session, configurable: true });
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
  render(<Session />);
  play(article('Ash'));
  await settle();
  return async () => {
    act(close);
    queue.set([]);
    await settle();
    await cleanUp();
  };
});

const press = (action: MediaSessionAction, details: object = {}) =>
  act(async () => session.steer.get(action)!({ action, ...details } as MediaSessionActionDetails));
const told = () => session.positions.at(-1);

it('steers what is listened to', async () => {
  await press('pause');
  expect([now().status, session.playbackState]).toEqual(['paused', 'paused']);
  await press('play');
  await settle();
  expect([now().status, session.playbackState]).toEqual(['playing', 'playing']);
  const steps: [MediaSessionAction, object, number][] = [
    ['seekto', { seekTime: 30 }, 30],
    ['seekforward', {}, 40],
    ['seekbackward', {}, 30],
    ['seekforward', { seekOffset: 5 }, 35],
    ['seekbackward', { seekOffset: 15 }, 20],
    ['nexttrack', {}, 40],
    // The last part: there is none after it, and nothing waits.
    ['nexttrack', {}, 40],
    ['previoustrack', {}, 20],
    ['previoustrack', {}, 0],
  ];
  for (const [action, details, to] of steps) {
    await press(action, details);
    expect([action, now().at]).toEqual([action, expect.closeTo(to, -0.4)]);
  }
});

it('steers to what is to be heard next, from the last part', async () => {
  enqueue([article('Birch')]);
  for (const title of ['Ash', 'Ash', 'Birch']) {
    await press('nexttrack');
    await settle();
    expect(now()).toMatchObject({ title, status: 'playing' });
  }
  expect(queue.get()).toEqual([]);
});

it('is told where it is, wherever it is led, also while it is paused', async () => {
  expect(told()).toMatchObject({ duration: 60, playbackRate: 1 });
  act(pause);
  await settle();
  act(() => seek(42));
  expect(told()).toEqual({ duration: 60, position: 42, playbackRate: 1 });
  expect(session.metadata).toMatchObject({ title: 'Ash', artist: 'Plumbline', album: 'Second' });
  const count = session.positions.length;
  await press('play');
  await settle();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  // While it plays, the device counts by itself: it is told of the change of state, and no more.
  expect(session.positions.length - count).toBeLessThan(4);
});

it('is told when nothing is listened to any more', async () => {
  act(close);
  await settle();
  expect([session.playbackState, session.metadata, told()]).toEqual(['none', null, undefined]);
  expect([...session.steer.values()].every((handler) => handler === null)).toBe(true);
});
