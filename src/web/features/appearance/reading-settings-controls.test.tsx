// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ReadingSettingsControls } from './reading-settings-controls.tsx';

const root = document.documentElement;
const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));
const listCheckedValues = () =>
  screen
    .getAllByRole<HTMLInputElement>('radio')
    .filter(({ checked }) => checked)
    .map(({ value }) => value);

beforeEach(() => {
  localStorage.clear();
  delete root.dataset.reading;
});
afterEach(cleanup);

it('offers each setting as a group, and applies a choice immediately', async () => {
  render(<ReadingSettingsControls />);
  for (const name of ['Text size', 'Line spacing', 'Column width', 'Typeface'])
    expect(screen.getByRole('group', { name })).toBeDefined();
  expect(listCheckedValues()).toEqual(['normal', 'standard', 'medium', 'serif']);
  await choose('Larger');
  await choose('Sans');
  expect(listCheckedValues()).toEqual(['larger', 'standard', 'medium', 'sans']);
  expect(root.dataset.reading).toBe('larger sans');
});

it('can be operated with the arrow keys', async () => {
  render(<ReadingSettingsControls />);
  await userEvent.tab();
  await userEvent.keyboard('{ArrowRight}');
  expect(root.dataset.reading).toBe('large');
});

it('resets all settings, and moves the focus to the first one', async () => {
  root.dataset.reading = 'small relaxed wide legible';
  render(<ReadingSettingsControls />);
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(root.dataset.reading).toBe('');
  expect(listCheckedValues()).toEqual(['normal', 'standard', 'medium', 'serif']);
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Normal');
});

it('follows a choice in another tab', () => {
  render(<ReadingSettingsControls />);
  // In the browser, boot.ts sets `data-reading` when the settings change in another tab.
  root.dataset.reading = 'compact';
  act(() => void dispatchEvent(new StorageEvent('storage', { key: 'reading' })));
  expect(listCheckedValues()).toEqual(['normal', 'compact', 'medium', 'serif']);
});

it('is rendered by the server disabled and without a choice, and shows the choices after hydration', () => {
  root.dataset.reading = 'narrow';
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = renderToString(<ReadingSettingsControls />);
  expect(listCheckedValues()).toEqual([]);
  expect(container.querySelectorAll('fieldset:disabled')).toHaveLength(4);
  render(<ReadingSettingsControls />, { container, hydrate: true });
  expect(listCheckedValues()).toEqual(['normal', 'standard', 'narrow', 'serif']);
  expect(container.querySelectorAll('fieldset:disabled')).toHaveLength(0);
});
