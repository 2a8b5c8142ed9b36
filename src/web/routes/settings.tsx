import { Link } from 'react-router';
import { ThemeChoice } from '#web/features/appearance/theme-choice.tsx';
import { PageHead, PageSection } from './page-sections.tsx';
import styles from './settings.module.css';

/** What a reader may set. Nothing here needs an account: it is kept in the browser. */
export function Settings() {
  return (
    <div className="wrap">
      <PageHead title="Settings" />
      <PageSection title="Appearance">
        <ThemeChoice />
      </PageSection>
      <PageSection title="Plans">
        <Link className={styles.row} to="/plans">
          <span>
            <b>Free and Premium</b>
            <span>What each gives, and what Premium will cost.</span>
          </span>
          <i aria-hidden="true" />
        </Link>
      </PageSection>
      <p className={styles.version}>Beta v0.1.0</p>
    </div>
  );
}
