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
import { CONTACT_FORM_MESSAGES } from '#domain/contact-form-messages.ts';
import { showToast } from '#ui/toast.tsx';
import { useReader } from '#web/reader/session.ts';
import { type Captcha, createCaptcha } from './captcha.ts';
import {
  createInitialContactDraft,
  EMPTY_CONTACT_DRAFT,
  removeContactDraft,
  storeContactDraft,
} from './drafts.ts';
import { type PersistentFailure, toFailureMessages } from './failures.ts';
import { sendContactMessage } from './send-message.ts';

type FormRef = RefObject<HTMLFormElement | null>;

/**
 * Returns the state and the event handlers of the contact form. A draft is stored while the reader types, and `onSent`
 * is called once a message has been sent.
 */
export function useContactForm(form: FormRef, onSent: (message: ContactMessage) => void) {
  const [captchaKind, setCaptchaKind] = useState<CaptchaChallenge['kind']>();
  const [captcha] = useState(() => createCaptcha(setCaptchaKind));
  const { draft, readDraft, storeDraft, removeDraft } = useContactDraft(form, captcha);
  const [isTried, setIsTried] = useState(false);
  const { isPending, failure, send } = useMessageSending(captcha, (message) => {
    removeDraft();
    showToast({ kind: 'success', text: CONTACT_FORM_MESSAGES.sent });
    // If the reader has left the page in the meantime, no confirmation is shown.
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
      showToast({ kind: 'error', text: CONTACT_FORM_MESSAGES.incomplete });
    getControl(form.current!, firstInvalid).focus();
  }

  const handlers = { onSubmit: submit, onInput: storeDraft, onFocus: captcha.prepare };
  return { draft, isTried, isPending, failure, captchaKind, ...handlers };
}

/** Fills the fields of the contact form once the session is known, and returns their content as a draft. */
function useContactDraft(form: FormRef, captcha: Captcha) {
  const reader = useReader();
  const { search } = useLocation();
  const [draft, setDraft] = useState(EMPTY_CONTACT_DRAFT);

  useEffect(() => {
    if (reader === undefined) return;
    const initialDraft = createInitialContactDraft(readFields(form.current!), reader, search);
    for (const field of CONTACT_FIELDS)
      getControl(form.current!, field).value = initialDraft[field];
    setDraft(initialDraft);
    // Prepares the captcha here if the reader focused the form before hydration, because the form receives no further
    // focus event.
    if (form.current!.contains(document.activeElement)) captcha.prepare();
  }, [reader, search, form, captcha]);

  /** Updates the draft from the fields, and returns it. */
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

/** Sends contact messages, and shows why a message could not be sent. */
function useMessageSending(captcha: Captcha, onSent: (message: ContactMessage) => void) {
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<PersistentFailure>();

  async function send(message: ContactMessage) {
    setIsPending(true);
    setFailure(undefined);
    try {
      await sendContactMessage(message, await captcha.takeToken());
      onSent(message);
    } catch (error) {
      const { toast, persistentFailure } = toFailureMessages(error);
      showToast(toast);
      setFailure(persistentFailure);
      // A captcha token is valid for one attempt, so the next attempt needs a new token.
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

/** Returns the text in the fields of the contact form. */
function readFields(form: HTMLFormElement): ContactDraft {
  const entries = CONTACT_FIELDS.map((field) => [field, getControl(form, field).value]);
  return Object.fromEntries(entries) as ContactDraft;
}

/** Converts a valid draft to a message with trimmed fields. */
function trimDraft(draft: ContactDraft): ContactMessage {
  const entries = CONTACT_FIELDS.map((field) => [field, draft[field].trim()]);
  return Object.fromEntries(entries) as unknown as ContactMessage;
}
