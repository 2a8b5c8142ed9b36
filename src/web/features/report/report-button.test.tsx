// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { StrictMode } from 'react';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { MESSAGES, TOAST_CLOSING } from '#domain/messages.ts';
import { REPORT_EXPLANATION_MAX, REPORT_REASONS } from '#domain/report.ts';
import { keepIntent } from '#web/lib/intents.ts';
import { closePrompt, usePrompt } from '#web/lib/prompts.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import { Toaster } from '#web/ui/toast.tsx';
import { ReportButton } from './report-button.tsx';

const article = { authorAlias: 'Plumbline', id: 'a-1', title: 'A number' };
const { title: _, ...identity } = article;

const calls = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
const sent = () => calls.mock.calls.map(([url, { body }]) => [url, JSON.parse(body as string)]);

beforeEach(() => {
  calls.mockReset().mockImplementation(async () => new Response(null, { status: 204 }));
  vi.stubGlobal('fetch', calls);
  signIn();
});

afterEach(async () => {
  // The toast of one test must not pass for that of the next.
  for (const button of document.querySelectorAll('[aria-label=Dismiss]')) fireEvent.click(button);
  await act(() => new Promise((resolve) => setTimeout(resolve, TOAST_CLOSING + 20)));
  act(closePrompt);
  cleanup();
  signOut();
  sessionStorage.clear();
});

function Page() {
  return (
    <StrictMode>
      <QueryClientProvider client={new QueryClient()}>
        <ReportButton article={article} />
        <Asked />
        <Toaster />
      </QueryClientProvider>
    </StrictMode>
  );
}

/** What stands between the reader and what they wanted. */
function Asked() {
  return <pre data-testid="asked">{JSON.stringify(usePrompt())}</pre>;
}
const asked = () => JSON.parse(screen.getByTestId('asked').textContent || 'null');

const pressReport = () => fireEvent.click(button());
const button = () => screen.getByRole('button', { name: 'Report this article', hidden: true });
// The first need of it loads the dialog, which takes its time on a busy machine.
const dialog = () =>
  screen.findByRole('dialog', { name: 'Report this article' }, { timeout: 10_000 });

async function open() {
  render(<Page />);
  pressReport();
  await dialog();
}

const reason = (label: string) => screen.getByRole<HTMLInputElement>('radio', { name: label });
const explanation = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Explanation/ });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /Submit/ });
const choose = (label: string) => fireEvent.click(reason(label));
const write = (value: string) => fireEvent.change(explanation(), { target: { value } });
const press = (pressed: HTMLElement) => act(async () => fireEvent.click(pressed));
const close = () => press(screen.getByRole('button', { name: 'Close' }));
/** Lets the answer arrive, and the form hear of it. */
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));

describe('a report', () => {
  it('has a reason and an explanation, and starts with neither', async () => {
    await open();
    const labels = screen
      .getAllByRole<HTMLInputElement>('radio', { checked: false })
      .map((radio) => radio.closest('label')!.textContent);
    expect(labels).toEqual(Object.values(REPORT_REASONS).map(({ label }) => label));
    expect(explanation().value).toBe('');
    expect(submit().disabled).toBe(true);
  });

  it('can be sent with a reason alone', async () => {
    await open();
    choose('Spam');
    expect(submit().disabled).toBe(false);
    await press(submit());
    expect(sent()).toEqual([
      ['/api/v1/articles/Plumbline/a-1/report', { reason: 'SPAM', explanation: '' }],
    ]);
    expect(calls.mock.calls[0]![1].method).toBe('PUT');
  });

  it('for another reason needs words, and blanks are none', async () => {
    await open();
    choose('Other');
    expect(submit().disabled).toBe(true);
    screen.getByRole('textbox', { name: 'Explanation (required)', description: /Tell us/ });
    expect(explanation().required).toBe(true);
    write(' \n ');
    expect(submit().disabled).toBe(true);
    write('It ends in the middle.');
    expect(submit().disabled).toBe(false);
    choose('Spam');
    screen.getByRole('textbox', { name: 'Explanation (optional)' });
    expect(explanation().required).toBe(false);
  });

  it('counts the characters, and holds back what is too long', async () => {
    await open();
    choose('Spam');
    write('x'.repeat(REPORT_EXPLANATION_MAX));
    expect(explanation().getAttribute('aria-invalid')).toBe('false');
    expect(submit().disabled).toBe(false);
    write('x'.repeat(REPORT_EXPLANATION_MAX + 1));
    screen.getByRole('textbox', { description: /251 \/ 250 characters/ });
    expect(explanation().getAttribute('aria-invalid')).toBe('true');
    expect(submit().disabled).toBe(true);
  });

  it('is sent once, however often it is pressed, and says that it is on its way', async () => {
    await open();
    const { promise, resolve } = Promise.withResolvers<Response>();
    calls.mockReturnValue(promise);
    choose('Spam');
    await press(submit());
    await settle();
    expect(submit().textContent).toBe('Submitting...');
    await press(submit());
    await settle();
    expect(calls).toHaveBeenCalledTimes(1);
    resolve(new Response(null, { status: 204 }));
    await settle();
  });

  it('that has arrived closes, is thanked for, and leaves the focus where it was', async () => {
    await open();
    choose('Spam');
    await press(submit());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByText(MESSAGES.reportSent);
    await waitFor(() => expect(document.activeElement).toBe(button()));
  });

  it.each([
    [429, { error: 'Ten in an hour are enough.' }, 'warning', 'Ten in an hour are enough.'],
    [429, {}, 'warning', MESSAGES.reportTooMany],
    [400, { error: 'explanation: too long' }, 'error', 'explanation: too long'],
    [500, { error: 'Logged as 1.' }, 'error', MESSAGES.reportFailed],
  ])('refused with %i %j keeps what was typed, and says so', async (status, body, kind, text) => {
    calls.mockResolvedValue(Response.json(body, { status }));
    await open();
    choose('Misinformation');
    write('The year is wrong.');
    await press(submit());
    await settle();
    expect(screen.getByText(text).parentElement!.className).toContain(kind);
    expect(reason('Misinformation').checked).toBe(true);
    expect(explanation().value).toBe('The year is wrong.');
    expect(submit().disabled).toBe(false);
  });

  it('refused by a proxy, in the words of the protocol, is refused in ours', async () => {
    calls.mockResolvedValue(new Response('', { status: 429, statusText: 'Too Many Requests' }));
    await open();
    choose('Spam');
    await press(submit());
    await settle();
    screen.getByText(MESSAGES.reportTooMany);
  });

  it('fails at once where there is no network', async () => {
    await open();
    calls.mockRejectedValue(new TypeError('Failed to fetch'));
    choose('Spam');
    dispatchEvent(new Event('offline'));
    onTestFinished(() => void dispatchEvent(new Event('online')));
    await press(submit());
    await settle();
    screen.getByText(MESSAGES.reportFailed);
  });

  it('starts anew each time, even when the last is still closing', async () => {
    await open();
    choose('Other');
    write('Never mind.');
    await close();
    pressReport();
    await dialog();
    expect(reason('Other').checked).toBe(false);
    expect(explanation().value).toBe('');
  });
});

describe('somebody who is not signed in', () => {
  const typed = { reason: 'OTHER', explanation: 'It ends in the middle.' } as const;
  const intent = { action: 'report', article: identity, ...typed } as const;

  it('is asked to before anything is typed', async () => {
    signOut();
    render(<Page />);
    pressReport();
    await settle();
    expect(asked()).toEqual({
      kind: 'sign-in',
      intent: { action: 'report', article: identity, reason: '', explanation: '' },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is asked to where the session ended over the form, which makes room', async () => {
    calls.mockResolvedValue(Response.json({ error: 'Sign in.' }, { status: 401 }));
    await open();
    choose('Other');
    write(typed.explanation);
    await press(submit());
    await settle();
    expect(asked()).toEqual({ kind: 'sign-in', intent });
    expect(screen.getByRole('alert').textContent).toBe('');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    // Not now, after all, and then again: nothing is lost.
    act(closePrompt);
    pressReport();
    await settle();
    expect(asked()).toEqual({ kind: 'sign-in', intent });
    signIn();
    pressReport();
    await dialog();
    expect(explanation().value).toBe(typed.explanation);
  });

  it('finds the form on coming back, with what was typed, once', async () => {
    keepIntent(intent);
    const { unmount } = render(<Page />);
    const form = within(await dialog());
    expect(form.getByRole<HTMLInputElement>('radio', { name: 'Other' }).checked).toBe(true);
    expect(explanation().value).toBe(typed.explanation);
    expect(calls).not.toHaveBeenCalled();

    await close();
    pressReport();
    await dialog();
    expect(explanation().value).toBe('');

    unmount();
    render(<Page />);
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['comes back still signed out', identity, signOut],
    ['comes back to another article', { ...identity, id: 'a-2' }, () => {}],
  ])('finds no form who %s', async (_, article, before) => {
    before();
    keepIntent({ ...intent, article });
    render(<Page />);
    await settle();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
