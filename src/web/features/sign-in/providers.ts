import type { SignInProvider } from '#domain/page.ts';
import { propsOf } from '#web/pages/payloads.ts';

/** Whom readers can sign in through, as the sign-in page knows; `undefined` when that cannot be had. */
export async function signInProviders(): Promise<readonly SignInProvider[] | undefined> {
  return (await propsOf('auth', '/auth'))?.providers;
}
