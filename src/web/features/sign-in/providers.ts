import type { SignInProvider } from '#domain/page.ts';
import { fetchScreenProps } from '#web/pages/payloads.ts';

/** Fetches the sign-in providers from the sign-in page's payload; returns `undefined` if that fails. */
export async function fetchSignInProviders(): Promise<readonly SignInProvider[] | undefined> {
  return (await fetchScreenProps('auth', '/auth'))?.providers;
}
