import type { ReactNode } from 'react';
import { PageHead } from '#ui/words/page-head.tsx';
import { Section } from '#ui/words/section.tsx';
import styles from './legal.module.css';

/** One titled part of a legal text. `id` is a public anchor: links from elsewhere depend on it. */
export type LegalSection = { id: string; title: string; body: ReactNode };

type LegalPageProps = {
  title: string;
  /** The whole text in five plain lines, as an article's summary would put it. */
  summary: readonly string[];
  sections: readonly LegalSection[];
};

/** Date of both legal texts, in the form the spec prints it (spec 2, "/privacy, /terms"). */
const LAST_UPDATED = 'October 31, 2025';

/** A legal text: title, date, five lines, collapsible contents, then the sections in full. */
export function LegalPage({ title, summary, sections }: LegalPageProps) {
  return (
    <div className="wrap">
      <PageHead title={title}>
        <p className={styles.updated}>Last updated {LAST_UPDATED}</p>
      </PageHead>

      <Section title="In five lines" className={styles.short}>
        <ul className={styles.lines}>
          {summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className={styles.note}>
          This summary is here to help. The full text below is what counts.
        </p>
      </Section>

      <div className={styles.full}>
        <nav className={styles.contents} aria-label="Contents">
          <details>
            <summary>Contents</summary>
            <ol>
              {sections.map((section) => (
                <li key={section.id}>
                  <a href={`#${section.id}`}>{section.title}</a>
                </li>
              ))}
            </ol>
          </details>
        </nav>
        <div className={`prose ${styles.text}`}>
          {sections.map((section) => (
            <section key={section.id} id={section.id}>
              <h2>{section.title}</h2>
              {section.body}
            </section>
          ))}
        </div>
      </div>
    </div>
  );
}
