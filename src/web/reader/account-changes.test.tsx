// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { createIdToken, setCookie, signIn } from '#web/testing/reader.ts';
import { cleanUp, settle, show } from '#web/testing/render.tsx';
import { type FakeServer, respondWith, startFakeServer } from '#web/testing/server.ts';
import { watchAccountChanges } from './account-changes.ts';
import { CACHE_LIFETIME, writeCache } from './cache.ts';
import { useProfile } from './profile.ts';
import { currentReader, watchSession } from './session.ts';

const PROFILE = 'GET /user/profile';

/** A fake of the browser's `EventSource`, whose events the test dispatches. */
class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static last: FakeEventSource | undefined;
  readyState = 0;
  onerror: (() => void) | null = null;

  constructor() {
    super();
    FakeEventSource.last = this;
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }

  /** Interrupts the stream; if `isRefused`, closes it permanently, as browsers do after an error response. */
  fail(isRefused: boolean): void {
    if (isRefused) this.close();
    this.onerror?.();
  }
}

let server: FakeServer;
let leave: () => void;

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
  server = startFakeServer();
  signIn('ada', { tier: 'premium' });
});
afterEach(async () => {
  leave();
  look(true);
  await cleanUp();
});

/** Switches to this tab or to another one. */
function look(isSeen: boolean): void {
  Object.defineProperty(document, 'visibilityState', {
    value: isSeen ? 'visible' : 'hidden',
    configurable: true,
  });
  document.dispatchEvent(new Event('visibilitychange'));
}

const openStream = () =>
  act(async () => void FakeEventSource.last!.dispatchEvent(new Event('open')));

function giveEnding(subscriptionEnds: boolean): void {
  const subscriptionStatus = 'active';
  const subscriptionExpiresAt = '2026-12-22T09:00:00.000Z';
  const profile = { subscriptionTier: 'premium', subscriptionStatus, subscriptionExpiresAt };
  server.responses[PROFILE] = respondWith({ ...profile, subscriptionEnds });
}

function Card() {
  return <p>{useProfile()?.subscriptionEnds ? 'ends' : 'goes on'}</p>;
}

it('shows what happened in another tab, once it is turned to again', async () => {
  giveEnding(false);
  render(<Card />);
  leave = watchAccountChanges();
  await openStream();
  expect(screen.getByText('goes on')).toBeTruthy();
  look(false);
  expect(FakeEventSource.last!.readyState).toBe(FakeEventSource.CLOSED);
  giveEnding(true);
  look(true);
  await openStream();
  await screen.findByText('ends');
});

it('shows what happened between two streams', async () => {
  giveEnding(false);
  render(<Card />);
  leave = watchAccountChanges();
  await openStream();
  giveEnding(true);
  await openStream();
  await screen.findByText('ends');
});

it('requests no profile if no component shows it, but reads the cookie', async () => {
  const stop = watchSession(() => {});
  leave = watchAccountChanges();
  setCookie(createIdToken('ada', { tier: 'free' }));
  await openStream();
  expect(server.calls).toEqual([]);
  expect(document.documentElement.dataset.premium).toBeUndefined();
  expect(currentReader()?.tier).toBe('free');
  stop();
});

it('asks for nothing once what showed it is gone', async () => {
  giveEnding(false);
  const { unmount } = render(<Card />);
  leave = watchAccountChanges();
  await openStream();
  unmount();
  server.requests.length = 0;
  await openStream();
  expect(server.calls).toEqual([]);
});

describe('a follow that was taken back on another device', () => {
  const FOLLOWED = 'GET /users/me/following';
  const pressed = () => screen.getByRole('button').getAttribute('aria-pressed');

  it('is shown at once by a page that is open', async () => {
    server.responses[FOLLOWED] = respondWith({ authors: ['Plumbline'] });
    show(<FollowButton alias="Plumbline" />);
    leave = watchAccountChanges();
    await openStream();
    await settle();
    expect(pressed()).toBe('true');
    server.responses[FOLLOWED] = respondWith({ authors: [] });
    await act(async () => void FakeEventSource.last!.dispatchEvent(new Event('follows')));
    await settle();
    expect(pressed()).toBe('false');
  });

  it('is shown by a page that starts with data cached earlier', async () => {
    vi.useFakeTimers();
    writeCache('follows', 'ada', ['Plumbline']);
    vi.setSystemTime(Date.now() + CACHE_LIFETIME / 2);
    server.responses[FOLLOWED] = respondWith({ authors: [] });
    show(<FollowButton alias="Plumbline" />);
    await settle();
    expect(pressed()).toBe('true');
    leave = watchAccountChanges();
    await openStream();
    await settle();
    expect(pressed()).toBe('false');
    // A set that was just loaded is not requested again.
    await openStream();
    await settle();
    expect(server.calls.filter((call) => call === FOLLOWED)).toHaveLength(1);
  });
});

describe('a page that is refused', () => {
  /** Milliseconds after which the page has requested the stream again. */
  const LATER = 60_000;
  const last = () => FakeEventSource.last!;

  beforeEach(() => {
    vi.useFakeTimers();
    leave = watchAccountChanges();
  });

  it('asks again in a while, as often as it takes, and follows from then on', async () => {
    for (let times = 0; times < 3; times++) {
      const refused = last();
      refused.fail(true);
      vi.advanceTimersByTime(LATER / 2 - 1);
      expect(last()).toBe(refused);
      vi.advanceTimersByTime(LATER / 2);
      expect(last()).not.toBe(refused);
    }
    const open = last();
    vi.advanceTimersByTime(LATER);
    expect(last()).toBe(open);
  });

  it('leaves what was cut off to the browser, which asks again by itself', () => {
    const cutOff = last();
    cutOff.fail(false);
    vi.advanceTimersByTime(LATER);
    expect(last()).toBe(cutOff);
  });

  it.each([
    ['it is not looked at', () => look(false)],
    ['it is left', () => dispatchEvent(new Event('pagehide'))],
    ['nobody is signed in any more', () => leave()],
  ])('asks for nothing while %s', (_why, happen) => {
    const refused = last();
    refused.fail(true);
    happen();
    vi.advanceTimersByTime(LATER);
    expect(last()).toBe(refused);
  });

  it('asks at once, and once, when it is looked at again', () => {
    last().fail(true);
    look(false);
    look(true);
    const open = last();
    expect(open.readyState).not.toBe(FakeEventSource.CLOSED);
    vi.advanceTimersByTime(LATER);
    expect(last()).toBe(open);
  });
});
