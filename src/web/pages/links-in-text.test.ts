// @vitest-environment jsdom
import type { DataRouter } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { handleLinkClicksInText } from './links-in-text.ts';

const navigate = vi.fn();
handleLinkClicksInText({ navigate } as unknown as DataRouter);

beforeEach(() => {
  navigate.mockClear();
  document.body.innerHTML = `
    <p data-anchor="introduction.0">As <a href="/plumbline/a-star?x=1"><em>she</em></a> said,
      <a href="https://example.org/">elsewhere</a> <a href="/about" target="_blank">anew</a></p>
    <div data-static-page="terms"><a href="/settings#cookies">settings</a></div>
    <div data-static-page="terms"><a href="/licences.txt">licences</a></div>
    <p><a href="/auth/signin">Sign in</a></p>`;
});

/** Clicks the link with the given text. Returns true if the browser handles the click. */
function click(linkText: string, options: MouseEventInit = {}): boolean {
  const link = [...document.querySelectorAll('a')].find(
    ({ textContent }) => textContent === linkText,
  )!;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...options });
  return (link.firstElementChild ?? link).dispatchEvent(event);
}

it('follows a link of the text within the page', () => {
  expect(click('she')).toBe(false);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/plumbline/a-star?x=1');
});

it('follows a link of a static page, with its fragment', () => {
  expect(click('settings')).toBe(false);
  expect(navigate).toHaveBeenCalledExactlyOnceWith('/settings#cookies');
});

it.each([
  ['she', { ctrlKey: true }],
  ['she', { metaKey: true }],
  ['she', { shiftKey: true }],
  ['she', { button: 1 }],
  ['elsewhere', {}],
  ['anew', {}],
  ['licences', {}],
  ['Sign in', {}],
])('leaves %s to the browser, pressed with %j', (linkText, options) => {
  expect(click(linkText, options)).toBe(true);
});
