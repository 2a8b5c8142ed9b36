import type { ConsentChoices } from '#domain/consent.ts';
import { showToast } from '#ui/toast.tsx';
import { consentCopy } from '#web/copy/consent.ts';
import { saveConsent } from '#web/reader/consent.ts';

/**
 * Saves cookie choices. Then shows a toast that confirms the choices, or explains that the browser stores no cookies.
 */
export function saveConsentAndShowToast(choices: ConsentChoices): void {
  if (saveConsent(choices)) showToast({ kind: 'success', text: consentCopy.saved });
  else
    showToast({
      kind: 'error',
      text: consentCopy.notSaved,
    });
}
