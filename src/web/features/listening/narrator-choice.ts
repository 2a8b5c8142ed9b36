import type { Narrator } from '#domain/narrators.ts';
import { logError } from '#ui/lib/error-reports.ts';
import { showToast } from '#ui/toast.tsx';
import { preferNarrator } from './places.ts';

/** Keeps whom the reader has chosen, and says so where their account does not hear of it. */
export async function keepNarratorChoice(narrator: Narrator): Promise<void> {
  try {
    await preferNarrator(narrator);
  } catch (error) {
    logError(error, 'The narrator could not be kept with the account');
    showToast({
      kind: 'error',
      text: 'Your narrator is kept in this browser, and could not be kept with your account.',
    });
  }
}
