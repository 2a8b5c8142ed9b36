// @vitest-environment jsdom

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ERROR_MESSAGES } from '#domain/messages.ts';
import {
  MAX_REPORT_EXPLANATION_LENGTH,
  REPORT_REASON_DETAILS,
  TOO_MANY_REPORTS_MESSAGE,
} from '#domain/report.ts';
import { reportCopy } from '#web/copy/report.ts';
import { storeIntent } from '#web/reader/intents.ts';
import { closePrompt } from '#web/reader/prompt.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import {
  findDialog,
  getCurrentPrompt,
  getToastKind,
  pressButton,
  renderOnPage,
  resetPage,
  waitForResponses,
} from '#web/testing/render.tsx';
import {
  createErrorResponder,
  type FakeServer,
  goOffline,
  rejectAsOffline,
  respondNoContent,
  startFakeServer,
} from '#web/testing/server.ts';
import { ReportButton } from './report-button.tsx';

const article = { authorAlias: 'Plumbline', id: 'a-1', title: 'A number' };
const { title: _, ...identity } = article;

const REPORT = 'PUT /articles/Plumbline/a-1/report';

let server: FakeServer;

beforeEach(() => {
  server = startFakeServer();
  signIn();
});
afterEach(resetPage);

const pressReport = () => fireEvent.click(button());
const button = () => screen.getByRole('button', { name: 'Report this article', hidden: true });
const dialog = () => findDialog('Report this article');

const load = () => renderOnPage(<ReportButton article={article} />);

async function open() {
  load();

  pressReport();
  await dialog();
}

const reason = (label: string) => screen.getByRole<HTMLInputElement>('radio', { name: label });
const explanation = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Explanation/ });
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: /Submit/ });
const choose = (label: string) => fireEvent.click(reason(label));
const write = (value: string) => fireEvent.change(explanation(), { target: { value } });
const send = () => pressButton(/Submit/);
const close = () => pressButton('Close');

describe('a report', () => {
  it('has a reason and an explanation, which are empty at first', async () => {
    await open();
    const labels = screen
      .getAllByRole<HTMLInputElement>('radio', { checked: false })
      .map((radio) => radio.closest('label')!.textContent);
    expect(labels).toEqual(Object.values(REPORT_REASON_DETAILS).map(({ label }) => label));
    expect(explanation().value).toBe('');
    expect(submit().disabled).toBe(true);
  });

  it('can be sent with a reason alone', async () => {
    await open();
    choose('Spam');
    expect(submit().disabled).toBe(false);
    await send();
    expect(server.calls).toEqual([REPORT]);
    expect(server.requests[0]!.body).toEqual({ reason: 'SPAM', explanation: '' });
  });

  it('with the reason “Other” needs an explanation that is not blank', async () => {
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

  it('counts characters, and rejects a text that is too long', async () => {
    await open();
    choose('Spam');
    write('x'.repeat(MAX_REPORT_EXPLANATION_LENGTH));
    expect(explanation().getAttribute('aria-invalid')).toBe('false');
    expect(submit().disabled).toBe(false);
    write('x'.repeat(MAX_REPORT_EXPLANATION_LENGTH + 1));
    screen.getByRole('textbox', { description: /251 \/ 250 characters/ });
    expect(explanation().getAttribute('aria-invalid')).toBe('true');
    expect(submit().disabled).toBe(true);
  });

  it('is sent once for any number of presses, and shows that it is being sent', async () => {
    await open();
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.responses[REPORT] = () => promise;
    choose('Spam');
    await send();
    expect(submit().textContent).toBe('Submitting...');
    await send();
    expect(server.calls).toHaveLength(1);
    resolve(respondNoContent());
    await waitForResponses();
  });

  it('that was sent closes with a toast, and returns the focus', async () => {
    await open();
    choose('Spam');
    await send();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByText(reportCopy.sent);
    await waitFor(() => expect(document.activeElement).toBe(button()));
  });

  it.each([
    [429, { error: 'Ten in an hour are enough.' }, 'warning', 'Ten in an hour are enough.'],
    [429, {}, 'warning', TOO_MANY_REPORTS_MESSAGE],
    [400, { error: 'explanation: too long' }, 'error', 'explanation: too long'],
    [500, { error: 'Logged as 1.' }, 'error', ERROR_MESSAGES.reportFailed],
  ])(
    'refused with %i %j shows a message, and keeps the typed text',
    async (status, body, kind, text) => {
      server.responses[REPORT] = () => Response.json(body, { status });
      await open();
      choose('Misinformation');
      write('The year is wrong.');
      await send();
      expect(getToastKind(text)).toBe(kind);
      expect(reason('Misinformation').checked).toBe(true);
      expect(explanation().value).toBe('The year is wrong.');
      expect(submit().disabled).toBe(false);
    },
  );

  it('that a proxy refuses shows Octavo’s own message', async () => {
    const inItsWords = { status: 429, statusText: 'Too Many Requests' };
    server.responses[REPORT] = () => new Response('', inItsWords);
    await open();
    choose('Spam');
    await send();
    screen.getByText(TOO_MANY_REPORTS_MESSAGE);
  });

  it('fails immediately without a network', async () => {
    await open();
    server.responses[REPORT] = rejectAsOffline;
    choose('Spam');
    goOffline();
    await send();
    screen.getByText(ERROR_MESSAGES.reportFailed);
  });

  it('starts empty each time, even while the previous dialog is closing', async () => {
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

describe('a signed-out visitor', () => {
  const typed = { reason: 'OTHER', explanation: 'It ends in the middle.' } as const;
  const intent = { action: 'report', article: identity, ...typed } as const;

  it('is asked to sign in before typing anything', async () => {
    signOut();
    load();
    pressReport();
    await waitForResponses();
    expect(getCurrentPrompt()).toEqual({
      kind: 'sign-in',
      intent: { action: 'report', article: identity, reason: '', explanation: '' },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is asked to sign in when the session ends, and the form closes', async () => {
    server.responses[REPORT] = createErrorResponder(401);
    await open();
    choose('Other');
    write(typed.explanation);
    await send();
    expect(getCurrentPrompt()).toEqual({ kind: 'sign-in', intent });
    expect(screen.getByRole('alert').textContent).toBe('');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    // The reader cancels the sign-in prompt and presses Report again. The typed text must be kept.
    act(closePrompt);
    pressReport();
    await waitForResponses();
    expect(getCurrentPrompt()).toEqual({ kind: 'sign-in', intent });
    signIn();
    pressReport();
    await dialog();
    expect(explanation().value).toBe(typed.explanation);
  });

  it('finds the form with the typed text after returning, once', async () => {
    storeIntent(intent);
    const { unmount } = load();
    const form = within(await dialog());
    expect(form.getByRole<HTMLInputElement>('radio', { name: 'Other' }).checked).toBe(true);
    expect(explanation().value).toBe(typed.explanation);
    expect(server.calls).toEqual([]);

    await close();
    pressReport();
    await dialog();
    expect(explanation().value).toBe('');

    unmount();
    load();
    await waitForResponses();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['comes back still signed out', identity, signOut],
    ['comes back to another article', { ...identity, id: 'a-2' }, () => {}],
  ])('finds no form if the visitor %s', async (_, article, before) => {
    before();
    storeIntent({ ...intent, article });
    load();
    await waitForResponses();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
