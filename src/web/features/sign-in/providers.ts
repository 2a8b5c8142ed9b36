import type { SignInProvider } from '#domain/page.ts';
import { fetchScreenProps } from '#web/pages/payloads.ts';

/** Whom readers can sign in through, as the sign-in page knows; `undefined` when that cannot be had. */
export async function fetchSignInProviders(): Promise<readonly SignInProvider[] | undefined> {
  return (await fetchScreenProps('auth', '/auth'))?.providers;
}
