import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { SIGNED_OUT } from '#domain/sign-in.ts';
import { currentReader } from '#web/reader/session.ts';
import { showToast } from '#web/ui/toast.tsx';

/**
 * Says to a reader who has just signed out that it is done: the server leads them to an address that tells of
 * it. It is taken out of the address once read, so that neither a reload nor a bookmark tells it again.
 */
export function useSignedOutNotice(): void {
  const [parameters, setParameters] = useSearchParams();
  useEffect(() => {
    if (!parameters.has(SIGNED_OUT)) return;
    // Anybody may write such an address, or keep one.
    if (!currentReader()) showToast({ kind: 'success', text: 'You are signed out.' });
    const rest = new URLSearchParams(parameters);
    rest.delete(SIGNED_OUT);
    setParameters(rest, { replace: true, preventScrollReset: true });
  }, [parameters, setParameters]);
}
