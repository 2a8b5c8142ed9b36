// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it } from 'vitest';
import { focusScreenHeadingWhenRendered } from './focus.ts';

let screen: HTMLElement;
let link: HTMLElement;

beforeEach(() => {
  document.body.innerHTML =
    '<nav><a href="/">There</a><a href="/">Elsewhere</a></nav><main></main>';
  screen = document.querySelector('main')!;
  link = document.querySelector('a')!;
  link.focus();
});
afterEach(() => {
  document.body.innerHTML = '';
});

const renderHeading = (title: string) => {
  screen.innerHTML = `<h1 tabindex="-1">${title}</h1>`;
};
/** Resolves after mutation observers have run. */
const waitForObservers = () => Promise.resolve();

it('focuses a heading that is already rendered', () => {
  renderHeading('Ideas');
  focusScreenHeadingWhenRendered(screen);
  expect(document.activeElement?.textContent).toBe('Ideas');
});

it('focuses the first heading that is rendered later, and no other', async () => {
  focusScreenHeadingWhenRendered(screen);
  screen.innerHTML = '<p>Loading</p>';
  await waitForObservers();
  expect(document.activeElement).toBe(link);
  renderHeading('Ideas');
  await waitForObservers();
  expect(document.activeElement?.textContent).toBe('Ideas');
  link.focus();
  renderHeading('Reviews');
  await waitForObservers();
  expect(document.activeElement).toBe(link);
});

it('does nothing if the user has moved the focus, or after cancellation', async () => {
  focusScreenHeadingWhenRendered(screen);
  const otherLink = document.querySelectorAll('a')[1]!;
  otherLink.focus();
  renderHeading('Ideas');
  await waitForObservers();
  expect(document.activeElement).toBe(otherLink);
  screen.innerHTML = '';
  const cancel = focusScreenHeadingWhenRendered(screen);
  cancel();
  renderHeading('Reviews');
  await waitForObservers();
  expect(document.activeElement).toBe(otherLink);
});
