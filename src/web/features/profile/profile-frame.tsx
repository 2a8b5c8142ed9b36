import type { ReactNode } from 'react';
import type { UserInfo } from '#domain/page.ts';
import { TabLinks } from '#ui/tab-links.tsx';
import { profileCopy } from '#web/copy/profile.ts';
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
        <TabLinks label={profileCopy.tabList} tabs={TABS} current={tab} />
        {allowance}
      </div>
      <section className={styles.content} aria-label={tab}>
        {children}
      </section>
    </div>
  );
}
