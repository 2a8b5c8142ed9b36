import { CAPTCHA_UNAVAILABLE_MESSAGE } from '#domain/captcha.ts';
import { CONTACT_FORM_FEEDBACK } from '#domain/contact-form-messages.ts';
import { ApiError } from '#ui/lib/api.ts';
import { CaptchaError } from './captcha.ts';

/**
 * A failure that the page keeps showing after the toast has disappeared: `captcha` if the browser or the server cannot
 * reach the captcha, or `failed` if the request has failed for another reason.
 */
export type PersistentContactFailure = 'captcha' | 'failed';

interface FailureMessages {
  toast: { kind: 'warning' | 'error'; text: string };
  /** The failure to show on the page, or `undefined` if a toast is sufficient. */
  persistentFailure?: PersistentContactFailure;
}

/** Returns the toast and the notice to show after a contact message could not be sent (spec 5, spec 8). */
export function toContactFailureMessages(error: unknown): FailureMessages {
  if (error instanceof CaptchaError)
    return {
      toast: { kind: 'error', text: CONTACT_FORM_FEEDBACK.captchaNotReady },
      ...(error.isUnavailable && { persistentFailure: 'captcha' }),
    };
  const { status, message } = error instanceof ApiError ? error : { status: 0, message: '' };
  if (status === 429) return { toast: { kind: 'warning', text: CONTACT_FORM_FEEDBACK.tooMany } };
  if (status === 400) return { toast: { kind: 'error', text: message } };
  return {
    toast: { kind: 'error', text: CONTACT_FORM_FEEDBACK.failed },
    persistentFailure: message === CAPTCHA_UNAVAILABLE_MESSAGE ? 'captcha' : 'failed',
  };
}
