// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MESSAGES } from '#domain/messages.ts';
import { PlanAction } from '#web/features/premium/plan-action.tsx';
import { consumeIntent, type Intent, readIntentScroll, storeIntent } from '#web/reader/intents.ts';
import { rememberSignInReturn } from '#web/reader/sign-in-return.ts';
import { mockNavigation } from '#web/testing/mock-navigation.ts';
import { signIn } from '#web/testing/reader.ts';
import { cleanUp, currentPrompt, settle, show } from '#web/testing/render.tsx';
import {
  type FakeServer,
  failOffline,
  refuseWith,
  respondWith,
  startFakeServer,
} from '#web/testing/server.ts';
import { ResumeAfterSignIn } from './resume-after-sign-in.tsx';

const article = { authorAlias: 'Plumbline', id: '01a1f77d-4862-731c-bcfb-bd614a220284' };
const feedback: Intent = { action: 'feedback', article, feedbackType: 'PRACTICAL' };
const BOOKMARK = `PUT /articles/Plumbline/${article.id}/bookmark`;
const FOLLOW = 'PUT /authors/Plumbline/follow';
const CHECKOUT = 'POST /subscriptions/checkout';
const scrolls = vi.fn();

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  scrolls.mockReset();
  vi.stubGlobal('scrollTo', scrolls);
  vi.stubGlobal('scrollY', 1234);
});
afterEach(cleanUp);

/** Loads the page with a component of its own screen. */
function load(Screen: ComponentType = () => null) {
  show(
    <>
      <ResumeAfterSignIn />
      <Screen />
    </>,
  );
}

describe('back, and signed in', () => {
  it('goes on at the line where the reader was, with the bookmark set', async () => {
    storeIntent({ action: 'bookmark', article });
    signIn();
    load();
    expect(scrolls).toHaveBeenCalledWith({ top: 1234, behavior: 'instant' });
    expect(
      (await screen.findByText('Bookmarked. Find it in your profile.')).closest('[role=status]'),
    ).not.toBeNull();
    expect(server.changes).toEqual([BOOKMARK]);
  });

  it('puts the keyboard on what the reader had pressed, or else on the heading', async () => {
    const pressed = { what: 'Bookmark', before: 1, isRinged: false };
    for (const [name, expected] of [
      ['Bookmark', 'second'],
      ['Share', 'heading'],
    ] as const) {
      storeIntent({ action: 'bookmark', article }, pressed);
      signIn();
      const { unmount } = show(
        <main>
          <h1 id="heading">An article</h1>
          <button type="button" aria-label={name} id="first" />
          <button type="button" aria-label={name} id="second" />
          <ResumeAfterSignIn />
        </main>,
      );
      expect(document.activeElement?.id).toBe(expected);
      await waitFor(() => expect(readIntentScroll()).toBeUndefined());
      unmount();
    }
  });

  it('puts the keyboard on the heading after the sign-in page, once', () => {
    const page = (
      <main>
        <h1>Your page</h1>
        <ResumeAfterSignIn />
      </main>
    );
    rememberSignInReturn(location.pathname + location.search);
    signIn();
    for (const expected of [() => screen.getByRole('heading'), () => document.body]) {
      const { unmount } = show(page);
      expect(document.activeElement).toBe(expected());
      unmount();
    }
    expect(scrolls).not.toHaveBeenCalled();
  });

  it('follows the author', async () => {
    storeIntent({ action: 'follow', alias: 'Plumbline' });
    signIn();
    load();
    await screen.findByText('You’re now following Plumbline.');
    expect(server.changes).toEqual([FOLLOW]);
  });

  it('does it once', async () => {
    storeIntent({ action: 'follow', alias: 'Plumbline' });
    signIn();
    load();
    await screen.findByText('You’re now following Plumbline.');
    cleanup();
    load();
    await settle();
    expect(server.changes).toHaveLength(1);
    expect(scrolls).toHaveBeenCalledOnce();
  });

  it('says nothing of success when the server refuses', async () => {
    server.responses[FOLLOW] = refuseWith(403, 'You can follow 3 authors.');
    storeIntent({ action: 'follow', alias: 'Plumbline' });
    signIn();
    load();
    await settle();
    expect(currentPrompt()).toMatchObject({ kind: 'limit', message: 'You can follow 3 authors.' });
    expect(screen.queryByText('You’re now following Plumbline.')).toBeNull();
  });

  it('says so when it failed', async () => {
    server.responses[BOOKMARK] = failOffline;
    storeIntent({ action: 'bookmark', article });
    signIn();
    load();
    await screen.findByText(MESSAGES.bookmarkFailed);
    expect(screen.queryByText(/^Bookmarked/)).toBeNull();
  });

  it('goes on to the checkout that was asked for, as the button shows, and keeps nothing of it', async () => {
    const leaves = mockNavigation();
    server.responses[CHECKOUT] = respondWith({
      sessionUrl: 'https://pay.example/c/1',
    });
    storeIntent({ action: 'upgrade', cycle: 'annual', returnTo: '/plans?cycle=annual' });
    signIn();
    load(PlanAction);
    await waitFor(() => expect(leaves).toHaveBeenCalledExactlyOnceWith('https://pay.example/c/1'));
    expect(server.requests.find(({ call }) => call === CHECKOUT)?.body).toEqual({
      billingCycle: 'annual',
      returnTo: '/plans?cycle=annual',
    });
    expect(readIntentScroll()).toBeUndefined();
    const busy = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Loading...' });
    expect(busy.every(({ disabled }) => disabled)).toBe(true);
  });

  it('leaves listening to the button of the article, which finds it there', async () => {
    storeIntent({ action: 'listen', article });
    signIn();
    load();
    await waitFor(() => expect(scrolls).toHaveBeenCalledOnce());
    expect(consumeIntent('listen')).toEqual({ action: 'listen', article });
  });

  it('leaves feedback to its own component, which finds it there', async () => {
    storeIntent(feedback);
    signIn();
    const taken = vi.fn();
    load(() => {
      useEffect(() => taken(consumeIntent('feedback')), []);
      return null;
    });
    await settle();
    expect(taken).toHaveBeenCalledWith(feedback);
    expect(server.calls).toEqual([]);
    expect(scrolls).toHaveBeenCalledOnce();
  });
});

describe('back, but not signed in', () => {
  it('forgets what the reader wanted, and moves nothing', async () => {
    storeIntent({ action: 'bookmark', article });
    load();
    expect(readIntentScroll()).toBeUndefined();
    expect(scrolls).not.toHaveBeenCalled();
    // The reader signs in later, for another reason.
    cleanup();
    signIn();
    load();
    await settle();
    expect(server.calls).toEqual([]);
  });

  it('forgets it too when the browser brings the page back as it was left', () => {
    load();
    storeIntent({ action: 'bookmark', article });
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
    expect(readIntentScroll()).toBeUndefined();
  });

  it('keeps it while the reader is still on the way', () => {
    load();
    storeIntent({ action: 'bookmark', article });
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: false }));
    expect(readIntentScroll()).toBe(1234);
  });
});

it('moves nobody who wanted nothing', () => {
  signIn();
  load();
  expect(scrolls).not.toHaveBeenCalled();
  expect(server.calls).toEqual([]);
});
