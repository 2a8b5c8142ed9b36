import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { TOAST_CLOSE_ANIMATION_DURATION } from '#domain/messages.ts';
import { Toaster } from '#ui/toast.tsx';
import { createPageQueryClient, QueryProvider } from '#web/query-provider.tsx';
import { closePrompt, type Prompt, useCurrentPrompt } from '#web/reader/prompt.ts';
import { signOut } from './reader.ts';

interface PageContextOptions {
  /** The query client. By default, a new client is created. Pass a client to test cached queries. */
  queries?: QueryClient;
  /** The URL at which the component is rendered. */
  at?: string;
}

/** Renders a component in the context of a page: query client, router and toasts. */
export function renderOnPage(part: ReactNode, options: PageContextOptions = {}) {
  return render(part, { wrapper: createPageWrapper(options) });
}

/**
 * Wraps a component in a page's context: query client, router and toasts. Tests that only render the component call
 * {@link renderOnPage} instead.
 */
export function withPageContext(part: ReactNode, options: PageContextOptions = {}) {
  const Wrapper = createPageWrapper(options);
  return <Wrapper>{part}</Wrapper>;
}

function createPageWrapper({ queries = createTestQueryClient(), at = '/' }: PageContextOptions) {
  return ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <QueryProvider client={queries}>
        <MemoryRouter initialEntries={[at]}>
          {children}
          <Toaster />
        </MemoryRouter>
      </QueryProvider>
    </StrictMode>
  );
}

/** Creates a page's query client that retries without delay. */
export function createTestQueryClient(): QueryClient {
  const client = createPageQueryClient();
  const defaults = client.getDefaultOptions();
  client.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } });
  return client;
}

/** Number of event loop turns after which a response has been rendered. */
const EVENT_LOOP_TURNS = 10;

/**
 * Waits until the responses received so far have been rendered. Waits for turns of the event loop rather than for a
 * time, because on a busy machine, the time may pass before anything runs.
 */
export async function waitForResponses(): Promise<void> {
  for (let turn = 0; turn < EVENT_LOOP_TURNS; turn++) await act(() => advanceTime(1));
}

/**
 * Content hashes that other threads are computing. {@link advanceTime} waits for them, because turns of the event loop
 * do not wait for other threads.
 */
const pendingHashes = new Set<Promise<unknown>>();
const { subtle } = crypto;
const digest = subtle.digest.bind(subtle);
subtle.digest = (algorithm, data) => {
  const hash = digest(algorithm, data);
  pendingHashes.add(hash);
  hash.finally(() => pendingHashes.delete(hash));
  return hash;
};

/** Waits for a number of milliseconds of real or fake time, and for all pending content hashes. */
async function advanceTime(milliseconds: number): Promise<void> {
  await subtle.digest('SHA-256', new Uint8Array());
  await Promise.all(pendingHashes);
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(milliseconds);
  else await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/**
 * Clicks the button with the given name, on the page or within `part`, and waits until responses have been rendered.
 */
export async function pressButton(name: string | RegExp, part: Part = screen): Promise<void> {
  fireEvent.click(part.getByRole('button', { name }));
  await waitForResponses();
}
type Part = Pick<typeof screen, 'getByRole'>;

/** Clicks the link with the given name, on the page or within `part`, and waits until responses have been rendered. */
export async function pressLink(name: string | RegExp, part: Part = screen): Promise<void> {
  fireEvent.click(part.getByRole('link', { name }));
  await waitForResponses();
}

/** Waits for a dialog to open and returns it. The dialog's code may have to load first. */
export function findDialog(name?: string): Promise<HTMLElement> {
  return screen.findByRole('dialog', name ? { name } : {});
}

/** Returns the page's current prompt, such as the sign-in dialog. */
export function getCurrentPrompt(): Prompt | undefined {
  const { result, unmount } = renderHook(useCurrentPrompt);
  unmount();
  return result.current;
}

/** Returns the kind, such as `error`, of the toast with the given text. */
export function getToastKind(text: string): string | undefined {
  const textElement = screen.getByText(text, { selector: '[data-kind] > p' });
  return textElement.parentElement!.dataset.kind;
}

/** Resets the page, cookies and storage for the next test. */
export async function resetPage(): Promise<void> {
  await dismissToasts();
  act(closePrompt);
  cleanup();
  onlineManager.setOnline(true);
  signOut();
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
}

/** Removes all toasts, so that the next test does not find them. Toasts remain after their page is unmounted. */
async function dismissToasts(): Promise<void> {
  render(<Toaster />);
  const findDismissButtons = () => document.querySelectorAll('[aria-label=Dismiss]');
  for (const button of findDismissButtons()) fireEvent.click(button);
  while (findDismissButtons().length) await act(() => advanceTime(TOAST_CLOSE_ANIMATION_DURATION));
}
