import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SignInProvider } from '#domain/page.ts';
import { parseSignInErrorCode } from '#domain/sign-in.ts';

/**
 * Reads the error of the last sign-in attempt from the URL. If the reader already has an account with another provider,
 * also reads that provider's ID. Removes both from the URL, so that a reload does not show the error again.
 */
export function useLastSignInFailure(providers: readonly SignInProvider[]) {
  const [parameters, setParameters] = useSearchParams();
  const [attempt] = useState(() => {
    const error = parseSignInErrorCode(parameters.get('error'));
    const opensWith =
      error === 'taken' ? providers.find(({ id }) => id === parameters.get('with')) : undefined;
    return { error, opensWith };
  });
  useEffect(() => {
    if (!parameters.has('error')) return;
    const remaining = new URLSearchParams(parameters);
    for (const name of ['error', 'with']) remaining.delete(name);
    setParameters(remaining, { replace: true, preventScrollReset: true });
  }, [parameters, setParameters]);
  return attempt;
}
