// @vitest-environment jsdom

import { act, render, within } from '@testing-library/react';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failedSignInPath, SIGN_IN_ERROR_CODES, signInStartPath } from '#domain/sign-in.ts';
import { signInCopy } from '#web/copy/sign-in.ts';
import { signIn } from '#web/testing/reader.ts';
import { pressButton, resetPage } from '#web/testing/render.tsx';
import { SignInScreen } from './auth.tsx';

const PROVIDERS = [
  { id: 'google', label: 'Google' },
  { id: 'apple', label: 'Apple' },
];

afterEach(resetPage);

/** Creates a router at a URL, with an earlier entry in its history. */
function createRouter(url: string) {
  const payload = { screen: 'auth', status: 200, props: { timestamp: '', providers: PROVIDERS } };
  return createMemoryRouter(
    [{ id: 'auth', path: '/auth', Component: SignInScreen, loader: () => payload }],
    {
      initialEntries: ['/auth?redirect=%2Fearlier', url],
      hydrationData: { loaderData: { auth: payload } },
    },
  );
}

function openUrl(url: string) {
  const router = createRouter(url);
  render(<RouterProvider router={router} />);
  return router;
}

/** Returns the content for signed-out visitors, which the style sheet hides from signed-in readers. */
const getSignedOutPart = () => within(document.querySelector<HTMLElement>('.signed-out-only')!);
const getSignedInPart = () => within(document.querySelector<HTMLElement>('.signed-in-only')!);
const listButtonTexts = () =>
  getSignedOutPart()
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const listAlertTexts = () =>
  getSignedOutPart()
    .getAllByRole('alert')
    .map(({ textContent }) => textContent);

describe('the sign-in page', () => {
  it('has a button for each provider, which passes the redirect on', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', { assign });
    openUrl('/auth?redirect=%2Fsettings%3Fx%3D1');
    expect(listButtonTexts()).toEqual(['Continue with Google', 'Continue with Apple']);
    await pressButton('Continue with Apple', getSignedOutPart());
    expect(assign).toHaveBeenCalledWith(signInStartPath('apple', '/settings?x=1'));
  });

  it('explains the benefits of an account, the minimum age and the terms', () => {
    openUrl('/auth');
    const page = getSignedOutPart();
    for (const benefit of [/up to 10 articles/, /up to 3 authors/, /in one tap/])
      page.getByText(benefit);
    page.getByText(/at least 13 \(16 in some European regions\)/);
    expect(page.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe('/terms');
    expect(page.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe(
      '/privacy',
    );
  });

  it('is the same in the server’s HTML, with links for browsers without scripts', async () => {
    const html = renderToString(<RouterProvider router={createRouter('/auth?redirect=%2Ffaq')} />);
    for (const { id, label } of PROVIDERS) {
      const href = signInStartPath(id, '/faq').replaceAll('&', '&amp;');
      expect(html).toContain(`href="${href}">Continue with ${label}</a></noscript>`);
    }
    expect(html).not.toContain('style=');
    const loader = new FileSystemConfigLoader({ extends: ['html-validate:standard'] });
    const { results } = await new HtmlValidate(loader).validateString(html);
    expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
  });
});

describe('an expired sign-in attempt', () => {
  const findBanner = () =>
    getSignedOutPart().queryByText(signInCopy.errors.expired, { ignore: '[role=alert]' });
  const isShown = () => findBanner()?.closest('[aria-hidden=true]') === null;

  it('is shown for five seconds', () => {
    vi.useFakeTimers();
    openUrl(failedSignInPath('expired'));
    expect(isShown()).toBe(true);
    act(() => vi.advanceTimersByTime(4999));
    expect(isShown()).toBe(true);
    act(() => vi.advanceTimersByTime(1));
    expect(isShown()).toBe(false);
  });

  it('is announced', () => {
    openUrl(failedSignInPath('expired'));
    expect(listAlertTexts()).toEqual([signInCopy.errors.expired]);
  });
});

describe('the outcome of the last sign-in attempt', () => {
  it.each([
    ['denied', /Continue whenever you’re ready\. You don’t need an account to read\./],
    ['failed', /Wait a moment, then try again\. If it keeps happening, write to us\./],
    ['unverified', /Verify it with your provider, then come back and try again\./],
    ['taken', /already an account with this email address.* Please write to us/],
    ['busy', /Wait a minute, then try again\./],
  ] as const)('stays visible with a next step for the error "%s"', (error, sentence) => {
    vi.useFakeTimers();
    openUrl(failedSignInPath(error));
    expect(listAlertTexts()[0]).toMatch(sentence);
    act(() => vi.advanceTimersByTime(60_000));
    const banner = getSignedOutPart().getByText(
      (_, element) => element?.tagName === 'P' && sentence.test(element.textContent),
    );
    expect(banner.closest('[aria-hidden=true]')).toBeNull();
    // The message has been announced and removed from the live region, so that screen readers do
    // not read it twice.
    expect(listAlertTexts()).toEqual(['']);
    expect(listButtonTexts()).toEqual(['Continue with Google', 'Continue with Apple']);
  });

  it('is not shown for other values', () => {
    openUrl('/auth?error=%3Cscript%3E');
    expect(getSignedOutPart().queryByRole('alert')).toBeNull();
  });

  it.each(SIGN_IN_ERROR_CODES)(
    '%s is removed from the URL without a new history entry',
    async (error) => {
      const router = openUrl(failedSignInPath(error, '/settings', 'google'));
      await act(async () => {});
      const { pathname, search } = router.state.location;
      expect(pathname + search).toBe('/auth?redirect=%2Fsettings');
      expect(router.state.historyAction).toBe('REPLACE');
      await act(() => router.navigate(-1));
      expect(router.state.location.search).toBe('?redirect=%2Fearlier');
    },
  );
});

describe('an existing account with the same email address', () => {
  it('is offered, with the option of connecting the provider just tried', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', { assign });
    openUrl(failedSignInPath('taken', '/settings', 'google'));
    expect(listAlertTexts()[0]).toMatch(/signs in with Google\./);
    expect(listAlertTexts()[0]).toMatch(/We won’t connect anything unless you do\./);
    await act(async () => {});
    // The refused provider is not offered again. The only button signs in to the existing account and connects the
    // refused provider to it.
    expect(listButtonTexts()).toEqual(['Continue with Google']);
    await pressButton('Continue with Google', getSignedOutPart());
    expect(assign).toHaveBeenCalledWith(signInStartPath('google', '/settings', true));
  });

  it('can be ignored', () => {
    openUrl(failedSignInPath('taken', '/settings', 'google'));
    const link = getSignedOutPart().getByRole('link', { name: 'Sign in another way' });
    expect(link.getAttribute('href')).toBe('/auth?redirect=%2Fsettings');
  });

  it.each([undefined, 'facebook'])(
    'leads readers to the contact page if its provider is %s',
    (provider) => {
      openUrl(failedSignInPath('taken', '/', provider));
      expect(listAlertTexts()[0]).toMatch(/Please write to us/);
      expect(
        getSignedOutPart().getByRole('link', { name: 'write to us' }).getAttribute('href'),
      ).toBe('/contact');
    },
  );
});

describe('a signed-in reader', () => {
  it('sees their account, a link to continue, and Sign Out', () => {
    signIn('ada', { name: 'Ada Free', email: 'ada@example.org' });
    openUrl('/auth?redirect=%2Fsettings');
    const page = getSignedInPart();
    page.getByRole('heading', { name: 'You’re signed in' });
    page.getByText('Ada Free', { selector: 'bdi' });
    page.getByText('ada@example.org');
    const links = page
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['Pick up where you left off', '/settings'],
      ['Sign Out', '/auth/signout'],
    ]);
  });

  it.each(['', '?redirect=%2F%2Felsewhere.example', '?redirect=javascript:alert(1)'])(
    'is led to the home page by the query "%s"',
    (query) => {
      signIn();
      openUrl(`/auth${query}`);
      expect(
        getSignedInPart().getByRole('link', { name: 'Go to your feed' }).getAttribute('href'),
      ).toBe('/');
    },
  );
});
