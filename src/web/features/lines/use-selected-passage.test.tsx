// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSelectedPassage } from './use-selected-passage.ts';

/** A time in milliseconds that is long enough for a selection to count as finished. */
const SETTLED = 1000;

beforeEach(() => {
  vi.useFakeTimers();
  // jsdom does no layout, so its ranges lack `getBoundingClientRect`.
  Range.prototype.getBoundingClientRect = () => new DOMRect();
  document.body.innerHTML =
    '<main tabindex="-1"><p data-anchor="introduction.0">Some words</p></main>';
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  document.body.innerHTML = '';
});

function Menu({ text }: { text: HTMLElement }) {
  const menu = { current: null as HTMLElement | null };
  const [passage] = useSelectedPassage(text, menu);
  return (
    <>
      {passage && (
        <fieldset
          aria-label={passage.text}
          ref={(element) => {
            menu.current = element;
          }}
        >
          <button type="button">Keep</button>
          <button type="button">Share</button>
        </fieldset>
      )}
      <a href="/elsewhere">Next link</a>
    </>
  );
}

function select() {
  const text = document.querySelector('main')!;
  render(<Menu text={text} />, {
    container: document.body.appendChild(document.createElement('div')),
  });
  getSelection()!.selectAllChildren(text.firstElementChild!);
  fireEvent(document, new Event('selectionchange'));
  act(() => vi.advanceTimersByTime(SETTLED));
  screen.getByRole('group', { name: 'Some words' });
}

const focus = (role: string, name: string) => act(() => screen.getByRole(role, { name }).focus());

it('stays open while the focus moves within the menu', () => {
  select();
  focus('button', 'Keep');
  focus('button', 'Share');
  act(() => vi.advanceTimersByTime(SETTLED));
  screen.getByRole('group');
});

it('closes the menu when the focus leaves it, and does not open it again', () => {
  select();
  focus('button', 'Share');
  focus('link', 'Next link');
  expect(screen.queryByRole('group')).toBeNull();
  fireEvent(document, new Event('selectionchange'));
  act(() => vi.advanceTimersByTime(SETTLED));
  expect(screen.queryByRole('group')).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('link'));
});
