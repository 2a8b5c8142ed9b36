// @vitest-environment jsdom
import { createHash } from 'node:crypto';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CAPTCHA_UNAVAILABLE_MESSAGE } from '#domain/captcha.ts';
import { CONTACT_FIELD_ERRORS, CONTACT_SUBJECT_LABELS, CONTACT_SUBJECTS } from '#domain/contact.ts';
import { CONTACT_FORM_FEEDBACK } from '#domain/contact-form-messages.ts';
import { signIn, signOut } from '#web/testing/reader.ts';
import {
  getToastKind,
  pressButton,
  renderOnPage,
  resetPage,
  waitForResponses,
} from '#web/testing/render.tsx';
import {
  createErrorResponder,
  createJsonResponder,
  type FakeServer,
  neverRespond,
  rejectAsOffline,
  respondNoContent,
  startFakeServer,
} from '#web/testing/server.ts';
import { ContactFormOrConfirmation } from './contact-form-or-confirmation.tsx';

const CHALLENGE = 'GET /contact/challenge';
const SEND = 'POST /contact';
const SOLUTION = 17;

const guidance = {
  general: 'An idea.',
  support: 'Say which page.',
  business: 'Your school.',
  press: 'By when.',
  privacy: 'A copy.',
};
const message = {
  name: 'Ada Lovelace',
  email: 'ada@example.org',
  subject: 'support',
  message: 'It ends in the middle.',
};

let server: FakeServer;
/** Number of captcha challenges so far. It makes each challenge different. */
let saltCount = 0;

beforeEach(() => {
  server = startFakeServer();
  // `scrollIntoView` is missing in jsdom, which has no layout.
  Element.prototype.scrollIntoView = () => {};
  server.responses[CHALLENGE] = () =>
    createJsonResponder(createChallenge(`salt-${++saltCount}&`))();
});
afterEach(resetPage);

function createChallenge(salt: string, lifetime = 600_000) {
  const challenge = createHash('sha256').update(`${salt}${SOLUTION}`).digest('hex');
  return { kind: 'proof-of-work', challenge, salt, signature: 's', largest: 50, lifetime };
}

const renderForm = (at = '/contact') =>
  renderOnPage(<ContactFormOrConfirmation guidance={guidance} />, { at });
const getField = (name: string) =>
  screen.getByRole<HTMLInputElement>(name === 'Subject' ? 'combobox' : 'textbox', { name });
const fillField = (name: string, value: string) => {
  fireEvent.focus(getField(name));
  fireEvent.input(getField(name), { target: { value } });
};
const fillForm = (changes: Partial<typeof message> = {}) => {
  const values = { ...message, ...changes };
  fillField('Name', values.name);
  fillField('Email', values.email);
  fillField('Subject', values.subject);
  fillField('Message', values.message);
};
/** Submits the contact form, and waits for the outcome. */
const submitForm = async () => {
  await pressButton('Send message');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Sending...' })).toBeNull());
};
const listSent = () => server.requests.filter(({ call }) => call === SEND).map(({ body }) => body);
const readValues = () =>
  ['Name', 'Email', 'Subject', 'Message'].map((name) => getField(name).value);
/** Returns the description of a field, which screen readers announce after its name. */
const readDescription = (name: string) =>
  (getField(name).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)!.textContent)
    .join(' ')
    .trim();

describe('the contact form', () => {
  it('asks for a name, an address, a subject of five, and a message', () => {
    renderForm();
    expect(readValues()).toEqual(['', '', '', '']);
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
    const labels = CONTACT_SUBJECTS.map((subject) => CONTACT_SUBJECT_LABELS[subject]);
    expect(options).toEqual(['Choose a subject', ...labels]);
    for (const name of ['Name', 'Email', 'Subject', 'Message'])
      expect(getField(name).required).toBe(true);
  });

  it('sends the trimmed message with its token', async () => {
    renderForm();
    fillForm({ name: '  Ada Lovelace ', message: ' It ends in the middle.\n' });
    await submitForm();
    const { recaptchaToken, ...body } = listSent()[0] as typeof message & {
      recaptchaToken: string;
    };
    expect(body).toEqual(message);
    const salt = `salt-${saltCount}&`;
    const { challenge, signature } = createChallenge(salt);
    expect(JSON.parse(atob(recaptchaToken))).toEqual({
      challenge,
      salt,
      signature,
      number: SOLUTION,
    });
  });

  it('shows a toast and a heading after sending, and keeps no text', async () => {
    renderForm();
    fillForm();
    await submitForm();
    expect(getToastKind(CONTACT_FORM_FEEDBACK.sent)).toBe('success');
    const heading = screen.getByRole('heading', { name: CONTACT_FORM_FEEDBACK.sent });
    expect(document.activeElement).toBe(heading);
    screen.getByText('ada@example.org');
    expect(sessionStorage.getItem('contact')).toBeNull();
    await pressButton('Send another message');
    expect(readValues()).toEqual(['', '', '', '']);
  });

  it('requests no captcha before it is used', async () => {
    renderForm();
    await waitForResponses();
    expect(server.calls).toEqual([]);
    fireEvent.focus(getField('Name'));
    await waitForResponses();
    fillField('Message', 'x');
    await waitForResponses();
    expect(server.calls).toEqual([CHALLENGE]);
  });

  it('is sent once for any number of presses, and shows that it is being sent', async () => {
    server.responses[SEND] = neverRespond;
    renderForm();
    fillForm();
    await pressButton('Send message');
    expect(screen.getByRole('button', { name: 'Sending...' }).ariaDisabled).toBe('true');
    await waitFor(() => expect(listSent()).toHaveLength(1));
    await pressButton('Sending...');
    expect(listSent()).toHaveLength(1);
  });

  it('is hidden without scripts, and rendered empty by the server', () => {
    const html = renderToString(
      <MemoryRouter initialEntries={['/contact?subject=press']}>
        <ContactFormOrConfirmation guidance={guidance} />
      </MemoryRouter>,
    );
    expect(html).not.toContain('style=');
    expect(html).toContain('<option value="" selected');
  });
});

describe('an invalid message', () => {
  it('shows the message of the spec and an error for each field, and focuses the first', async () => {
    renderForm();
    fillField('Name', ' \t');
    fillField('Message', 'x');
    await submitForm();
    expect(getToastKind(CONTACT_FORM_FEEDBACK.incomplete)).toBe('error');
    expect(readDescription('Name')).toContain(CONTACT_FIELD_ERRORS.blank.name);
    expect(readDescription('Email')).toContain(CONTACT_FIELD_ERRORS.blank.email);
    expect(readDescription('Subject')).toContain(CONTACT_FIELD_ERRORS.blank.subject);
    expect(readDescription('Message')).not.toContain(CONTACT_FIELD_ERRORS.blank.message);
    expect(document.activeElement).toBe(getField('Name'));
    expect(getField('Name').getAttribute('aria-invalid')).toBe('true');
    expect(listSent()).toEqual([]);
    fillField('Name', 'Ada');
    expect(readDescription('Name')).not.toContain(CONTACT_FIELD_ERRORS.blank.name);
    expect(getField('Name').getAttribute('aria-invalid')).toBe('false');
  });

  it('shows no error before the first attempt', () => {
    renderForm();
    fillField('Email', 'ada');
    expect(readDescription('Email')).not.toContain(CONTACT_FIELD_ERRORS.notAnAddress);
  });

  it.each([
    ['Name', { name: 'x'.repeat(31) }, CONTACT_FIELD_ERRORS.tooLong.name],
    ['Email', { email: `${'x'.repeat(90)}@example.org` }, CONTACT_FIELD_ERRORS.tooLong.email],
    ['Email', { email: 'ada@example' }, CONTACT_FIELD_ERRORS.notAnAddress],
    ['Message', { message: 'x'.repeat(501) }, CONTACT_FIELD_ERRORS.tooLong.message],
  ])('is reported in the field %s: %j', async (name, changes, error) => {
    renderForm();
    fillForm(changes);
    await submitForm();
    expect(readDescription(name)).toContain(error);
    expect(document.activeElement).toBe(getField(name));
    expect(screen.queryByText(CONTACT_FORM_FEEDBACK.incomplete)).toBeNull();
    expect(listSent()).toEqual([]);
  });

  it('counts characters, and announces them only near the limit', () => {
    renderForm();
    const readAnnouncement = () =>
      getField('Message').parentElement!.querySelector('[role=status]')!.textContent;
    for (const [length, words] of [
      [0, ''],
      [479, ''],
      [480, '20 characters or fewer left'],
      [489, '20 characters or fewer left'],
      [490, '10 characters or fewer left'],
      [500, 'No characters left'],
      [501, 'Too long'],
    ] as const) {
      fillField('Message', 'x'.repeat(length));
      screen.getByText(`${length} / 500`);
      expect([length, readAnnouncement()]).toEqual([length, words]);
    }
  });
});

describe('a message that was not accepted', () => {
  it.each([
    [429, 'Wait.', 'warning', CONTACT_FORM_FEEDBACK.tooMany, null],
    [400, 'The spam check expired.', 'error', 'The spam check expired.', null],
    [500, 'Logged as 1.', 'error', CONTACT_FORM_FEEDBACK.failed, /couldn’t send your message/],
    [
      503,
      CAPTCHA_UNAVAILABLE_MESSAGE,
      'error',
      CONTACT_FORM_FEEDBACK.failed,
      /couldn’t reach our spam check/,
    ],
  ])(
    'is reported, after status %i (%s), with a toast of the kind %s, and the draft is kept',
    async (status, error, kind, text, notice) => {
      server.responses[SEND] = createErrorResponder(status, error);
      renderForm();
      fillForm();
      await submitForm();
      expect(getToastKind(text)).toBe(kind);
      expect(readValues()).toEqual(Object.values(message));
      expect(screen.queryByText(/saved in this tab/) !== null).toBe(notice !== null);
      if (notice) screen.getByText(notice);

      server.responses[SEND] = respondNoContent;
      await submitForm();
      screen.getByRole('heading', { name: CONTACT_FORM_FEEDBACK.sent });
      // Each attempt has a new captcha token, since the first token may be used up.
      const tokens = listSent().map((body) => (body as { recaptchaToken: string }).recaptchaToken);
      expect(new Set(tokens).size).toBe(2);
    },
  );

  it('offers an email with the text if there is no network', async () => {
    server.responses[SEND] = rejectAsOffline;
    renderForm();
    fillForm();
    await submitForm();
    expect(getToastKind(CONTACT_FORM_FEEDBACK.failed)).toBe('error');
    const { href } = screen.getByRole<HTMLAnchorElement>('link', { name: 'email it to us' });
    expect(href).toBe(
      'mailto:hello@octavo.example?subject=Help%20with%20Octavo&body=It%20ends%20in%20the%20middle.',
    );
  });
});

describe('the captcha', () => {
  it('is reported if unavailable, and requested again with the next attempt', async () => {
    server.responses[CHALLENGE] = createErrorResponder(500);
    renderForm();
    fillForm();
    await submitForm();
    expect(getToastKind(CONTACT_FORM_FEEDBACK.captchaNotReady)).toBe('error');
    screen.getByText(/couldn’t reach our spam check/);
    expect(readValues()).toEqual(Object.values(message));
    expect(listSent()).toEqual([]);
    server.responses[CHALLENGE] = createJsonResponder(createChallenge('again&'));
    await submitForm();
    screen.getByRole('heading', { name: CONTACT_FORM_FEEDBACK.sent });
  });

  it('is reported as not ready if it does not respond in time', async () => {
    server.responses[CHALLENGE] = neverRespond;
    renderForm();
    fillForm();
    vi.useFakeTimers();
    fireEvent.click(screen.getByRole('button', { name: 'Send message' }));
    await act(() => vi.advanceTimersByTimeAsync(7000));
    screen.getByRole('button', { name: 'Sending...' });
    await act(() => vi.advanceTimersByTimeAsync(1500));
    expect(getToastKind(CONTACT_FORM_FEEDBACK.captchaNotReady)).toBe('error');
    expect(screen.queryByText(/saved in this tab/)).toBeNull();
    expect(readValues()).toEqual(Object.values(message));
    vi.useRealTimers();
  });

  it('is requested again if its token has expired', async () => {
    server.responses[CHALLENGE] = createJsonResponder(createChallenge('old&', 0));
    renderForm();
    fillForm();
    await waitForResponses();
    server.responses[CHALLENGE] = createJsonResponder(createChallenge('new&'));
    await submitForm();
    const [body] = listSent() as [{ recaptchaToken: string }];
    expect(JSON.parse(atob(body.recaptchaToken)).salt).toBe('new&');
  });
});

describe('reCAPTCHA', () => {
  const findScript = () => document.querySelector<HTMLScriptElement>('script[src*=google]');
  const executeCalls: unknown[] = [];
  beforeEach(() => {
    executeCalls.length = 0;
    server.responses[CHALLENGE] = createJsonResponder({ kind: 'recaptcha', siteKey: 'a-site' });
  });
  afterEach(() => {
    findScript()?.remove();
    delete window.grecaptcha;
  });
  const finishLoadingScript = async () => {
    window.grecaptcha = {
      ready: (then) => then(),
      execute: async (...call) => `token-${executeCalls.push(call)}`,
    };
    fireEvent.load(findScript()!);
    await waitForResponses();
  };

  it('is loaded when the form is first used, and named beside the button', async () => {
    renderForm();
    await waitForResponses();
    expect(findScript()).toBeNull();
    fireEvent.focus(getField('Name'));
    await waitFor(() => expect(findScript()).not.toBeNull());
    expect(findScript()!.src).toBe('https://www.google.com/recaptcha/api.js?render=a-site');
    screen.getByText(/protected by reCAPTCHA/);
  });

  it('is asked for a token only when the message is sent, since a token expires after two minutes', async () => {
    renderForm();
    fillForm();
    await waitFor(() => expect(findScript()).not.toBeNull());
    await finishLoadingScript();
    expect(executeCalls).toEqual([]);
    server.responses[SEND] = createErrorResponder(500);
    await submitForm();
    await submitForm();
    expect(executeCalls).toEqual([
      ['a-site', { action: 'contact' }],
      ['a-site', { action: 'contact' }],
    ]);
    expect(listSent()).toMatchObject([
      { recaptchaToken: 'token-1' },
      { recaptchaToken: 'token-2' },
    ]);
  });

  it('is reported if it fails to load, and loaded again', async () => {
    renderForm();
    fillForm();
    await waitFor(() => expect(findScript()).not.toBeNull());
    fireEvent.error(findScript()!);
    await waitForResponses();
    fireEvent.click(screen.getByRole('button', { name: 'Send message' }));
    await waitFor(() => expect(findScript()).not.toBeNull());
    fireEvent.error(findScript()!);
    await waitForResponses();
    screen.getByText(CONTACT_FORM_FEEDBACK.captchaNotReady);
    screen.getByText(/couldn’t reach our spam check/);
    expect(readValues()).toEqual(Object.values(message));
    await waitFor(() => expect(findScript()).not.toBeNull());
    await finishLoadingScript();
    await submitForm();
    screen.getByRole('heading', { name: CONTACT_FORM_FEEDBACK.sent });
  });
});

describe("the form's initial values", () => {
  it('are the text typed before a reload', () => {
    const { unmount } = renderForm();
    fillForm();
    unmount();
    renderForm();
    expect(readValues()).toEqual(Object.values(message));
  });

  it("are the signed-in reader's name and email address, which they can change", async () => {
    signIn('ada', { name: 'A reader whose name is very long indeed', email: 'ada@home.example' });
    renderForm();
    expect(readValues()).toEqual(['A reader whose name is very lo', 'ada@home.example', '', '']);
    fillForm();
    await submitForm();
    expect(listSent()).toMatchObject([message]);
  });

  it('are removed when the reader signs out', () => {
    signIn();
    const { unmount } = renderForm();
    fillForm();
    unmount();
    signOut();
    renderForm();
    expect(readValues()).toEqual(['', '', '', '']);
  });

  it.each([
    ['?subject=press', ['', '', 'press', '']],
    ['?subject=praise', ['', '', '', '']],
    [
      '?article=%2FPlumbline%2Fa-number',
      ['', '', '', 'http://localhost:3000/Plumbline/a-number\n\n'],
    ],
    ['?article=Buy%20this', ['', '', '', '']],
    ['?article=%2F%2Fevil.example%2Fx', ['', '', '', '']],
    ['?article=%2FPlumbline%2Fa%0Ab', ['', '', '', '']],
  ])('follow the URL parameters %s', (search, expected) => {
    renderForm(`/contact${search}`);
    expect(readValues()).toEqual(expected);
  });

  it('prefer typed text to the URL', () => {
    sessionStorage.setItem('contact', JSON.stringify({ ...message, name: 7 }));
    renderForm('/contact?subject=press&article=%2FPlumbline%2Fa-number');
    expect(readValues()).toEqual(['', message.email, message.subject, message.message]);
  });
});
