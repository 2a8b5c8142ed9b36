// @vitest-environment jsdom
import { act, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FEEDBACK_TYPES } from '#domain/feedback.ts';
import { MESSAGES } from '#domain/messages.ts';
import { feedbackCopy } from '#web/copy/feedback.ts';
import { storeIntent } from '#web/reader/intents.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import {
  cleanUp,
  currentPrompt,
  press,
  settle,
  show,
  withSurroundings,
} from '#web/testing/render.tsx';
import { goOffline } from '#web/testing/server.ts';
import { FeedbackBlock } from './feedback-block.tsx';
import { FeedbackServer } from './testing/feedback-server.ts';

const article = { authorAlias: 'Plumbline', id: 'a-1' };
const PATH = '/api/v1/articles/Plumbline/a-1/feedback';

let server: FeedbackServer;

/** Reports that the block is near the viewport. */
let comeNear: () => void;

class FakeObserver {
  constructor(onChange: (entries: { isIntersecting: boolean }[]) => void) {
    comeNear = () => act(() => onChange([{ isIntersecting: true }]));
  }
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  server = new FeedbackServer();
  vi.stubGlobal('fetch', server.fetch);
  vi.stubGlobal('IntersectionObserver', FakeObserver);
  signIn();
});

afterEach(cleanUp);

const block = <FeedbackBlock article={article} />;
const answer = (label: string) => press(new RegExp(`^${label}`));
/** Returns the labels of the chosen buttons. */
const chosen = () =>
  screen
    .queryAllByRole('button', { pressed: true })
    .map((button) => button.querySelector('b')!.textContent);
/** Returns the text that screen readers announce. */
const said = () => screen.getAllByRole('status')[0]!.textContent;

/** Shows the block to a reader who has scrolled to the end of the article. */
async function readToTheEnd() {
  show(block);
  comeNear();
  await settle();
  server.calls = [];
}

describe('the block', () => {
  it('is a question with four answers, each with its description', () => {
    show(block);
    screen.getByRole('group', {
      name: feedbackCopy.question,
      description: feedbackCopy.invitation,
    });
    for (const { label, description } of Object.values(FEEDBACK_TYPES))
      screen.getByRole('button', { name: `${label} ${description}` });
  });

  it('is in the page from the server, the same for everybody', () => {
    server.saved = 'PRACTICAL';
    const signedIn = renderToString(withSurroundings(block));
    signOut();
    expect(renderToString(withSurroundings(block))).toBe(signedIn);
    expect(signedIn.match(/aria-pressed="false"/g)).toHaveLength(4);
    expect(server.calls).toEqual([]);
  });

  it('needs a script, and without one is not there', () => {
    show(block);
    expect(screen.getByRole('region').classList).toContain('needs-js');
  });

  it('says nothing later that is longer than at first, so that nothing below it moves', () => {
    for (const text of [feedbackCopy.removed, ...Object.values(feedbackCopy.thanks)])
      expect(text.length).toBeLessThanOrEqual(feedbackCopy.invitation.length);
  });
});

describe('stored feedback', () => {
  it('is asked for when the reader comes near, and shown', async () => {
    server.saved = 'PRACTICAL';
    show(block);
    await settle();
    expect(server.calls).toEqual([]);

    comeNear();
    await settle();
    expect(server.calls).toEqual([`GET ${PATH}`]);
    expect(chosen()).toEqual(['Practical']);
    // Only changes made on this page are confirmed.
    expect(said()).toBe('');
  });

  it('is asked for once, and known when the reader comes back to the article', async () => {
    server.saved = 'PRACTICAL';
    const { unmount } = show(block);
    comeNear();
    await settle();
    unmount();
    show(block);
    comeNear();
    await settle();
    expect(server.calls).toEqual([`GET ${PATH}`]);
    expect(chosen()).toEqual(['Practical']);
  });

  it('is not loaded while signed out', async () => {
    signOut();
    show(block);
    comeNear();
    await settle();
    expect(server.calls).toEqual([]);
  });

  it('is nothing when it cannot be had, without a word, and only asked for once', async () => {
    server.refusal = 500;
    show(block);
    comeNear();
    await settle();
    expect(server.calls).toEqual([`GET ${PATH}`]);
    expect(chosen()).toEqual([]);
    expect(screen.getByRole('alert').textContent).toBe('');
  });

  it('does not replace a type pressed meanwhile', async () => {
    server.saved = 'PRACTICAL';
    const letAnswer = server.hold();
    show(block);
    comeNear();
    await answer('Intriguing');
    letAnswer();
    await settle();
    expect(chosen()).toEqual(['Intriguing']);
  });
});

describe('a press', () => {
  it('shows once the server has confirmed', async () => {
    await readToTheEnd();
    const letAnswer = server.hold();
    await answer('Practical');
    expect(chosen()).toEqual([]);
    expect(said()).toBe('');

    letAnswer();
    await settle();
    expect(chosen()).toEqual(['Practical']);
    expect(said()).toBe(feedbackCopy.thanks.PRACTICAL);
    expect(server.calls).toEqual([`PUT ${PATH} PRACTICAL`]);
  });

  it('on another type replaces the chosen one', async () => {
    await readToTheEnd();
    await answer('Practical');
    await answer('Eye-opening');
    expect(chosen()).toEqual(['Eye-opening']);
    expect(server.saved).toBe('EYE_OPENING');
    expect(said()).toBe(feedbackCopy.thanks.EYE_OPENING);
  });

  it('on the chosen type removes it', async () => {
    server.saved = 'PRACTICAL';
    await readToTheEnd();
    await answer('Practical');
    expect(server.calls).toEqual([`DELETE ${PATH}`]);
    expect(chosen()).toEqual([]);
    expect(said()).toBe(feedbackCopy.removed);
  });

  it('has the last word when it is the last, however slow the server', async () => {
    await readToTheEnd();
    const letAnswer = server.hold();
    await answer('Practical');
    await answer('Intriguing');
    expect(server.calls).toEqual([`PUT ${PATH} PRACTICAL`]);
    letAnswer();
    await settle();
    await settle();
    expect(server.calls).toEqual([`PUT ${PATH} PRACTICAL`, `PUT ${PATH} INTRIGUING`]);
    expect(chosen()).toEqual(['Intriguing']);
  });

  it('that fails keeps the chosen type, and shows a toast', async () => {
    server.saved = 'PRACTICAL';
    await readToTheEnd();
    server.refusal = 500;
    await answer('Eye-opening');
    expect(screen.getByRole('alert').textContent).toBe(MESSAGES.feedbackFailed);
    expect(chosen()).toEqual(['Practical']);
    expect(said()).toBe('');
  });

  it("shows the server's state if its response was lost", async () => {
    await readToTheEnd();
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = await server.fetch(url, init);
      if (init.method === 'PUT') throw new TypeError('Failed to fetch');
      return response;
    });
    await answer('Practical');
    screen.getByText(MESSAGES.feedbackFailed);
    expect(chosen()).toEqual(['Practical']);
  });

  it('fails at once without a network', async () => {
    await readToTheEnd();
    goOffline();
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await answer('Practical');
    screen.getByText(MESSAGES.feedbackFailed);
  });
});

describe('a signed-out visitor', () => {
  const intent = { action: 'feedback', article, feedbackType: 'PRACTICAL' } as const;

  it('is asked to, and the server is not', async () => {
    signOut();
    await readToTheEnd();
    await answer('Practical');
    expect(currentPrompt()).toEqual({ kind: 'sign-in', intent });
    expect(server.calls).toEqual([]);
  });

  it('is asked to when it is the server that says so, and sees nothing of before', async () => {
    server.saved = 'EYE_OPENING';
    await readToTheEnd();
    await answer('Intriguing');
    server.refusal = 401;
    await answer('Practical');
    expect(currentPrompt()).toEqual({ kind: 'sign-in', intent });
    expect(screen.getByRole('alert').textContent).toBe('');
    expect(chosen()).toEqual([]);
    expect(said()).toBe('');
  });

  it('finds it done on coming back, once', async () => {
    server.saved = 'EYE_OPENING';
    storeIntent(intent);
    const { unmount } = show(block);
    await settle();
    expect(server.calls).toEqual([`PUT ${PATH} PRACTICAL`]);
    expect(chosen()).toEqual(['Practical']);
    expect(said()).toBe(feedbackCopy.thanks.PRACTICAL);

    unmount();
    show(block);
    await settle();
    expect(server.calls).toHaveLength(1);
  });

  it('finds it done, though what was said before is asked for meanwhile and answered later', async () => {
    storeIntent(intent);
    const letChange = server.hold();
    show(block);
    await settle();
    const letAnswer = server.hold();
    comeNear();
    await settle();
    expect(server.calls).toEqual([`PUT ${PATH} PRACTICAL`, `GET ${PATH}`]);
    letChange();
    await settle();
    letAnswer();
    await settle();
    expect(chosen()).toEqual(['Practical']);
  });

  it('finds nothing done after returning signed out', async () => {
    signOut();
    storeIntent(intent);
    show(block);
    await settle();
    expect(server.calls).toEqual([]);
  });

  it('finds nothing done that was meant for another article', async () => {
    storeIntent({ ...intent, article: { authorAlias: 'Plumbline', id: 'a-2' } });
    show(block);
    await settle();
    expect(server.calls).toEqual([]);
  });
});
