import type { SignInProvider } from '#domain/page.ts';
import { fetchScreenProps } from '#web/pages/payloads.ts';

/**
 * Fetches the list of sign-in providers from the payload of the sign-in page. Resolves with `undefined` if this fails.
 */
export async function fetchSignInProviders(): Promise<readonly SignInProvider[] | undefined> {
  return (await fetchScreenProps('auth', '/auth'))?.providers;
}
