import type { ReactNode } from 'react';
import type { UserInfo } from '#domain/page.ts';
import { TabLinks } from '#ui/tab-links.tsx';
import { profileCopy } from '#web/copy/profile.ts';
import { LazyWaitingActionsNote } from './lazy-waiting-actions-note.tsx';
import styles from './profile-frame.module.css';
import { ReaderCard } from './reader-card.tsx';

const TABS = [
  { name: 'Bookmarks', path: '/profile' },
  { name: 'Following', path: '/profile/following' },
  { name: 'Lines', path: '/profile/lines' },
  { name: 'History', path: '/profile/history' },
] as const;

interface ProfileFrameProps {
  reader: UserInfo;
  tab: (typeof TABS)[number]['name'];
  /** The element next to the tabs, such as the number of bookmarks and the plan's limit. */
  allowance?: ReactNode;
  children: ReactNode;
}

/** The layout that all tabs of the profile share. */
export function ProfileFrame({ reader, tab, allowance, children }: ProfileFrameProps) {
  return (
    <div className="wrap readers-own">
      <ReaderCard reader={reader} />
      <div className={styles.waiting}>
        <LazyWaitingActionsNote text="waiting" />
      </div>
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
