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

const show = (title: string) => {
  screen.innerHTML = `<h1 tabindex="-1">${title}</h1>`;
};
/** Resolves after mutation observers have run. */
const heard = () => Promise.resolve();

it('focuses a heading that is already rendered', () => {
  show('Ideas');
  focusScreenHeadingWhenRendered(screen);
  expect(document.activeElement?.textContent).toBe('Ideas');
});

it('focuses the first heading that is rendered later, and no other', async () => {
  focusScreenHeadingWhenRendered(screen);
  screen.innerHTML = '<p>Loading</p>';
  await heard();
  expect(document.activeElement).toBe(link);
  show('Ideas');
  await heard();
  expect(document.activeElement?.textContent).toBe('Ideas');
  link.focus();
  show('Reviews');
  await heard();
  expect(document.activeElement).toBe(link);
});

it('does nothing if the user has moved the focus, or after cancellation', async () => {
  focusScreenHeadingWhenRendered(screen);
  const elsewhere = document.querySelectorAll('a')[1]!;
  elsewhere.focus();
  show('Ideas');
  await heard();
  expect(document.activeElement).toBe(elsewhere);
  screen.innerHTML = '';
  const giveUp = focusScreenHeadingWhenRendered(screen);
  giveUp();
  show('Reviews');
  await heard();
  expect(document.activeElement).toBe(elsewhere);
});
