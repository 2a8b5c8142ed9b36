import { ApiError } from '#ui/lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { accountErrorsCopy } from '#web/copy/account-errors.ts';

/**
 * Shows a toast for a failed request. Its text is `text`. If the session has ended, it asks the reader to sign in again
 * instead.
 */
export function showAccountFailureToast(error: unknown, text: string): void {
  const isSignedOut = error instanceof ApiError && error.status === 401;
  showToast({
    kind: 'error',
    text: isSignedOut ? accountErrorsCopy.signedOut : text,
  });
}
