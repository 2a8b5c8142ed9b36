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

const pressReportButton = () => fireEvent.click(getReportButton());
const getReportButton = () =>
  screen.getByRole('button', { name: 'Report this article', hidden: true });
const findReportDialog = () => findDialog('Report this article');

const renderReportButton = () => renderOnPage(<ReportButton article={article} />);

async function openForm() {
  renderReportButton();

  pressReportButton();
  await findReportDialog();
}

const getReason = (label: string) => screen.getByRole<HTMLInputElement>('radio', { name: label });
const getExplanation = () =>
  screen.getByRole<HTMLTextAreaElement>('textbox', { name: /Explanation/ });
const getSubmitButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /Submit/ });
const choose = (label: string) => fireEvent.click(getReason(label));
const typeExplanation = (value: string) =>
  fireEvent.change(getExplanation(), { target: { value } });
const submitForm = () => pressButton(/Submit/);
const closeDialog = () => pressButton('Close');

describe('a report', () => {
  it('has a reason and an explanation, which are empty at first', async () => {
    await openForm();
    const labels = screen
      .getAllByRole<HTMLInputElement>('radio', { checked: false })
      .map((radio) => radio.closest('label')!.textContent);
    expect(labels).toEqual(Object.values(REPORT_REASON_DETAILS).map(({ label }) => label));
    expect(getExplanation().value).toBe('');
    expect(getSubmitButton().disabled).toBe(true);
  });

  it('can be sent with a reason alone', async () => {
    await openForm();
    choose('Spam');
    expect(getSubmitButton().disabled).toBe(false);
    await submitForm();
    expect(server.calls).toEqual([REPORT]);
    expect(server.requests[0]!.body).toEqual({ reason: 'SPAM', explanation: '' });
  });

  it('with the reason “Other” needs an explanation that is not blank', async () => {
    await openForm();
    choose('Other');
    expect(getSubmitButton().disabled).toBe(true);
    screen.getByRole('textbox', { name: 'Explanation (required)', description: /Tell us/ });
    expect(getExplanation().required).toBe(true);
    typeExplanation(' \n ');
    expect(getSubmitButton().disabled).toBe(true);
    typeExplanation('It ends in the middle.');
    expect(getSubmitButton().disabled).toBe(false);
    choose('Spam');
    screen.getByRole('textbox', { name: 'Explanation (optional)' });
    expect(getExplanation().required).toBe(false);
  });

  it('counts characters, and rejects a text that is too long', async () => {
    await openForm();
    choose('Spam');
    typeExplanation('x'.repeat(MAX_REPORT_EXPLANATION_LENGTH));
    expect(getExplanation().getAttribute('aria-invalid')).toBe('false');
    expect(getSubmitButton().disabled).toBe(false);
    typeExplanation('x'.repeat(MAX_REPORT_EXPLANATION_LENGTH + 1));
    screen.getByRole('textbox', { description: /251 \/ 250 characters/ });
    expect(getExplanation().getAttribute('aria-invalid')).toBe('true');
    expect(getSubmitButton().disabled).toBe(true);
  });

  it('is sent once for any number of presses, and shows that it is being sent', async () => {
    await openForm();
    const { promise, resolve } = Promise.withResolvers<Response>();
    server.responses[REPORT] = () => promise;
    choose('Spam');
    await submitForm();
    expect(getSubmitButton().textContent).toBe('Submitting...');
    await submitForm();
    expect(server.calls).toHaveLength(1);
    resolve(respondNoContent());
    await waitForResponses();
  });

  it('that was sent closes with a toast, and returns the focus', async () => {
    await openForm();
    choose('Spam');
    await submitForm();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByText(reportCopy.sent);
    await waitFor(() => expect(document.activeElement).toBe(getReportButton()));
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
      await openForm();
      choose('Misinformation');
      typeExplanation('The year is wrong.');
      await submitForm();
      expect(getToastKind(text)).toBe(kind);
      expect(getReason('Misinformation').checked).toBe(true);
      expect(getExplanation().value).toBe('The year is wrong.');
      expect(getSubmitButton().disabled).toBe(false);
    },
  );

  it('that a proxy refuses shows Octavo’s own message', async () => {
    const proxyResponse = { status: 429, statusText: 'Too Many Requests' };
    server.responses[REPORT] = () => new Response('', proxyResponse);
    await openForm();
    choose('Spam');
    await submitForm();
    screen.getByText(TOO_MANY_REPORTS_MESSAGE);
  });

  it('fails immediately without a network', async () => {
    await openForm();
    server.responses[REPORT] = rejectAsOffline;
    choose('Spam');
    goOffline();
    await submitForm();
    screen.getByText(ERROR_MESSAGES.reportFailed);
  });

  it('starts empty each time, even while the previous dialog is closing', async () => {
    await openForm();
    choose('Other');
    typeExplanation('Never mind.');
    await closeDialog();
    pressReportButton();
    await findReportDialog();
    expect(getReason('Other').checked).toBe(false);
    expect(getExplanation().value).toBe('');
  });
});

describe('a signed-out visitor', () => {
  const typed = { reason: 'OTHER', explanation: 'It ends in the middle.' } as const;
  const intent = { action: 'report', article: identity, ...typed } as const;

  it('is asked to sign in before typing anything', async () => {
    signOut();
    renderReportButton();
    pressReportButton();
    await waitForResponses();
    expect(getCurrentPrompt()).toEqual({
      kind: 'sign-in',
      intent: { action: 'report', article: identity, reason: '', explanation: '' },
    });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is asked to sign in when the session ends, and the form closes', async () => {
    server.responses[REPORT] = createErrorResponder(401);
    await openForm();
    choose('Other');
    typeExplanation(typed.explanation);
    await submitForm();
    expect(getCurrentPrompt()).toEqual({ kind: 'sign-in', intent });
    expect(screen.getByRole('alert').textContent).toBe('');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    // The reader cancels the sign-in prompt and presses Report again. The typed text must be kept.
    act(closePrompt);
    pressReportButton();
    await waitForResponses();
    expect(getCurrentPrompt()).toEqual({ kind: 'sign-in', intent });
    signIn();
    pressReportButton();
    await findReportDialog();
    expect(getExplanation().value).toBe(typed.explanation);
  });

  it('finds the form with the typed text after returning, once', async () => {
    storeIntent(intent);
    const { unmount } = renderReportButton();
    const form = within(await findReportDialog());
    expect(form.getByRole<HTMLInputElement>('radio', { name: 'Other' }).checked).toBe(true);
    expect(getExplanation().value).toBe(typed.explanation);
    expect(server.calls).toEqual([]);

    await closeDialog();
    pressReportButton();
    await findReportDialog();
    expect(getExplanation().value).toBe('');

    unmount();
    renderReportButton();
    await waitForResponses();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['comes back still signed out', identity, signOut],
    ['comes back to another article', { ...identity, id: 'a-2' }, () => {}],
  ])('finds no form if the visitor %s', async (_, article, prepare) => {
    prepare();
    storeIntent({ ...intent, article });
    renderReportButton();
    await waitForResponses();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
