import { RECAPTCHA_ACTION } from '#domain/captcha.ts';

/** The global object that Google's script defines (https://developers.google.com/recaptcha/docs/v3). */
interface Grecaptcha {
  ready(then: () => void): void;
  /** Requests a token. Becomes available once Google's first script has loaded a second one. */
  execute?(siteKey: string, options: { action: string }): PromiseLike<string>;
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js';

/**
 * Loads Google's script, and resolves with a function that requests a token. Rejects if loading fails. If the script
 * loads but never becomes ready, the promise never settles, and the next call loads the script again.
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
      // The failed script is removed, so that the next attempt loads it again.
      script.remove();
      reject(new Error('The script of reCAPTCHA could not be loaded.'));
    };
    document.head.append(script);
  });
}
