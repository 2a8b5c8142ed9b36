// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signIn } from '#web/testing/reader.ts';
import { cleanUp, withSurroundings } from '#web/testing/render.tsx';
import { type FakeServer, neverRespond, startFakeServer } from '#web/testing/server.ts';
import { Settings } from './settings.tsx';

const page = () => withSurroundings(<Settings />);
/** The HTML that the server sends, and the page after hydration. */
function hydrate() {
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(page());
  return render(page(), { container, hydrate: true });
}

let server: FakeServer;
const complaints = vi.spyOn(console, 'error');
/** True if the style sheet shows the element only to signed-in readers. */
const isForReaders = (element: Element) => element.closest('.signed-in-only') !== null;

beforeEach(() => {
  server = startFakeServer();
  server.responses['GET /user/sessions'] = neverRespond;
  server.responses['GET /user/profile'] = neverRespond;
});
afterEach(() => {
  expect(complaints).not.toHaveBeenCalled();
  return cleanUp();
});

it('has its sections in order, with those about an account for readers who have one', () => {
  render(page());
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(headings.map((heading) => [heading.textContent, isForReaders(heading)])).toEqual([
    ['Account', false],
    ['Subscription', true],
    ['Appearance', false],
    ['Audio Narrator', false],
    ['Early access', false],
    ['Cookie Preferences', false],
    ['Plans', false],
    ['Devices', true],
    ['Your data', true],
  ]);
});

describe('to visitors', () => {
  it('offers to sign in and to come back here', () => {
    hydrate();
    const link = screen.getByRole('link', { name: /^Sign in/ });
    expect(link.getAttribute('href')).toBe('/auth?redirect=%2Fsettings');
    expect(link.closest('.signed-out-only')).not.toBeNull();
  });

  it('asks the server for nothing', () => {
    hydrate();
    expect(server.calls).toEqual([]);
  });
});

describe('to readers', () => {
  it('says who they are and through whom, from the same bytes as everybody’s', () => {
    signIn('ada', { name: 'Ada Lovelace', providerLabel: 'Google' });
    expect(renderToString(page())).not.toContain('Ada');
    hydrate();
    for (const text of ['Ada Lovelace', 'ada@example.org', 'Signed in with Google'])
      expect(isForReaders(screen.getByText(text))).toBe(true);
    const profile = screen.getByRole('link', { name: /^Your profile/ });
    expect(profile.getAttribute('href')).toBe('/profile');
  });

  it('says "email" where the provider is known no longer', () => {
    signIn();
    hydrate();
    screen.getByText('Signed in with email');
  });

  it('hands out their data as a file', () => {
    signIn();
    hydrate();
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^Download my data/ });
    expect(link.getAttribute('href')).toBe('/api/v1/user/data');
    expect(link.hasAttribute('download')).toBe(true);
  });

  it('ends with Sign Out, which leaves the app, and the version', () => {
    signIn();
    hydrate();
    const link = screen.getByRole('link', { name: 'Sign Out' });
    expect(isForReaders(link)).toBe(true);
    // The router would prevent the browser from following the link.
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    link.addEventListener('click', (event) => expect(event.defaultPrevented).toBe(false));
    document.addEventListener('click', (event) => event.preventDefault(), { once: true });
    link.dispatchEvent(press);
    expect(link.getAttribute('href')).toBe('/auth/signout');
    expect(document.body.textContent).toMatch(/Sign Out\s*Beta v0\.1\.0$/);
  });
});

it('is sound HTML, without inline styles', async () => {
  const html = renderToString(page());
  expect(html).not.toContain('style=');
  const loader = new FileSystemConfigLoader({ extends: ['html-validate:standard'] });
  const { results } = await new HtmlValidate(loader).validateString(html);
  expect(results.flatMap(({ messages }) => messages.map(({ message }) => message))).toEqual([]);
});
