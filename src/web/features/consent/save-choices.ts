import type { ConsentChoices } from '#domain/consent.ts';
import { showToast } from '#ui/toast.tsx';
import { consentCopy } from '#web/copy/consent.ts';
import { saveConsent } from '#web/reader/consent.ts';

/** Saves cookie choices and shows a toast: saved, or not stored by this browser. */
export function saveChoices(choices: ConsentChoices): void {
  if (saveConsent(choices)) showToast({ kind: 'success', text: consentCopy.saved });
  else
    showToast({
      kind: 'error',
      text: consentCopy.notSaved,
    });
}
