import { useEffect, useRef } from 'react';
import {
  type ContactDraft,
  type ContactMessage,
  RESPONSE_TIME_BUSINESS_DAYS,
} from '#domain/contact.ts';
import { MESSAGES } from '#domain/messages.ts';
import { takeFocus } from '#web/ui/focus.ts';
import { Icon } from '#web/ui/icons.tsx';
import { Link } from '#web/ui/link.tsx';
import { asMail } from './contact.ts';
import styles from './contact-form.module.css';
import type { Trouble } from './failures.ts';

const TROUBLES: Readonly<Record<Trouble, string>> = {
  captcha: 'The check against spam cannot be reached at the moment, so nothing was sent.',
  failed: 'Your message could not be sent.',
};

/** What has happened, that nothing is lost, and another way. */
export function TroubleNotice({ trouble, draft }: { trouble: Trouble; draft: ContactDraft }) {
  return (
    <p key={trouble} className={styles.trouble}>
      <Icon name="alert" />
      <span>
        {TROUBLES[trouble]} What you wrote is kept in this tab. Send it again in a moment, or{' '}
        <a className="link" href={asMail(draft)}>
          by e-mail
        </a>
        .
      </span>
    </p>
  );
}

/** What becomes of a message, and who else has a part in it. */
export function SmallPrint({ isOfGoogle }: { isOfGoogle: boolean }) {
  return (
    <p className={styles.small}>
      We use your address to answer you, and for nothing else:{' '}
      <Link className="link reach" to="/privacy">
        privacy policy
      </Link>
      .
      {isOfGoogle && (
        <span>
          {' '}
          This form is protected by reCAPTCHA, and the Google{' '}
          <a className="link reach" href="https://policies.google.com/privacy">
            Privacy Policy
          </a>{' '}
          and{' '}
          <a className="link reach" href="https://policies.google.com/terms">
            Terms of Service
          </a>{' '}
          apply.
        </span>
      )}
    </p>
  );
}

interface SentProps {
  message: ContactMessage;
  onAnother: () => void;
}

/** What stands in the place of a form that has been sent. */
export function Sent({ message, onAnother }: SentProps) {
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    takeFocus(card.current!.querySelector('h3')!);
    // It is shorter than the form, whose end was on show.
    card.current!.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={card} className={styles.sent}>
      <Icon name="done" />
      <h3>{MESSAGES.contactSent}</h3>
      <p>
        The answer goes to <b>{message.email}</b> within {RESPONSE_TIME_BUSINESS_DAYS} business
        days.
      </p>
      <button className="btn btn-line" type="button" onClick={onAnother}>
        Write another message
      </button>
    </div>
  );
}
