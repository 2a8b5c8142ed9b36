// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FollowButton } from '#web/features/follows/follow-button.tsx';
import { createIdToken, setIdTokenCookie, signIn } from '#web/testing/reader.ts';
import { renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { createJsonResponder, type FakeServer, startFakeServer } from '#web/testing/server.ts';
import { followAccountChangeStream } from './account-change-stream.ts';
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
let leave: () => void;

beforeEach(() => {
  vi.stubGlobal('EventSource', FakeEventSource);
  server = startFakeServer();
  signIn('ada', { tier: 'premium' });
});
afterEach(async () => {
  leave();
  look(true);
  await resetPage();
});

/** Simulates a switch to this tab (`isSeen`) or to another tab. */
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
  server.responses[PROFILE] = createJsonResponder({ ...profile, subscriptionEnds });
}

function Card() {
  return <p>{useSubscriptionProfile()?.subscriptionEnds ? 'ends' : 'goes on'}</p>;
}

it('shows changes from another tab when the reader returns to this tab', async () => {
  giveEnding(false);
  render(<Card />);
  leave = followAccountChangeStream();
  await openStream();
  expect(screen.getByText('goes on')).toBeTruthy();
  look(false);
  expect(FakeEventSource.last!.readyState).toBe(FakeEventSource.CLOSED);
  giveEnding(true);
  look(true);
  await openStream();
  await screen.findByText('ends');
});

it('shows changes made between two streams', async () => {
  giveEnding(false);
  render(<Card />);
  leave = followAccountChangeStream();
  await openStream();
  giveEnding(true);
  await openStream();
  await screen.findByText('ends');
});

it('requests no profile if no component shows it, but reads the cookie', async () => {
  const stop = watchSession(() => {});
  leave = followAccountChangeStream();
  setIdTokenCookie(createIdToken('ada', { tier: 'free' }));
  await openStream();
  expect(server.calls).toEqual([]);
  expect(document.documentElement.dataset.premium).toBeUndefined();
  expect(readCurrentReader()?.tier).toBe('free');
  stop();
});

it('requests nothing after the component that showed the profile is gone', async () => {
  giveEnding(false);
  const { unmount } = render(<Card />);
  leave = followAccountChangeStream();
  await openStream();
  unmount();
  server.requests.length = 0;
  await openStream();
  expect(server.calls).toEqual([]);
});

describe('a follow that was removed on another device', () => {
  const FOLLOWED = 'GET /users/me/following';
  const pressed = () => screen.getByRole('button').getAttribute('aria-pressed');

  it('is shown immediately by an open page', async () => {
    server.responses[FOLLOWED] = createJsonResponder({ authors: ['Plumbline'] });
    renderOnPage(<FollowButton alias="Plumbline" />);
    leave = followAccountChangeStream();
    await openStream();
    await waitForResponses();
    expect(pressed()).toBe('true');
    server.responses[FOLLOWED] = createJsonResponder({ authors: [] });
    await act(async () => void FakeEventSource.last!.dispatchEvent(new Event('follows')));
    await waitForResponses();
    expect(pressed()).toBe('false');
  });

  it('is shown by a page that starts with older cached data', async () => {
    vi.useFakeTimers();
    cacheValue('follows', 'ada', ['Plumbline']);
    vi.setSystemTime(Date.now() + CACHE_LIFETIME_IN_MILLISECONDS / 2);
    server.responses[FOLLOWED] = createJsonResponder({ authors: [] });
    renderOnPage(<FollowButton alias="Plumbline" />);
    await waitForResponses();
    expect(pressed()).toBe('true');
    leave = followAccountChangeStream();
    await openStream();
    await waitForResponses();
    expect(pressed()).toBe('false');
    // The set of followed authors was just loaded, so a second stream does not load it again.
    await openStream();
    await waitForResponses();
    expect(server.calls.filter((call) => call === FOLLOWED)).toHaveLength(1);
  });
});

describe('a page whose stream is refused', () => {
  /** Maximum delay in milliseconds before the page requests a refused stream again. */
  const LATER = 60_000;
  const last = () => FakeEventSource.last!;

  beforeEach(() => {
    vi.useFakeTimers();
    leave = followAccountChangeStream();
  });

  it('requests the stream repeatedly until it opens', async () => {
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

  it('lets the browser reconnect an interrupted stream', () => {
    const cutOff = last();
    cutOff.fail(false);
    vi.advanceTimersByTime(LATER);
    expect(last()).toBe(cutOff);
  });

  it.each([
    ['it is in the background', () => look(false)],
    ['it is left', () => dispatchEvent(new Event('pagehide'))],
    ['the reader is signed out', () => leave()],
  ])('requests nothing while %s', (_why, happen) => {
    const refused = last();
    refused.fail(true);
    happen();
    vi.advanceTimersByTime(LATER);
    expect(last()).toBe(refused);
  });

  it('requests the stream once, immediately, when it is visible again', () => {
    last().fail(true);
    look(false);
    look(true);
    const open = last();
    expect(open.readyState).not.toBe(FakeEventSource.CLOSED);
    vi.advanceTimersByTime(LATER);
    expect(last()).toBe(open);
  });
});
