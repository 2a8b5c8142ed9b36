// @vitest-environment jsdom
import { fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CONTACT_FORM_MESSAGES } from '#domain/contact-form-messages.ts';
import { resetPage } from '#web/testing/render.tsx';
import {
  createJsonResponder,
  type FakeServer,
  neverRespond,
  startFakeServer,
} from '#web/testing/server.ts';
import { type Captcha, createCaptcha } from './captcha.ts';
import { toFailureMessages } from './failures.ts';

const CHALLENGE = 'GET /contact/challenge';
/** Milliseconds after which every timeout of the captcha has expired. */
const LONG = 20_000;

const toast = { kind: 'error', text: CONTACT_FORM_MESSAGES.captchaNotReady };
/** Waits until the reCAPTCHA script has been requested, without advancing the test's clock. */
const scriptOfGoogle = () => vi.waitFor(() => expect(google()).not.toBeNull());
const google = () => document.querySelector('script[src*=google]');

let server: FakeServer;
let captcha: Captcha;

beforeEach(() => {
  server = startFakeServer();
  server.responses[CHALLENGE] = createJsonResponder({ kind: 'recaptcha', siteKey: 'a-site' });
  captcha = createCaptcha(() => {});
});
afterEach(async () => {
  google()?.remove();
  delete window.grecaptcha;
  await resetPage();
});

/** Returns the failure that the page shows for a message if no captcha token is available. */
const failure = () => captcha.takeToken().then((token) => ({ token }), toFailureMessages);

/** Returns the failure that the page shows for a message if its captcha token does not arrive in time. */
async function lateFailure() {
  const told = failure();
  await vi.advanceTimersByTimeAsync(LONG);
  return told;
}

describe('a captcha that is late', () => {
  it('shows a toast the first time, also offers email the second time, and is requested again', async () => {
    vi.useFakeTimers();
    server.responses[CHALLENGE] = neverRespond;
    expect(await lateFailure()).toEqual({ toast });
    expect(await lateFailure()).toEqual({ toast, lasting: 'captcha' });
    expect(server.calls).toEqual([CHALLENGE, CHALLENGE]);
  });

  it('is loaded again if the script of reCAPTCHA never becomes ready', async () => {
    vi.useFakeTimers();
    for (const told of [{ toast }, { toast, lasting: 'captcha' }]) {
      const late = failure();
      await scriptOfGoogle();
      window.grecaptcha = { ready: () => {} };
      fireEvent.load(google()!);
      google()!.remove();
      await vi.advanceTimersByTimeAsync(LONG);
      expect(await late).toEqual(told);
    }
    const token = captcha.takeToken();
    await scriptOfGoogle();
    window.grecaptcha = { ready: (then) => then(), execute: async () => 'a-token' };
    fireEvent.load(google()!);
    expect(await token).toBe('a-token');
  });
});

it('reports a token that reCAPTCHA refuses, and starts over', async () => {
  const execute = vi.fn<() => Promise<string>>().mockRejectedValueOnce(null);
  execute.mockResolvedValue('a-token');
  window.grecaptcha = { ready: (then) => then(), execute };
  expect(await failure()).toEqual({ toast, lasting: 'captcha' });
  expect(await captcha.takeToken()).toBe('a-token');
  expect(server.calls).toEqual([CHALLENGE, CHALLENGE]);
});
