import { CAPTCHA_UNAVAILABLE } from '#domain/captcha.ts';
import { CONTACT_MESSAGES } from '#domain/contact-messages.ts';
import { ApiError } from '#ui/lib/api.ts';
import { CaptchaError } from './captcha.ts';

/** What stays on the page after a failure: the captcha is out of order, or the message did not arrive. */
export type LastingFailure = 'captcha' | 'failed';

interface Failure {
  toast: { kind: 'warning' | 'error'; text: string };
  /** Nothing, where the toast says all there is to say. */
  lasting?: LastingFailure;
}

/** What a message that was not taken is told as (spec 5 and 8). */
export function describeFailure(error: unknown): Failure {
  if (error instanceof CaptchaError)
    return {
      toast: { kind: 'error', text: CONTACT_MESSAGES.captchaNotReady },
      ...(error.isUnavailable && { lasting: 'captcha' }),
    };
  const { status, message } = error instanceof ApiError ? error : { status: 0, message: '' };
  if (status === 429) return { toast: { kind: 'warning', text: CONTACT_MESSAGES.tooMany } };
  if (status === 400) return { toast: { kind: 'error', text: message } };
  return {
    toast: { kind: 'error', text: CONTACT_MESSAGES.failed },
    lasting: message === CAPTCHA_UNAVAILABLE ? 'captcha' : 'failed',
  };
}
