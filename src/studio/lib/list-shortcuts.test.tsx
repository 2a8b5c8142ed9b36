// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { storeLetterShortcutsEnabled, useListShortcuts } from './list-shortcuts.ts';

const onHelp = vi.fn();
const pressed: string[] = [];

function Lists({ isOff = false }: { isOff?: boolean }) {
  useListShortcuts(isOff, onHelp);
  const recordPress = (name: string) => () => void pressed.push(name);
  return (
    <main>
      <h1 tabIndex={-1}>Reports</h1>
      <input aria-label="Filter" />
      <button type="button" aria-keyshortcuts="H" onClick={recordPress('go on')}>
        Go on
      </button>
      <ul>
        {['one', 'two', 'three'].map((name) => (
          <li key={name} data-row="" tabIndex={-1} aria-label={name}>
            <a href={`#${name}`} data-opens="" onClick={recordPress(`open ${name}`)}>
              {name}
            </a>
            <input type="checkbox" aria-label={`Choose ${name}`} />
            <button type="button" aria-keyshortcuts="D" onClick={recordPress(`dismiss ${name}`)}>
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

const pressKey = (name: string, init: object = {}) =>
  fireEvent.keyDown(document.activeElement!, { key: name, ...init });
const getFocusedLabel = () => document.activeElement?.getAttribute('aria-label');

it('moves through the rows with J and K, and stops at either end', () => {
  render(<Lists />);
  const labels = ['j', 'j', 'j', 'j', 'k', 'K', 'k'].map((each) => {
    pressKey(each);
    return getFocusedLabel();
  });
  expect(labels).toEqual(['one', 'two', 'three', 'three', 'two', 'one', 'one']);
});

it('starts from the focused row, or from the item open beside the list', () => {
  render(<Lists />);
  screen.getByRole('checkbox', { name: 'Choose two' }).focus();
  pressKey('j');
  expect(getFocusedLabel()).toBe('three');
  screen.getByRole('heading').focus();
  screen.getByRole('listitem', { name: 'one' }).setAttribute('aria-current', 'true');
  pressKey('j');
  expect(getFocusedLabel()).toBe('two');
});

it('opens a row on Enter, and leaves Enter to a focused control inside it', () => {
  render(<Lists />);
  pressKey('Enter');
  pressKey('j');
  pressKey('Enter');
  expect(pressed).toEqual(['open one']);
  screen.getAllByRole('button', { name: 'Dismiss' })[1]!.focus();
  // While a button has focus, the list leaves Enter to the browser, which clicks the button. jsdom does not simulate
  // this click.
  expect(pressKey('Enter')).toBe(true);
  expect(pressed).toEqual(['open one']);
});

it('presses a button of the focused row by its letter, once even if the key is held', () => {
  render(<Lists />);
  pressKey('d');
  pressKey('j');
  pressKey('j');
  pressKey('d');
  pressKey('d', { repeat: true });
  pressKey('h');
  expect(pressed).toEqual(['dismiss two', 'go on']);
});

it.each([
  ['something is written', () => screen.getByRole('textbox').focus(), {}],
  ['another key is held', () => pressKey('j'), { ctrlKey: true }],
  ['the letter is a capital', () => pressKey('j'), { shiftKey: true }],
  [
    'letters are turned off',
    () => {
      pressKey('j');
      storeLetterShortcutsEnabled(false);
    },
    {},
  ],
  [
    'a dialog is open',
    () => {
      pressKey('j');
      const dialog = document.body.appendChild(document.createElement('div'));
      dialog.setAttribute('role', 'dialog');
      dialog.dataset.open = '';
    },
    {},
  ],
])('does nothing while %s', (_, prepare, modifiers) => {
  render(<Lists />);
  prepare();
  const before = document.activeElement;
  for (const letter of ['d', 'j', 'k', 'h']) pressKey(letter, modifiers);
  expect(pressed).toEqual([]);
  expect(document.activeElement).toBe(before);
  document.querySelector('[data-open]')?.remove();
});

it('shows the shortcuts on a question mark, unless the screen has its own', () => {
  const { rerender } = render(<Lists />);
  pressKey('?', { shiftKey: true });
  expect(onHelp).toHaveBeenCalledTimes(1);
  rerender(<Lists isOff />);
  pressKey('?', { shiftKey: true });
  pressKey('j');
  expect(onHelp).toHaveBeenCalledTimes(1);
  expect(getFocusedLabel()).toBeNull();
});
