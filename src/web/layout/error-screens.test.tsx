// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { watchDocumentLeaving } from '#ui/lib/leaving.ts';
import { ServerUnreachableScreen } from '#web/features/offline/server-unreachable-screen.tsx';
import { waitForResponses } from '#web/testing/render.tsx';
import { ErrorScreen } from './error-screens.tsx';
import { GoneScreen, NotFoundScreen } from './status-screens.tsx';

const renderScreen = (element: ReactNode) => render(element, { wrapper: MemoryRouter });
const hrefs = () => screen.getAllByRole('link').map((link) => link.getAttribute('href'));
const reload = vi.fn();

vi.stubGlobal('location', { ...location, reload });

afterEach(() => {
  cleanup();
  reload.mockReset();
});

it('links from a missing page to the home page, Explore, contact and the FAQ', () => {
  renderScreen(<NotFoundScreen />);
  screen.getByRole('heading', { level: 1, name: 'Page Not Found' });
  expect(hrefs()).toEqual(expect.arrayContaining(['/', '/explore', '/contact', '/faq']));
});

it('links from a withdrawn article to other articles', () => {
  renderScreen(<GoneScreen />);
  screen.getByRole('heading', { level: 1, name: /withdrawn/ });
  expect(hrefs()).toContain('/articles');
});

describe('the screen for a server error', () => {
  it('shows that the team was notified, with links to other pages', () => {
    renderScreen(<ErrorScreen />);
    screen.getByRole('heading', { level: 1, name: 'Something Went Wrong' });
    screen.getByText(/The team has been notified/);
    expect(hrefs()).toEqual(expect.arrayContaining(['/', '/contact', '/faq']));
  });

  it('reloads on Try Again', async () => {
    renderScreen(<ErrorScreen />);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(reload).toHaveBeenCalledOnce();
  });

  it('shows the ID of the logged error, if there is one', () => {
    const { rerender } = renderScreen(<ErrorScreen errorId="7f3k" />);
    screen.getByText('7f3k');
    rerender(<ErrorScreen />);
    expect(screen.queryByText(/include this code/)).toBeNull();
  });
});

describe('the offline screen', () => {
  const fetchSpy = vi.spyOn(globalThis, 'fetch');

  it('stays with a message if the server still does not respond', async () => {
    fetchSpy.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    renderScreen(<ServerUnreachableScreen />);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitForResponses();
    expect(screen.getByRole('status').textContent).toContain('Still no connection');
    expect(reload).not.toHaveBeenCalled();
  });

  it('does not reload a document that the reader leaves', async () => {
    watchDocumentLeaving();
    fetchSpy.mockImplementationOnce(async () => {
      dispatchEvent(new Event('beforeunload'));
      return new Response();
    });
    renderScreen(<ServerUnreachableScreen />);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitForResponses();
    expect(reload).not.toHaveBeenCalled();
    dispatchEvent(new Event('pageshow'));
  });

  it('opens the page when the server responds, regardless of the status', async () => {
    fetchSpy.mockResolvedValueOnce(new Response(null, { status: 503 }));
    renderScreen(<ServerUnreachableScreen />);
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitForResponses();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('opens the page automatically once the connection is back', async () => {
    fetchSpy.mockResolvedValueOnce(new Response(null));
    renderScreen(<ServerUnreachableScreen />);
    dispatchEvent(new Event('online'));
    await waitForResponses();
    expect(reload).toHaveBeenCalledOnce();
  });

  it('opens nothing after the reader has gone to another page', async () => {
    vi.useFakeTimers();
    let failRequest = () => {};
    fetchSpy.mockReturnValueOnce(
      new Promise((_, reject) => {
        failRequest = () => reject(new TypeError());
      }),
    );
    const { unmount } = renderScreen(<ServerUnreachableScreen />);
    await vi.advanceTimersByTimeAsync(500);
    unmount();
    failRequest();
    fetchSpy.mockResolvedValue(new Response(null));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).not.toHaveBeenCalled();
    vi.useRealTimers();
  });

  it('continues to retry without a message if the server does not respond although the browser is online', async () => {
    vi.useFakeTimers();
    fetchSpy.mockRejectedValue(new TypeError('Failed to fetch'));
    renderScreen(<ServerUnreachableScreen />);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reload).not.toHaveBeenCalled();
    expect(screen.getByRole('status').textContent).toBe('');
    fetchSpy.mockResolvedValueOnce(new Response(null));
    await vi.advanceTimersByTimeAsync(16_000);
    expect(reload).toHaveBeenCalledOnce();
    cleanup();
    vi.useRealTimers();
  });
});
