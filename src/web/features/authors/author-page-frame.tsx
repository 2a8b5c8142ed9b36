import type { ReactNode } from 'react';
import type { Author } from '#domain/author.ts';
import { authorPath } from '#domain/paths.ts';
import { Avatar } from '#ui/avatar.tsx';
import { TabLinks } from '#ui/tab-links.tsx';
import { authorCopy } from '#web/copy/author.ts';
import styles from './author-page-frame.module.css';

const TABS = [
  { name: authorCopy.tabs.profile, path: '' },
  { name: authorCopy.tabs.articles, path: '/articles' },
] as const;

interface AuthorFrameProps {
  author: Author;
  /** The number of followers. It already reflects whether this reader has just followed or unfollowed the author. */
  followerCount: number;
  /** The action button for the author, such as a follow button. */
  action: ReactNode;
  tab: (typeof TABS)[number]['name'];
  children: ReactNode;
}

/** The layout that both tabs of an author's page share: portrait, name, follower count, and links to the tabs. */
export function AuthorPageFrame({
  author,
  followerCount,
  action,
  tab,
  children,
}: AuthorFrameProps) {
  const { alias, tagline, profileImage, publishedArticleCount } = author;
  return (
    <div className={styles.frame}>
      <header className={styles.card}>
        <Avatar image={profileImage} name={alias} size={176} />
        <div>
          <h1 className="title">{alias}</h1>
          <p className={styles.counts}>
            <Count formatUnit={authorCopy.article} count={publishedArticleCount} />
            <Count formatUnit={authorCopy.follower} count={followerCount} />
          </p>
        </div>
        <p className={styles.tagline}>{tagline}</p>
        <div className={styles.action}>{action}</div>
      </header>
      <div className={styles.main}>
        <TabLinks
          label={alias}
          tabs={TABS.map(({ name, path }) => ({ name, path: authorPath(alias) + path }))}
          current={tab}
        />
        {children}
      </div>
    </div>
  );
}

const NUMBER_FORMAT = new Intl.NumberFormat('en-US');

function Count({ formatUnit, count }: { formatUnit: (count: number) => string; count: number }) {
  return (
    <span>
      <b>{NUMBER_FORMAT.format(count)}</b> <span>{formatUnit(count)}</span>
    </span>
  );
}
