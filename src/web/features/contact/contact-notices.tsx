import { useEffect, useRef } from 'react';
import {
  type ContactDraft,
  type ContactMessage,
  RESPONSE_TIME_BUSINESS_DAYS,
} from '#domain/contact.ts';
import { CONTACT_FORM_FEEDBACK } from '#domain/contact-form-messages.ts';
import { moveFocusTo } from '#ui/focus.ts';
import { Icon } from '#ui/icons.tsx';
import { Link } from '#ui/link.tsx';
import { contactCopy } from '#web/copy/contact.ts';
import styles from './contact-form.module.css';
import type { PersistentContactFailure } from './failures.ts';
import { createContactMailtoUrl } from './send-message.ts';

const { trouble: troubleCopy, smallPrint, sent } = contactCopy;

/**
 * A notice for a contact message that could not be sent. It explains the reason, says that the draft is saved, and
 * offers to send the message by email.
 */
export function MessageNotSentNotice({
  failure,
  draft,
}: {
  failure: PersistentContactFailure;
  draft: ContactDraft;
}) {
  return (
    <p key={failure} className={styles.trouble}>
      <Icon name="alert" />
      <span>
        {`${troubleCopy[failure]} ${troubleCopy.saved}`}{' '}
        <a className="link" href={createContactMailtoUrl(draft)}>
          {troubleCopy.email}
        </a>
        .
      </span>
    </p>
  );
}

/** The privacy notice below the contact form. */
export function ContactPrivacyNotice({ usesRecaptcha }: { usesRecaptcha: boolean }) {
  return (
    <p className={styles.small}>
      {smallPrint.before}{' '}
      <Link className="link reach" to="/privacy">
        {smallPrint.link}
      </Link>
      .
      {usesRecaptcha && (
        <span>
          {` ${smallPrint.recaptcha.before}`}{' '}
          <a className="link reach" href="https://policies.google.com/privacy">
            {smallPrint.recaptcha.privacy}
          </a>{' '}
          {smallPrint.recaptcha.between}{' '}
          <a className="link reach" href="https://policies.google.com/terms">
            {smallPrint.recaptcha.terms}
          </a>{' '}
          {smallPrint.recaptcha.after}
        </span>
      )}
    </p>
  );
}

interface ConfirmationProps {
  message: ContactMessage;
  onAnother: () => void;
}

/** The confirmation that replaces the contact form once the message has been sent. */
export function MessageSentConfirmation({ message, onAnother }: ConfirmationProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    moveFocusTo(card.current!.querySelector('h3')!);
    // The confirmation is shorter than the form, so it may be above the viewport and is scrolled into view.
    card.current!.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={card} className={styles.sent}>
      <Icon name="done" />
      <h3>{CONTACT_FORM_FEEDBACK.sent}</h3>
      <p>
        {sent.before} <b>{message.email}</b> {sent.after(RESPONSE_TIME_BUSINESS_DAYS)}
      </p>
      <button className="btn btn-line" type="button" onClick={onAnother}>
        {sent.another}
      </button>
    </div>
  );
}
