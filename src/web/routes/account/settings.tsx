import type { ReactNode } from 'react';
import { signInPageAddress } from '#domain/sign-in.ts';
import { DeleteAccount } from '#web/features/account/delete-account.tsx';
import { Devices } from '#web/features/account/devices.tsx';
import { Identity } from '#web/features/account/identity.tsx';
import { ThemeChoice } from '#web/features/appearance/theme-choice.tsx';
import { NarratorSetting } from '#web/features/listening/narrator-setting.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/words/page-head.tsx';
import { Section } from '#web/ui/words/section.tsx';
import styles from './settings.module.css';

/**
 * What a reader may set, and what is theirs. One page for everybody: what is only for those who are signed
 * in is there from the start, hidden from the others, and filled in when the browser takes over.
 */
export function Settings() {
  return (
    <div className="wrap">
      <PageHead title="Settings" />
      <Section title="Account">
        <div className={`signed-in-only ${styles.account}`}>
          <Identity />
          <Link className={styles.row} to="/profile">
            <Words name="Your profile">What you keep, and whom you follow.</Words>
          </Link>
        </div>
        <Link className={`signed-out-only ${styles.row}`} to={signInPageAddress('/settings')}>
          <Words name="Sign in">
            To bookmark articles and follow authors. Reading needs no account.
          </Words>
        </Link>
      </Section>
      <Section title="Appearance">
        <ThemeChoice />
      </Section>
      <Section title="Audio Narrator">
        <NarratorSetting />
      </Section>
      <Section title="Plans">
        <Link className={styles.row} to="/plans">
          <Words name="Free and Premium">What Free gives, and what Premium will cost.</Words>
        </Link>
      </Section>
      <div className="signed-in-only">
        <Section title="Devices">
          <Devices />
        </Section>
        <Section title="Your data">
          <a className={styles.row} href="/api/v1/user/data" download>
            <Words name="Download my data" mark={<Download />}>
              Everything Octavo keeps about you, in one file.
            </Words>
          </a>
          <DeleteAccount className={styles.row}>
            <Words name="Delete account">For good, with everything in it.</Words>
          </DeleteAccount>
        </Section>
      </div>
      <footer className={styles.foot}>
        {/* A document of its own, not a screen: the server ends the session. */}
        <a className={`signed-in-only ${styles.signOut}`} href="/auth/signout">
          Sign Out
        </a>
        <p>Beta v0.1.0</p>
      </footer>
    </div>
  );
}

interface WordsProps {
  name: string;
  /** What stands at the end of the row; by default an arrow that points on. */
  mark?: ReactNode;
  children: ReactNode;
}

/** What a row says, and that there is something behind it. */
function Words({ name, mark = <i aria-hidden="true" />, children }: WordsProps) {
  return (
    <>
      <span>
        <b>{name}</b>
        <span>{children}</span>
      </span>
      {mark}
    </>
  );
}

function Download() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M12 3v12M7 10.5l5 5 5-5M4 20.5h16" />
    </svg>
  );
}
