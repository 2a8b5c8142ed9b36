// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { signInStartPath } from '#domain/sign-in.ts';
import { pressButton, renderOnPage, resetPage } from '#web/testing/render.tsx';
import { SignInButtons } from './sign-in-buttons.tsx';

const PROVIDERS = [
  { id: 'google', label: 'Google' },
  { id: 'apple', label: 'Apple' },
];
const assign = vi.fn<(url: string) => void>();

beforeEach(() => {
  assign.mockReset();
  vi.stubGlobal('location', { assign });
});
afterEach(resetPage);

const listLabels = () => screen.getAllByRole('button').map(({ textContent }) => textContent);
const listDisabled = () =>
  screen.getAllByRole<HTMLButtonElement>('button').map(({ disabled }) => disabled);
const restorePage = (persisted: boolean) =>
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted }));

it('says "Signing in..." from the press until the page is left, and ignores other presses', async () => {
  render(<SignInButtons providers={PROVIDERS} redirect="/settings" />);
  expect(listLabels()).toEqual(['Continue with Google', 'Continue with Apple']);
  expect(listDisabled()).toEqual([false, false]);

  await pressButton('Continue with Apple');
  expect(listLabels()).toEqual(['Continue with Google', 'Signing in...']);
  expect(listDisabled()).toEqual([true, true]);
  expect(assign.mock.calls).toEqual([[signInStartPath('apple', '/settings')]]);
});

it('reports that it needs cookies if the browser stores none', async () => {
  const cookieGetter = vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  renderOnPage(<SignInButtons providers={PROVIDERS} redirect="/" />);
  await pressButton('Continue with Google');
  screen.getByText(/^Your browser is blocking cookies/);
  expect(assign).not.toHaveBeenCalled();
  expect(listDisabled().slice(0, 2)).toEqual([false, false]);
  cookieGetter.mockRestore();
});

it('is ready again when the page is restored from the back-forward cache', async () => {
  render(<SignInButtons providers={PROVIDERS} redirect="/" />);
  await pressButton('Continue with Google');
  // A newly loaded page also fires `pageshow`, which must not reset the button.
  restorePage(false);
  expect(listLabels()).toContain('Signing in...');
  restorePage(true);
  expect(listLabels()).toEqual(['Continue with Google', 'Continue with Apple']);
  expect(listDisabled()).toEqual([false, false]);
});

it('calls the callback before leaving the page', async () => {
  const onLeave = vi.fn(() => expect(assign).not.toHaveBeenCalled());
  render(<SignInButtons providers={PROVIDERS} redirect="/" onLeave={onLeave} />);
  await pressButton('Continue with Google');
  expect(onLeave).toHaveBeenCalledOnce();
  expect(assign).toHaveBeenCalledOnce();
});

it('requests to connect the accounts if `connects` is set', async () => {
  render(<SignInButtons providers={PROVIDERS} redirect="/faq" connects />);
  await pressButton('Continue with Google');
  expect(assign).toHaveBeenCalledWith(signInStartPath('google', '/faq', true));
});

it('is a plain link without JavaScript', () => {
  const html = renderToStaticMarkup(<SignInButtons providers={PROVIDERS} redirect="/settings" />);
  const links = [...html.matchAll(/<noscript><a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a><\/noscript>/g)];
  expect(links.map(([, href, label]) => [href?.replaceAll('&amp;', '&'), label])).toEqual([
    [signInStartPath('google', '/settings'), 'Continue with Google'],
    [signInStartPath('apple', '/settings'), 'Continue with Apple'],
  ]);
});
