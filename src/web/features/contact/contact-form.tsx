import { useRef } from 'react';
import {
  CONTACT_SUBJECT_LABELS,
  CONTACT_SUBJECTS,
  type ContactField,
  type ContactMessage,
  type ContactSubject,
} from '#domain/contact.ts';
import { Icon } from '#ui/icons.tsx';
import { contactCopy } from '#web/copy/contact.ts';
import { type ContactControlProps, ContactFormField } from './contact-field.tsx';
import styles from './contact-form.module.css';
import { ContactPrivacyNotice, MessageNotSentNotice } from './contact-notices.tsx';
import { useContactForm } from './use-contact-form.ts';

interface ContactFormProps {
  /** Advice on what to write, by subject. */
  guidance: Readonly<Record<ContactSubject, string>>;
  onSent: (message: ContactMessage) => void;
}

/**
 * The contact form (spec 5). Its inputs are uncontrolled, so that hydration does not overwrite text that the reader has
 * already typed. Their values are copied to the state.
 */
export function ContactForm({ guidance, onSent }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { draft, isTried, isPending, failure, captchaKind, ...handlers } = useContactForm(
    form,
    onSent,
  );
  const getProps = (name: ContactField) => ({ name, value: draft[name], isTried });
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      // With the default method GET, submitting the form before hydration would put the text into the URL. With the
      // method `dialog`, submitting has no effect.
      method="dialog"
      {...handlers}
    >
      <ContactFormField {...getProps('name')}>
        {(control) => <input {...control} type="text" autoComplete="name" />}
      </ContactFormField>
      <ContactFormField {...getProps('email')}>
        {(control) => <EmailInput {...control} />}
      </ContactFormField>
      <ContactFormField {...getProps('subject')} hint={draft.subject && guidance[draft.subject]}>
        {(control) => <SubjectSelect {...control} />}
      </ContactFormField>
      <ContactFormField {...getProps('message')}>
        {(control) => <textarea {...control} rows={7} />}
      </ContactFormField>
      {failure && <MessageNotSentNotice failure={failure} draft={draft} />}
      <button className="btn btn-red btn-l" type="submit" aria-disabled={isPending}>
        {isPending ? contactCopy.sending : contactCopy.send}
      </button>
      <ContactPrivacyNotice usesRecaptcha={captchaKind === 'recaptcha'} />
    </form>
  );
}

/**
 * An input for an email address. Its type is `text`, because browsers rewrite and trim the value of an input with the
 * type `email`.
 */
function EmailInput(control: ContactControlProps) {
  return (
    <input
      {...control}
      type="text"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="off"
      spellCheck={false}
    />
  );
}

function SubjectSelect(control: ContactControlProps) {
  return (
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
  );
}
