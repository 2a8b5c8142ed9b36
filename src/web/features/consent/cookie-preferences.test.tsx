// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { CONSENT_COOKIE_NAME } from '#domain/consent.ts';
import { consentCopy } from '#web/copy/consent.ts';
import { getToastKind, renderOnPage, resetPage, waitForResponses } from '#web/testing/render.tsx';
import { CookiePreferences } from './cookie-preferences.tsx';

afterEach(async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the page itself reads document.cookie
  document.cookie = `${CONSENT_COOKIE_NAME}=; path=/; max-age=0`;
  await resetPage();
});

const getAnalyticsSwitch = () =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: /Analytics/ });

it('shows that a choice is saved, or that the browser did not store it', async () => {
  renderOnPage(<CookiePreferences />);
  const cookieGetter = vi.spyOn(document, 'cookie', 'get').mockReturnValue('');
  fireEvent.click(getAnalyticsSwitch());
  await waitForResponses();
  expect(getAnalyticsSwitch().checked).toBe(false);
  const text = screen.getByText(/^Your browser didn’t save your choice/).textContent;
  expect(getToastKind(text!)).toBe('error');
  expect(screen.queryByText(consentCopy.saved)).toBeNull();
  cookieGetter.mockRestore();
  fireEvent.click(getAnalyticsSwitch());
  await waitForResponses();
  expect(getAnalyticsSwitch().checked).toBe(true);
  screen.getByText(consentCopy.saved);
});
