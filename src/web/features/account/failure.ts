import { ApiError } from '#web/lib/api.ts';
import { showToast } from '#web/ui/toast.tsx';

/** What a dialog that cannot be loaded comes down to. */
export const NOT_OPENED = 'This could not be opened. Please try again.';

/** Says that something was not done: `text`, unless it is that nobody is signed in any more. */
export function sayFailed(error: unknown, text: string): void {
  const isSignedOut = error instanceof ApiError && error.status === 401;
  showToast({
    kind: 'error',
    text: isSignedOut ? 'You are signed out. Please sign in and try again.' : text,
  });
}
