// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MESSAGES, TOAST_CLOSING } from '#domain/messages.ts';
import { type Intent, keepIntent, placeOfIntent, takeIntent } from '#web/lib/intents.ts';
import { closePrompt, usePrompt } from '#web/lib/prompts.ts';
import { Providers } from '#web/providers.tsx';
import { signIn, signOut } from '#web/testing/reader.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { Resume } from './resume.tsx';

const article = { authorAlias: 'Plumbline', id: '01a1f77d-4862-731c-bcfb-bd614a220284' };
const feedback: Intent = { action: 'feedback', article, feedbackType: 'PRACTICAL' };
const calls = vi.fn<(url: string, init?: RequestInit) => Promise<Response>>();
const scrolls = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  calls.mockReset().mockImplementation(async () => new Response(null, { status: 204 }));
  scrolls.mockReset();
  vi.stubGlobal('fetch', calls);
  vi.stubGlobal('scrollTo', scrolls);
  vi.stubGlobal('scrollY', 1234);
});
afterEach(async () => {
  // The toast of one test must not pass for that of the next.
  for (const button of document.querySelectorAll('[aria-label=Dismiss]')) fireEvent.click(button);
  await act(() => new Promise((resolve) => setTimeout(resolve, TOAST_CLOSING + 20)));
  cleanup();
  closePrompt();
  signOut();
  vi.unstubAllGlobals();
});

/** The page as it is loaded, with a component of the screen's own in it. */
function load(Screen: () => null = () => null) {
  const { pathname, search } = location;
  render(
    <Providers>
      <MemoryRouter initialEntries={[pathname + search]}>
        <Resume />
        <Screen />
        <Toaster />
        <Prompt />
      </MemoryRouter>
    </Providers>,
  );
}

function Prompt() {
  const prompt = usePrompt();
  return <output>{prompt?.kind === 'premium' ? prompt.message : prompt?.kind}</output>;
}

/** What the server was told; what it was asked besides is no change. */
const changes = () =>
  calls.mock.calls.flatMap(([url, init]) => (init?.method ? `${init.method} ${url}` : []));
const settled = () => new Promise((resolve) => setTimeout(resolve, 50));

describe('back, and signed in', () => {
  it('goes on at the line where the reader was, with the bookmark set', async () => {
    keepIntent({ action: 'bookmark', article });
    signIn();
    load();
    expect(scrolls).toHaveBeenCalledWith({ top: 1234, behavior: 'instant' });
    expect((await screen.findByText('Bookmarked')).closest('[role=status]')).not.toBeNull();
    expect(changes()).toEqual([`PUT /api/v1/articles/Plumbline/${article.id}/bookmark`]);
  });

  it('follows the author', async () => {
    keepIntent({ action: 'follow', alias: 'Plumbline' });
    signIn();
    load();
    await screen.findByText('Following Plumbline');
    expect(changes()).toEqual(['PUT /api/v1/authors/Plumbline/follow']);
  });

  it('does it once', async () => {
    keepIntent({ action: 'follow', alias: 'Plumbline' });
    signIn();
    load();
    await screen.findByText('Following Plumbline');
    cleanup();
    load();
    await settled();
    expect(changes()).toHaveLength(1);
    expect(scrolls).toHaveBeenCalledOnce();
  });

  it('says nothing of success when the server refuses', async () => {
    calls.mockImplementation(async () =>
      Response.json({ error: 'You can follow 3 authors.' }, { status: 403 }),
    );
    keepIntent({ action: 'follow', alias: 'Plumbline' });
    signIn();
    load();
    await screen.findByText('You can follow 3 authors.');
    expect(screen.queryByText('Following Plumbline')).toBeNull();
  });

  it('says so when it failed', async () => {
    calls.mockRejectedValue(new TypeError('Failed to fetch'));
    keepIntent({ action: 'bookmark', article });
    signIn();
    load();
    await screen.findByText(MESSAGES.bookmarkFailed);
    expect(screen.queryByText('Bookmarked')).toBeNull();
  });

  it.each<Intent>([{ action: 'upgrade' }, { action: 'listen', article }])(
    'does nothing of itself to $action, and keeps nothing of it',
    async (intent) => {
      keepIntent(intent);
      signIn();
      load();
      await waitFor(() => expect(placeOfIntent()).toBeUndefined());
      expect(calls).not.toHaveBeenCalled();
      expect(scrolls).toHaveBeenCalledOnce();
    },
  );

  it('leaves feedback to its own component, which finds it there', async () => {
    keepIntent(feedback);
    signIn();
    const taken = vi.fn();
    load(() => {
      useEffect(() => taken(takeIntent('feedback')), []);
      return null;
    });
    await settled();
    expect(taken).toHaveBeenCalledWith(feedback);
    expect(calls).not.toHaveBeenCalled();
    expect(scrolls).toHaveBeenCalledOnce();
  });
});

describe('back, but not signed in', () => {
  it('forgets what the reader wanted, and moves nothing', async () => {
    keepIntent({ action: 'bookmark', article });
    load();
    expect(placeOfIntent()).toBeUndefined();
    expect(scrolls).not.toHaveBeenCalled();
    // Signed in later, for another reason.
    cleanup();
    signIn();
    load();
    await settled();
    expect(calls).not.toHaveBeenCalled();
  });

  it('forgets it too when the browser brings the page back as it was left', () => {
    load();
    keepIntent({ action: 'bookmark', article });
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
    expect(placeOfIntent()).toBeUndefined();
  });

  it('keeps it while the reader is still on the way', () => {
    load();
    keepIntent({ action: 'bookmark', article });
    fireEvent(window, new PageTransitionEvent('pageshow', { persisted: false }));
    expect(placeOfIntent()).toBe(1234);
  });
});

it('moves nobody who wanted nothing', () => {
  signIn();
  load();
  expect(scrolls).not.toHaveBeenCalled();
  expect(calls).not.toHaveBeenCalled();
});
