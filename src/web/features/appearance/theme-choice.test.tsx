// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ThemeChoice } from './theme-choice.tsx';

const root = document.documentElement;
const getCheckedValue = () =>
  screen.getAllByRole<HTMLInputElement>('radio').find(({ checked }) => checked)?.value;

beforeEach(() => {
  localStorage.clear();
  delete root.dataset.theme;
});
afterEach(cleanup);

it('offers System, Light, Sepia and Dark as one group, and shows the current one', () => {
  root.dataset.theme = 'light';
  render(<ThemeChoice />);
  expect(screen.getByRole('group', { name: 'Theme' })).toBeDefined();
  for (const name of ['System', 'Light', 'Sepia', 'Dark']) screen.getByRole('radio', { name });
  expect(getCheckedValue()).toBe('light');
});

it('applies a choice immediately', async () => {
  render(<ThemeChoice />);
  expect(getCheckedValue()).toBe('system');
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(getCheckedValue()).toBe('dark');
  expect(root.dataset.theme).toBe('dark');
  await userEvent.click(screen.getByRole('radio', { name: 'System' }));
  expect(root.dataset.theme).toBeUndefined();
});

it('can be operated with the arrow keys', async () => {
  render(<ThemeChoice />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(getCheckedValue()).toBe('light');
});

it('follows a change in another tab', () => {
  render(<ThemeChoice />);
  // In the browser, boot.ts sets `data-theme` when the theme changes in another tab.
  root.dataset.theme = 'dark';
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'theme' })));
  expect(getCheckedValue()).toBe('dark');
});

it('is rendered by the server disabled and without a choice, and shows the choice after hydration', () => {
  root.dataset.theme = 'dark';
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<ThemeChoice />);
  expect(getCheckedValue()).toBeUndefined();
  expect(container.querySelector('fieldset')?.disabled).toBe(true);
  render(<ThemeChoice />, { container, hydrate: true });
  expect(getCheckedValue()).toBe('dark');
  expect(container.querySelector('fieldset')?.disabled).toBe(false);
});
