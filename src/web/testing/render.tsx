import { onlineManager, type QueryClient } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { type ReactNode, StrictMode } from 'react';
import { MemoryRouter } from 'react-router';
import { vi } from 'vitest';
import { TOAST_CLOSING } from '#domain/messages.ts';
import { Toaster } from '#ui/toast.tsx';
import { createQueryClient as newPageQueries, Queries } from '#web/queries.tsx';
import { closePrompt, type Prompt, usePrompt } from '#web/reader/prompt.ts';
import { signOut } from './reader.ts';

interface Surroundings {
  /** Where queries are made, if not as {@link Queries} has it: to come back to what has been asked before. */
  queries?: QueryClient;
  /** The address the browser is at. */
  at?: string;
}

/** Shows a part of a page with what a page has around it. Toasts come after it. */
export function show(part: ReactNode, surroundings: Surroundings = {}) {
  return render(part, { wrapper: surrounding(surroundings) });
}

/** The same as an element, for what is rendered in another way. */
export function withSurroundings(part: ReactNode, surroundings: Surroundings = {}) {
  const Surrounding = surrounding(surroundings);
  return <Surrounding>{part}</Surrounding>;
}

function surrounding({ queries = createTestQueryClient(), at = '/' }: Surroundings) {
  return ({ children }: { children: ReactNode }) => (
    <StrictMode>
      <Queries queries={queries}>
        <MemoryRouter initialEntries={[at]}>
          {children}
          <Toaster />
        </MemoryRouter>
      </Queries>
    </StrictMode>
  );
}

/** The queries of a page, but for the pauses before retries. */
export function createTestQueryClient(): QueryClient {
  const queries = newPageQueries();
  const defaults = queries.getDefaultOptions();
  queries.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retryDelay: 0 } });
  return queries;
}

/** Turns of the event loop in which an answer that is there arrives, and the query cache tells of it. */
const TURNS = 10;

/**
 * Lets answers arrive, and the page hear of them. Counts turns of the event loop and not milliseconds: on a
 * busy machine those may be over before anything else has had its turn.
 */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn++) await act(() => pass(1));
}

/** Hashes of what is sent to the server that are being computed: on other threads, so turns of this one do not count. */
const hashing = new Set<Promise<unknown>>();
const { subtle } = crypto;
const digest = subtle.digest.bind(subtle);
subtle.digest = (algorithm, data) => {
  const hash = digest(algorithm, data);
  hashing.add(hash);
  hash.finally(() => hashing.delete(hash));
  return hash;
};

/** Lets time pass, by the clock or by that of the test, and all hashes under way be computed. */
async function pass(milliseconds: number): Promise<void> {
  await subtle.digest('SHA-256', new Uint8Array());
  await Promise.all(hashing);
  if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(milliseconds);
  else await new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** Presses the button of that name, on the page or in a part of it, and lets come what comes of it. */
export async function press(name: string | RegExp, part: Part = screen): Promise<void> {
  fireEvent.click(part.getByRole('button', { name }));
  await settle();
}
type Part = Pick<typeof screen, 'getByRole'>;

/** The same with a link. */
export async function pressLink(name: string | RegExp, part: Part = screen): Promise<void> {
  fireEvent.click(part.getByRole('link', { name }));
  await settle();
}

/** The dialog on show. The first need of one loads it. */
export function findDialog(name?: string): Promise<HTMLElement> {
  return screen.findByRole('dialog', name ? { name } : {});
}

/** What the page has asked of the reader before it does what they wanted. */
export function currentPrompt(): Prompt | undefined {
  const { result, unmount } = renderHook(usePrompt);
  unmount();
  return result.current;
}

/** The kind of the toast that says this. */
export function toastKind(text: string): string | undefined {
  const words = screen.getByText(text, { selector: '[data-kind] > p' });
  return words.parentElement!.dataset.kind;
}

/** Leaves to the next test a browser that nobody has used. */
export async function cleanUp(): Promise<void> {
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

/** Toasts outlive the page that showed them; the toast of one test must not pass for that of the next. */
async function dismissToasts(): Promise<void> {
  render(<Toaster />);
  const toasts = () => document.querySelectorAll('[aria-label=Dismiss]');
  for (const dismiss of toasts()) fireEvent.click(dismiss);
  while (toasts().length) await act(() => pass(TOAST_CLOSING));
}
