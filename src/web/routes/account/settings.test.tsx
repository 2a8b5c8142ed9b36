// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QueryProvider } from '#web/query-provider.tsx';
import { signIn } from '#web/testing/reader.ts';
import { createTestQueryClient, resetPage } from '#web/testing/render.tsx';
import { type FakeServer, neverRespond, startFakeServer } from '#web/testing/server.ts';
import { SettingsScreen } from './settings.tsx';

/**
 * Creates the settings page. If `offersLetter` is false, the installation has no mail server and cannot send the weekly
 * letter.
 */
function createPage({ offersLetter = true } = {}) {
  const payload = { screen: 'settings', status: 200, props: { timestamp: '', offersLetter } };
  const route = {
    id: 'settings',
    path: '/settings',
    Component: SettingsScreen,
    loader: () => payload,
  };
  const router = createMemoryRouter([route], {
    initialEntries: ['/settings'],
    hydrationData: { loaderData: { settings: payload } },
  });
  return (
    <StrictMode>
      <QueryProvider client={createTestQueryClient()}>
        <RouterProvider router={router} />
      </QueryProvider>
    </StrictMode>
  );
}
/** Renders the settings as the server does, and hydrates them. */
function hydrate() {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(createPage());
  return render(createPage(), { container, hydrate: true });
}

let server: FakeServer;
const consoleError = vi.spyOn(console, 'error');
/** Returns true if the style sheet shows the element only to signed-in readers. */
const isForReaders = (element: Element) => element.closest('.signed-in-only') !== null;

beforeEach(() => {
  server = startFakeServer();
  server.responses['GET /user/sessions'] = neverRespond;
  server.responses['GET /user/profile'] = neverRespond;
  server.responses['GET /user/history'] = neverRespond;
  server.responses['GET /user/letter'] = neverRespond;
});
afterEach(() => {
  expect(consoleError).not.toHaveBeenCalled();
  return resetPage();
});

it('has its sections in order, and shows account sections only to readers', () => {
  render(createPage());
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(headings.map((heading) => [heading.textContent, isForReaders(heading)])).toEqual([
    ['Account', false],
    ['Subscription', true],
    ['Appearance', false],
    ['Keyboard shortcuts', false],
    ['Reading history', true],
    ['Weekly letter', true],
    ['Audio Narrator', false],
    ['Private podcast', false],
    ['Early access', false],
    ['Cookie Preferences', false],
    ['Plans', false],
    ['Devices', true],
    ['Your data', true],
  ]);
});

it('does not offer the letter without a mail server', () => {
  render(createPage({ offersLetter: false }));
  screen.getByRole('heading', { name: 'Reading history' });
  expect(screen.queryByRole('heading', { name: 'Weekly letter' })).toBeNull();
});

describe('the settings of a visitor', () => {
  it('offer to sign in and return', () => {
    hydrate();
    const link = screen.getByRole('link', { name: /^Sign in/ });
    expect(link.getAttribute('href')).toBe('/auth?redirect=%2Fsettings');
    expect(link.closest('.signed-out-only')).not.toBeNull();
  });

  it('request nothing from the server', () => {
    hydrate();
    expect(server.calls).toEqual([]);
  });
});

describe('the settings of a reader', () => {
  it('show the reader and the provider, based on the same HTML as for everybody', () => {
    signIn('ada', { name: 'Ada Lovelace', providerLabel: 'Google' });
    expect(renderToString(createPage())).not.toContain('Ada');
    hydrate();
    for (const text of ['Ada Lovelace', 'ada@example.org', 'Signed in with Google'])
      expect(isForReaders(screen.getByText(text))).toBe(true);
    const profile = screen.getByRole('link', { name: /^Your profile/ });
    expect(profile.getAttribute('href')).toBe('/profile');
  });

  it('show “email” for an unknown provider', () => {
    signIn();
    hydrate();
    screen.getByText('Signed in with email');
  });

  it('offer the reader’s data as a file', () => {
    signIn();
    hydrate();
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^Download my data/ });
    expect(link.getAttribute('href')).toBe('/api/v1/user/data');
    expect(link.hasAttribute('download')).toBe(true);
  });

  it('end with Sign Out, which leaves the app, and the version', () => {
    signIn();
    hydrate();
    const link = screen.getByRole('link', { name: 'Sign Out' });
    expect(isForReaders(link)).toBe(true);
    // A click on Sign Out must keep its default action, which leaves the app. The router would prevent the default
    // action.
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    link.addEventListener('click', (event) => expect(event.defaultPrevented).toBe(false));
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    link.dispatchEvent(click);
    expect(link.getAttribute('href')).toBe('/auth/signout');
    expect(document.body.textContent).toMatch(/Sign Out\s*Beta v0\.1\.0$/);
  });
});

it('is valid HTML without inline styles', async () => {
  const html = renderToString(createPage());
  expect(html).not.toContain('style=');
  const loader = new FileSystemConfigLoader({ extends: ['html-validate:standard'] });
  const { results } = await new HtmlValidate(loader).validateString(html);
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
});
