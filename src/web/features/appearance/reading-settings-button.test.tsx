// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { findDialog, renderOnPage, resetPage } from '#web/testing/render.tsx';
import { ReadingSettingsButton } from './reading-settings-button.tsx';

afterEach(async () => {
  await resetPage();
  localStorage.clear();
  delete document.documentElement.dataset.theme;
});

it('opens the settings, which choose a theme, and has the focus after they close', async () => {
  renderOnPage(<ReadingSettingsButton />);
  fireEvent.click(screen.getByRole('button', { name: 'Reading settings' }));
  await findDialog('Reading settings');
  fireEvent.click(screen.getByRole('radio', { name: 'Sepia' }));
  expect(document.documentElement.dataset.theme).toBe('sepia');
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Aa'));
});
