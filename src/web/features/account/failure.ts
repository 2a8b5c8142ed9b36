import { accountCopy } from '#web/copy/account.ts';
import { ApiError } from '#web/lib/api.ts';
import { showToast } from '#web/ui/toast.tsx';

/** Shows a toast for a failed request: `text`, or that the session has ended where that is the reason. */
export function sayFailed(error: unknown, text: string): void {
  const isSignedOut = error instanceof ApiError && error.status === 401;
  showToast({
    kind: 'error',
    text: isSignedOut ? accountCopy.signedOut : text,
  });
}
