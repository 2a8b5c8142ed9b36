// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { type ComponentType, useEffect } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { PlanActionButton } from '#web/features/premium/plan-action-button.tsx';
import {
  consumeIntent,
  type Intent,
  readIntentScrollPosition,
  storeIntent,
} from '#web/reader/intents.ts';
import { rememberSignInReturn } from '#web/reader/sign-in-return.ts';
import { mockNavigation } from '#web/testing/mock-navigation.ts';
import { signIn } from '#web/testing/reader.ts';
import {
  getCurrentPrompt,
  renderOnPage,
  resetPage,
  waitForResponses,
} from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  rejectAsOffline,
  startFakeServer,
} from '#web/testing/server.ts';
import { ResumeAfterSignIn } from './resume-after-sign-in.tsx';

const article = { authorAlias: 'Plumbline', id: '01a1f77d-4862-731c-bcfb-bd614a220284' };
const feedback: Intent = { action: 'feedback', article, feedbackType: 'PRACTICAL' };
const BOOKMARK = `PUT /articles/Plumbline/${article.id}/bookmark`;
const FOLLOW = 'PUT /authors/Plumbline/follow';
const CHECKOUT = 'POST /subscriptions/checkout';
const scrollPage = vi.fn();

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  scrollPage.mockReset();
  vi.stubGlobal('scrollTo', scrollPage);
  vi.stubGlobal('scrollY', 1234);
});
afterEach(resetPage);

/** Renders the page with `Screen` as its current screen. */
function renderPage(Screen: ComponentType = () => null) {
  renderOnPage(
    <>
      <ResumeAfterSignIn />
      <Screen />
    </>,
  );
}

describe('a reader who returns signed in', () => {
  it('is at the previous scroll position, with the article bookmarked', async () => {
    storeIntent({ action: 'bookmark', article });
    signIn();
    renderPage();
    expect(scrollPage).toHaveBeenCalledWith({ top: 1234, behavior: 'instant' });
    expect(
      (await screen.findByText('Bookmarked. Find it in your profile.')).closest('[role=status]'),
    ).not.toBeNull();
    expect(server.changes).toEqual([BOOKMARK]);
  });

  it('has the focus on the pressed button, or else on the heading', async () => {
    const clickedControl = { what: 'Bookmark', before: 1, isRinged: false };
    for (const [name, expected] of [
      ['Bookmark', 'second'],
      ['Share', 'heading'],
    ] as const) {
      storeIntent({ action: 'bookmark', article }, clickedControl);
      signIn();
      const { unmount } = renderOnPage(
        <main>
          <h1 id="heading">An article</h1>
          <button type="button" aria-label={name} id="first" />
          <button type="button" aria-label={name} id="second" />
          <ResumeAfterSignIn />
        </main>,
      );
      expect(document.activeElement?.id).toBe(expected);
      await waitFor(() => expect(readIntentScrollPosition()).toBeUndefined());
      unmount();
    }
  });

  it('has the focus on the heading once after the sign-in page', () => {
    const page = (
      <main>
        <h1>Your page</h1>
        <ResumeAfterSignIn />
      </main>
    );
    rememberSignInReturn(location.pathname + location.search);
    signIn();
    for (const expected of [() => screen.getByRole('heading'), () => document.body]) {
      const { unmount } = renderOnPage(page);
      expect(document.activeElement).toBe(expected());
      unmount();
    }
    expect(scrollPage).not.toHaveBeenCalled();
  });

  it('follows the author', async () => {
    storeIntent({ action: 'follow', alias: 'Plumbline' });
    signIn();
    renderPage();
    await screen.findByText('You’re now following Plumbline.');
    expect(server.changes).toEqual([FOLLOW]);
  });

  it('completes the action once', async () => {
    storeIntent({ action: 'follow', alias: 'Plumbline' });
    signIn();
    renderPage();
    await screen.findByText('You’re now following Plumbline.');
    cleanup();
    renderPage();
    await waitForResponses();
    expect(server.changes).toHaveLength(1);
    expect(scrollPage).toHaveBeenCalledOnce();
  });

  it('sees no success message if the server refuses', async () => {
    server.responses[FOLLOW] = createErrorResponder(403, 'You can follow 3 authors.');
    storeIntent({ action: 'follow', alias: 'Plumbline' });
    signIn();
    renderPage();
    await waitForResponses();
    expect(getCurrentPrompt()).toMatchObject({
      kind: 'limit',
      message: 'You can follow 3 authors.',
    });
    expect(screen.queryByText('You’re now following Plumbline.')).toBeNull();
  });

  it('sees a message if the action fails', async () => {
    server.responses[BOOKMARK] = rejectAsOffline;
    storeIntent({ action: 'bookmark', article });
    signIn();
    renderPage();
    await screen.findByText(ERROR_MESSAGES.bookmarkFailed);
    expect(screen.queryByText(/^Bookmarked/)).toBeNull();
  });

  it('is led to the requested checkout, which the button shows, and no intent stays stored', async () => {
    const assign = mockNavigation();
    server.responses[CHECKOUT] = createJsonResponder({
      sessionUrl: 'https://pay.example/c/1',
    });
    storeIntent({ action: 'upgrade', cycle: 'annual', returnTo: '/plans?cycle=annual' });
    signIn();
    renderPage(PlanActionButton);
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('https://pay.example/c/1'));
    expect(server.requests.find(({ call }) => call === CHECKOUT)?.body).toEqual({
      billingCycle: 'annual',
      returnTo: '/plans?cycle=annual',
    });
    expect(readIntentScrollPosition()).toBeUndefined();
    const loadingButtons = screen.getAllByRole<HTMLButtonElement>('button', { name: 'Loading...' });
    expect(loadingButtons.every(({ disabled }) => disabled)).toBe(true);
  });

  it('still has the intent to listen, which the article’s button handles', async () => {
    storeIntent({ action: 'listen', article });
    signIn();
    renderPage();
    await waitFor(() => expect(scrollPage).toHaveBeenCalledOnce());
    expect(consumeIntent('listen')).toEqual({ action: 'listen', article });
  });

  it('still has the intent to give feedback, which its component handles', async () => {
    storeIntent(feedback);
    signIn();
    const onConsume = vi.fn();
    renderPage(() => {
      useEffect(() => onConsume(consumeIntent('feedback')), []);
      return null;
    });
    await waitForResponses();
    expect(onConsume).toHaveBeenCalledWith(feedback);
    expect(server.calls).toEqual([]);
    expect(scrollPage).toHaveBeenCalledOnce();
  });
});

describe('a visitor who returns without signing in', () => {
  it('loses the stored intent, and the page does not scroll', async () => {
    storeIntent({ action: 'bookmark', article });
    renderPage();
    expect(readIntentScrollPosition()).toBeUndefined();
    expect(scrollPage).not.toHaveBeenCalled();
    // If the visitor signs in later, the abandoned bookmark must not be added.
    cleanup();
    signIn();
    renderPage();
    await waitForResponses();
    expect(server.calls).toEqual([]);
  });

  it('loses the stored intent when the page is restored from the back-forward cache', () => {
    renderPage();
    storeIntent({ action: 'bookmark', article });
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
    expect(readIntentScrollPosition()).toBeUndefined();
  });

  it('keeps the stored intent during the sign-in', () => {
    renderPage();
    storeIntent({ action: 'bookmark', article });
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: false }));
    expect(readIntentScrollPosition()).toBe(1234);
  });
});

it('is not scrolled without a stored intent', () => {
  signIn();
  renderPage();
  expect(scrollPage).not.toHaveBeenCalled();
  expect(server.calls).toEqual([]);
});
