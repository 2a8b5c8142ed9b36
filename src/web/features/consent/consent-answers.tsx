import { type FormEvent, useState } from 'react';
import {
  ALL_ACCEPTED_CHOICES,
  ALL_REJECTED_CHOICES,
  type ConsentChoices,
} from '#domain/consent.ts';
import { moveFocusTo } from '#ui/focus.ts';
import { consentCopy } from '#web/copy/consent.ts';
import { saveConsent } from '#web/reader/consent.ts';
import { PurposeSwitches } from './purpose-switches.tsx';
import { saveConsentAndShowToast } from './save-consent-and-show-toast.ts';

export { updatePageFromConsent } from '#web/reader/consent.ts';

/** Maps the values of the Reject All and Accept All buttons to functions that save the answer. */
export const consentAnswerHandlers: Readonly<Record<string, () => void>> = {
  reject: () => saveAnswer(ALL_REJECTED_CHOICES),
  accept: () => saveAnswer(ALL_ACCEPTED_CHOICES),
};

interface CustomChoicesFormProps {
  /** The CSS class of the row of buttons. */
  buttonRowClass: string | undefined;
  onAnswer: () => void;
}

/**
 * The form for individual cookie choices. It replaces the question in the cookie banner. The
 * switches for analytics and advertising are off at first. Nothing is saved until the reader clicks
 * a button.
 */
export function CustomChoicesForm({ buttonRowClass, onAnswer }: CustomChoicesFormProps) {
  const [choices, setChoices] = useState(ALL_REJECTED_CHOICES);

  function save(event: FormEvent) {
    event.preventDefault();
    saveAnswer(choices, saveConsentAndShowToast);
    onAnswer();
  }

  function saveAnswerToAll(value: string) {
    consentAnswerHandlers[value]!();
    onAnswer();
  }

  return (
    <form onSubmit={save} data-customizing="">
      <PurposeSwitches
        choices={choices}
        onChoose={(purpose, isOn) => setChoices({ ...choices, [purpose]: isOn })}
        takesFocus
      />
      <div className={buttonRowClass}>
        <button className="btn btn-line" type="button" onClick={() => saveAnswerToAll('reject')}>
          {consentCopy.rejectAll}
        </button>
        <button className="btn btn-line" type="button" onClick={() => saveAnswerToAll('accept')}>
          {consentCopy.acceptAll}
        </button>
        <button className="btn btn-line" type="submit">
          {consentCopy.save}
        </button>
      </div>
    </form>
  );
}

function saveAnswer(
  choices: ConsentChoices,
  save: (choices: ConsentChoices) => unknown = saveConsent,
): void {
  // The focused button disappears with the banner, so the main content receives focus.
  const main = document.getElementById('main');
  if (main) moveFocusTo(main);
  save(choices);
}
