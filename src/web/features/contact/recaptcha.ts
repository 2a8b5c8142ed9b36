import { RECAPTCHA_ACTION } from '#domain/captcha.ts';

/** The global object that Google's reCAPTCHA script defines (https://developers.google.com/recaptcha/docs/v3). */
interface Grecaptcha {
  ready(then: () => void): void;
  /** Requests a token. Undefined until `api.js` has loaded Google's main script. */
  execute?(siteKey: string, options: { action: string }): PromiseLike<string>;
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js';

/**
 * Loads Google's reCAPTCHA script, and resolves with a function that requests a token. Rejects if loading fails. If the
 * script never becomes ready, the promise stays pending, and the next call loads the script again.
 */
export async function loadRecaptchaTokenGetter(siteKey: string): Promise<() => Promise<string>> {
  if (!window.grecaptcha?.execute)
    await loadScript(`${SCRIPT}?${new URLSearchParams({ render: siteKey })}`);
  const { grecaptcha } = window;
  if (!grecaptcha) throw new Error('reCAPTCHA’s script did not define grecaptcha.');
  await new Promise<void>((resolve) => grecaptcha.ready(resolve));
  return async () => window.grecaptcha!.execute!(siteKey, { action: RECAPTCHA_ACTION });
}

function loadScript(src: string): Promise<void> {
  const script = Object.assign(document.createElement('script'), { src, async: true });
  return new Promise((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => {
      // The failed script element is removed, because the next attempt adds a new one.
      script.remove();
      reject(new Error('The script of reCAPTCHA could not be loaded.'));
    };
    document.head.append(script);
  });
}
