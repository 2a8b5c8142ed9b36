// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SignInProvider } from '#domain/page.ts';
import { signInPagePath, signInStartPath } from '#domain/sign-in.ts';
import type { Intent } from '#web/reader/intents.ts';
import { consumeIntent, readIntentScrollPosition } from '#web/reader/intents.ts';
import { pressButton, renderOnPage, resetPage } from '#web/testing/render.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';

const GOOGLE = [{ id: 'google', label: 'Google' }];
const CURRENT_PATH = '/Plumbline/a-number?q=1';
const article = { authorAlias: 'Plumbline', id: '01a1f77d-4862-731c-bcfb-bd614a220284' };
const assign = vi.fn<(url: string) => void>();

beforeEach(() => {
  assign.mockReset();
  const [pathname, search] = ['/Plumbline/a-number', '?q=1'];
  vi.stubGlobal('location', { pathname, search, assign });
  vi.stubGlobal('scrollY', 1234);
});
afterEach(resetPage);

function renderDialog(intent: Intent, providers?: readonly SignInProvider[]) {
  renderOnPage(
    <SignInDialog
      intent={intent}
      providers={providers}
      isOpen
      onClose={() => {}}
      opener={{ current: null }}
    />,
    { at: CURRENT_PATH },
  );
}

describe('the text for each action', () => {
  it.each<[Intent, string, string]>([
    [
      { action: 'upgrade', cycle: 'annual', returnTo: '/plans?cycle=annual' },
      'Sign in to upgrade',
      'Create an account or sign in to upgrade to Premium',
    ],
    [
      { action: 'bookmark', article },
      'Sign in to bookmark',
      'Create an account or sign in to save this article for later',
    ],
    [
      { action: 'follow', alias: 'Plumbline' },
      'Sign in to follow Plumbline',
      'Create an account or sign in to see new articles by Plumbline in your feed',
    ],
    [
      { action: 'feedback', article, feedbackType: 'PRACTICAL' },
      'Sign in to give feedback',
      'Create an account or sign in to tell us how this article landed',
    ],
    [
      { action: 'report', article, reason: 'SPAM', explanation: '' },
      'Sign in to report',
      'Create an account or sign in to tell us what’s wrong with this article',
    ],
    [
      { action: 'listen', article },
      'Sign in to listen',
      'Create an account or sign in to hear audio narrations, included with Premium',
    ],
  ])('$action', (intent, title, text) => {
    renderDialog(intent, GOOGLE);
    screen.getByRole('dialog', { name: title });
    screen.getByText(text);
  });

  it('names the minimum age and the terms', () => {
    renderDialog({ action: 'upgrade', cycle: 'annual', returnTo: '/plans?cycle=annual' }, GOOGLE);
    expect(screen.getByRole('dialog').textContent).toMatch(
      /at least 13 \(16 in some European regions\)/,
    );
    expect(screen.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe('/terms');
    expect(screen.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe(
      '/privacy',
    );
  });
});

describe('the dialog on the way to the provider', () => {
  it('stores the intent and the position, and returns there', async () => {
    renderDialog({ action: 'bookmark', article }, GOOGLE);
    expect(sessionStorage).toHaveLength(0);
    await pressButton('Continue with Google');
    expect(assign).toHaveBeenCalledWith(signInStartPath('google', CURRENT_PATH));
    expect(readIntentScrollPosition()).toBe(1234);
    expect(consumeIntent('bookmark')?.article).toEqual(article);
  });

  it('links to the sign-in page if the providers are unknown', () => {
    renderDialog({ action: 'follow', alias: 'Plumbline' });
    expect(screen.queryByRole('button', { name: /Continue with/ })).toBeNull();
    const link = screen.getByRole('link', { name: 'Go to sign-in' });
    expect(link.getAttribute('href')).toBe(signInPagePath(CURRENT_PATH));
    fireEvent.click(link);
    expect(consumeIntent('follow')?.alias).toBe('Plumbline');
  });
});
