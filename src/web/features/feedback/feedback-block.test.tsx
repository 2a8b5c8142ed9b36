// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FEEDBACK_TYPE_DETAILS } from '#domain/feedback.ts';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import { feedbackCopy } from '#web/copy/feedback.ts';
import { storeIntent } from '#web/reader/intents.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import {
  getCurrentPrompt,
  pressButton,
  renderOnPage,
  resetPage,
  waitForResponses,
  withPageContext,
} from '#web/testing/render.tsx';
import { goOffline } from '#web/testing/server.ts';
import { FeedbackBlock } from './feedback-block.tsx';
import { FakeFeedbackServer } from './testing/fake-feedback-server.ts';

const article = { authorAlias: 'Plumbline', id: 'a-1' };
const PATH = '/api/v1/articles/Plumbline/a-1/feedback';

let server: FakeFeedbackServer;

/** Simulates the browser's report that the feedback block is near the viewport. */
let reportNearViewport: () => void;

class FakeObserver {
  constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
    reportNearViewport = () => act(() => onChange([{ isIntersecting: true }]));
  }
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  server = new FakeFeedbackServer();
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  signIn();
});

afterEach(resetPage);

const block = <FeedbackBlock article={article} />;
const pressType = (label: string) => pressButton(new RegExp(`^${label}`));
/** Returns the labels of the pressed feedback buttons. */
const listPressedLabels = () =>
  screen
    .queryAllByRole('button', { pressed: true })
    .map((button) => button.querySelector('b')!.textContent);
/** Returns the text that screen readers announce. */
const readAnnouncement = () => screen.getAllByRole('status')[0]!.textContent;

/** Shows the feedback block to a reader who has scrolled to the end of the article. */
async function openAndLoadFeedback() {
  renderOnPage(block);
  reportNearViewport();
  await waitForResponses();
  server.calls = [];
}

describe('the feedback block', () => {
  it('is a question with four answers, each with its description', () => {
    renderOnPage(block);
    screen.getByRole('group', {
      name: feedbackCopy.question,
      description: feedbackCopy.invitation,
    });
    for (const { label, description } of Object.values(FEEDBACK_TYPE_DETAILS))
      screen.getByRole('button', { name: `${label} ${description}` });
  });

  it('is rendered by the server, identically for every visitor', () => {
    server.saved = 'PRACTICAL';
    const signedIn = renderToString(withPageContext(block));
    signOut();
    expect(renderToString(withPageContext(block))).toBe(signedIn);
    expect(signedIn.match(/aria-pressed="false"/g)).toHaveLength(4);
    expect(server.calls).toEqual([]);
  });

  it('is hidden without scripts', () => {
    renderOnPage(block);
    expect(screen.getByRole('region').classList).toContain('needs-js');
  });

  it('never shows a longer text than at first, so that nothing below it moves', () => {
    for (const text of [feedbackCopy.removed, ...Object.values(feedbackCopy.thanks)])
      expect(text.length).toBeLessThanOrEqual(feedbackCopy.invitation.length);
  });
});

describe('stored feedback', () => {
  it('is requested when the reader scrolls near it, and shown', async () => {
    server.saved = 'PRACTICAL';
    renderOnPage(block);
    await waitForResponses();
    expect(server.calls).toEqual([]);

    reportNearViewport();
    await waitForResponses();
    expect(server.calls).toEqual([`GET ${PATH}`]);
    expect(listPressedLabels()).toEqual(['Practical']);
    // Only changes made on this page are announced, not feedback that was loaded from the server.
    expect(readAnnouncement()).toBe('');
  });

  it('is requested once, and reused when the reader returns to the article', async () => {
    server.saved = 'PRACTICAL';
    const { unmount } = renderOnPage(block);
    reportNearViewport();
    await waitForResponses();
    unmount();
    renderOnPage(block);
    reportNearViewport();
    await waitForResponses();
    expect(server.calls).toEqual([`GET ${PATH}`]);
    expect(listPressedLabels()).toEqual(['Practical']);
  });

  it('is not loaded while signed out', async () => {
    signOut();
    renderOnPage(block);
    reportNearViewport();
    await waitForResponses();
    expect(server.calls).toEqual([]);
  });

  it('counts as none if it fails to load, without a message or a retry', async () => {
    server.refusal = 500;
    renderOnPage(block);
    reportNearViewport();
    await waitForResponses();
    expect(server.calls).toEqual([`GET ${PATH}`]);
    expect(listPressedLabels()).toEqual([]);
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('does not replace a type pressed while it loads', async () => {
    server.saved = 'PRACTICAL';
    const releaseResponses = server.hold();
    renderOnPage(block);
    reportNearViewport();
    await pressType('Intriguing');
    releaseResponses();
    await waitForResponses();
    expect(listPressedLabels()).toEqual(['Intriguing']);
  });
});

describe('a press on a feedback type', () => {
  it('takes effect once the server has confirmed it', async () => {
    await openAndLoadFeedback();
    const releaseResponses = server.hold();
    await pressType('Practical');
    expect(listPressedLabels()).toEqual([]);
    expect(readAnnouncement()).toBe('');

    releaseResponses();
    await waitForResponses();
    expect(listPressedLabels()).toEqual(['Practical']);
    expect(readAnnouncement()).toBe(feedbackCopy.thanks.PRACTICAL);
    expect(server.calls).toEqual([`PUT ${PATH} PRACTICAL`]);
  });

  it('replaces another chosen type', async () => {
    await openAndLoadFeedback();
    await pressType('Practical');
    await pressType('Eye-opening');
    expect(listPressedLabels()).toEqual(['Eye-opening']);
    expect(server.saved).toBe('EYE_OPENING');
    expect(readAnnouncement()).toBe(feedbackCopy.thanks.EYE_OPENING);
  });

  it('removes the type if it is chosen', async () => {
    server.saved = 'PRACTICAL';
    await openAndLoadFeedback();
    await pressType('Practical');
    expect(server.calls).toEqual([`DELETE ${PATH}`]);
    expect(listPressedLabels()).toEqual([]);
    expect(readAnnouncement()).toBe(feedbackCopy.removed);
  });

  it('takes effect if it is the last one, even on a slow server', async () => {
    await openAndLoadFeedback();
    const releaseResponses = server.hold();
    await pressType('Practical');
    await pressType('Intriguing');
    expect(server.calls).toEqual([`PUT ${PATH} PRACTICAL`]);
    releaseResponses();
    await waitForResponses();
    await waitForResponses();
    expect(server.calls).toEqual([`PUT ${PATH} PRACTICAL`, `PUT ${PATH} INTRIGUING`]);
    expect(listPressedLabels()).toEqual(['Intriguing']);
  });

  it('keeps the chosen type if it fails, and shows a toast', async () => {
    server.saved = 'PRACTICAL';
    await openAndLoadFeedback();
    server.refusal = 500;
    await pressType('Eye-opening');
    expect(screen.getByRole('alert').textContent).toBe(ERROR_MESSAGES.feedbackFailed);
    expect(listPressedLabels()).toEqual(['Practical']);
    expect(readAnnouncement()).toBe('');
  });

  it("shows the server's state if its response was lost", async () => {
    await openAndLoadFeedback();
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = await server.fetch(url, init);
      if (init.method === 'PUT') throw new TypeError('Failed to fetch');
      return response;
    });
    await pressType('Practical');
    screen.getByText(ERROR_MESSAGES.feedbackFailed);
    expect(listPressedLabels()).toEqual(['Practical']);
  });

  it('fails immediately without a network', async () => {
    await openAndLoadFeedback();
    goOffline();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await pressType('Practical');
    screen.getByText(ERROR_MESSAGES.feedbackFailed);
  });
});

describe('a signed-out visitor', () => {
  const intent = { action: 'feedback', article, feedbackType: 'PRACTICAL' } as const;

  it('is asked to sign in, and nothing is sent', async () => {
    signOut();
    await openAndLoadFeedback();
    await pressType('Practical');
    expect(getCurrentPrompt()).toEqual({ kind: 'sign-in', intent });
    expect(server.calls).toEqual([]);
  });

  it('is asked to sign in when the server reports the ended session, and sees no earlier feedback', async () => {
    server.saved = 'EYE_OPENING';
    await openAndLoadFeedback();
    await pressType('Intriguing');
    server.refusal = 401;
    await pressType('Practical');
    expect(getCurrentPrompt()).toEqual({ kind: 'sign-in', intent });
    expect(screen.getByRole('alert').textContent).toBe('');
    expect(listPressedLabels()).toEqual([]);
    expect(readAnnouncement()).toBe('');
  });

  it('finds the feedback saved once after signing in', async () => {
    server.saved = 'EYE_OPENING';
    storeIntent(intent);
    const { unmount } = renderOnPage(block);
    await waitForResponses();
    expect(server.calls).toEqual([`PUT ${PATH} PRACTICAL`]);
    expect(listPressedLabels()).toEqual(['Practical']);
    expect(readAnnouncement()).toBe(feedbackCopy.thanks.PRACTICAL);

    unmount();
    renderOnPage(block);
    await waitForResponses();
    expect(server.calls).toHaveLength(1);
  });

  it('finds the feedback saved, even if the earlier feedback arrives later', async () => {
    storeIntent(intent);
    const releaseChange = server.hold();
    renderOnPage(block);
    await waitForResponses();
    const releaseResponses = server.hold();
    reportNearViewport();
    await waitForResponses();
    expect(server.calls).toEqual([`PUT ${PATH} PRACTICAL`, `GET ${PATH}`]);
    releaseChange();
    await waitForResponses();
    releaseResponses();
    await waitForResponses();
    expect(listPressedLabels()).toEqual(['Practical']);
  });

  it('finds nothing saved after returning signed out', async () => {
    signOut();
    storeIntent(intent);
    renderOnPage(block);
    await waitForResponses();
    expect(server.calls).toEqual([]);
  });

  it('finds no feedback saved that was given to another article', async () => {
    storeIntent({ ...intent, article: { authorAlias: 'Plumbline', id: 'a-2' } });
    renderOnPage(block);
    await waitForResponses();
    expect(server.calls).toEqual([]);
  });
});
