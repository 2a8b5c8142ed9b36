import { type RefObject, type SubmitEvent, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { CaptchaChallenge } from '#domain/captcha.ts';
import {
  CONTACT_FIELDS,
  type ContactDraft,
  type ContactField,
  type ContactMessage,
  validateContactField,
} from '#domain/contact.ts';
import { CONTACT_FORM_FEEDBACK } from '#domain/contact-form-messages.ts';
import { showToast } from '#ui/toast.tsx';
import { useReader } from '#web/reader/session.ts';
import { type CaptchaTokenSource, createCaptchaTokenSource } from './captcha.ts';
import {
  createInitialContactDraft,
  EMPTY_CONTACT_DRAFT,
  removeContactDraft,
  storeContactDraft,
} from './drafts.ts';
import { type PersistentContactFailure, toContactFailureMessages } from './failures.ts';
import { sendContactMessage } from './send-message.ts';

type FormRef = RefObject<HTMLFormElement | null>;

/**
 * Returns the state and the event handlers of the contact form. Stores a draft while the reader types. Calls `onSent`
 * after a message has been sent.
 */
export function useContactForm(form: FormRef, onSent: (message: ContactMessage) => void) {
  const [captchaKind, setCaptchaKind] = useState<CaptchaChallenge['kind']>();
  const [captcha] = useState(() => createCaptchaTokenSource(setCaptchaKind));
  const { draft, readDraft, storeDraft, removeDraft } = useContactDraft(form, captcha);
  const [isTried, setIsTried] = useState(false);
  const { isPending, failure, send } = useMessageSending(captcha, (message) => {
    removeDraft();
    showToast({ kind: 'success', text: CONTACT_FORM_FEEDBACK.sent });
    // Shows the confirmation, unless the reader has left the page.
    if (form.current) onSent(message);
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const currentDraft = readDraft();
    setIsTried(true);
    const [firstInvalid, ...otherInvalid] = CONTACT_FIELDS.filter((field) =>
      validateContactField(field, currentDraft[field]),
    );
    if (!firstInvalid) return void send(trimDraft(currentDraft));
    if ([firstInvalid, ...otherInvalid].some((field) => !currentDraft[field].trim()))
      showToast({ kind: 'error', text: CONTACT_FORM_FEEDBACK.incomplete });
    getControl(form.current!, firstInvalid).focus();
  }

  const handlers = { onSubmit: submit, onInput: storeDraft, onFocus: captcha.prepare };
  return { draft, isTried, isPending, failure, captchaKind, ...handlers };
}

/**
 * Fills the fields of the contact form once it is known whether the reader is signed in. Returns their values as a
 * draft.
 */
function useContactDraft(form: FormRef, captcha: CaptchaTokenSource) {
  const reader = useReader();
  const { search } = useLocation();
  const [draft, setDraft] = useState(EMPTY_CONTACT_DRAFT);

  useEffect(() => {
    if (reader === undefined) return;
    const initialDraft = createInitialContactDraft(readFields(form.current!), reader, search);
    for (const field of CONTACT_FIELDS)
      getControl(form.current!, field).value = initialDraft[field];
    setDraft(initialDraft);
    // If the reader focused the form before hydration, it receives no further focus event, so the captcha is prepared
    // here.
    if (form.current!.contains(document.activeElement)) captcha.prepare();
  }, [reader, search, form, captcha]);

  /** Reads the draft from the fields, stores it in the state, and returns it. */
  function readDraft(): ContactDraft {
    const typed = readFields(form.current!);
    setDraft(typed);
    return typed;
  }
  return {
    draft,
    readDraft,
    storeDraft: () => storeContactDraft(readDraft(), reader ?? null),
    removeDraft: () => removeContactDraft(reader ?? null),
  };
}

/**
 * Returns a function that sends a contact message, the pending state, and the failure to show after an unsuccessful
 * attempt.
 */
function useMessageSending(captcha: CaptchaTokenSource, onSent: (message: ContactMessage) => void) {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<PersistentContactFailure>();

  async function send(message: ContactMessage) {
    setIsPending(true);
    setFailure(undefined);
    try {
      await sendContactMessage(message, await captcha.takeToken());
      onSent(message);
    } catch (error) {
      const { toast, persistentFailure } = toContactFailureMessages(error);
      showToast(toast);
      setFailure(persistentFailure);
      // Each captcha token is valid for only one attempt, so the captcha prepares another token for the next attempt.
      captcha.prepare();
      setIsPending(false);
    }
  }
  return { isPending, failure, send };
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function getControl(form: HTMLFormElement, field: ContactField): Control {
  return form.elements.namedItem(field) as Control;
}

/** Returns the values of the contact form's fields. */
function readFields(form: HTMLFormElement): ContactDraft {
  const entries = CONTACT_FIELDS.map((field) => [field, getControl(form, field).value]);
  return Object.fromEntries(entries) as ContactDraft;
}

/** Converts a valid draft to a message with trimmed fields. */
function trimDraft(draft: ContactDraft): ContactMessage {
  const entries = CONTACT_FIELDS.map((field) => [field, draft[field].trim()]);
  return Object.fromEntries(entries) as unknown as ContactMessage;
}
