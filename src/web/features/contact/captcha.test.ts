// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONTACT_FORM_FEEDBACK } from '#domain/contact-form-messages.ts';
import { resetPage } from '#web/testing/render.tsx';
import {
  createJsonResponder,
  type FakeServer,
  neverRespond,
  startFakeServer,
} from '#web/testing/server.ts';
import { type CaptchaTokenSource, createCaptchaTokenSource } from './captcha.ts';
import { toContactFailureMessages } from './failures.ts';

const CHALLENGE = 'GET /contact/challenge';
/** Milliseconds after which every timeout of the captcha has expired. */
const ALL_TIMEOUTS = 20_000;

const toast = { kind: 'error', text: CONTACT_FORM_FEEDBACK.captchaNotReady };
/** Waits until the reCAPTCHA script has been requested, without advancing the test's clock. */
const waitForRecaptchaScript = () => vi.waitFor(() => expect(findRecaptchaScript()).not.toBeNull());
const findRecaptchaScript = () => document.querySelector('script[src*=google]');

let server: FakeServer;
let captcha: CaptchaTokenSource;

beforeEach(() => {
  server = startFakeServer();
  server.responses[CHALLENGE] = createJsonResponder({ kind: 'recaptcha', siteKey: 'a-site' });
  captcha = createCaptchaTokenSource(() => {});
});
afterEach(async () => {
  findRecaptchaScript()?.remove();
  delete window.grecaptcha;
  await resetPage();
});

/** Requests a captcha token. If this fails, resolves with the messages that the contact page would show. */
const readFailure = () =>
  captcha.takeToken().then((token) => ({ token }), toContactFailureMessages);

/** Requests a captcha token, and lets the request time out. Resolves with the messages that the page would show. */
async function readFailureAfterTimeout() {
  const pendingFailure = readFailure();
  await vi.advanceTimersByTimeAsync(ALL_TIMEOUTS);
  return pendingFailure;
}

describe('a captcha that is late', () => {
  it('shows a toast the first time, also offers email the second time, and is requested again', async () => {
    vi.useFakeTimers();
    server.responses[CHALLENGE] = neverRespond;
    expect(await readFailureAfterTimeout()).toEqual({ toast });
    expect(await readFailureAfterTimeout()).toEqual({ toast, persistentFailure: 'captcha' });
    expect(server.calls).toEqual([CHALLENGE, CHALLENGE]);
  });

  it('is loaded again if the script of reCAPTCHA never becomes ready', async () => {
    vi.useFakeTimers();
    for (const expected of [{ toast }, { toast, persistentFailure: 'captcha' }]) {
      const pendingFailure = readFailure();
      await waitForRecaptchaScript();
      window.grecaptcha = { ready: () => {} };
      fireEvent.load(findRecaptchaScript()!);
      findRecaptchaScript()!.remove();
      await vi.advanceTimersByTimeAsync(ALL_TIMEOUTS);
      expect(await pendingFailure).toEqual(expected);
    }
    const token = captcha.takeToken();
    await waitForRecaptchaScript();
    window.grecaptcha = { ready: (then) => then(), execute: async () => 'a-token' };
    fireEvent.load(findRecaptchaScript()!);
    expect(await token).toBe('a-token');
  });
});

it('reports a token that reCAPTCHA refuses, and starts over', async () => {
  const execute = vi.fn<() => Promise<string>>().mockRejectedValueOnce(null);
  execute.mockResolvedValue('a-token');
  window.grecaptcha = { ready: (then) => then(), execute };
  expect(await readFailure()).toEqual({ toast, persistentFailure: 'captcha' });
  expect(await captcha.takeToken()).toBe('a-token');
  expect(server.calls).toEqual([CHALLENGE, CHALLENGE]);
});
