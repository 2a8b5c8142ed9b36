import { RECAPTCHA_ACTION } from '#domain/captcha.ts';

/** What Google's script puts into the window (https://developers.google.com/recaptcha/docs/v3). */
interface Grecaptcha {
  ready(then: () => void): void;
  /** Comes with a second script, which the first one asks for. */
  execute?(siteKey: string, options: { action: string }): PromiseLike<string>;
}

declare global {
  interface Window {
    grecaptcha?: Grecaptcha;
  }
}

const SCRIPT = 'https://www.google.com/recaptcha/api.js';

/**
 * Loads Google's script, and gives what asks it for a token. Rejects where it does not come; where it comes and is never
 * ready, it does not resolve, and is asked for again by the next call.
 */
export async function loadRecaptcha(siteKey: string): Promise<() => Promise<string>> {
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
      // Whoever tries again has it asked for again.
      script.remove();
      reject(new Error('The script of reCAPTCHA could not be loaded.'));
    };
    document.head.append(script);
  });
}
