import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { CaptchaChallenge } from '#domain/captcha.ts';
import { countCharacters } from '#domain/characters.ts';
import {
  CONTACT_FIELDS,
  CONTACT_MAX_LENGTHS,
  CONTACT_SUBJECT_LABELS,
  CONTACT_SUBJECTS,
  type ContactDraft,
  type ContactField,
  type ContactMessage,
  type ContactSubject,
  validateContactField,
} from '#domain/contact.ts';
import { CONTACT_FORM_MESSAGES } from '#domain/contact-form-messages.ts';
import { Icon } from '#ui/icons.tsx';
import { showToast } from '#ui/toast.tsx';
import { contactCopy } from '#web/copy/contact.ts';
import { useReader } from '#web/reader/session.ts';
import { createCaptcha } from './captcha.ts';
import { ContactFormField } from './contact-field.tsx';
import styles from './contact-form.module.css';
import { ContactPrivacyNotice, MessageNotSentNotice } from './contact-notices.tsx';
import {
  createInitialContactDraft,
  EMPTY_CONTACT_DRAFT,
  removeContactDraft,
  storeContactDraft,
} from './drafts.ts';
import { type PersistentFailure, toFailureMessages } from './failures.ts';
import { sendContactMessage } from './send-message.ts';

interface ContactFormProps {
  /** Advice on the content of a message, by subject. */
  guidance: Readonly<Record<ContactSubject, string>>;
  onSent: (message: ContactMessage) => void;
}

/**
 * The contact form (spec 5). Its fields are uncontrolled, so that hydration never overwrites typed text; the state is
 * updated from the fields.
 */
export function ContactForm({ guidance, onSent }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const reader = useReader();
  const { search } = useLocation();
  const [draft, setDraft] = useState(EMPTY_CONTACT_DRAFT);
  const [isTried, setIsTried] = useState(false);
  const [isPending, setIsPending] = useState(false);
  const [failure, setFailure] = useState<PersistentFailure>();
  const [kind, setKind] = useState<CaptchaChallenge['kind']>();
  const [captcha] = useState(() => createCaptcha(setKind));

  useEffect(() => {
    if (reader === undefined) return;
    const first = createInitialContactDraft(draftIn(form.current!), reader, search);
    for (const field of CONTACT_FIELDS) controlOf(form.current!, field).value = first[field];
    setDraft(first);
    // Prepares the captcha here if the reader focused the form before hydration, because the form receives no further
    // focus event.
    if (form.current!.contains(document.activeElement)) captcha.prepare();
  }, [reader, search, captcha]);

  function follow() {
    const typed = draftIn(form.current!);
    setDraft(typed);
    storeContactDraft(typed, reader ?? null);
  }

  async function send(message: ContactMessage) {
    setIsPending(true);
    setFailure(undefined);
    try {
      await sendContactMessage(message, await captcha.takeToken());
      removeContactDraft(reader ?? null);
      showToast({ kind: 'success', text: CONTACT_FORM_MESSAGES.sent });
      // If the reader has left the page in the meantime, no confirmation is shown.
      if (form.current) onSent(message);
    } catch (error) {
      const { toast, lasting } = toFailureMessages(error);
      showToast(toast);
      setFailure(lasting);
      // A captcha token is valid for one attempt, so the next attempt needs a new token.
      captcha.prepare();
      setIsPending(false);
    }
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending) return;
    const written = draftIn(form.current!);
    setDraft(written);
    setIsTried(true);
    const wrong = CONTACT_FIELDS.filter((field) => validateContactField(field, written[field]));
    if (!wrong.length) {
      send(trimmed(written));
      return;
    }
    if (wrong.some((field) => !written[field].trim()))
      showToast({ kind: 'error', text: CONTACT_FORM_MESSAGES.incomplete });
    controlOf(form.current!, wrong[0]!).focus();
  }

  /** Returns the props that all fields of the form share. */
  const field = (name: ContactField) => ({
    name,
    label: contactCopy.fields[name],
    error: isTried ? validateContactField(name, draft[name]) : undefined,
  });
  const count = (name: Exclude<ContactField, 'subject'>) => ({
    length: countCharacters(draft[name].trim()),
    limit: CONTACT_MAX_LENGTHS[name],
  });

  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      // A GET form that is submitted before hydration would put the text into the URL. With the method `dialog`,
      // submitting has no effect.
      method="dialog"
      onSubmit={submit}
      onInput={follow}
      onFocus={captcha.prepare}
    >
      <ContactFormField {...field('name')} count={count('name')}>
        {(control) => <input {...control} type="text" autoComplete="name" />}
      </ContactFormField>
      <ContactFormField {...field('email')} count={count('email')}>
        {(control) => (
          // The type is not `email`, because browsers rewrite and trim the text in email inputs.
          <input
            {...control}
            type="text"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="off"
            spellCheck={false}
          />
        )}
      </ContactFormField>
      <ContactFormField {...field('subject')} hint={draft.subject && guidance[draft.subject]}>
        {(control) => (
          <span className={styles.select}>
            <select {...control} defaultValue="">
              <option value="">{contactCopy.chooseSubject}</option>
              {CONTACT_SUBJECTS.map((subject) => (
                <option key={subject} value={subject}>
                  {CONTACT_SUBJECT_LABELS[subject]}
                </option>
              ))}
            </select>
            <Icon name="next" small />
          </span>
        )}
      </ContactFormField>
      <ContactFormField {...field('message')} count={count('message')}>
        {(control) => <textarea {...control} rows={7} />}
      </ContactFormField>
      {failure && <MessageNotSentNotice failure={failure} draft={draft} />}
      <button className="btn btn-red btn-l" type="submit" aria-disabled={isPending}>
        {isPending ? contactCopy.sending : contactCopy.send}
      </button>
      <ContactPrivacyNotice isOfGoogle={kind === 'recaptcha'} />
    </form>
  );
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function controlOf(form: HTMLFormElement, field: ContactField): Control {
  return form.elements.namedItem(field) as Control;
}

function draftIn(form: HTMLFormElement): ContactDraft {
  const entries = CONTACT_FIELDS.map((field) => [field, controlOf(form, field).value]);
  return Object.fromEntries(entries) as ContactDraft;
}

/** Converts a valid draft to a message with trimmed fields. */
function trimmed(draft: ContactDraft): ContactMessage {
  const entries = CONTACT_FIELDS.map((field) => [field, draft[field].trim()]);
  return Object.fromEntries(entries) as unknown as ContactMessage;
}
