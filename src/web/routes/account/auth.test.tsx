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
function routerAt(address: string) {
  const payload = { screen: 'auth', status: 200, props: { timestamp: '', providers: PROVIDERS } };
  return createMemoryRouter(
    [{ id: 'auth', path: '/auth', Component: SignInScreen, loader: () => payload }],
    {
      initialEntries: ['/auth?redirect=%2Fearlier', address],
      hydrationData: { loaderData: { auth: payload } },
    },
  );
}

function open(address: string) {
  const router = routerAt(address);
  render(<RouterProvider router={router} />);
  return router;
}

/** Returns the content for signed-out visitors, which the style sheet hides from signed-in readers. */
const signedOut = () => within(document.querySelector<HTMLElement>('.signed-out-only')!);
const signedIn = () => within(document.querySelector<HTMLElement>('.signed-in-only')!);
const buttons = () =>
  signedOut()
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const announced = () =>
  signedOut()
    .getAllByRole('alert')
    .map(({ textContent }) => textContent);

describe('the sign-in page', () => {
  it('has a button for each provider, which passes the redirect on', async () => {
    const assign = vi.fn();
    vi.stubGlobal('location', { assign });
    open('/auth?redirect=%2Fsettings%3Fx%3D1');
    expect(buttons()).toEqual(['Continue with Google', 'Continue with Apple']);
    await pressButton('Continue with Apple', signedOut());
    expect(assign).toHaveBeenCalledWith(signInStartPath('apple', '/settings?x=1'));
  });

  it('explains the benefits of an account, the minimum age and the terms', () => {
    open('/auth');
    const page = signedOut();
    for (const gain of [/up to 10 articles/, /up to 3 authors/, /in one tap/]) page.getByText(gain);
    page.getByText(/at least 13 \(16 in some European regions\)/);
    expect(page.getByRole('link', { name: 'terms' }).getAttribute('href')).toBe('/terms');
    expect(page.getByRole('link', { name: 'privacy policy' }).getAttribute('href')).toBe(
      '/privacy',
    );
  });

  it('is the same in the server’s HTML, with links for browsers without scripts', async () => {
    const html = renderToString(<RouterProvider router={routerAt('/auth?redirect=%2Ffaq')} />);
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
  const banner = () =>
    signedOut().queryByText(signInCopy.errors.expired, { ignore: '[role=alert]' });
  const isShown = () => banner()?.closest('[aria-hidden=true]') === null;

  it('is shown for five seconds', () => {
    vi.useFakeTimers();
    open(failedSignInPath('expired'));
    expect(isShown()).toBe(true);
    act(() => vi.advanceTimersByTime(4999));
    expect(isShown()).toBe(true);
    act(() => vi.advanceTimersByTime(1));
    expect(isShown()).toBe(false);
  });

  it('is announced', () => {
    open(failedSignInPath('expired'));
    expect(announced()).toEqual([signInCopy.errors.expired]);
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
    open(failedSignInPath(error));
    expect(announced()[0]).toMatch(sentence);
    act(() => vi.advanceTimersByTime(60_000));
    const banner = signedOut().getByText(
      (_, element) => element?.tagName === 'P' && sentence.test(element.textContent),
    );
    expect(banner.closest('[aria-hidden=true]')).toBeNull();
    // The message has been announced and removed from the live region, so that screen readers do
    // not read it twice.
    expect(announced()).toEqual(['']);
    expect(buttons()).toEqual(['Continue with Google', 'Continue with Apple']);
  });

  it('is not shown for other values', () => {
    open('/auth?error=%3Cscript%3E');
    expect(signedOut().queryByRole('alert')).toBeNull();
  });

  it.each(SIGN_IN_ERROR_CODES)(
    '%s is removed from the URL without a new history entry',
    async (error) => {
      const router = open(failedSignInPath(error, '/settings', 'google'));
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
    open(failedSignInPath('taken', '/settings', 'google'));
    expect(announced()[0]).toMatch(/signs in with Google\./);
    expect(announced()[0]).toMatch(/We won’t connect anything unless you do\./);
    await act(async () => {});
    // The refused provider is not offered again. The only button signs in to the existing account and connects the
    // refused provider to it.
    expect(buttons()).toEqual(['Continue with Google']);
    await pressButton('Continue with Google', signedOut());
    expect(assign).toHaveBeenCalledWith(signInStartPath('google', '/settings', true));
  });

  it('can be ignored', () => {
    open(failedSignInPath('taken', '/settings', 'google'));
    const other = signedOut().getByRole('link', { name: 'Sign in another way' });
    expect(other.getAttribute('href')).toBe('/auth?redirect=%2Fsettings');
  });

  it.each([undefined, 'facebook'])(
    'leads readers to the contact page if its provider is %s',
    (provider) => {
      open(failedSignInPath('taken', '/', provider));
      expect(announced()[0]).toMatch(/Please write to us/);
      expect(signedOut().getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe(
        '/contact',
      );
    },
  );
});

describe('a signed-in reader', () => {
  it('sees their account, a link to continue, and Sign Out', () => {
    signIn('ada', { name: 'Ada Free', email: 'ada@example.org' });
    open('/auth?redirect=%2Fsettings');
    const page = signedIn();
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
      open(`/auth${query}`);
      expect(signedIn().getByRole('link', { name: 'Go to your feed' }).getAttribute('href')).toBe(
        '/',
      );
    },
  );
});
