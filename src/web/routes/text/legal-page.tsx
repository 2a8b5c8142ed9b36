import { PageTitle } from '#ui/text-page/page-title.tsx';
import { PageSection } from '#ui/text-page/section.tsx';
import { formatUtcDate } from '#web/lib/dates.ts';
import { loadStaticPage } from '#web/pages/static-page.tsx';
import type { LegalText } from '#web/pages/text-page.ts';
import styles from './legal.module.css';

/** Loads the page with the privacy policy. Other pages link to its anchors `cookies` and `keeping`. */
export function loadPrivacyScreen() {
  return loadStaticPage('privacy', () => import('#content/pages/privacy.md'), LegalPage);
}

/**
 * Loads the page with the terms of service. They have 26 sections with the anchors `section-1` to `section-26` (spec
 * 2).
 */
export function loadTermsScreen() {
  return loadStaticPage('terms', () => import('#content/pages/terms.md'), LegalPage);
}

/** Loads the page for developers, which explains what programs can read on Octavo and under which conditions. */
export function loadDevelopersScreen() {
  return loadStaticPage('developers', () => import('#content/pages/developers.md'), LegalPage);
}

/**
 * Shows a legal text, or the page for developers, with its title, date, summary, collapsible table
 * of contents and sections.
 */
function LegalPage({ title, updated, summary, sections }: LegalText) {
  return (
    <>
      <PageTitle title={title}>
        <p className={styles.updated}>Last updated {formatUtcDate(updated)}</p>
      </PageTitle>

      <PageSection title="In five lines" className={styles.short}>
        <ul className={styles.lines}>
          {summary.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className={styles.note}>
          This summary is here to help. The full text below is what counts.
        </p>
      </PageSection>

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
          {sections.map(({ id, html }) => (
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the build creates this HTML from our own Markdown
            <section key={id} id={id} dangerouslySetInnerHTML={{ __html: html }} />
          ))}
        </div>
      </div>
    </>
  );
}
