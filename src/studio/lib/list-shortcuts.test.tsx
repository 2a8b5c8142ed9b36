// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeLetterShortcutsEnabled, useListShortcuts } from './list-shortcuts.ts';

const onHelp = vi.fn();
const pressed: string[] = [];

function Lists({ isOff = false }: { isOff?: boolean }) {
  useListShortcuts(isOff, onHelp);
  const press = (name: string) => () => void pressed.push(name);
  return (
    <main>
      <h1 tabIndex={-1}>Reports</h1>
      <input aria-label="Filter" />
      <button type="button" aria-keyshortcuts="H" onClick={press('go on')}>
        Go on
      </button>
      <ul>
        {['one', 'two', 'three'].map((name) => (
          <li key={name} data-row="" tabIndex={-1} aria-label={name}>
            <a href={`#${name}`} data-opens="" onClick={press(`open ${name}`)}>
              {name}
            </a>
            <input type="checkbox" aria-label={`Choose ${name}`} />
            <button type="button" aria-keyshortcuts="D" onClick={press(`dismiss ${name}`)}>
              Dismiss
            </button>
          </li>
        ))}
      </ul>
    </main>
  );
}

beforeEach(() => {
  pressed.length = 0;
  onHelp.mockClear();
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

const key = (name: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement!, { key: name, ...more });
const focused = () => document.activeElement?.getAttribute('aria-label');

it('moves through the rows with J and K, and stops at either end', () => {
  render(<Lists />);
  const seen = ['j', 'j', 'j', 'j', 'k', 'K', 'k'].map((each) => {
    key(each);
    return focused();
  });
  expect(seen).toEqual(['one', 'two', 'three', 'three', 'two', 'one', 'one']);
});

it('starts from the focused row, or from the item open beside the list', () => {
  render(<Lists />);
  screen.getByRole('checkbox', { name: 'Choose two' }).focus();
  key('j');
  expect(focused()).toBe('three');
  screen.getByRole('heading').focus();
  screen.getByRole('listitem', { name: 'one' }).setAttribute('aria-current', 'true');
  key('j');
  expect(focused()).toBe('two');
});

it('opens a row on Enter, and leaves Enter to a focused control inside it', () => {
  render(<Lists />);
  key('Enter');
  key('j');
  key('Enter');
  expect(pressed).toEqual(['open one']);
  screen.getAllByRole('button', { name: 'Dismiss' })[1]!.focus();
  // The browser follows a focused link on Enter, which jsdom does not simulate.
  expect(key('Enter')).toBe(true);
  expect(pressed).toEqual(['open one']);
});

it('presses a button of the focused row by its letter, once even if the key is held', () => {
  render(<Lists />);
  key('d');
  key('j');
  key('j');
  key('d');
  key('d', { repeat: true });
  key('h');
  expect(pressed).toEqual(['dismiss two', 'go on']);
});

it.each([
  ['something is written', () => screen.getByRole('textbox').focus(), {}],
  ['another key is held', () => key('j'), { ctrlKey: true }],
  ['the letter is a capital', () => key('j'), { shiftKey: true }],
  [
    'letters are turned off',
    () => {
      key('j');
      storeLetterShortcutsEnabled(false);
    },
    {},
  ],
  [
    'a dialog is open',
    () => {
      key('j');
      const dialog = document.body.appendChild(document.createElement('div'));
      dialog.setAttribute('role', 'dialog');
      dialog.dataset.open = '';
    },
    {},
  ],
])('does nothing while %s', (_, begin, held) => {
  render(<Lists />);
  begin();
  const before = document.activeElement;
  for (const letter of ['d', 'j', 'k', 'h']) key(letter, held);
  expect(pressed).toEqual([]);
  expect(document.activeElement).toBe(before);
  document.querySelector('[data-open]')?.remove();
});

it('shows the shortcuts on a question mark, unless the screen has its own', () => {
  const { rerender } = render(<Lists />);
  key('?', { shiftKey: true });
  expect(onHelp).toHaveBeenCalledTimes(1);
  rerender(<Lists isOff />);
  key('?', { shiftKey: true });
  key('j');
  expect(onHelp).toHaveBeenCalledTimes(1);
  expect(focused()).toBeNull();
});
