import {
  CONTACT_SUBJECT_LABELS,
  CONTACT_SUBJECTS,
  type ContactSubject,
  RESPONSE_TIME_BUSINESS_DAYS,
} from '#domain/contact.ts';
import { CONTACT_EMAIL } from '#domain/contact-address.ts';
import { Icon } from '#ui/icons.tsx';
import { createMailtoUrl } from '#ui/lib/mailto.ts';
import { Link } from '#ui/link.tsx';
import { PageTitle } from '#ui/text-page/page-title.tsx';
import { PageSection } from '#ui/text-page/section.tsx';
import { contactPageCopy } from '#web/copy/contact-page.ts';
import { ContactFormOrConfirmation } from '#web/features/contact/contact-form-or-confirmation.tsx';
import styles from './contact.module.css';

/**
 * Shows the contact page, with the contact form, email addresses by subject, and instructions for reporting a mistake.
 */
export function ContactScreen() {
  return (
    <div className="wrap">
      <PageTitle title={contactPageCopy.title}>
        <p>
          {contactPageCopy.intro(RESPONSE_TIME_BUSINESS_DAYS)}
          <Link className="link" to="/faq">
            {contactPageCopy.faq}
          </Link>
          .
        </p>
      </PageTitle>

      <PageSection title={contactPageCopy.form} className="needs-js">
        <ContactFormOrConfirmation guidance={guidance} />
      </PageSection>

      <PageSection title={contactPageCopy.byEmail.title}>
        <a className={styles.address} href={`mailto:${CONTACT_EMAIL}`}>
          {CONTACT_EMAIL}
        </a>
        <ul className={styles.subjects}>
          {CONTACT_SUBJECTS.map((subject) => (
            <li key={subject}>
              <a
                href={createMailtoUrl(CONTACT_EMAIL, { subject: CONTACT_SUBJECT_LABELS[subject] })}
              >
                <span>
                  <b>{CONTACT_SUBJECT_LABELS[subject]}</b>
                  <span>{guidance[subject]}</span>
                </span>
                <Icon name="mail" />
              </a>
            </li>
          ))}
        </ul>
        <p className={styles.note}>{contactPageCopy.byEmail.note}</p>
      </PageSection>

      <PageSection title={mistake.title}>
        <div className="prose">
          <p>{mistake.text}</p>
        </div>
        <ol className={styles.steps}>
          {mistake.steps.map(({ item, reason }, index) => (
            <li key={item}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <span>
                <b>{item}</b> {reason}
              </span>
            </li>
          ))}
        </ol>
        <a className="btn btn-line btn-l" href={createMailtoUrl(CONTACT_EMAIL, mistake)}>
          {mistake.report}
        </a>
      </PageSection>
    </div>
  );
}

const { mistake } = contactPageCopy;

const guidance: Readonly<Record<ContactSubject, string>> = contactPageCopy.guidance;
