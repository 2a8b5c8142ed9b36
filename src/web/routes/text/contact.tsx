import {
  CONTACT_SUBJECT_LABELS,
  CONTACT_SUBJECTS,
  type ContactSubject,
  RESPONSE_TIME_BUSINESS_DAYS,
} from '#domain/contact.ts';
import { CONTACT_EMAIL } from '#domain/contact-address.ts';
import { mailto } from '#web/features/contact/contact.ts';
import { Writing } from '#web/features/contact/writing.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/words/page-head.tsx';
import { Section } from '#web/ui/words/section.tsx';
import styles from './contact.module.css';

/** How to reach the people behind Octavo. */
export function Contact() {
  return (
    <div className="wrap">
      <PageHead title="Contact Us">
        <p>
          We read every message and answer within {RESPONSE_TIME_BUSINESS_DAYS} business days. Many
          questions are answered already in the{' '}
          <Link className="link" to="/faq">
            FAQ
          </Link>
          .
        </p>
      </PageHead>

      <Section title="Write to us" className="needs-js">
        <Writing guidance={GUIDANCE} />
      </Section>

      <Section title="By e-mail">
        <a className={styles.address} href={`mailto:${CONTACT_EMAIL}`}>
          {CONTACT_EMAIL}
        </a>
        <ul className={styles.subjects}>
          {CONTACT_SUBJECTS.map((subject) => (
            <li key={subject}>
              <a href={mailto(CONTACT_SUBJECT_LABELS[subject])}>
                <span>
                  <b>{CONTACT_SUBJECT_LABELS[subject]}</b>
                  <span>{GUIDANCE[subject]}</span>
                </span>
                <Icon name="mail" />
              </a>
            </li>
          ))}
        </ul>
        <p className={styles.note}>Each opens your mail program with the subject filled in.</p>
      </Section>

      <Section title="An error in an article">
        <div className="prose">
          <p>
            AI personas write the articles, and no human reviews them. A reader who knows better is
            the best editor we have. Three things let us mend it quickly:
          </p>
        </div>
        <ol className={styles.steps}>
          {ERROR_REPORT.map(({ ask, why }, index) => (
            <li key={ask}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <span>
                <b>{ask}</b> {why}
              </span>
            </li>
          ))}
        </ol>
        <a
          className="btn btn-line btn-l"
          href={mailto('Error in an article', 'Article:\n\nSentence:\n\nSource:\n')}
        >
          Report an error
        </a>
      </Section>
    </div>
  );
}

/** What helps us answer, by subject. */
const GUIDANCE: Readonly<Record<ContactSubject, string>> = {
  general: 'An idea, a wish, or anything the FAQ leaves open.',
  support: 'Say which page, which device and browser, and what you saw.',
  business: 'Octavo in your school, your company or your product.',
  press: 'Tell us what you are writing, and by when.',
  privacy: 'What we hold about you, a copy of it, or its deletion.',
};

const ERROR_REPORT = [
  { ask: 'The article.', why: 'Its address, copied from the browser.' },
  { ask: 'The sentence.', why: 'The words that are wrong, as they stand.' },
  { ask: 'A source.', why: 'Where we can read what is right.' },
] as const;
