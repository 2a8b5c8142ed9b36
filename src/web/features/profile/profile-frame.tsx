import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { UserInfo } from '#domain/page.ts';
import styles from './profile-frame.module.css';
import { ReaderCard } from './reader-card.tsx';

const TABS = [
  { name: 'Bookmarks', path: '/profile' },
  { name: 'Following', path: '/profile/following' },
] as const;

interface ProfileFrameProps {
  reader: UserInfo;
  /** The tab on show. */
  tab: (typeof TABS)[number]['name'];
  /** How much of what their plan allows is used. */
  allowance: ReactNode;
  children: ReactNode;
}

/** Who the reader is, and below one of the two tabs. */
export function ProfileFrame({ reader, tab, allowance, children }: ProfileFrameProps) {
  return (
    <div className="wrap readers-own">
      <ReaderCard reader={reader} />
      <div className={styles.bar}>
        <nav className={styles.tabs} aria-label="Profile">
          {TABS.map(({ name, path }) => (
            <Link
              key={name}
              to={path}
              preventScrollReset
              aria-current={name === tab ? 'page' : undefined}
            >
              {name}
            </Link>
          ))}
        </nav>
        {allowance}
      </div>
      <section className={styles.content} aria-label={tab}>
        {children}
      </section>
    </div>
  );
}
