// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { createIdToken, setIdTokenCookie, signIn } from '#web/testing/reader.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createJsonResponder, type FakeServer, startFakeServer } from '#web/testing/server.ts';
import { openAccountChangeStream } from './account-change-stream.ts';
import { CACHE_LIFETIME_IN_MILLISECONDS, cacheValue } from './cache.ts';
import { readCurrentReader, watchSession } from './session.ts';
import { useSubscriptionProfile } from './subscription-profile.ts';

const PROFILE = 'GET /user/profile';

/** Simulates the browser's `EventSource`, whose events the test dispatches. */
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

  /** Interrupts the stream. If `isRefused` is true, closes it permanently, as browsers do after an error response. */
  fail(isRefused: boolean): void {
    if (isRefused) this.close();
    this.onerror?.();
  }
}

let server: FakeServer;
let stopFollowing: () => void;

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
  server = startFakeServer();
  signIn('ada', { tier: 'premium' });
});
afterEach(async () => {
  stopFollowing();
  setTabVisible(true);
  await resetPage();
});

/** Simulates a switch to this tab (`isVisible`) or to another tab. */
function setTabVisible(isVisible: boolean): void {
  Object.defineProperty(document, 'visibilityState', {
    value: isVisible ? 'visible' : 'hidden',
    configurable: true,
  });
  document.dispatchEvent(new Event('visibilitychange'));
}

const openStream = () =>
  act(async () => void FakeEventSource.last!.dispatchEvent(new Event('open')));

function stubProfile(subscriptionEnds: boolean): void {
  const subscriptionStatus = 'active';
  const subscriptionExpiresAt = '2026-12-22T09:00:00.000Z';
  const profile = { subscriptionTier: 'premium', subscriptionStatus, subscriptionExpiresAt };
  server.responses[PROFILE] = createJsonResponder({ ...profile, subscriptionEnds });
}

function Card() {
  return <p>{useSubscriptionProfile()?.subscriptionEnds ? 'ends' : 'goes on'}</p>;
}

it('shows changes from another tab when the reader returns to this tab', async () => {
  stubProfile(false);
  render(<Card />);
  stopFollowing = openAccountChangeStream();
  await openStream();
  expect(screen.getByText('goes on')).toBeTruthy();
  setTabVisible(false);
  expect(FakeEventSource.last!.readyState).toBe(FakeEventSource.CLOSED);
  stubProfile(true);
  setTabVisible(true);
  await openStream();
  await screen.findByText('ends');
});

it('shows changes made between two streams', async () => {
  stubProfile(false);
  render(<Card />);
  stopFollowing = openAccountChangeStream();
  await openStream();
  stubProfile(true);
  await openStream();
  await screen.findByText('ends');
});

it('requests no profile if no component shows it, but reads the cookie', async () => {
  const stopWatching = watchSession(() => {});
  stopFollowing = openAccountChangeStream();
  setIdTokenCookie(createIdToken('ada', { tier: 'free' }));
  await openStream();
  expect(server.calls).toEqual([]);
  expect(document.documentElement.dataset.premium).toBeUndefined();
  expect(readCurrentReader()?.tier).toBe('free');
  stopWatching();
});

it('requests nothing after the component that showed the profile is gone', async () => {
  stubProfile(false);
  const { unmount } = render(<Card />);
  stopFollowing = openAccountChangeStream();
  await openStream();
  unmount();
  server.requests.length = 0;
  await openStream();
  expect(server.calls).toEqual([]);
});

describe('a follow that was removed on another device', () => {
  const FOLLOWED = 'GET /users/me/following';
  const getPressedState = () => screen.getByRole('button').getAttribute('aria-pressed');

  it('is shown immediately by an open page', async () => {
    server.responses[FOLLOWED] = createJsonResponder({ authors: ['Plumbline'] });
    renderOnPage(<FollowButton alias="Plumbline" />);
    stopFollowing = openAccountChangeStream();
    await openStream();
    await waitForResponses();
    expect(getPressedState()).toBe('true');
    server.responses[FOLLOWED] = createJsonResponder({ authors: [] });
    await act(async () => void FakeEventSource.last!.dispatchEvent(new Event('follows')));
    await waitForResponses();
    expect(getPressedState()).toBe('false');
  });

  it('is shown by a page that starts with older cached data', async () => {
    vi.useFakeTimers();
    cacheValue('follows', 'ada', ['Plumbline']);
    vi.setSystemTime(Date.now() + CACHE_LIFETIME_IN_MILLISECONDS / 2);
    server.responses[FOLLOWED] = createJsonResponder({ authors: [] });
    renderOnPage(<FollowButton alias="Plumbline" />);
    await waitForResponses();
    expect(getPressedState()).toBe('true');
    stopFollowing = openAccountChangeStream();
    await openStream();
    await waitForResponses();
    expect(getPressedState()).toBe('false');
    // The set of followed authors was loaded just now, so opening a second stream does not load it again.
    await openStream();
    await waitForResponses();
    expect(server.calls.filter((call) => call === FOLLOWED)).toHaveLength(1);
  });
});

describe('a page whose stream is refused', () => {
  /** Maximum delay in milliseconds before the page requests a refused stream again. */
  const MAX_RECONNECT_DELAY = 60_000;
  const getLastSource = () => FakeEventSource.last!;

  beforeEach(() => {
    vi.useFakeTimers();
    stopFollowing = openAccountChangeStream();
  });

  it('requests the stream repeatedly until it opens', async () => {
    for (let times = 0; times < 3; times++) {
      const refused = getLastSource();
      refused.fail(true);
      vi.advanceTimersByTime(MAX_RECONNECT_DELAY / 2 - 1);
      expect(getLastSource()).toBe(refused);
      vi.advanceTimersByTime(MAX_RECONNECT_DELAY / 2);
      expect(getLastSource()).not.toBe(refused);
    }
    const reopened = getLastSource();
    vi.advanceTimersByTime(MAX_RECONNECT_DELAY);
    expect(getLastSource()).toBe(reopened);
  });

  it('lets the browser reconnect an interrupted stream', () => {
    const interrupted = getLastSource();
    interrupted.fail(false);
    vi.advanceTimersByTime(MAX_RECONNECT_DELAY);
    expect(getLastSource()).toBe(interrupted);
  });

  it.each([
    ['it is in the background', () => setTabVisible(false)],
    ['it is left', () => dispatchEvent(new Event('pagehide'))],
    ['the reader is signed out', () => stopFollowing()],
  ])('requests nothing while %s', (_, trigger) => {
    const refused = getLastSource();
    refused.fail(true);
    trigger();
    vi.advanceTimersByTime(MAX_RECONNECT_DELAY);
    expect(getLastSource()).toBe(refused);
  });

  it('requests the stream once, immediately, when it is visible again', () => {
    getLastSource().fail(true);
    setTabVisible(false);
    setTabVisible(true);
    const reopened = getLastSource();
    expect(reopened.readyState).not.toBe(FakeEventSource.CLOSED);
    vi.advanceTimersByTime(MAX_RECONNECT_DELAY);
    expect(getLastSource()).toBe(reopened);
  });
});
