import type { Config } from '#server/platform/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import type { Captcha } from './captcha.ts';
import { createProofOfWorkCaptcha } from './proof-of-work.ts';
import { createRecaptcha } from './recaptcha.ts';

/** Returns the captcha for the contact form: reCAPTCHA if it is configured, otherwise proof of work. */
export function chooseCaptcha(config: Config, queries: Queries): Captcha {
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: secret, ORIGIN } = config;
  if (!siteKey || !secret) return createProofOfWorkCaptcha(queries);
  return createRecaptcha({ siteKey, secret, hostname: new URL(ORIGIN).hostname });
}
