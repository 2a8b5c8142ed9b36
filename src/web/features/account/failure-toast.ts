import { ApiError } from '#ui/lib/api.ts';
import { showToast } from '#ui/toast.tsx';
import { accountErrorsCopy } from '#web/copy/account-errors.ts';

/**
 * Shows a toast with `text` after a failed request. If the session has ended, the toast asks the reader to sign in
 * again instead.
 */
export function showAccountFailureToast(error: unknown, text: string): void {
  const isSignedOut = error instanceof ApiError && error.status === 401;
  showToast({
    kind: 'error',
    text: isSignedOut ? accountErrorsCopy.signedOut : text,
  });
}
